import TrackerAPI
import TrackerCore
import TrackerStore

/// Map from the exercises of a file to ours. Two exercises of a file never become the same one of ours,
/// unless both names are remembered for it from earlier imports.
struct ImportNames {
    struct Target {
        let exercise: Exercise
        let isNew: Bool
        /// True where the match is to be remembered for the next import: the person chose it, or it was found
        /// by words.
        var isRemembered = false
        /// Reason for the match, for people to read.
        let why: String
    }

    private var targets: [String: Target] = [:]
    /// Possible matches that nobody has confirmed, by name in the file; their sets are imported into a new
    /// exercise.
    private var proposals: [String: ImportMatch] = [:]
    /// Exercises that names in the file match, but that another name of the file has claimed already.
    private var lostMatches: [String: Exercise] = [:]
    /// Names in the file, by the keys of the exercises that they were matched with.
    private var claimedBy: [String: String] = [:]
    /// Names in the file that the person wants as new exercises.
    private var requestedNew: Set<String> = []
    /// Number to try next for new exercises of the same name (`… (2)`), by the name's key.
    private var numbers: [String: Int] = [:]
    /// In the order of the file.
    private(set) var views: [ImportExercise] = []

    /// Finds the exercise for each name: by `map`; else the one that the name stood for in earlier imports;
    /// else the one of exactly this name; else the one that its words and equipment fit; else a new one.
    init(_ pending: PendingImport, map: [String: String], in context: Context) throws {
        let here = try context.transaction.exercises()
        try apply(map, pending, context)
        // Sorted, since the order in the file may be different the next time.
        let ordered = pending.exercises.sorted {
            ($0.cleanName, $0.name) < ($1.cleanName, $1.name)
        }
        claimKnown(ordered, here)
        try claimMatches(ordered, here, context)
        let keyed = Dictionary(here.map { ($0.key, $0) }) { first, _ in first }
        var count = here.count
        for exercise in ordered where targets[exercise.name] == nil {
            let target = try target(of: exercise, keyed, context)
            targets[exercise.name] = target
            count += target.isNew ? 1 : 0
        }
        guard count <= Exercise.maximumNumber else {
            throw Rejection(
                .tooLarge, "there would be more than \(Exercise.maximumNumber) exercises")
        }
        views = pending.exercises.compactMap(view)
    }

    func target(_ name: String) -> Target? { targets[name] }

    /// Ids of the exercises that the names of the file stand for.
    var ids: Set<String> { Set(targets.values.map(\.exercise.id)) }

    /// Checks that the exercises here are still the ones that the names of the file stand for.
    ///
    /// - Parameter made: ids of the new ones that this import has made so far.
    func checkStillFit(besides made: Set<String>, in context: Context) throws {
        for target in targets.values where !target.isNew || made.contains(target.exercise.id) {
            let exercise = target.exercise
            let here = try context.transaction.exercise(id: exercise.id)
            guard here?.unit != exercise.unit else { continue }
            throw Self.changed(exercise)
        }
    }

    /// The refusal of an import for which an exercise has become another one, or another one has its name.
    static func changed(_ exercise: Exercise) -> Rejection {
        .conflict(
            "\(exercise.name) was changed in the meantime: import the file again", state: "changed")
    }

    /// Exercises whose remembered names change by this import, as they will be.
    ///
    /// - Parameter new: ids of the exercises that this import has made.
    func renamed(
        by pending: PendingImport, besides new: Set<String>, in context: Context
    ) throws -> [Exercise] {
        let given = pending.exercises.filter { targets[$0.name]?.isRemembered ?? false }
        guard !given.isEmpty else { return [] }
        let here = try context.transaction.exercises().filter { !new.contains($0.id) }
        let byID = Dictionary(here.map { ($0.id, $0) }) { first, _ in first }
        var changed: [String: Exercise] = [:]
        for file in given {
            guard let target = targets[file.name] else { continue }
            let name = file.cleanName
            for other in here
            where other.id != target.exercise.id && other.importNames.contains(name) {
                changed[other.id, default: other].forget(importName: name)
            }
            guard let exercise = byID[target.exercise.id], !exercise.importNames.contains(name)
            else { continue }
            changed[exercise.id, default: exercise].remember(importName: name)
        }
        return changed.values.sorted { $0.name < $1.name }
    }

    private func view(_ file: PendingImport.FileExercise) -> ImportExercise? {
        guard let target = targets[file.name] else { return nil }
        if target.isNew, let proposal = proposals[file.name] {
            return ImportExercise(
                name: file.name, exercise: proposal.exercise.id, called: proposal.exercise.name,
                sets: file.sets, why: proposal.why, sure: false)
        }
        return ImportExercise(
            name: file.name, exercise: target.isNew ? nil : target.exercise.id,
            called: target.exercise.name, sets: file.sets, why: target.why, sure: true)
    }

    // MARK: Existing exercises

    private mutating func apply(
        _ map: [String: String], _ pending: PendingImport, _ context: Context
    ) throws {
        let files = Dictionary(pending.exercises.map { ($0.name, $0) }) { first, _ in first }
        for (name, text) in map.sorted(by: { $0.key < $1.key }) {
            guard let file = files[name] else {
                throw Rejection.invalid(
                    "map", "\(field: "map") names '\(name.prefix(200))', which isn't in the file")
            }
            guard !text.isEmpty else {
                requestedNew.insert(name)
                continue
            }
            let exercise = try context.exercise(text, field: "map", hasLoad: file.hasLoads)
            // Nobody would see sets that are imported into an archived exercise.
            guard !exercise.isArchived else {
                throw Rejection(
                    .conflict,
                    """
                    \(field: "map") names \(exercise.name), which is archived: bring it back, or name \
                    another exercise
                    """,
                    field: "map", state: "archived")
            }
            guard claim(name, exercise, why: "as you said", isRemembered: true) else {
                throw Rejection.invalid(
                    "map",
                    """
                    \(field: "map") merges two of the file's exercises (\(exercise.name)): their sets \
                    could no longer be told apart
                    """)
            }
        }
    }

    /// - Returns: false where another name of the file has claimed the exercise.
    private mutating func claim(
        _ name: String, _ exercise: Exercise, why: String, isRemembered: Bool = false
    ) -> Bool {
        guard claimedBy[exercise.key] == nil else {
            lostMatches[name] = exercise
            return false
        }
        claimedBy[exercise.key] = name
        targets[name] = Target(
            exercise: exercise, isNew: false, isRemembered: isRemembered, why: why)
        return true
    }

    private func isOpen(_ file: PendingImport.FileExercise) -> Bool {
        targets[file.name] == nil && !requestedNew.contains(file.name)
    }

    /// Matches names that are known from earlier imports, then names that equal an exercise's name.
    private mutating func claimKnown(_ files: [PendingImport.FileExercise], _ here: [Exercise]) {
        var known: [String: Exercise] = [:]
        var named: [String: Exercise] = [:]
        var knownAs: [String: String] = [:]
        for exercise in here where !exercise.isArchived {
            for name in exercise.importNames { known[name] = exercise }
            named[exercise.name] = exercise
        }
        for file in files where isOpen(file) {
            guard let exercise = known[file.cleanName] else { continue }
            let isSame = exercise.name == file.cleanName
            let why = isSame ? "same name" : "as in your last import"
            if claim(file.name, exercise, why: why) {
                knownAs[exercise.id] = file.cleanName
            } else if let name = knownAs[exercise.id], name != file.cleanName {
                // Names that are all remembered for one exercise still stand for it, such as those of merged
                // exercises.
                lostMatches[file.name] = nil
                targets[file.name] = Target(exercise: exercise, isNew: false, why: why)
            }
        }
        for file in files where isOpen(file) {
            guard let exercise = named[file.cleanName] else { continue }
            _ = claim(file.name, exercise, why: "same name")
        }
    }

    /// Matches names by their words and equipment, the surest first.
    private mutating func claimMatches(
        _ files: [PendingImport.FileExercise], _ here: [Exercise], _ context: Context
    ) throws {
        let called = try here.map { ($0.id, try context.aliases(of: $0)) }
        let matching = ImportMatching(here, aliases: Dictionary(called) { first, _ in first })
        let found = files.filter(isOpen).enumerated().compactMap { place, file in
            matching.match(
                file.cleanName, unit: file.hasReps ? .reps : .seconds, hasLoads: file.hasLoads
            ).map { (place: place, file: file, match: $0) }
        }
        for (_, file, match) in found.sorted(by: {
            ($0.match.rank, $0.place) < ($1.match.rank, $1.place)
        }) {
            if match.isSure {
                _ = claim(file.name, match.exercise, why: match.why, isRemembered: true)
            } else if claimedBy[match.exercise.key] == nil {
                proposals[file.name] = match
            }
        }
    }

    // MARK: New exercises

    /// Target of a name that nothing has matched. A second one with the same key is called `… (2)`, also when
    /// the file is imported again.
    private mutating func target(
        of file: PendingImport.FileExercise, _ keyed: [String: Exercise], _ context: Context
    ) throws -> Target {
        let plainKey = NameKey.of(file.cleanName)
        let isRequestedNew = requestedNew.contains(file.name)
        var number = numbers[plainKey] ?? 1
        while true {
            let suffix = number == 1 ? "" : " (\(number))"
            let name = file.cleanName.prefix(Text.maximumNameLength - suffix.count) + suffix
            let key = NameKey.of(String(name))
            number += 1
            numbers[plainKey] = number
            guard claimedBy[key] == nil, !isRequestedNew || keyed[key] == nil else { continue }
            claimedBy[key] = file.name
            if let same = keyed[key] {
                return Target(exercise: same, isNew: false, why: "same name")
            }
            return Target(
                exercise: try new(file, called: String(name), key, context), isNew: true,
                isRemembered: isRequestedNew, why: why(new: file))
        }
    }

    private func why(new file: PendingImport.FileExercise) -> String {
        if requestedNew.contains(file.name) { return "new, as you said" }
        guard let exercise = lostMatches[file.name], let other = claimedBy[exercise.key] else {
            return "new"
        }
        return "new: '\(other)' in the file is your \(exercise.name)"
    }

    private func new(
        _ file: PendingImport.FileExercise, called name: String, _ key: String, _ context: Context
    ) throws -> Exercise {
        let category = file.category.flatMap { text in
            (try? Text.checkName(text, field: "category")).map { text }
        }
        let fields = Exercise.Fields(
            name: name, unit: file.hasReps ? .reps : .seconds,
            category: category ?? Exercise.otherCategory,
            equipment: ImportedName(name).equipment?.rawValue.lowercased())
        let id = try context.idOfExercise(key, fields.unit)
        var exercise = try Exercise(id: id, fields: fields)
        // The file's name is remembered, even if the exercise gets another name here.
        if name == file.cleanName || requestedNew.contains(file.name) {
            exercise.remember(importName: file.cleanName)
        }
        return exercise
    }
}
