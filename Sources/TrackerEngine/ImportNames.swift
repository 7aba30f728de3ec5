import TrackerAPI
import TrackerCore
import TrackerStore

/// Which of our exercises each exercise of a file is. No two of the file are ever the same one.
struct ImportNames {
    struct Target {
        let exercise: Exercise
        let isNew: Bool
    }

    private var targets: [String: Target] = [:]
    private var taken: Set<String> = []
    /// By key, where the counting of those called the same goes on.
    private var numbers: [String: Int] = [:]
    /// In the order of the file.
    private(set) var views: [ImportExercise] = []

    /// By `map`; else the one of exactly this name; else the one of this name but for case, accents and
    /// punctuation; else a new one.
    init(_ pending: PendingImport, map: [String: String], in context: Context) throws {
        try apply(map, pending, context)
        let here = try context.transaction.exercises()
        let named = Dictionary(here.map { ($0.name, $0) }) { first, _ in first }
        let keyed = Dictionary(here.map { ($0.key, $0) }) { first, _ in first }
        // Not by their order in the file, which may be another one the next time.
        let ordered = pending.exercises.sorted {
            ($0.cleanName, $0.name) < ($1.cleanName, $1.name)
        }
        for exercise in ordered where targets[exercise.name] == nil {
            guard let same = named[exercise.cleanName], taken.insert(same.key).inserted else {
                continue
            }
            targets[exercise.name] = Target(exercise: same, isNew: false)
        }
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
        views = pending.exercises.compactMap { exercise in
            targets[exercise.name].map { target in
                ImportExercise(
                    name: exercise.name, exercise: target.isNew ? nil : target.exercise.id,
                    called: target.exercise.name, sets: exercise.sets)
            }
        }
    }

    func target(_ name: String) -> Target? { targets[name] }

    private mutating func apply(
        _ map: [String: String], _ pending: PendingImport, _ context: Context
    ) throws {
        let files = Dictionary(pending.exercises.map { ($0.name, $0) }) { first, _ in first }
        for (name, text) in map.sorted(by: { $0.key < $1.key }) {
            guard let file = files[name] else {
                throw Rejection.invalid(
                    "map", "map names '\(name.prefix(200))', which the file doesn't have")
            }
            let exercise = try context.exercise(text, field: "map", hasLoad: file.hasLoads)
            // What would come in with it, nobody would see.
            guard !exercise.isArchived else {
                throw Rejection(
                    .conflict,
                    "map names \(exercise.name), which is archived: bring it back, or name another one",
                    field: "map", state: "archived")
            }
            guard taken.insert(exercise.key).inserted else {
                throw Rejection.invalid(
                    "map",
                    "map makes two exercises of the file one (\(exercise.name)): their sets couldn't "
                        + "be told apart any more")
            }
            targets[name] = Target(exercise: exercise, isNew: false)
        }
    }

    /// A second one of the same key is called `… (2)`, now and when the file comes again.
    private mutating func target(
        of file: PendingImport.FileExercise, _ keyed: [String: Exercise], _ context: Context
    ) throws -> Target {
        let plainKey = NameKey.of(file.cleanName)
        var number = numbers[plainKey] ?? 1
        while true {
            let suffix = number == 1 ? "" : " (\(number))"
            let name = file.cleanName.prefix(Text.maximumNameLength - suffix.count) + suffix
            let key = NameKey.of(String(name))
            number += 1
            numbers[plainKey] = number
            guard taken.insert(key).inserted else { continue }
            if let same = keyed[key] { return Target(exercise: same, isNew: false) }
            let hasCategory =
                file.category.map { (try? Text.checkName($0, field: "category")) != nil } ?? false
            let fields = Exercise.Fields(
                name: String(name), unit: file.hasReps ? .reps : .seconds,
                category: hasCategory ? file.category ?? "" : Exercise.otherCategory)
            let id = try context.id(of: Exercise.self, from: key)
            return Target(exercise: try Exercise(id: id, fields: fields), isNew: true)
        }
    }
}
