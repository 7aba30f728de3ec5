import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct WorkoutTextTests {
    private func workout(_ json: String = Sample.workout()) throws -> WorkoutView {
        try Sample.read(json)
    }

    private func set(_ members: String, type: String = "working", mode: String = "external") throws
        -> SetView
    {
        try Sample.read(Sample.set("s1aaaaaaaaaa", 1, members, type: type, mode: mode))
    }

    @Test func sets() throws {
        #expect(try set(#""reps":5,"load":102.5"#).notation == "5x102.5kg")
        #expect(try set(#""reps":10"#, mode: "bodyweight").notation == "10")
        #expect(try set(#""reps":8,"load":15"#, mode: "assisted").notation == "8x-15kg")
        #expect(try set(#""reps":8,"load":20"#, mode: "bodyweight").notation == "8x+20kg")
        #expect(try set(#""seconds":90.5"#, mode: "bodyweight").notation == "1m30.5s")
        #expect(
            try set(#""reps":5,"load":1,"rir":0"#, type: "failure").notation
                == "5x1kg@rir0, failure")
        #expect(try set(#""reps":5,"seconds":30"#).notation == "5, in 30s")
        #expect(try set(#""distance_m":400"#).notation == "400metres")
        #expect(try set(#""distance_m":2500,"load":10"#).notation == "2.5kmx10kg")
        #expect(try set(#""seconds":480,"distance_m":2000"#).notation == "8:00, 2 km")
        #expect(try set(#""reps":13,"load":6.80388555"#).notation == "13x6.804kg")
        #expect(try set(#""seconds":60,"load":0"#).notation == "1:00")
        #expect(try set(#""reps":5,"load":0"#).notation == "5x0kg")
        // Whatever a daemon sends can be shown.
        #expect(
            try set(#""seconds":1e300,"load":-1e300"#, type: "a\\u001b", mode: "x").notation
                .hasSuffix(", a\\u{1b}"))
    }

    @Test func aWorkoutThatIsOpen() throws {
        let text = try workout().details(in: .on(columns: 110))
        #expect(
            text == """
                Pu\\u{1b}sh: open since 09:15, 1 set, 5 reps, 500 kg, last Bench Pr\\u{1b}ess 2: \
                5x100kg@8 [w7aaaaaaaaaa]
                EXERCISE           #  DONE             TARGET   LAST TIME  AT     REST  ID        NOTE
                Bench Pr\\u{1b}ess  1  8x60kg, warm-up                      09:20        s1aaaaaa  \
                narrow
                  superset a       2  5x100kg@8        5x100kg  8x57.5kg   09:25  1:35  s2aaaaaa  \
                ea\\nsy
                                   3  -                5x100kg
                                   4  -                5x100kg
                Plank              1  -                any

                """)
    }

    /// Warm-ups are shown beside last time's warm-ups; before the first set, last time's sets come in their
    /// order, warm-ups first.
    @Test func warmupsStandBesideWarmups() throws {
        func former(_ id: String, _ index: Int, _ load: Int, _ type: String) -> String {
            Sample.set(id, index, "\"reps\":5,\"load\":\(load)", type: type)
        }
        let previous = [
            former("f1aaaaaaaaaa", 1, 60, "warmup"), former("f2aaaaaaaaaa", 2, 70, "warmup"),
            former("f3aaaaaaaaaa", 3, 100, "working"), former("f4aaaaaaaaaa", 4, 101, "failure"),
        ].joined(separator: ",")
        func lastTimes(_ sets: [String]) throws -> [String] {
            let part = """
                {"exercise":"b","name":"B","previous":[\(previous)],\
                "sets":[\(sets.joined(separator: ","))]}
                """
            let text = try workout(Sample.workout(exercises: [part])).details(in: .plain)
            return text.split(separator: "\n").dropFirst(2).map { row in
                let parts = row.split(separator: "  ").map { $0.filter { $0 != " " } }
                return parts.first {
                    $0.hasPrefix("5x1") || $0.hasPrefix("5x6") || $0.hasPrefix("5x7")
                }
                    ?? ""
            }
        }
        #expect(
            try lastTimes([]) == [
                "5x60kg,warm-up", "5x70kg,warm-up", "5x100kg", "5x101kg,failure",
            ])
        let warmup = Sample.set("s1aaaaaaaaaa", 1, #""reps":1"#, type: "warmup")
        let first = Sample.set("s2aaaaaaaaaa", 2, #""reps":2"#)
        #expect(
            try lastTimes([warmup]) == [
                "5x60kg,warm-up", "5x70kg,warm-up", "5x100kg", "5x101kg,failure",
            ])
        #expect(
            try lastTimes([warmup, first]) == ["5x60kg,warm-up", "5x100kg", "5x101kg,failure"])
    }

    @Test func aWorkoutThatIsOver() throws {
        let text = try workout(Sample.finishedWorkout).details(in: .plain)
        #expect(
            text.hasPrefix(
                """
                Pu\\u{1b}sh: finished, 09:15, 1 set, 5 reps, 500 kg, took 45:00 [w7aaaaaaaaaa]
                  slept
                  badly
                EXERCISE
                """))
        // Neither planned sets nor exercises that were left out are shown once the workout is over.
        #expect(text.split(separator: "\n").count == 6)
        #expect(!text.contains("Plank"))
        let empty = Sample.workout(exercises: [])
        #expect(
            try workout(empty).details(in: .plain)
                == "Pu\\u{1b}sh: open since 09:15, no sets [w7aaaaaaaaaa]\n")
    }

    @Test func volumeOverUnits() throws {
        let sets = [
            Sample.set("s1aaaaaaaaaa", 1, #""reps":1,"load":100"#, unit: "lb"),
            Sample.set("s2aaaaaaaaaa", 2, #""reps":2,"load":45.359237"#),
            Sample.set("s3aaaaaaaaaa", 3, #""reps":5,"load":10"#, mode: "assisted"),
            Sample.set("s4aaaaaaaaaa", 4, #""seconds":60,"load":20"#),
        ]
        let part = """
            {"exercise":"b","name":"B","sets":[\(sets.joined(separator: ","))]}
            """
        #expect(try workout(Sample.workout(exercises: [part])).totals == "4 sets, 8 reps, 300 lb")
    }

    @Test func history() throws {
        let list: WorkoutList.Response = try Sample.read(
            #"{"workouts":[\#(Sample.workout()),\#(Sample.finishedWorkout)]}"#)
        let command = try WorkoutCommands.List.parse([])
        #expect(
            command.text(of: list, in: .on(columns: 80)) == """
                STARTED      WORKOUT     CAME TO                 TOOK  ID
                today 09:15  Pu\\u{1b}sh  1 set, 5 reps, 500 kg   open  w7aaaaaaaaaa
                today 09:15  Pu\\u{1b}sh  1 set, 5 reps, 500 kg  45:00  w7aaaaaaaaaa

                """)
        #expect(
            command.text(of: list, in: .on(columns: 100)) == """
                STARTED      WORKOUT     CAME TO                 TOOK  ID            EXERCISES
                today 09:15  Pu\\u{1b}sh  1 set, 5 reps, 500 kg   open  w7aaaaaaaaaa  \
                Bench Pr\\u{1b}ess, Plank
                today 09:15  Pu\\u{1b}sh  1 set, 5 reps, 500 kg  45:00  w7aaaaaaaaaa  \
                Bench Pr\\u{1b}ess, Plank

                """)
        let narrow = command.text(of: list, in: .on(columns: 60, isUTF8: false))
        #expect(narrow.hasPrefix("STARTED      WORKOUT     CAME TO"))
        #expect(narrow.split(separator: "\n").allSatisfy { String($0).displayWidth <= 60 })
        let none: WorkoutList.Response = try Sample.read(#"{"workouts":[]}"#)
        #expect(command.text(of: none, in: .plain) == "no workouts\n")
        #expect(command.id(of: none) == nil)
    }

    @Test func templates() throws {
        let push: TemplateView = try Sample.read(Sample.push)
        #expect(
            push.details(in: .plain) == """
                push: 3 exercises, 2 days a week, rest 2:00 [t7aaaaaaaaaa]
                  slow
                   EXERCISE     TARGET       REST  SUPERSET
                1  Bench Press  3x5x102.5kg  3:00  a
                2  Plank        3x1:00         no
                3  Curls        3

                """)
        let list: TemplateList.Response = try Sample.read(#"{"templates":[\#(Sample.push)]}"#)
        #expect(
            try TemplateCommands.List.parse([]).text(of: list, in: .plain) == """
                NAME  DAYS A WEEK  REST  ID    EXERCISES
                push            2  2:00  t7aa  Bench Press 3x5x102.5kg, Plank 3x1:00, Curls 3

                """)
        #expect(TemplateArgument.completions(for: [push]) == ["push"])
        let odd = Sample.push.replacing("\"push\"", with: "\"--push\"")
        #expect(TemplateArgument.completions(for: [try Sample.read(odd)]) == ["t7aaaaaaaaaa"])
    }

    /// The next sets and the superset are there however long the target is.
    @Test func aLongTargetHasSeveralLines() throws {
        func group(_ percent: Int) -> String {
            #"{"sets":1,"type":"working","reps":5,"percent":\#(percent)}"#
        }
        let next = #"{"sets":1,"type":"working","reps":5,"load":107.5,"load_unit":"kg"}"#
        let json = """
            {"id":"t7aaaaaaaaaa","name":"531","exercises":[{"exercise":"b7aaaaaaaaaa",\
            "name":"Bench Press","groups":[\((5...11).map { group($0 * 10) }.joined(separator: ","))],\
            "next":[\(next),\(next)],"superset":"a",\
            "progression":{"add":2.5,"reset_after":3,"reset_percent":10}}]}
            """
        let template: TemplateView = try Sample.read(json)
        #expect(
            template.details(in: .plain) == """
                531: 1 exercise [t7aaaaaaaaaa]
                   EXERCISE     TARGET                           PROGRESS          SUPERSET
                1  Bench Press  1x5x50% 1x5x60% 1x5x70% 1x5x80%  +2.5 reset 3x10%  a
                                1x5x90% 1x5x100% 1x5x110%
                                next: 1x5x107.5kg 1x5x107.5kg

                """)
    }

    @Test func settings() throws {
        let settings: SettingsView = try Sample.read(
            """
            {"unit":"lb","rest_ms":90000,"bar":45,"plates":[{"weight":45},{"weight":2.5,"count":4}],\
            "day_starts_at":"04:00","week_starts":"mon","active_days":["mon","sat"],"streak":true,\
            "achievements":true,"xp":false,"challenges":true,\
            "reports":{"daily":true,"weekly":true,"monthly":false,"at":"20:00"}}
            """)
        #expect(
            settings.text(in: .plain) == """
                unit         lb
                rest         1:30
                bar          45 lb
                plates       45, 2.5x4 lb
                day starts   04:00
                week starts  mon
                active days  mon, sat
                progress     streak, achievements, challenges
                reports      daily, weekly at 20:00

                """)
        let off: SettingsView = try Sample.read(
            """
            {"unit":"kg","rest_ms":0,"bar":20,"plates":[],"day_starts_at":"04:00",\
            "week_starts":"sun","active_days":[],"streak":false,"achievements":false,"xp":false,\
            "challenges":false,"reports":{"daily":false,"weekly":false,"monthly":false,\
            "at":"20:00"}}
            """)
        #expect(off.text(in: .plain).hasSuffix("progress     off\nreports      off\n"))
    }

    @Test func statusShowsTheWorkout() throws {
        let status: Status.Response = try Sample.read(
            Sample.status(quiet: "\"workout\":\(Sample.workout()),"))
        let text = try Command<Status>.parse([]).text(of: status, in: .plain)
        #expect(text == (try workout().sentence(in: .plain)) + "\n")
        let style = Sample.colored
        #expect(try workout().sentence(in: style).contains("\u{1b}[32mopen\u{1b}[0m since"))
    }

    @Test func events() throws {
        let events: [EventView] = [
            try Sample.read(Sample.event(9, "set.logged", data: Sample.heavy)),
            try Sample.read(Sample.event(10, "workout.finished", data: Sample.finishedWorkout)),
            try Sample.read(
                Sample.event(
                    11, "record.set",
                    data: #"{"set":\#(Sample.heavy),"records":\#(Sample.records(first: false))}"#)),
        ]
        #expect(
            EventTable.text(of: events, in: .on(columns: 100)) == """
                 9  09:30:00  set.logged        Bench Pr\\u{1b}ess  5x100kg@8, ea\\nsy
                10  09:30:00  workout.finished  Pu\\u{1b}sh         1 set, 5 reps, 500 kg, slept\\nbadly
                11  09:30:00  record.set        Bench Pr\\u{1b}ess  5x100kg@8, \
                record: heaviest load 60 kg

                """)
    }

    @Test func whatIsGoneIsSaid() throws {
        let discard = try WorkoutCommands.Discard.parse(["-y"])
        #expect(
            discard.text(of: try workout(), in: .plain)
                == "discarded: Pu\\u{1b}sh, 1 set, 5 reps, 500 kg\n")
        let delete = try Command<WorkoutDelete>.parse(["last"])
        #expect(delete.text(of: try workout(), in: .plain).hasPrefix("deleted: Pu\\u{1b}sh: open"))
        let removal = try Command<SetDelete>.parse(["last"])
        let gone: SetDelete.Response = try Sample.read(#"{"set":\#(Sample.heavy)}"#)
        #expect(
            removal.text(of: gone, in: .plain)
                == "deleted: Bench Pr\\u{1b}ess 2: 5x100kg@8, 09:25, ea\\nsy [s2aaaaaaaaaa]\n")
        #expect(removal.id(of: gone) == "s2aaaaaaaaaa")
    }
}
