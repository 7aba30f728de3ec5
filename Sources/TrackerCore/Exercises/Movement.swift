/// A movement as a library has it.
package struct Movement: Sendable, Hashable {
    /// What the library calls it, for good: its id is derived from that.
    package let slug: String
    /// Where it varies another, that one's slug stands in place of the id.
    package let fields: Exercise.Fields
    /// Other words for it.
    package let aliases: [String]
    /// Whether it comes with the program while a person's own file can't be read, which may say otherwise:
    /// it takes the place of nothing that is there.
    package let isTemporary: Bool

    package init(
        slug: String, fields: Exercise.Fields, aliases: [String] = [], isTemporary: Bool = false
    ) {
        self.slug = slug
        self.fields = fields
        self.aliases = aliases
        self.isTemporary = isTemporary
    }

    package static func id(ofSlug slug: String) -> String {
        Identifier.derived(from: "exercise:\(slug)")
    }
}

/// What a library's movements change among the exercises.
package struct LibraryChanges: Sendable {
    package private(set) var written: [Exercise] = []
    /// What no library has any more, and nobody has used or touched.
    package private(set) var removed: [Exercise] = []
    /// Those whose names are taken by something else, or whose unit can't change any more.
    package private(set) var skipped: [Movement] = []

    /// - Parameters:
    ///   - isWhole: whether the library could be read to its end; what is missing from one that couldn't
    ///     may still be in it.
    ///   - present: all exercises.
    ///   - used: the ids of those that records refer to.
    package init(
        of movements: [Movement], isWhole: Bool = true, present: [Exercise], used: Set<String>
    ) {
        let byID = Dictionary(uniqueKeysWithValues: present.map { ($0.id, $0) })
        let slugs = Set(movements.map(\.slug))
        let standIns = Set(movements.filter(\.isTemporary).map(\.slug))
        var kept: [String: Exercise] = [:]
        for exercise in present {
            let isOurs = exercise.slug.map(slugs.contains) ?? false
            let isWanted = !isWhole || used.contains(exercise.id) || exercise.isArchived
            let isUncertain = exercise.slug.map(standIns.contains) ?? false
            if exercise.isCustom || exercise.isEdited || isUncertain || !isOurs && isWanted {
                kept[exercise.id] = exercise
            }
        }
        let sorted = movements.sorted { $0.slug < $1.slug }
        // What stays as it is holds its name and needs its parent, so that more may have to stay.
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
    }

    /// Finds the movements that have no place beside what is kept; where they had one, that is kept too.
    private mutating func choose(
        among movements: [Movement], _ present: [String: Exercise], _ used: Set<String>,
        _ kept: inout [String: Exercise]
    ) {
        var names = Set(kept.values.map(\.key))
        skipped = []
        for movement in movements {
            let id = Movement.id(ofSlug: movement.slug)
            if let exercise = kept[id] {
                // What a person has edited is as they want it.
                if !exercise.isEdited, !movement.isTemporary { skipped.append(movement) }
                continue
            }
            let there = present[id]
            let isFixed = there != nil && used.contains(id) && there?.unit != movement.fields.unit
            guard isFixed || !names.insert(NameKey.of(movement.fields.name)).inserted else {
                continue
            }
            skipped.append(movement)
            kept[id] = there
        }
    }

    private mutating func write(
        _ movement: Movement, _ present: [String: Exercise], _ ids: Set<String>
    ) {
        let id = Movement.id(ofSlug: movement.slug)
        var fields = movement.fields
        let parent = fields.variantOf.map(Movement.id(ofSlug:))
        fields.variantOf = parent.flatMap { ids.contains($0) && $0 != id ? $0 : nil }
        let exercise = try? Exercise(
            id: id, fields: fields, slug: movement.slug,
            isArchived: present[id]?.isArchived ?? false)
        guard let exercise, exercise != present[id] else { return }
        written.append(exercise)
    }

    package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
