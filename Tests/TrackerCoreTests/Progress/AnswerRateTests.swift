import Testing
import TrackerCore

@Suite struct AnswerRateTests {
    @Test(arguments: [(3, 3, 751), (0, 2, 376), (18, 22, 779)])
    func fewAnswersMakeNoBestHour(_ answered: Int, _ decided: Int, _ thousandths: Int) {
        let rate = AnswerRate(answered: answered, decided: decided)
        let weighed = rate.weighed(by: AnswerRate(answered: 62, decided: 110))
        #expect(Int((weighed * 1000).rounded()) == thousandths)
    }

    @Test(arguments: [
        (18, 22, 4, 20, true), (11, 12, 1, 12, true), (9, 11, 2, 10, false), (10, 12, 2, 12, false),
    ])
    func suggestionsNeedEvidence(_ a: Int, _ n: Int, _ b: Int, _ m: Int, _ isSuggested: Bool) {
        let (best, worst) = (
            AnswerRate(answered: a, decided: n), AnswerRate(answered: b, decided: m)
        )
        #expect(worst.isWorse(than: best, days: 5, bestDays: 5) == isSuggested)
        #expect(!worst.isWorse(than: best, days: 4, bestDays: 5))
        #expect(!worst.isWorse(than: best, days: 5, bestDays: 4))
        #expect(!best.isWorse(than: worst, days: 5, bestDays: 5))
    }

    @Test func aClearDifferenceMayBeSmall() {
        // Certain, but less than 20 points.
        let (best, worst) = (
            AnswerRate(answered: 960, decided: 1000), AnswerRate(answered: 800, decided: 1000)
        )
        #expect(!worst.interval.overlaps(best.interval))
        #expect(!worst.isWorse(than: best, days: 20, bestDays: 20))
    }

    @Test func withoutDecisionsNothingIsKnown() {
        #expect(AnswerRate().share == nil && AnswerRate().interval == 0...1)
        #expect(AnswerRate().weighed(by: AnswerRate()) == 0)
    }

    @Test func percentilesAreValues() {
        let values: [Int64] = [600, 4, 9, 140, 12, 15, 75, 21, 30, 48]
        let all = Percentiles(values)
        #expect(all.value(25) == 12 && all.value(50) == 21)
        #expect(all.value(75) == 75 && all.value(90) == 140 && all.value(95) == nil)
        #expect(Percentiles(Array(values.prefix(4))).value(50) == nil)
        #expect(Percentiles(Array(values.prefix(5))).value(50) == 12)
        #expect(Percentiles(Array(values.prefix(9))).value(90) == nil)
        #expect(Percentiles(values + values).value(95) == 600)
        #expect(Percentiles([]).median == nil && Percentiles([7]).median == 7)
    }
}
