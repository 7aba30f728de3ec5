import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records made by a set that was just logged; they are told by an event of their own.
    func records(madeBy set: WorkoutSet) throws -> [RecordMadeView] {
        guard try transaction.workout(id: set.workout)?.deload == nil else { return [] }
        let body = try transaction.bodyWeight(of: set.fields, atMs: set.atMs)
        let isPair = try transaction.isPair(exercise: set.exercise)
        guard let candidate = RecordCandidate(set, body: body, isPair: isPair) else { return [] }
        let others = try transaction.records(
            ofExercise: set.exercise, among: .besides(set: set.id))
        let made = try others.made(by: [candidate], in: figureUnit(ofExercise: set.exercise))
        guard !made.isEmpty else { return [] }
        let records = made.map { RecordMadeView($0) }
        let soFar = try transaction.workout(id: set.workout).map { try self.records(madeIn: $0) }
        try append(
            .recordSet, subject: set.id,
            data: RecordSetView(set: view(set), records: records, soFar: soFar ?? []))
        return records
    }

    /// Records that a workout has made over all that was lifted before it, in the order of its exercises;
    /// with the most work in a workout once it is finished. One of a deload makes none.
    func records(madeIn workout: Workout) throws -> [RecordMadeView] {
        guard workout.deload == nil else { return [] }
        let isOver = workout.state == .finished
        let all = try transaction.sets(ofWorkout: workout.id)
        let bodies = try transaction.bodyWeights(of: all)
        let pairs = try transaction.pairs()
        let sets = Dictionary(grouping: all, by: \.exercise)
        let firstBlocks = Dictionary(workout.exercises.map { ($0.exercise, $0.block) }) { a, _ in a
        }
        // All blocks of an exercise count together.
        let exercises = workout.exercises.filter { $0.block == firstBlocks[$0.exercise] }
        return try exercises.map(\.exercise).flatMap { exercise -> [RecordMadeView] in
            let candidates = (sets[exercise] ?? []).compactMap {
                RecordCandidate(
                    $0, body: bodies.weight(atMs: $0.atMs), isPair: pairs.contains(exercise))
            }
            guard !candidates.isEmpty else { return [] }
            let before = try transaction.records(
                ofExercise: exercise,
                among: .before(workout.startedMs, besidesWorkout: workout.id), hasWorkouts: isOver)
            let work = isOver ? WorkoutWork(candidates) : nil
            let name = try name(ofExercise: exercise) ?? ""
            let unit = try figureUnit(ofExercise: exercise)
            return before.made(by: candidates, work: work, in: unit).map {
                RecordMadeView($0, of: exercise, name: name)
            }
        }
    }

    /// Records an event where a workout that has just been finished has more work than any before.
    func tellWork(of workout: Workout) throws {
        let soFar = try records(madeIn: workout)
        let made = soFar.filter { $0.kind == Records.Kind.workoutWork.rawValue }
        guard !made.isEmpty else { return }
        try append(
            .recordSet, subject: workout.id,
            data: RecordSetView(workout, records: made, soFar: soFar))
    }
}

extension RecordList: SlicedRead {
    func slices() throws -> any Slices { RecordSlices(self) }
}

/// Finds records, an exercise at a time.
private final class RecordSlices: Slices {
    private let request: RecordList
    /// Id of the last exercise whose records were found.
    private var last = ""
    private var found: [(exercise: String, name: String, records: Records)] = []

    init(_ request: RecordList) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        let wanted = try request.exercise.map { try context.exercise($0, readFrom: .sets).id }
        repeat {
            let next = try wanted ?? context.transaction.exerciseWithSets(after: last)
            guard let next, next != last else { return try list(in: context) }
            last = next
            guard let records = try context.transaction.records(ofExercise: next)[next] else {
                continue
            }
            found.append((next, try context.name(ofExercise: next) ?? "", records))
        } while hasTime()
        return nil
    }

    private func list(in context: Context) throws -> String {
        let sorted = found.sorted { ($0.name, $0.exercise) < ($1.name, $1.exercise) }
        return try JSONText.of(
            RecordList.Response(
                records: sorted.flatMap { exercise, name, records -> [RecordView] in
                    let unit = try context.figureUnit(ofExercise: exercise)
                    return records.list(in: unit, isWhole: request.all == true).map {
                        RecordView($0, of: exercise, name: name, zone: context.zone)
                    }
                }))
    }
}
