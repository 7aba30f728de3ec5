import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct LogRenderingTests {
    @Test func entrySentences() throws {
        #expect(
            try Sample.read(Sample.pushUps, as: LogEntryView.self).sentence(in: .plain)
                == "Push-ups: 20 reps, 09:30 [e9bbbbbbbbbb]")
        #expect(
            try Sample.read(Sample.entry, as: LogEntryView.self).sentence(in: .plain)
                == "Plank: 1:30, yesterday 09:30, line 1\\n\\u{1b}[31mline 2 [e7aaaaaaaaaa]")
    }

    @Test func entryTable() throws {
        let list = try Sample.read(
            """
            {"entries":[\(Sample.pushUps),\(Sample.entry)],"total":10,"totals":\(Sample.totals)}
            """,
            as: LogList.Response.self)
        let command = try LogCommands.List.parse([])
        #expect(
            command.text(of: list, in: .plain) == """
                AT               EXERCISE    COUNT  ID    NOTE
                today 09:30      Push-ups  20 reps  e9bb
                yesterday 09:30  Plank        1:30  e7aa  line 1\\n\\u{1b}[31mline 2
                … and 8 more (--limit 10)
                total: Push-ups 1 rep, Plank 1:02:03

                """)
        #expect(command.id(of: list) == "e9bbbbbbbbbb\ne7aaaaaaaaaa")
        let none = try Sample.read(#"{"entries":[],"totals":[]}"#, as: LogList.Response.self)
        #expect(command.text(of: none, in: .plain) == "no entries\n")
        #expect(command.id(of: none) == nil)
    }

    @Test func exerciseTable() throws {
        let list = try Sample.read(
            "{\"exercises\":[\(Sample.exercise),\(Sample.ownExercise)]}",
            as: ExerciseList.Response.self)
        let command = try ExerciseCommands.Search.parse([])
        #expect(
            command.text(of: list, in: .plain) == """
                NAME       CATEGORY  EQUIPMENT   COUNT  LAST         ID
                Plank      core      bodyweight   45 s  today 09:30  p7aa
                $(reboot)  other                 1 rep               x9bb

                """)
        #expect(command.id(of: list) == "p7aaaaaaaaaa\nx9bbbbbbbbbb")
        let none = try Sample.read(#"{"exercises":[]}"#, as: ExerciseList.Response.self)
        #expect(command.text(of: none, in: .plain) == "no exercises\n")
    }

    @Test func exerciseDetails() throws {
        #expect(
            try Sample.read(Sample.exercise, as: ExerciseView.self).details(in: .plain) == """
                Plank: core, bodyweight, 45 s [p7aaaaaaaaaa]
                  last: 45 s, 09:30
                  default: 1:00
                  from the library

                """)
        #expect(
            try Sample.read(Sample.ownExercise, as: ExerciseView.self).details(in: .plain) == """
                $(reboot): other, 1 rep, archived [x9bbbbbbbbbb]
                  default: 1 rep
                  also called: reboot
                  variant of: p7aaaaaaaaaa
                  icon: i
                  colour: #010203
                  your own

                """)
    }

    @Test func exerciseNames() throws {
        let one = try Sample.read(Sample.exercise, as: ExerciseView.self)
        #expect(
            one.names(in: .plain) == """
                Plank: core, bodyweight, 45 s [p7aaaaaaaaaa]
                  no other names

                """)
        let own = try Sample.read(
            Sample.ownExercise.dropLast()
                + #","merged":{"sets":12,"entries":1,"sessions":0,"templates":2,"reminders":0,"#
                + #""presets":1}}"#, as: ExerciseView.self)
        #expect(own.names(in: .plain).hasSuffix("\n  also called: reboot\n"))
        #expect(
            own.merger(in: .plain).hasSuffix(
                """

                  also called: reboot
                  merged in: 12 sets, 1 log entry, 2 templates, 1 preset

                """))
        let none = try Sample.read(
            Sample.ownExercise.dropLast()
                + #","merged":{"sets":0,"entries":0,"sessions":0,"templates":0,"reminders":0,"#
                + #""presets":0}}"#, as: ExerciseView.self)
        #expect(none.merger(in: .plain).contains("\n  merged in: nothing\n"))
    }

    @Test func todayIsInTheStatus() throws {
        let json = Sample.status().replacing(
            #"{"date":"2026-03-01"}"#,
            with: "{\"date\":\"2026-03-01\",\"totals\":\(Sample.totals)}")
        #expect(
            try Command<Status>.parse([]).text(of: Sample.read(json), in: .plain) == """
                nothing is running
                today: Push-ups 1 rep, Plank 1:02:03

                """)
    }

    @Test func events() throws {
        let events: [EventView] = [
            try Sample.read(Sample.event(9, "log.added", data: Sample.pushUps)),
            try Sample.read(Sample.event(10, "exercise.archived", data: Sample.exercise)),
        ]
        #expect(
            EventTable.text(of: events, in: .plain) == """
                 9  09:30:00  log.added          Push-ups  20 reps
                10  09:30:00  exercise.archived  Plank

                """)
    }

    @Test func completionsHoldNothingThatAShellRuns() throws {
        let exercises: [ExerciseView] = try [
            Sample.exercise, Sample.ownExercise,
            Sample.exercise.replacing("\"Plank\"", with: "\"Élévation (latérale)\""),
            Sample.exercise.replacing("\"Plank\"", with: "\"腕立て\""),
        ].map { try Sample.read($0) }
        #expect(
            ExerciseArgument.completions(for: exercises) == [
                "elevation-laterale", "plank", "x9bbbbbbbbbb", "腕立て",
            ])
    }
}
