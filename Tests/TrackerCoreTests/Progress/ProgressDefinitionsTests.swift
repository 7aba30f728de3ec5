import Testing
import TrackerCore

struct ProgressDefinitionsTests {
    private func achievement(_ id: String, at threshold: Int64 = 1) -> Achievement {
        Achievement(
            id: id, name: id, text: id, category: .volume, measured: Measured(.reps),
            steps: [.init(.bronze, at: threshold)])
    }

    private func challenge(_ id: String, target: Int64 = 1) -> ChallengeTemplate {
        ChallengeTemplate(
            id: id, kind: .daily, text: id, measured: Measured(.reps), target: target)
    }

    @Test func whatIsMissingStaysAsItWas() {
        let former = ProgressDefinitions(
            achievements: [achievement("a"), achievement("b")],
            challenges: [challenge("c"), challenge("d")])
        let new = ProgressDefinitions(
            achievements: [achievement("b", at: 2)], challenges: [challenge("d", target: 2)])
        #expect(
            new.completed(by: former)
                == ProgressDefinitions(
                    achievements: [achievement("b", at: 2), achievement("a")],
                    challenges: [challenge("d", target: 2), challenge("c")]))
        #expect(new.completed(by: ProgressDefinitions()) == new)
        #expect(ProgressDefinitions().completed(by: former) == former)
    }

    /// `1 days` is never said, neither of a tier nor of a challenge.
    @Test(arguments: [(1, "Trained on 1 day, 1 in all"), (21, "Trained on 21 days, 21 in all")])
    func daysAgreeWithTheirNumber(_ number: Int64, _ text: String) {
        var days = achievement("days", at: number)
        days.text = "Trained on {n} days, {n} in all"
        #expect(days.text(threshold: number) == text)
        var week = challenge("week", target: number)
        week.text = "Trained on {target} days, {target} in all"
        #expect(week.text(target: number) == text)
    }

    @Test func thereAreNeverMoreThanMayBe() {
        let new = ProgressDefinitions(
            achievements: (1...499).map { achievement("new-\($0)") },
            challenges: (1...199).map { challenge("new-\($0)") })
        let former = ProgressDefinitions(
            achievements: [achievement("a"), achievement("b")],
            challenges: [challenge("a"), challenge("b")])
        let all = new.completed(by: former)
        #expect(all.achievements.count == 500 && all.achievements.last?.id == "a")
        #expect(all.challenges.count == 200 && all.challenges.last?.id == "a")
    }
}
