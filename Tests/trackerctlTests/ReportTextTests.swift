import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct ReportTextTests {
    private func text(_ json: String, in style: Style) throws -> String {
        try Sample.read(json, as: ReportView.self).text(in: style.on("2026-03-11"))
    }

    @Test func aRunningWeek() throws {
        #expect(
            try text(ProgressSample.week, in: .on(columns: 80)) == """
                This week: 180 Push-ups, 12 % more than this time last week. 2 of 3 active days.

                EXERCISE     TOTAL  BEFORE  CHANGE  WHOLE WEEK  A DAY  AN ACTIVE DAY
                Push-ups       180     161   +12 %         240     60             60
                Plank\\u{1b}   4:10       -     new        1:30   1:23           2:05

                DAY        ENTRIES
                Mon 03-09        6  ████████████████
                Tue 03-10        -
                Wed 03-11        9  ████████████████████████

                reminders: 18 of 22 answered (82 %), 3 dismissed, 1 ignored,
                  11 % of the answers after a follow-up, 1 still pending,
                  3 not counted (2 tests, 1 no time to answer), 5 points more than before
                answers: half of them within 21 s, 90 % within 2:20
                HOUR   ANSWERED
                09:00     10/10  100 %  ████████████████████████
                11:00      8/12   67 %  ████████████████

                streak: 12 days, best 21, 1 freeze token, 1 day frozen
                training: 2 sessions, 1 reached the target, 4:10
                strength: 12 sets, 4251 kg, 2 records
                achievements: First Steps (bronze)
                challenges: 35 Push-ups today (done), 4 days of effort

                """)
    }

    /// From 300 % on, times are told.
    @Test(arguments: [
        (299, "299 % more than this time last week"),
        (300, "4 times as much as this time last week"),
        (349, "4 times as"), (350, "5 times as"), (67712, "678 times as much as"),
    ])
    func aLargeIncrease(_ percent: Int, _ words: String) throws {
        let json = ProgressSample.week.replacing(
            #""change":12,"trend":"up""#, with: #""change":\#(percent),"trend":"up""#)
        let text = try text(json, in: .on(columns: 200))
        #expect(text.hasPrefix("This week: 180 Push-ups, \(words)"), "\(text.prefix(90))")
    }

    @Test func aNarrowTerminal() throws {
        let text = try text(ProgressSample.week, in: .on(columns: 40))
        #expect(
            text.hasPrefix(
                """
                This week: 180 Push-ups, 12 % more than
                this time last week. 2 of 3 active days.

                EXERCISE     TOTAL  BEFORE  CHANGE
                Push-ups       180     161   +12 %
                Plank\\u{1b}   4:10       -     new

                DAY        ENTRIES
                Mon 03-09        6  █████████████▍
                Tue 03-10        -
                Wed 03-11        9  ████████████████████

                """))
        #expect(text.split(separator: "\n").allSatisfy { String($0).displayWidth <= 40 })
        let plain = try self.text(ProgressSample.week, in: .on(columns: 40, isUTF8: false))
        #expect(plain.utf8.allSatisfy { $0 < 0x80 })
        #expect(plain.contains("Wed 03-11        9  ####################\n"))
    }

    private func days(_ efforts: [Int], from first: String) -> String {
        let number = Days.number(ofDate: first) ?? 0
        let days = efforts.enumerated().map { index, count in
            """
            {"day":"\(Days.text(of: number + index))","state":"done","efforts":\(count),"reps":0,\
            "seconds":0,"volume":0}
            """
        }
        return "\"days\":[\(days.joined(separator: ","))]"
    }

    @Test func aMonthIsALine() throws {
        let report = ProgressSample.bare(
            "month", from: "2026-02-01", to: "2026-02-28",
            before: #"{"from":"2026-01-01","to":"2026-01-31"}"#
        ).replacing(#""days":[]"#, with: days([0, 1, 2, 3, 4, 5, 6, 7, 8, 16], from: "2026-02-01"))
        #expect(
            try text(report, in: .on(columns: 40)) == """
                February 2026: nothing was logged.

                entries: ·▁▁▂▂▃▃▄▄█

                """)
        #expect(
            try text(report, in: .on(columns: 40, isUTF8: false)).hasSuffix(
                "\nentries: _..::--==@\n"))
        #expect(try text(report, in: .plain) == "February 2026: nothing was logged.\n")
    }

    /// The year of somebody who mostly lifts begins with the lifts, and has no zeros.
    @Test func aLiftersYear() throws {
        let totals = (1...18).map { number in
            """
            {"exercise":"e\(number)","name":"Lift \(number)","count":\(number == 18 ? 0 : 100),\
            "unit":"reps","before":0,"trend":"new","per_day":1,"per_active_day":1,"parts":[]}
            """
        }
        let report = ProgressSample.bare(
            "year", from: "2026-01-01", to: "2026-12-31", running: true,
            before: #"{"from":"2025-01-01","to":"2025-12-31","whole_to":"2025-12-31"}"#,
            more: """
                ,"strength":{"volume":4400,"unit":"kg","sets":12,"records":0,"workouts":4,\
                "before":{"volume":4000,"sets":10,"workouts":1},\
                "lifts":[{"exercise":"e1","name":"Squats","value":128.33333333,"before":116.66666667},\
                {"exercise":"e2","name":"Bench Press","value":87.5,"before":90}]},\
                "streak":{"length":2,"best":2,"tokens":0,"done":2,"frozen":0,"missed":0},\
                "training":{"sessions":1,"reached":0,"seconds":0,"reps":0},\
                "challenges":[{"kind":"daily","text":"35 Push-ups today"}]
                """
        ).replacing(#""days":[]"#, with: days([12, 4], from: "2026-01-01"))
            .replacing(#""totals":[]"#, with: "\"totals\":[\(totals.joined(separator: ","))]")
        let text = try text(report, in: .plain)
        #expect(
            text.hasPrefix(
                """
                This year: 4400 kg in 4 workouts, 10 % more than this time last year.

                strength: 4 workouts, 12 sets, 4400 kg
                this time last year: 1 workout, 10 sets, 4000 kg
                """), "\(text)")
        #expect(text.contains("Squats") && text.contains("+11.67") && text.contains("-2.5"))
        #expect(text.contains("Lift 15") && !text.contains("Lift 16"))
        #expect(text.contains("and 2 more exercises\n"))
        for zero in ["0 freeze", "0 reached", "0 of", " 0 records"] {
            #expect(!text.contains(zero), "\(zero)")
        }
    }

    @Test func aYearIsAMap() throws {
        let report = ProgressSample.bare(
            "year", from: "2026-01-01", to: "2026-12-31", running: true,
            before: #"{"from":"2025-01-01","to":"2025-12-31"}"#
        ).replacing(#""days":[]"#, with: days([1, 2, 3, 4, 0, 0, 0, 0, 4, 1], from: "2026-01-01"))
        #expect(
            try text(report, in: .on(columns: 40)).hasSuffix(
                """
                Mon  ·
                     ·
                Wed  ·
                    ░·
                Fri ▒▓
                    ▓░
                Sun ▓
                entries a day: · 0, ░ 1, ▒ 2, ▓ 3-4

                """))
    }
}
