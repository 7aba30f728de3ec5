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

    @Test func theFirstSetMakesThemAll() throws {
        #expect(
            Self.told([try Rig.set("a", 5, 100)]) == [
                "heaviest_load 100.0 kg a first", "most_reps 5.0 reps a first",
                "best_1rm 116.66666667 kg a first", "set_work 500.0 kg a first",
                "workout_work 500.0 kg w1 first",
            ])
        #expect(Self.told([]) == [])
    }

    @Test func eachKindHasItsOwnBest() throws {
        let sets = [
            try Rig.set("first", 5, 100, at: 1), try Rig.set("heavy", 1, 112.5, at: 2),
            try Rig.set("long", 12, 90, at: 3), try Rig.set("again", 5, 100, at: 4),
            try Rig.set("strong", 6, 102.5, at: 5, position: 1),
            try Rig.set("more", 3, 80, workout: "w2", at: 6),
        ]
        #expect(
            Self.told(sets) == [
                "heaviest_load 112.5 kg heavy", "most_reps 1.0 reps heavy",
                "most_reps 6.0 reps strong", "most_reps 12.0 reps long",
                "best_1rm 123.0 kg strong", "set_work 1080.0 kg long",
                "workout_work 2807.5 kg w1",
            ])
        let whole = Rig.records(sets).list(in: .kg, isWhole: true).filter { $0.kind == .mostReps }
        #expect(whole.map(\.candidate?.set) == ["heavy", "strong", "first", "long", "more"])
    }

    @Test(arguments: [WorkoutSet.Kind.warmup, .partial])
    func someNeverCount(_ kind: WorkoutSet.Kind) throws {
        let sets = [try Rig.set("a", 5, 200, kind: kind, at: 1), try Rig.set("b", 5, 100, at: 2)]
        #expect(Self.told(sets).allSatisfy { $0.hasSuffix("b first") || $0.hasSuffix("w1 first") })
        #expect(RecordCandidate(sets[0], body: nil) == nil)
    }

    @Test(arguments: [WorkoutSet.Kind.drop, .failure, .working])
    func othersDo(_ kind: WorkoutSet.Kind) throws {
        #expect(Self.told([try Rig.set("a", 5, 100, kind: kind)]).count == 5)
    }

    @Test func unitsMeet() throws {
        let sets = [
            try Rig.set("kg", 5, 102, at: 1), try Rig.set("lb", 5, 225, .lb, at: 2),
            try Rig.set("same", 6, 102, at: 3),
        ]
        let told = Self.told(sets, in: .lb)
        #expect(told[0] == "heaviest_load 225.0 lb lb")
        #expect(told[1...2] == ["most_reps 5.0 reps lb", "most_reps 6.0 reps same"])
        #expect(Self.told(sets)[0] == "heaviest_load 102.05828325 kg lb")
        #expect(
            Self.told([try Rig.set("a", 5, 101.25, .lb)], in: .lb).contains(
                "set_work 506.25 lb a first"))
    }

    /// More than ten reps give no estimate, but they prove their load.
    @Test func aSetProvesAtLeastItsLoad() throws {
        let ten = try Rig.set("a", 10, 60, at: 1)
        #expect(
            Self.told([ten, try Rig.set("b", 11, 79, at: 2)]).contains("best_1rm 80.0 kg a first"))
        #expect(
            Self.told([ten, try Rig.set("b", 11, 80.5, at: 2)]).contains("best_1rm 80.5 kg b"))
        #expect(Self.told([try Rig.set("b", 11, 80)]).contains("best_1rm 80.0 kg b first"))
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

    /// Most reps with a load counts against all that are as heavy, or heavier.
    @Test func onlyWhatNothingDominates() throws {
        let others = [
            try Rig.set("a", 5, 100, at: 1), try Rig.set("b", 12, 60, at: 2),
        ]
        #expect(Self.made([try Rig.set("c", 5, 90, at: 3)], beside: others) == [])
        #expect(Self.made([try Rig.set("c", 5, 100, at: 3)], beside: others) == [])
        #expect(
            Self.made([try Rig.set("c", 6, 90, at: 3)], beside: others) == [
                "most_reps 6.0 was 5.0"
            ])
        #expect(
            Self.made([try Rig.set("c", 6, 100, at: 3)], beside: others) == [
                "most_reps 6.0 was 5.0", "best_1rm 120.0 was 116.66666667",
            ])
        #expect(
            Self.made([try Rig.set("c", 1, 105, at: 3)], beside: others) == [
                "heaviest_load 105.0 was 100.0", "most_reps 1.0",
            ])
    }

    /// Ten reps are less than eleven, whatever the formula knows of these.
    @Test func anEstimateIsNoneWhereMoreWasLifted() throws {
        let eleven = [try Rig.set("a", 11, 100, at: 1)]
        #expect(Self.made([try Rig.set("b", 10, 100, at: 2)], beside: eleven) == [])
        #expect(
            Self.made([try Rig.set("b", 10, 101, at: 2)], beside: eleven) == [
                "heaviest_load 101.0 was 100.0", "most_reps 10.0",
                "best_1rm 134.66666667 was 100.0",
            ])
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

    /// Without a load, only reps are counted.
    @Test func withoutALoad() throws {
        #expect(Self.told([try Rig.set("a", 12)]) == ["most_reps 12.0 reps a first"])
        let both = [try Rig.set("a", 12, at: 1), try Rig.set("b", 13, 0, at: 2)]
        #expect(Self.told(both) == ["most_reps 13.0 reps b"])
        let added = Self.told([try Rig.set("a", 5, 20, mode: .bodyweight)])
        #expect(added.contains("heaviest_load 20.0 kg a first") && added.count == 5)
    }

    @Test func helpIsNoLoad() throws {
        let sets = [
            try Rig.set("a", 8, 20, mode: .assisted, at: 1),
            try Rig.set("b", 8, 20, mode: .bodyweight, at: 2),
            try Rig.set("c", nil, 20, mode: .assisted, seconds: 60, at: 3),
        ]
        #expect(Self.told([sets[0], sets[2]]) == ["most_reps 8.0 reps a first"])
        #expect(Self.told(sets).filter { $0.hasPrefix("most_reps") } == ["most_reps 8.0 reps b"])
    }

    @Test func holds() throws {
        let sets = [
            try Rig.set("a", seconds: 60, at: 1), try Rig.set("b", nil, 10, seconds: 45.5, at: 2),
            try Rig.set("c", 10, seconds: 90, at: 3),
            try Rig.set("d", seconds: 1800, distanceM: 5000, at: 4),
        ]
        #expect(
            Self.told(sets) == [
                "heaviest_load 10.0 kg b", "most_reps 10.0 reps c",
                "longest_hold 60.0 seconds a first",
            ])
    }

    /// The order is that of the sets' times, not that of logging.
    @Test func aBackdatedSetIsTheFirst() throws {
        let sets = [
            try Rig.set("noted first", 5, 100, at: 9), try Rig.set("done first", 6, 80, at: 3),
        ]
        let firsts = Rig.records(sets).list(in: .kg).filter(\.isFirst)
        #expect(firsts.map(\.candidate?.set) == ["done first"] && firsts[0].kind == .mostReps)
    }

    @Test func aWorkoutThatGoesOnIsNoFirst() throws {
        let sets = [try Rig.set("a", 5, 100, at: 1), try Rig.set("b", 5, 100, at: 2)]
        let told = Self.told(sets)
        #expect(told.last == "workout_work 1000.0 kg w1" && told[0].hasSuffix("a first"))
        let other = sets + [try Rig.set("c", 10, 100, workout: "w0", at: 3)]
        #expect(Self.told(other).last == "workout_work 1000.0 kg w1")
    }
}
