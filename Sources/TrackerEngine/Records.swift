import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The records that a set has made that was just logged. They are told by an event of their own.
    func records(madeBy set: WorkoutSet) throws -> [RecordMadeView] {
        let body = try transaction.bodyWeight(of: set.fields, atMs: set.atMs)
        guard let candidate = RecordCandidate(set, body: body) else { return [] }
        let others = try transaction.records(
            ofExercise: set.exercise, among: .besides(set: set.id))
        let made = try others.made(by: [candidate], in: transaction.settings().unit)
        guard !made.isEmpty else { return [] }
        let records = made.map { RecordMadeView($0) }
        let soFar = try transaction.workout(id: set.workout).map { try self.records(madeIn: $0) }
        try append(
            .recordSet, subject: set.id,
            data: RecordSetView(set: view(set), records: records, soFar: soFar ?? []))
        return records
    }

    /// The records that a workout has made against all that was lifted before it, in the order of its
    /// exercises; the most work in a workout once it is over.
    func records(madeIn workout: Workout) throws -> [RecordMadeView] {
        let unit = try transaction.settings().unit
        let isOver = workout.state == .finished
        let all = try transaction.sets(ofWorkout: workout.id)
        let bodies = try transaction.bodyWeights(of: all)
        let sets = Dictionary(grouping: all, by: \.exercise)
        let firstBlocks = Dictionary(workout.exercises.map { ($0.exercise, $0.block) }) { a, _ in a
        }
        // The blocks of an exercise make its records together.
        let exercises = workout.exercises.filter { $0.block == firstBlocks[$0.exercise] }
        return try exercises.map(\.exercise).flatMap { exercise -> [RecordMadeView] in
            let candidates = (sets[exercise] ?? []).compactMap {
                RecordCandidate($0, body: bodies.weight(atMs: $0.atMs))
            }
            guard !candidates.isEmpty else { return [] }
            let before = try transaction.records(
                ofExercise: exercise,
                among: .before(workout.startedMs, besidesWorkout: workout.id), hasWorkouts: isOver)
            let work = isOver ? WorkoutWork(candidates) : nil
            let name = try name(ofExercise: exercise) ?? ""
            return before.made(by: candidates, work: work, in: unit).map {
                RecordMadeView($0, of: exercise, name: name)
            }
        }
    }

    /// Tells the most work in a workout, where one that has just been finished has it.
    func tellWork(of workout: Workout) throws {
        let soFar = try records(madeIn: workout)
        let made = soFar.filter { $0.kind == Records.Kind.workoutWork.rawValue }
        guard !made.isEmpty else { return }
        try append(
            .recordSet, subject: workout.id,
            data: RecordSetView(workout, records: made, soFar: soFar))
    }
}

extension RecordList: Performable {
    func perform(in context: Context) throws -> Response {
        let unit = try context.transaction.settings().unit
        let wanted = try exercise.map { try context.exercise($0).id }
        let found = try context.transaction.records(ofExercise: wanted).map { exercise, records in
            (exercise: exercise, name: try context.name(ofExercise: exercise) ?? "", records)
        }
        let sorted = found.sorted { ($0.name, $0.exercise) < ($1.name, $1.exercise) }
        return Response(
            records: sorted.flatMap { exercise, name, records in
                records.list(in: unit, isWhole: all == true).map {
                    RecordView($0, of: exercise, name: name, zone: context.zone)
                }
            })
    }
}
