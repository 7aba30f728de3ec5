import TrackerAPI
import TrackerCore
import TrackerStore

/// Which of our exercises each exercise of a file is. No two of the file are the same one, unless a person has
/// made them so before.
struct ImportNames {
    struct Target {
        let exercise: Exercise
        let isNew: Bool
        /// Whether it is to be remembered for the next import: a person said so, or it was found by words.
        var isRemembered = false
        /// The reason, for a person.
        let why: String
    }

    private var targets: [String: Target] = [:]
    /// Possible matches that nobody has confirmed; the sets come in as those of a new exercise.
    private var proposals: [String: ImportMatch] = [:]
    /// Names in the file whose exercise another name of the file has.
    private var beaten: [String: Exercise] = [:]
    /// The names in the file, by the keys of the exercises that they are.
    private var taken: [String: String] = [:]
    /// Names in the file that a person wants to be new exercises.
    private var wantedNew: Set<String> = []
    /// By key, where the counting of those called the same goes on.
    private var numbers: [String: Int] = [:]
    /// In the order of the file.
    private(set) var views: [ImportExercise] = []

    /// By `map`; else the one that a file's name stood for before; else the one of exactly this name; else
    /// the one of its words and equipment; else a new one.
    init(_ pending: PendingImport, map: [String: String], in context: Context) throws {
        let here = try context.transaction.exercises()
        try apply(map, pending, context)
        // Not by their order in the file, which may be another one the next time.
        let ordered = pending.exercises.sorted {
            ($0.cleanName, $0.name) < ($1.cleanName, $1.name)
        }
        takeKnown(ordered, here)
        try takeMatches(ordered, here, context)
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

    /// The exercises whose names in files change by this import, as they will be.
    func renamed(by pending: PendingImport, in context: Context) throws -> [Exercise] {
        let given = pending.exercises.filter { targets[$0.name]?.isRemembered ?? false }
        guard !given.isEmpty else { return [] }
        let here = try context.transaction.exercises()
        var changed: [String: Exercise] = [:]
        for file in given {
            guard let target = targets[file.name] else { continue }
            let name = file.cleanName
            for other in here
            where other.id != target.exercise.id && other.importNames.contains(name) {
                changed[other.id, default: other].forget(importName: name)
            }
            guard !target.isNew, !target.exercise.importNames.contains(name) else { continue }
            changed[target.exercise.id, default: target.exercise].remember(importName: name)
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

    // MARK: Those that are here

    private mutating func apply(
        _ map: [String: String], _ pending: PendingImport, _ context: Context
    ) throws {
        let files = Dictionary(pending.exercises.map { ($0.name, $0) }) { first, _ in first }
        for (name, text) in map.sorted(by: { $0.key < $1.key }) {
            guard let file = files[name] else {
                throw Rejection.invalid(
                    "map", "map names '\(name.prefix(200))', which the file doesn't have")
            }
            guard !text.isEmpty else {
                wantedNew.insert(name)
                continue
            }
            let exercise = try context.exercise(text, field: "map", hasLoad: file.hasLoads)
            // What would come in with it, nobody would see.
            guard !exercise.isArchived else {
                throw Rejection(
                    .conflict,
                    "map names \(exercise.name), which is archived: bring it back, or name another one",
                    field: "map", state: "archived")
            }
            guard take(name, exercise, why: "as you said", isRemembered: true) else {
                throw Rejection.invalid(
                    "map",
                    "map makes two exercises of the file one (\(exercise.name)): their sets couldn't "
                        + "be told apart any more")
            }
        }
    }

    /// - Returns: whether no other name of the file is the exercise already.
    private mutating func take(
        _ name: String, _ exercise: Exercise, why: String, isRemembered: Bool = false
    ) -> Bool {
        guard taken[exercise.key] == nil else {
            beaten[name] = exercise
            return false
        }
        taken[exercise.key] = name
        targets[name] = Target(
            exercise: exercise, isNew: false, isRemembered: isRemembered, why: why)
        return true
    }

    private func isOpen(_ file: PendingImport.FileExercise) -> Bool {
        targets[file.name] == nil && !wantedNew.contains(file.name)
    }

    /// Names that came in before, and names that are exactly one here.
    private mutating func takeKnown(_ files: [PendingImport.FileExercise], _ here: [Exercise]) {
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
            if take(file.name, exercise, why: why) {
                knownAs[exercise.id] = file.cleanName
            } else if let name = knownAs[exercise.id], name != file.cleanName {
                // Names that each are remembered for it stay one, such as those of merged exercises.
                beaten[file.name] = nil
                targets[file.name] = Target(exercise: exercise, isNew: false, why: why)
            }
        }
        for file in files where isOpen(file) {
            guard let exercise = named[file.cleanName] else { continue }
            _ = take(file.name, exercise, why: "same name")
        }
    }

    /// Names whose words and equipment tell, the surest first.
    private mutating func takeMatches(
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
                _ = take(file.name, match.exercise, why: match.why, isRemembered: true)
            } else if taken[match.exercise.key] == nil {
                proposals[file.name] = match
            }
        }
    }

    // MARK: New ones

    /// A second one of the same key is called `… (2)`, now and when the file comes again.
    private mutating func target(
        of file: PendingImport.FileExercise, _ keyed: [String: Exercise], _ context: Context
    ) throws -> Target {
        let plainKey = NameKey.of(file.cleanName)
        let isWantedNew = wantedNew.contains(file.name)
        var number = numbers[plainKey] ?? 1
        while true {
            let suffix = number == 1 ? "" : " (\(number))"
            let name = file.cleanName.prefix(Text.maximumNameLength - suffix.count) + suffix
            let key = NameKey.of(String(name))
            number += 1
            numbers[plainKey] = number
            guard taken[key] == nil, !isWantedNew || keyed[key] == nil else { continue }
            taken[key] = file.name
            if let same = keyed[key] {
                return Target(exercise: same, isNew: false, why: "same name")
            }
            return Target(
                exercise: try new(file, called: String(name), key, context), isNew: true,
                isRemembered: isWantedNew, why: why(new: file))
        }
    }

    private func why(new file: PendingImport.FileExercise) -> String {
        if wantedNew.contains(file.name) { return "new, as you said" }
        guard let exercise = beaten[file.name], let other = taken[exercise.key] else {
            return "new"
        }
        return "new: '\(other)' of the file is your \(exercise.name)"
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
        let id = try context.id(of: Exercise.self, from: key)
        var exercise = try Exercise(id: id, fields: fields)
        // It is known by that name even where it gets another one here.
        if name == file.cleanName || wantedNew.contains(file.name) {
            exercise.remember(importName: file.cleanName)
        }
        return exercise
    }
}
