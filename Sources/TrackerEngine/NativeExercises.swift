import TrackerCore
import TrackerStore
import TrainingLogs

/// The exercises that are here, and those that come with our own export. The latter wait until all of them
/// are known, since one may vary a later one.
struct NativeExercises {
    private struct Waiting {
        let line: Int
        let exercise: Exercise
        let key: String
    }

    private var byID: [String: Exercise] = [:]
    private var idsOfKeys: [String: String] = [:]
    private var waiting: [Waiting] = []

    init(_ context: Context) throws {
        for exercise in try context.transaction.exercises() { put(exercise, exercise.key) }
    }

    func unit(of id: String) -> Exercise.Unit? { byID[id]?.unit }

    func has(_ id: String) -> Bool { byID[id] != nil }

    mutating func wait(_ exercise: Exercise, line: Int) {
        waiting.append(Waiting(line: line, exercise: exercise, key: exercise.key))
    }

    /// Ends the waiting.
    ///
    /// - Returns: those that come in, and of the others the lines and why not.
    mutating func settle() -> (coming: [Exercise], left: [(line: Int, reason: String)]) {
        var coming: [Exercise] = []
        var rest = waiting
        waiting = []
        while true {
            let count = coming.count
            rest.removeAll { entry in
                guard misfit(entry) == nil else { return false }
                put(entry.exercise, entry.key)
                coming.append(entry.exercise)
                return true
            }
            guard coming.count > count else { break }
        }
        return (coming, rest.map { ($0.line, misfit($0) ?? "") })
    }

    private mutating func put(_ exercise: Exercise, _ key: String) {
        if let former = byID[exercise.id] { idsOfKeys[former.key] = nil }
        byID[exercise.id] = exercise
        idsOfKeys[key] = exercise.id
    }

    private func misfit(_ entry: Waiting) -> String? {
        let exercise = entry.exercise
        if let other = idsOfKeys[entry.key], other != exercise.id {
            return
                "another exercise is called \(byID[other]?.name ?? "so") here: rename one of them"
        }
        guard byID[exercise.id] != nil || byID.count < Exercise.maximumNumber else {
            return "there would be more than \(Exercise.maximumNumber) exercises"
        }
        var above = exercise.fields.variantOf
        for _ in 0...byID.count {
            guard let id = above else { return nil }
            guard id != exercise.id, let parent = byID[id] else { break }
            above = parent.fields.variantOf
        }
        return "the exercise that it varies isn't here"
    }
}
