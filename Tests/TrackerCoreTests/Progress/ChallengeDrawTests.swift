import Testing
import TrackerCore

@Suite struct ChallengeDrawTests {
    @Test func hashes() {
        #expect(ChallengeDraw(.daily, period: "2026-03-02").hash == 0x5a87_d84b_88ab_0981)
        #expect(ChallengeDraw(.daily, period: "2026-03-03").hash == 0xa034_c639_13f5_59a0)
    }

    @Test(arguments: [
        (ChallengeDraw.Kind.daily, "2026-03-02", 0, 1, 1), (.daily, "2026-03-03", 0, 0, 3),
        (.daily, "2026-03-04", 0, 2, 6), (.daily, "2026-03-02", 1, 3, 2),
        (.weekly, "2026-W10", 0, 0, 1),
    ])
    func indexes(
        _ kind: ChallengeDraw.Kind, _ period: String, _ nonce: Int, _ of5: Int, _ of7: Int
    ) {
        let draw = ChallengeDraw(kind, period: period, nonce: nonce)
        #expect(draw.index(among: 5) == of5 && draw.index(among: 7) == of7)
    }

    @Test func theFormerOneIsDrawnOnlyWhereNoOtherRemains() {
        let draw = ChallengeDraw(.daily, period: "2026-03-02")
        #expect(draw.candidate(of: ["a", "b"], besides: ["a"]) == "b")
        #expect(draw.candidate(of: ["a"], besides: ["a"]) == "a")
        #expect(draw.candidate(of: [], besides: ["a"]) == nil)
        #expect(draw.candidate(of: ["e", "d", "c", "b", "a"], besides: []) == "b")
    }

    @Test(
        arguments: [
            ([20, 25, 30, 30, 40], 35), ([30, 30, 30], 35), ([3, 4, 5], 5), ([1, 1, 1], 5),
            ([10, 100, 100], 110), ([1, 2], nil),
        ] as [([Int64], Int64?)])
    func targetsOfReps(_ days: [Int64], _ target: Int64?) {
        #expect(ChallengeTarget.reps(days) == target)
    }

    @Test(
        arguments: [
            ([60, 60, 90], 70), ([5, 5, 5], 10), ([60, 90], nil),
        ] as [([Int64], Int64?)])
    func targetsOfSeconds(_ days: [Int64], _ target: Int64?) {
        #expect(ChallengeTarget.seconds(days) == target)
    }

    @Test(
        arguments: [
            ([3, 4, 2, 4], 5, 4), ([5, 5, 5, 5], 5, 5), ([], 5, 3), ([], 2, 2),
        ] as [([Int64], Int64, Int64)])
    func targetsOfDays(_ weeks: [Int64], _ active: Int64, _ target: Int64) {
        #expect(ChallengeTarget.days(weeks, active: active) == target)
    }
}
