import TrackerAPI
import TrackerCore

extension Alert {
    /// Alert about records: one for a whole workout, which names all the records that it has made so far.
    init?(records event: Event) {
        guard let made = event.decoded(RecordSetView.self), let workout = made.workout,
            let soFar = made.soFar, !soFar.isEmpty
        else { return nil }
        var exercises: [String] = []
        for record in soFar {
            guard let exercise = record.exercise, !exercises.contains(exercise) else { continue }
            exercises.append(exercise)
        }
        let lines = exercises.map { exercise in
            Self.line(of: soFar.filter { $0.exercise == exercise })
        }
        self.init(
            title: soFar.count == 1 ? "New record" : "New records",
            body: lines.joined(separator: "\n"), sound: .achievementUnlocked,
            thread: Self.threadOfRecords(in: workout), closesAfterMs: 10_000)
    }

    /// The thread of the records of a workout.
    static func threadOfRecords(in workout: String) -> String { "records:\(workout)" }

    /// The records of one exercise, such as `Bench Press: heaviest load 102.5 kg, estimated 1RM 120 kg`.
    private static func line(of records: [RecordMadeView]) -> String {
        let name = records.first?.exerciseName ?? ""
        guard !records.allSatisfy(\.first) else { return "\(name): first record" }
        // A new heaviest load is always a record of most reps with that load, too.
        let isHeaviest = records.contains { $0.kind == Records.Kind.heaviestLoad.rawValue }
        let heaviest = records.first { $0.kind == Records.Kind.mostReps.rawValue }
        let told = records.filter { !(isHeaviest && $0 == heaviest && $0.previous == nil) }
        return "\(name): \(told.map(text).joined(separator: ", "))"
    }

    private static func text(_ record: RecordMadeView) -> String {
        let title = Records.Kind(rawValue: record.kind)?.title ?? record.kind
        switch record.unit {
        case "seconds": return "\(title) \(DurationText.text(ms: Int64(record.value * 1000)))"
        case "reps":
            let sign = record.loadMode.flatMap(WorkoutSet.LoadMode.init(rawValue:))?.sign ?? ""
            let load = record.load.flatMap { $0 > 0 ? $0 : nil }.map {
                " with \(sign)\(NumberText.short($0)) \(record.loadUnit ?? "")"
            }
            return "\(title) \(NumberText.short(record.value))\(load ?? "")"
        default: return "\(title) \(NumberText.short(record.value)) \(record.unit)"
        }
    }
}
