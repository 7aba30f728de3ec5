import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Challenges over the wire.
@Suite struct ChallengeMethodTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    private static func template(
        _ id: String, _ kind: ChallengeDraw.Kind, _ measured: Measured, _ target: Int64?
    ) -> ChallengeTemplate {
        ChallengeTemplate(
            id: id, kind: kind, text: "\(id) {target}", measured: measured, target: target)
    }

    private static let daily = ["a", "b", "c", "d", "e"].map {
        template($0, .daily, Measured(.efforts), 2)
    }
    private static let weekly = [template("w", .weekly, Measured(.doneDays), nil)]

    init() throws { progress = try ProgressBench(challenges: Self.daily + Self.weekly) }

    private func present() throws -> [ChallengeView] {
        let list: ChallengeList.Response = try progress.result("challenge.list")
        return list.challenges
    }

    @Test func bothAreOfferedAtTheFirstStart() throws {
        let present = try present()
        #expect(present.map(\.kind.text) == ["daily", "weekly"])
        // The first of five by the page's vector, on 2026-03-02: index 1.
        #expect(present[0].key == "daily/2026-03-02/0" && present[0].template == "b")
        #expect(present[0].text == "b 2" && present[0].target == 2 && present[0].value == 0)
        #expect(present[0].from == "2026-03-02" && present[0].to == "2026-03-02")
        #expect(present[1].key == "weekly/2026-W10/0" && present[1].target == 3)
        #expect(present[1].from == "2026-03-02" && present[1].to == "2026-03-08")
        #expect(present.allSatisfy { !$0.swapped && $0.completedAt == nil })
    }

    @Test func completedReopenedCompleted() throws {
        try progress.log()
        try progress.log()
        #expect(bench.types.filter { $0.hasPrefix("challenge.") } == ["challenge.completed"])
        #expect(try progress.level.by.challenges == 20)
        #expect(try progress.level.today == 34)
        #expect(try present()[0].completedAt == "2026-03-02T10:00:00.000+00:00")
        bench.forget()
        try progress.undo()
        #expect(bench.types == ["journal.undone", "challenge.reopened"])
        #expect(try progress.level.by.challenges == 0)
        try bench.call("journal.redo")
        #expect(bench.types.last == "challenge.completed")
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    /// The weeks of a target are whole ones, on whatever day it is made.
    @Test func aWeeksTargetFromWholeWeeks() throws {
        try bench.call("settings.set", #"{"challenges":false}"#)
        // 5, 2, 5 and 5 days; then Friday 3 April, which is 28 days after the first week's.
        try progress.log(on: [2, 3, 4, 5, 6, 9, 10] + Array(16...20) + Array(23...27))
        progress.go(to: 34)
        try bench.call("settings.set", #"{"challenges":true}"#)
        let weekly = try #require(try present().first { $0.kind.text == "weekly" })
        #expect(weekly.from == "2026-03-30" && weekly.target == 5)
    }

    @Test func theDayAfterStillCounts() throws {
        progress.go(to: 3)
        bench.forget()
        try progress.backdate(2)
        try progress.backdate(2)
        #expect(bench.types.contains("challenge.completed"))
        #expect(try progress.level.by.challenges == 20)
        progress.go(to: 5)
        bench.forget()
        try progress.backdate(3)
        try progress.backdate(3)
        #expect(!bench.types.contains("challenge.completed"))
    }

    @Test func swappedOnce() throws {
        let former = try present()[0]
        let swapped = try bench.call("challenge.swap", #"{"kind":"daily"}"#)
        #expect(swapped["key"] == .string("daily/2026-03-02/1"))
        #expect(swapped["template"] != .string(former.template))
        #expect(swapped["swapped"] == .bool(true))
        #expect(bench.types == ["challenge.swapped"])
        #expect(try present().count == 2)
        let again = try bench.refusal("challenge.swap", #"{"kind":"daily"}"#)
        #expect(again.kind == .conflict && again.state == "swapped")
        let alone = try bench.refusal("challenge.swap", #"{"kind":"weekly"}"#)
        #expect(alone.kind == .conflict && alone.state == "alone")
        let wrong = try bench.refusal("challenge.swap", #"{"kind":"hourly"}"#)
        #expect(wrong.kind == .invalidParams && wrong.field == "kind")
        try progress.log()
        try progress.log()
        #expect(try progress.level.by.challenges == 20)
        try bench.verify()
    }

    /// A set that is no record in the whole history is none for a challenge that was swapped to, either.
    @Test func recordsAreThoseOfAllTime() throws {
        let records = ["a", "b"].map { Self.template($0, .daily, Measured(.records), 3) }
        let progress = try ProgressBench(challenges: records)
        let bench = progress.bench
        try bench.call("workout.start")
        try bench.call("set.log", #"{"exercise":"squats","reps":5,"load":100}"#)
        progress.go(to: 3)
        try bench.call("set.log", #"{"exercise":"squats","reps":5,"load":90}"#)
        let swapped = try bench.call("challenge.swap", #"{"kind":"daily"}"#)
        #expect(swapped["value"] == .integer(0))
    }

    @Test func whatWasDoneCountsForTheSecond() throws {
        try progress.log()
        let swapped = try bench.call("challenge.swap", #"{"kind":"daily"}"#)
        #expect(swapped["value"] == .integer(1))
        try progress.log()
        let done = try bench.refusal("challenge.swap", #"{"kind":"daily"}"#)
        #expect(done.kind == .conflict && done.state == "completed")
    }

    @Test func switchedOff() throws {
        try bench.call("settings.set", #"{"challenges":false}"#)
        bench.forget()
        try progress.log()
        try progress.log()
        progress.go(to: 4)
        #expect(try present().isEmpty)
        #expect(!bench.types.contains { $0.hasPrefix("challenge.") })
        let off = try bench.refusal("challenge.swap", #"{"kind":"daily"}"#)
        #expect(off.kind == .conflict && off.state == "off")
        try bench.call("settings.set", #"{"challenges":true}"#)
        #expect(try present().count == 2)
    }

    @Test func pausedDaysHaveNone() throws {
        try bench.call("streak.pause", #"{"from":"2026-03-03","until":"2026-03-03"}"#)
        progress.go(to: 3)
        #expect(try present().map(\.kind.text) == ["weekly"])
        try bench.call("streak.resume")
        #expect(try present().map(\.kind.text) == ["daily", "weekly"])
    }
}
