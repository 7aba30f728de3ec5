import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// The texts of answers, streak, achievements, level and challenges.
@Suite struct ProgressSectionTests {
    private func text<T: Decodable & Shown>(
        _ json: String, as type: T.Type, in style: Style
    ) throws -> String {
        try Sample.read(json, as: T.self).text(in: style)
    }

    // MARK: Answers

    @Test func answers() throws {
        #expect(
            try text(ProgressSample.answers, as: ResponseGet.Response.self, in: .on(columns: 80))
                == """
                reminders: 18 of 22 answered (82 %), 3 dismissed, 1 ignored,
                  2 not counted (2 tests)
                answers: 25 % within 12 s, half of them within 21 s, 75 % within 1:15,
                  90 % within 2:20

                HOUR   ANSWERED
                09:00       2/2  100 %  ████████████████████████
                11:00     16/20   80 %  ███████████████████▎

                DAY  ANSWERED
                mon     18/22  82 %  ███████████████████▋

                hours: best at 11:00 (18 of 22), worst at 16:00 (4 of 20)

                Last 28 days: 18 of 22 answered at 11:00 (82 %), 4 of 20 at 16:00 (20 %). To
                leave 16:00 out:
                  trackerctl remind edit stand --between 09:00-15:59

                """)
        let piped = try text(ProgressSample.answers, as: ResponseGet.Response.self, in: .plain)
        #expect(piped.contains("\n09:00       2/2  100 %\n11:00     16/20   80 %\n"))
    }

    /// A rate of few answers is faint.
    @Test func fewAnswers() throws {
        var style = Sample.colored
        style.sheet = { Sheet(columns: 80, rows: 24, isUTF8: true) }
        let text = try text(ProgressSample.answers, as: ResponseGet.Response.self, in: style)
        #expect(text.contains("\u{1b}[2m09:00\u{1b}[0m") && text.contains("\n11:00"))
    }

    /// A suggestion whose text has the command says it once, and doesn't break it.
    @Test func theCommandIsSaidOnce() throws {
        let whole = ProgressSample.answers.replacing(
            "To leave 16:00 out:", with: "To: trackerctl remind edit stand --between 09:00-15:59")
        let text = try text(whole, as: ResponseGet.Response.self, in: .plain)
        #expect(
            text.hasSuffix("\nTo:\n  trackerctl remind edit stand --between 09:00-15:59\n")
                || text.hasSuffix(" To:\n  trackerctl remind edit stand --between 09:00-15:59\n"))
        #expect(text.split(separator: "trackerctl").count == 2)
    }

    // MARK: Streak

    private func streak(
        _ json: String, efforts: [Int: Int64]? = nil, in style: Style
    ) throws -> String {
        StreakText(streak: try Sample.read(json), efforts: efforts, showsNumbers: false)
            .text(in: style)
    }

    /// Efforts on the 20 days up to 2026-03-01, the more the later.
    private static let efforts = Dictionary(
        uniqueKeysWithValues: (0..<20).map { (20513 - $0, Int64(20 - $0)) })

    @Test func aMap() throws {
        let text = try streak(
            ProgressSample.streak(2, best: 2), efforts: Self.efforts, in: .on(columns: 18))
        #expect(text.contains("\nMon ···········"))
        #expect(text.hasSuffix("\n  · 0, ░ 1-5,\n  ▒ 6-10, ▓ 11-15,\n  █ 16-20\n"))
        let rows = text.split(separator: "\n").filter { $0.contains("·") || $0.contains("█") }
        #expect(rows.allSatisfy { String($0).displayWidth <= 18 })
    }

    @Test func quartilesAreOfTheDaysWithEfforts() {
        let values = Dictionary(uniqueKeysWithValues: (1...8).map { ($0, Int64($0)) })
        let map = YearMap(values, days: 0...20, noun: "entries")
        #expect((0...8).map { map.quartiles.quarter(of: $0) } == [0, 1, 1, 2, 2, 3, 3, 4, 4])
        let same = YearMap([1: 5, 2: 5, 30: 9], days: 0...20, noun: "entries").quartiles
        #expect(same.quarter(of: 5) == 1 && same.quarter(of: 6) == 4)
        #expect(YearMap([:], days: 0...20, noun: "entries").quartiles.quarter(of: 3) == 1)
    }

    /// The terminal's map and the page's have the same quarters, whose values they both tell.
    @Test func bothMapsHaveTheSameQuarters() {
        let efforts: [Int64] = [1, 1, 2, 2, 3, 9, 9, 20, 0]
        let first = 20_454
        let days = efforts.enumerated().map { index, efforts in
            ReportView.Day(
                day: Days.text(of: first + index), state: .done, efforts: efforts, reps: 0,
                seconds: 0, volume: 0)
        }
        let page = HeatMap(days, weekStart: 0).markup.html
        let values = efforts.enumerated().map { (first + $0, $1) }
        let map = YearMap(
            Dictionary(uniqueKeysWithValues: values), days: first...first + 8, noun: "entries")
        let text = map.text(on: Sheet(columns: 80, rows: 24, isUTF8: true), in: .plain)
        #expect(text.hasSuffix("entries a day: · 0, ░ 1, ▒ 2, ▓ 3-9, █ 10-20\n"))
        for meaning in ["3 to 9", "10 to 20"] { #expect(page.contains(">\(meaning)<")) }
    }

    // MARK: Events

    /// Data of another version may lack what the detail is made of.
    @Test(arguments: [
        "day.closed", "streak.changed", "streak.paused", "achievement.unlocked",
        "achievement.lost", "level.reached", "challenge.offered", "report.ready",
    ])
    func anEventWithoutItsMembers(_ type: String) throws {
        let event: EventView = try Sample.read(Sample.event(9, type, data: "{}"))
        #expect(ProgressEvents.detail(of: event) == nil)
    }

    // MARK: Rewards

    private func reward(_ type: String, _ data: String) throws -> After.Reward {
        After.Reward(type: type, data: try Sample.read(data))
    }

    private func achievement(_ name: String, _ more: String = "") throws -> After.Reward {
        try reward(
            "achievement.unlocked",
            ProgressSample.achievement("a", name, "gold", "volume", 1, of: 1, more: more))
    }

    /// However much was earned, one line tells of it.
    @Test func rewardsAreOneLine() throws {
        func line(_ rewards: After.Reward..., hasCommand: Bool = true) -> String? {
            RewardLine(rewards).text(in: .plain, hasCommand: hasCommand)
        }
        let (a, b) = (try achievement("A"), try achievement("B"))
        let level = try reward("level.reached", ProgressSample.level)
        let challenge = try reward("challenge.completed", ProgressSample.weekly)
        let bulk = try reward("achievement.recognised", #"{"count":4,"ids":[]}"#)
        #expect(line() == nil)
        #expect(line(level) == "Level 5")
        #expect(line(a, level) == "Achievement: A (gold)")
        #expect(
            line(a, b, level) == "Achievement: A (gold), and 1 more: trackerctl achievements")
        #expect(line(a, b, hasCommand: false) == "Achievement: A (gold), and 1 more")
        #expect(line(bulk) == "4 achievements found in your log: trackerctl achievements")
        #expect(
            line(a, challenge, b)?.hasSuffix(", and 2 more: trackerctl achievements") == true)
        #expect(line(a, challenge)?.hasPrefix("Challenge done: ") == true)
        #expect(line(challenge, challenge)?.hasSuffix(": trackerctl challenges") == true)
        // The person knows of it.
        let again = try achievement("A", #","again":true"#)
        #expect(line(again) == nil)
    }
}
