import ArgumentParser
import Foundation
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

/// Command lines about reminders, and the requests that they send.
enum ReminderRequests {
    static let all: [(line: String, method: String, params: String)] = [
        (
            "remind add move --every 30m --between 09:00-17:00 --days mon-fri"
                + " --exercise push-ups --count 10 --follow-up 5m", "reminder.create",
            """
            {"between":"09:00-17:00","count":10,"days":"mon-fri","every":1800000,\
            "exercise":"push-ups","follow_up":300000,"name":"move","usual":true}
            """
        ),
        (
            "reminder create pills --at 08:00,20:00 --days daily --missed skip --grace 1h"
                + " --snooze 10 --message Now --disabled", "reminder.create",
            """
            {"at":"08:00,20:00","days":"daily","enabled":false,"grace":3600000,"message":"Now",\
            "missed":"skip","name":"pills","snooze":600000,"usual":true}
            """
        ),
        (
            "remind add water --every 60 --between mon=09:00-17:00 --between sat-sun=11:00-18:00"
                + " --anchor clock --follow-up 5,10,15m", "reminder.create",
            """
            {"anchor":"clock","between":{"mon":"09:00-17:00","sat-sun":"11:00-18:00"},\
            "every":3600000,"follow_up":[300000,600000,900000],"name":"water","usual":true}
            """
        ),
        (
            "remind add x --every 2h --between 09:00-12:00 --between 13:00-17:00",
            "reminder.create",
            #"{"between":"09:00-12:00,13:00-17:00","every":7200000,"name":"x","usual":true}"#
        ),
        (
            "remind edit move --name walk --follow-up off --grace off", "reminder.update",
            #"{"follow_up":false,"grace":false,"name":"walk","reminder":"move"}"#
        ),
        (
            "remind update move --every 45", "reminder.update",
            #"{"every":2700000,"reminder":"move"}"#
        ),
        ("remind list", "reminder.list", "{}"),
        ("remind show move", "reminder.get", #"{"reminder":"move"}"#),
        ("remind get move", "reminder.get", #"{"reminder":"move"}"#),
        ("remind enable move", "reminder.enable", #"{"reminder":"move"}"#),
        ("remind disable move", "reminder.disable", #"{"reminder":"move"}"#),
        ("remind delete move", "reminder.delete", #"{"reminder":"move"}"#),
        ("remind test move", "reminder.fire", #"{"reminder":"move"}"#),
        ("remind done 5m", "reminder.answer", #"{"action":"log","seconds":300}"#),
        ("remind done 5 min", "reminder.answer", #"{"action":"log","seconds":300}"#),
        (
            "remind done stand 1:30", "reminder.answer",
            #"{"action":"log","reminder":"stand","seconds":90}"#
        ),
        (
            "remind done stand 12", "reminder.answer",
            #"{"action":"log","count":12,"reminder":"stand"}"#
        ),
        ("remind done stand", "reminder.answer", #"{"action":"log","reminder":"stand"}"#),
        ("remind snooze", "reminder.answer", #"{"action":"snooze"}"#),
        ("remind snooze 10m", "reminder.answer", #"{"action":"snooze","for":600000}"#),
        ("snooze 10", "reminder.answer", #"{"action":"snooze","for":600000}"#),
        ("remind snooze move", "reminder.answer", #"{"action":"snooze","reminder":"move"}"#),
        (
            "snooze move 1h", "reminder.answer",
            #"{"action":"snooze","for":3600000,"reminder":"move"}"#
        ),
        ("remind done", "reminder.answer", #"{"action":"log"}"#),
        ("done", "live.done", "{}"), ("done 12", "live.done", #"{"count":12}"#),
        ("done stand 5m", "live.done", #"{"reminder":"stand","seconds":300}"#),
        ("done move --exercise squats", "live.done", #"{"exercise":"squats","reminder":"move"}"#),
        (
            "remind done move 12 --exercise squats", "reminder.answer",
            #"{"action":"log","count":12,"exercise":"squats","reminder":"move"}"#
        ),
        ("dismiss", "reminder.answer", #"{"action":"dismiss"}"#),
        ("remind dismiss move", "reminder.answer", #"{"action":"dismiss","reminder":"move"}"#),
        (
            "remind answer snooze --occurrence 0cc9 --for 10", "reminder.answer",
            #"{"action":"snooze","for":600000,"occurrence":"0cc9"}"#
        ),
        ("remind pause 1h", "do_not_disturb.set", #"{"for":3600000}"#),
        ("remind pause 90", "do_not_disturb.set", #"{"for":5400000}"#),
        ("remind pause 17:30", "do_not_disturb.set", #"{"until":"17:30"}"#),
        (
            "remind pause 2026-03-01T17:30", "do_not_disturb.set",
            #"{"until":"2026-03-01T17:30"}"#
        ),
        ("remind pause off", "do_not_disturb.set", #"{"off":true}"#),
        ("remind upcoming", "reminder.upcoming", #"{"limit":20}"#),
        (
            "remind upcoming move --from 2026-12-24 --limit 100", "reminder.upcoming",
            #"{"from":"2026-12-24","limit":100,"reminder":"move"}"#
        ),
        (
            "remind history move --from -10m --to 12:00 --state expired --limit 5",
            "occurrence.list",
            """
            {"from":"-10m","limit":5,"reminder":"move","state":"expired","to":"12:00"}
            """
        ),
        ("remind history", "occurrence.list", "{}"),
    ]
}

@Suite struct ReminderRenderingTests {
    private func reminder(_ json: String) throws -> ReminderView { try Sample.read(json) }

    @Test func theList() throws {
        let json = "{\"reminders\":[\(Sample.move),\(Sample.pills),\(Sample.walk)]}"
        let text = try Command<ReminderList>.parse([]).text(
            of: Sample.read(json), in: .on(columns: 80))
        #expect(
            text == """
                NAME             STATE    NEXT                    WHEN                      ID
                move             pending  in 25 min (09:55)       every 30m, 09:00-17:00,…  r3m9
                pills\\u{1b}[31m  on       in 10 h 30 min (20:00)  at 08:00,20:00, daily     r3ma
                walk             off      -                       every 1h, mon 09:00-17:…  r3mb

                """)
        let empty = try Command<ReminderList>.parse([]).text(
            of: Sample.read(#"{"reminders":[]}"#), in: .plain)
        #expect(empty == "no reminders\n")
    }

    @Test func theListFitsTheTerminal() throws {
        let json = "{\"reminders\":[\(Sample.move),\(Sample.pills),\(Sample.walk)]}"
        var style = Style.plain
        style.sheet = { Sheet(columns: 80, rows: 24, isUTF8: true) }
        let text = try Command<ReminderList>.parse([]).text(of: Sample.read(json), in: style)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
        #expect(text.contains("…"))
        #expect(text.contains("in 10 h 30 min (20:00)"))
    }

    @Test func theListHasWhatWaitsAndThenWhatIsNext() throws {
        let later = Sample.pills.replacing("03-01T20:00", with: "03-02T20:00")
            .replacing("r3maaaaaaaaa", with: "r3mccccccccc")
        let list = [Sample.walk, later, Sample.pills, Sample.move].joined(separator: ",")
        let text = try Command<ReminderList>.parse([]).text(
            of: Sample.read("{\"reminders\":[\(list)]}"), in: .plain)
        #expect(
            text.split(separator: "\n").dropFirst().map { $0.suffix(4) }
                == ["r3m9", "r3ma", "r3mc", "r3mb"])
    }

    @Test func theHistoryFitsTheTerminal() throws {
        let name = String(repeating: "stretch ", count: 10)
        let json = """
            {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","name":"\(name)",\
            "due_at":"2026-02-28T09:25:00.000+01:00","state":"suppressed",\
            "reason":"do_not_disturb","late_by_ms":3250,"follow_ups":[{"at":"x"}],"snoozes":2}
            """
        var style = Style.plain
        style.sheet = { Sheet(columns: 80, rows: 24, isUTF8: true) }
        let text = try ReminderCommands.History.parse([])
            .text(of: Sample.read("{\"occurrences\":[\(json)]}"), in: style)
        #expect(text.count <= 81 && text.contains("suppressed (do_not_disturb)"), "\(text)")
        #expect(text.hasPrefix("yesterday 09:25  stretch"))
    }

    @Test func sentences() throws {
        #expect(
            try reminder(Sample.move).sentence(in: .plain)
                == "move: every 30m, 09:00-17:00, mon-fri, pending since 09:25, "
                + "next in 25 min (09:55) [r3m9x2m4q7wd]")
        #expect(
            try reminder(Sample.walk).sentence(in: .plain)
                == "walk: every 1h, mon 09:00-17:00, sat 10:00-12:00, off [r3mbbbbbbbbb]")
    }

    @Test func aNewOneSaysWhenItComes() throws {
        func text(_ json: String) throws -> String {
            try ReminderCommands.Create.parse(["x"]).text(of: reminder(json), in: .plain)
        }
        let stand = Sample.pills.replacing("pills\\u001b[31m", with: "stand")
        #expect(
            try text(stand) == """
                stand: at 08:00,20:00, daily, first in 10 h 30 min (20:00) [r3maaaaaaaaa]
                  to see it now: trackerctl remind test stand

                """)
        // A name that isn't a word is told by the id.
        #expect(try text(Sample.pills).contains("remind test r3maaaaaaaaa\n"))
        let monday = stand.replacing("2026-03-01T20:00", with: "2026-03-02T09:30")
            .replacing(#""enabled""#, with: #""exercise":"any","enabled""#)
        #expect(
            try text(monday).hasPrefix(
                """
                stand: at 08:00,20:00, daily, first tomorrow 09:30 [r3maaaaaaaaa]
                  any exercise you log answers it; plain 'done' logs Standing

                """))
        let later = stand.replacing("2026-03-01T20:00", with: "2026-03-09T09:30")
        #expect(try text(later).contains("first Mon 2026-03-09 09:30 "))
        #expect(try text(Sample.walk).hasPrefix("walk: every 1h, mon 09:00-17:00, sat"))
        #expect(try text(Sample.walk).contains(", off [r3mb"))
    }

    @Test func details() throws {
        let lines = try reminder(Sample.move).details(in: .plain).split(separator: "\n").dropFirst()
        #expect(
            Array(lines) == [
                "  Up!", "  Now", "  exercise: 10 × Push-ups", "  follow-up: after 5m, 10m",
                "  snooze: 5m", "  missed: once, up to 1h late", "  when you are away: skipped",
                "  anchor: clock",
            ])
    }

    @Test func statusShowsWhatIsPendingAndWhatIsNext() throws {
        let json = Sample.status(
            reminders: [Sample.move, Sample.pills],
            quiet: #""do_not_disturb":{"until":"2026-03-01T17:00:00.000+01:00"},"#)
        #expect(
            try Command<Status>.parse([]).text(of: Sample.read(json), in: .plain) == """
                nothing is running
                move: pending since 09:25
                pills\\u{1b}[31m: next in 10 h 30 min (20:00)
                do not disturb until 17:00

                """)
    }

    /// No text promises a reminder at a time at which the person has paused them.
    @Test func whileRemindersArePausedNoneIsPromised() throws {
        let paused = Sample.pausedPills
        let pause = #""do_not_disturb":{"until":"2026-03-01T20:30:00.000+01:00"},"#
        let status: Status.Response = try Sample.read(
            Sample.status(reminders: [paused], quiet: pause))
        let reminder = try reminder(paused)
        let list = "{\"reminders\":[\(paused)]}"
        let texts = [
            status.text(in: .plain), reminder.sentence(in: .plain), reminder.creation(in: .plain),
            try Command<ReminderList>.parse([]).text(of: Sample.read(list), in: .plain),
            reminder.coming(in: .plain) ?? "",
        ]
        for text in texts {
            #expect(text.contains("paused until 20:30"), "\(text)")
            #expect(!text.contains("20:00 ") && !text.contains("(20:00)"), "\(text)")
        }
        let face = BarFace.of(status, passed: 0, showing: Set(BarKind.allCases))
        #expect(face.text.isEmpty && !face.tooltip.contains { $0.contains("next") })
        // A snooze that ends meanwhile is held back, too.
        let snoozed = Sample.move.replacing(
            #""state":"pending""#,
            with: #""state":"snoozed","snoozed_until":"2026-03-01T20:10:00.000+01:00""#)
        let held: Status.Response = try Sample.read(
            Sample.status(reminders: [snoozed], quiet: pause))
        #expect(held.text(in: .plain).contains("move: snoozed until 20:10, paused until 20:30\n"))
        #expect(BarFace.of(held, passed: 0, showing: [.next]).text.isEmpty)
        let ended: Status.Response = try Sample.read(Sample.status(reminders: [snoozed]))
        #expect(!ended.text(in: .plain).contains("paused"))
        #expect(BarFace.of(ended, passed: 0, showing: [.next]).text == "20:10 move")
        let later: Status.Response = try Sample.read(
            Sample.status(reminders: [paused, Sample.pills], quiet: pause))
        #expect(
            BarFace.of(later, passed: 0, showing: [.next]).text.hasPrefix("20:00 pills"))
    }

    @Test func history() throws {
        func occurrence(_ members: String) -> String {
            """
            {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd",\
            "due_at":"2026-03-01T09:25:00.000+01:00",\(members)}
            """
        }
        let json = [
            occurrence(
                #""state":"answered","response_ms":65000,"follow_ups":[{"at":"x"}],"snoozes":2,"#
                    + #""name":"move""#),
            occurrence(
                #""state":"suppressed","reason":"missed","follow_ups":[],"snoozes":0,"#
                    + #""late_by_ms":3250"#),
            occurrence(
                #""state":"snoozed","snoozed_until":"2026-03-01T10:00:00.000+01:00","#
                    + #""follow_ups":[],"snoozes":0,"test":true"#),
        ].joined(separator: ",")
        #expect(
            try ReminderCommands.History.parse([])
                .text(of: Sample.read("{\"occurrences\":[\(json)]}"), in: .plain) == """
                    today 09:25  move           answered after 1:05  asked again once, snoozed twice
                    today 09:25  reminder r3m9  suppressed (missed)  3.2s late
                    today 09:25  reminder r3m9  snoozed until 10:00  test

                    """)
    }

    @Test func upcoming() throws {
        let json = """
            {"upcoming":[{"reminder":"r3m9","at":"2026-03-01T09:55:00.000+01:00","name":"move"},\
            {"reminder":"r3ma","at":"2026-03-02T08:00:00.000+01:00"}]}
            """
        #expect(
            try ReminderCommands.Upcoming.parse([]).text(of: Sample.read(json), in: .plain) == """
                in 25 min (09:55)  move
                tomorrow 08:00     r3ma

                """)
    }
}
