import Testing
import TrackerCore

/// Weights in pairs, whose load counts twice in work.
struct PairTests {
    @Test(
        arguments: [
            (30, .kg, .external, nil, 600), (25.5, .lb, .external, nil, 510),
            (10, .kg, .bodyweight, 80, 1000), (10, .kg, .bodyweight, nil, 200),
            (20, .kg, .assisted, 80, 600), (nil, .kg, .bodyweight, 80, 800),
        ] as [(Double?, Load.Unit, WorkoutSet.LoadMode, Double?, Double)])
    func bothWeightsAreMoved(
        _ load: Double?, _ unit: Load.Unit, _ mode: WorkoutSet.LoadMode, _ body: Double?,
        _ work: Double
    ) throws {
        let moved = MovedWeight(
            try load.map { try Load($0, unit) }, mode, body: try body.map { try Load($0, .kg) },
            isPair: true)
        #expect(moved.work(reps: 10).value(in: unit) == work)
        #expect(moved.isPair == (mode != .assisted))
    }

    /// The load itself, and what it proves of the strength, is that of one.
    @Test func recordsOfWorkCountBoth() throws {
        func values(isPair: Bool) throws -> [Records.Kind: Double] {
            let set = try CandidateRig.set("a", 10, 30)
            let candidate = try #require(RecordCandidate(set, body: nil, isPair: isPair))
            var records = Records()
            records.consider(candidate)
            records.consider(try #require(WorkoutWork([candidate])))
            return Dictionary(
                uniqueKeysWithValues: records.list(in: .kg).map { ($0.kind, $0.value) })
        }
        let (one, both) = (try values(isPair: false), try values(isPair: true))
        #expect(one[.setWork] == 300 && one[.workoutWork] == 300)
        #expect(both[.setWork] == 600 && both[.workoutWork] == 600)
        for kind in [.heaviestLoad, .mostReps, .bestOneRepMax] as [Records.Kind] {
            #expect(one[kind] == both[kind] && one[kind] != nil, "\(kind)")
        }
    }

    @Test func sumsCountBothOfTheExercisesInPairs() throws {
        let sets = [
            try CandidateRig.set("a", 10, 30), try CandidateRig.set("b", 5, 100, .lb),
            try CandidateRig.set("c", 10, 30, kind: .warmup),
        ]
        let single = SetTotals(of: sets)
        let both = SetTotals(of: sets, pairs: ["e1"])
        #expect(both.work == single.work.doubled && both.reps == single.reps)
        #expect(SetTotals(of: sets, pairs: ["e2"]) == single)
        let points = ExercisePoints(of: sets, isPair: true).points
        #expect(points.map(\.volume) == [both.work])
        #expect(points.map(\.heaviest) == ExercisePoints(of: sets).points.map(\.heaviest))
    }
}
