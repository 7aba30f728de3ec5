import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The records that a set has made that was just logged. They are told by an event of their own.
    func records(madeBy set: WorkoutSet) throws -> [RecordMadeView] {
        let unit = try transaction.settings().unit
        let made = try transaction.records(
            madeBy: set, in: unit, leading: &dependencies.leadingWorkout)
        let records = made.map { record in
            RecordMadeView(
                kind: record.kind.rawValue, value: record.value, unit: record.unit,
                previous: record.previous, first: record.isFirst)
        }
        if !records.isEmpty {
            try self.append(
                .recordSet, subject: set.id,
                data: RecordSetView(set: view(set), records: records))
        }
        return records
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
                records.list(in: unit).map {
                    RecordView($0, of: exercise, name: name, zone: context.zone)
                }
            })
    }
}
