/// A movement as a library defines it.
package struct Movement: Sendable, Hashable {
    /// The library's permanent name for the movement, from which its id is derived.
    package let slug: String
    /// Fields of the exercise; `variantOf` holds the other movement's slug in place of an id.
    package let fields: Exercise.Fields
    /// Other names of the movement.
    package let aliases: [String]
    /// True where the movement is done over a distance, so that `40m` means metres.
    package let isOverDistance: Bool
    /// True for a shipped movement that stands in while the person's own file, which may differ, can't be
    /// read. A stand-in never replaces an existing exercise.
    package let isTemporary: Bool

    package init(
        slug: String, fields: Exercise.Fields, aliases: [String] = [],
        isOverDistance: Bool = false, isTemporary: Bool = false
    ) {
        self.slug = slug
        self.fields = fields
        self.aliases = aliases
        self.isOverDistance = isOverDistance
        self.isTemporary = isTemporary
    }

    package static func id(ofSlug slug: String) -> String {
        Identifier.derived(from: "exercise:\(slug)")
    }
}

/// The changes that a library's movements make to the exercises.
package struct LibraryChanges: Sendable {
    package private(set) var written: [Exercise] = []
    /// Exercises that are in no library any more, and that nobody has used or changed.
    package private(set) var removed: [Exercise] = []
    /// Movements whose names are taken by something else, or whose unit can't change any more.
    package private(set) var skipped: [Movement] = []
    private let needed: Set<String>
    /// Ids of exercises that have another name than in the library and follow it otherwise.
    private let renamed: Set<String>

    /// - Parameters:
    ///   - isWhole: whether the library was read to its end; a movement missing from a partly read library
    ///     may still be in it.
    ///   - present: all exercises.
    ///   - used: the ids of the exercises that records refer to.
    ///   - needed: the ids of missing exercises that rows of other machines name. They are made even if something
    ///     else has their name.
    ///   - changed: ids of exercises that a person has changed in more than their names, as the stamps of shared rows
    ///     tell. All others follow the library. `nil` without stamps: edited exercises then stay as they are.
    package init(
        of movements: [Movement], isWhole: Bool = true, present: [Exercise], used: Set<String>,
        needed: Set<String> = [], changed: Set<String>? = nil
    ) {
        self.needed = needed
        renamed = Set(
            present.filter { $0.isEdited && changed?.contains($0.id) == false }.map(\.id))
        let byID = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0) })
        let slugs = Set(movements.map(\.slug))
        let temporary = Set(movements.filter(\.isTemporary).map(\.slug))
        var kept: [String: Exercise] = [:]
        for exercise in present {
            let isOurs = exercise.slug.map(slugs.contains) ?? false
            let isWanted = !isWhole || used.contains(exercise.id) || exercise.isArchived
            let isUncertain = exercise.slug.map(temporary.contains) ?? false
            let isChanged = changed?.contains(exercise.id) ?? exercise.isEdited
            let isFrozen = isChanged || exercise.isEdited && !isOurs
            if exercise.isCustom || isFrozen || isUncertain || !isOurs && isWanted {
                kept[exercise.id] = exercise
            }
        }
        let sorted = movements.sorted { $0.slug < $1.slug }
        // A kept exercise keeps its name and needs its parent, so further exercises may have to be kept.
        var before = -1
        while kept.count != before {
            before = kept.count
            choose(among: sorted, byID, used, &kept)
            let gone = present.filter { kept[$0.id] == nil && !slugs.contains($0.slug ?? "") }
            let parents = Set(kept.values.compactMap(\.fields.variantOf))
            for exercise in gone where parents.contains(exercise.id) {
                kept[exercise.id] = exercise
            }
            removed = gone.filter { kept[$0.id] == nil }
        }
        let chosen = sorted.filter { movement in !skipped.contains(movement) }
            .filter { kept[Movement.id(ofSlug: $0.slug)] == nil }
        let ids = Set(kept.keys).union(chosen.map { Movement.id(ofSlug: $0.slug) })
        for movement in chosen { write(movement, byID, ids) }
        for movement in sorted {
            nameMuscles(of: kept[Movement.id(ofSlug: movement.slug)], movement)
        }
    }

    /// Sets the muscles of a kept exercise that a person edited before the library had muscles.
    private mutating func nameMuscles(of kept: Exercise?, _ movement: Movement) {
        guard var exercise = kept, exercise.isEdited, exercise.fields.muscles == nil,
            let muscles = movement.fields.muscles
        else { return }
        exercise.setMuscles(muscles)
        written.append(exercise)
    }

    /// Finds the movements whose names conflict with kept exercises or whose unit can't change; their
    /// present exercises are kept, too.
    private mutating func choose(
        among movements: [Movement], _ present: [String: Exercise], _ used: Set<String>,
        _ kept: inout [String: Exercise]
    ) {
        var names = Set(kept.values.map(\.key)).union(renamed.compactMap { present[$0]?.key })
        skipped = []
        for movement in movements {
            let id = Movement.id(ofSlug: movement.slug)
            if let exercise = kept[id] {
                // An exercise that a person has edited stays as the person wants it.
                if !exercise.isEdited, !movement.isTemporary { skipped.append(movement) }
                continue
            }
            let there = present[id]
            let isFixed = there != nil && used.contains(id) && there?.unit != movement.fields.unit
            let isTaken =
                !renamed.contains(id) && !names.insert(NameKey.of(movement.fields.name)).inserted
            guard isFixed || isTaken && !needed.contains(id) else { continue }
            skipped.append(movement)
            kept[id] = there
        }
    }

    private mutating func write(
        _ movement: Movement, _ present: [String: Exercise], _ ids: Set<String>
    ) {
        let id = Movement.id(ofSlug: movement.slug)
        var fields = movement.fields
        if renamed.contains(id), let name = present[id]?.name { fields.name = name }
        let parent = fields.variantOf.map(Movement.id(ofSlug:))
        fields.variantOf = parent.flatMap { ids.contains($0) && $0 != id ? $0 : nil }
        let made = try? Exercise(
            id: id, fields: fields, slug: movement.slug,
            isArchived: present[id]?.isArchived ?? false)
        guard var exercise = made else { return }
        exercise.keepEdits(of: present[id])
        guard exercise != present[id] else { return }
        written.append(exercise)
    }

    package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
