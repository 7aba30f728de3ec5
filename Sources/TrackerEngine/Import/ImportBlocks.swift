import TrackerCore
import TrainingLogs

/// Blocks of the exercises of a workout in a file. Consecutive rows of an exercise form one block, and so do
/// its rows within one superset; an exercise that returns later gets another block.
struct ImportBlocks {
    /// In the order of their first rows.
    private(set) var all: [WorkoutExercise] = []
    /// Reasons for what couldn't be kept, each with its line in the file.
    private(set) var losses: [(line: Int, reason: String)] = []
    /// Indices in `all`, by the groups' indices in the file.
    private var indices: [Int: Int] = [:]

    /// - Parameter exercise: the id of an exercise, by its name in the file; `nil` for one that is left out.
    init(_ file: TrainingLog.Workout, exercise: (String) -> String?) {
        let ids = file.exercises.map { exercise($0.name) }
        addGroups(of: file, ids, isOneEach: false)
        guard all.count > Workout.maximumExercises else { return }
        (all, losses, indices) = ([], [], [:])
        losses.append(
            (
                file.line,
                "the workout switches between its exercises more than "
                    + "\(Workout.maximumExercises) times: each exercise gets one block"
            ))
        addGroups(of: file, ids, isOneEach: true)
    }

    /// Block of a group of the file; `nil` for a group that is left out.
    func block(ofGroup index: Int) -> ExerciseBlock? { indices[index].map { all[$0].place } }

    private mutating func addGroups(of file: TrainingLog.Workout, _ ids: [String?], isOneEach: Bool)
    {
        for (index, group) in file.exercises.enumerated() {
            guard let id = ids[index] else { continue }
            guard let place = place(of: group, id, isOneEach) else {
                let number = all.count { $0.exercise == id } + 1
                indices[index] = all.count
                all.append(
                    WorkoutExercise(
                        exercise: id, block: Int64(number), superset: group.superset,
                        note: group.note))
                continue
            }
            indices[index] = place
            add(group, to: place, line: group.sets.first?.line ?? file.line)
        }
    }

    /// Index of the block that a group continues; `nil` where it begins a new one.
    private func place(
        of group: TrainingLog.Exercise, _ id: String, _ isOneEach: Bool
    ) -> Int? {
        if isOneEach { return all.firstIndex { $0.exercise == id } }
        if let last = all.indices.last, all[last].exercise == id,
            all[last].superset == group.superset
        {
            return last
        }
        guard let superset = group.superset else { return nil }
        return all.firstIndex { $0.exercise == id && $0.superset == superset }
    }

    private mutating func add(_ group: TrainingLog.Exercise, to place: Int, line: Int) {
        let block = all[place]
        if let superset = group.superset, superset != block.superset {
            losses.append((line, "\(group.cleanName) was taken out of superset \(superset)"))
        }
        guard let note = group.note, note != block.note else { return }
        let notes = block.note.map { "\($0)\n\(note)" } ?? note
        guard (try? Text.checkMessage(notes, field: "note")) != nil else {
            losses.append(
                (line, "a note on \(group.cleanName) was dropped: its notes are too long together"))
            return
        }
        all[place] = WorkoutExercise(
            exercise: block.exercise, block: block.block, superset: block.superset, note: notes)
    }
}
