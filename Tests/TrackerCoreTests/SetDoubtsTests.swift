import Testing
import TrackerCore

/// Numbers of a set that are more likely meant in another way.
@Suite struct SetDoubtsTests {
    @Test func bothReadingsAreShown() throws {
        let refusal = try #require(TypedPair(reps: 225, load: 5)).refusal(in: .lb)
        #expect(
            refusal.message
                == "225x5 reads as 225 reps with 5 lb; for 5 reps with 225 lb type 5x225 or "
                + "225lbx5, and for 225 reps 225x5lb")
        #expect(refusal.field == "load" && refusal.state == "doubtful")
    }

    @Test(
        arguments: [
            (nil, .bodyweight, 2.5, .kg, 2.5, .bodyweight),
            (100, .external, 2.5, nil, 102.5, .external),
            (100, .external, -100, .kg, 0, .external), (5, .assisted, 2.5, nil, 2.5, .assisted),
            (5, .assisted, 7.5, nil, 2.5, .bodyweight), (5, .bodyweight, -7.5, nil, 2.5, .assisted),
            (0.1, .external, 0.2, nil, 0.3, .external),
        ] as [(Double?, WorkoutSet.LoadMode, Double, Load.Unit?, Double, WorkoutSet.LoadMode)])
    func aLoadIsChanged(
        _ load: Double?, _ mode: WorkoutSet.LoadMode, _ change: Double, _ unit: Load.Unit?,
        _ value: Double, _ changedMode: WorkoutSet.LoadMode
    ) throws {
        let former = ModedLoad(try load.map { try Load($0, .kg) }, mode)
        let changed = try former.changed(by: change, in: unit)
        #expect(changed.value == value && changed.unit == .kg && changed.mode == changedMode)
    }
}
