import Testing
import TrackerCore

struct RecordsTests {
    private typealias Rig = CandidateRig

    /// Records as `kind value unit set`, with a mark where the first set made them.
    private static func told(_ sets: [WorkoutSet], in unit: Load.Unit = .kg) -> [String] {
        Rig.records(sets).list(in: unit).map { record in
            let by = record.candidate?.set ?? record.workout
            return "\(record.kind.rawValue) \(record.value) \(record.unit) \(by)"
                + (record.isFirst ? " first" : "")
        }
    }

    // MARK: What is made

    private static func made(
        _ sets: [WorkoutSet], beside others: [WorkoutSet], work: WorkoutWork? = nil
    ) -> [String] {
        Rig.records(others).made(
            by: sets.compactMap { RecordCandidate($0, body: nil) }, work: work, in: .kg
        ).map { record in
            "\(record.kind.rawValue) \(record.value)"
                + (record.previous.map { " was \($0)" } ?? "") + (record.isFirst ? " first" : "")
        }
    }

    @Test func workIsARecordAgainstOtherWorkoutsOnly() throws {
        let sets = [
            try Rig.set("b", 5, 100, workout: "w2", at: 2),
            try Rig.set("c", 5, 100, workout: "w2", at: 3),
        ]
        let work = try #require(WorkoutWork(sets.compactMap { RecordCandidate($0, body: nil) }))
        #expect(work.sets == 2 && work.atMs == 3 && work.work.value(in: .kg) == 1000)
        #expect(!Self.made(sets, beside: [], work: work).contains { $0.hasPrefix("workout") })
        let before = [try Rig.set("a", 9, 100, at: 1)]
        #expect(
            Self.made(sets, beside: before, work: work) == ["workout_work 1000.0 was 900.0"])
        let more = [try Rig.set("a", 10, 100, at: 1)]
        #expect(Self.made(sets, beside: more, work: work) == [])
        #expect(WorkoutWork([]) == nil)
    }
}
