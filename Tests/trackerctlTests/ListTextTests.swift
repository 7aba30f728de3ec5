import FoundationEssentials
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Lists fit 80 columns, or the terminal, whatever the names; and say how many more there are.
@Suite struct ListTextTests {
    private static let long = String(repeating: "long 散歩 name ", count: 15)

    /// The JSON with long texts in the place of names and notes.
    private static func stretched(_ json: String) -> String {
        let names = ["name", "exercise_name", "note", "label", "message", "equipment"]
        return names.reduce(json) { json, member in
            var parts = json.components(separatedBy: "\"\(member)\":\"")
            for index in parts.indices.dropFirst() {
                parts[index] = long + parts[index].drop { $0 != "\"" }
            }
            return parts.joined(separator: "\"\(member)\":\"")
        }
    }

    /// The texts of all lists with long names.
    private static func texts(in style: Style) throws -> [String: String] {
        func list<List: Shown & Decodable>(
            _ type: List.Type, _ member: String, _ items: [String], more: String = ""
        ) throws -> String {
            let json = "{\"\(member)\":[\(items.map(stretched).joined(separator: ","))]\(more)}"
            return try Sample.read(json, as: type).text(in: style)
        }
        let occurrence = Sample.pending.replacing("\"id\"", with: "\"name\":\"move\",\"id\"")
        let event = stretched(Sample.event(1_234_567, "log.deleted", data: Sample.entry))
        let totals = ",\"totals\":\(stretched(Sample.totals))"
        let record = stretched(
            """
            {"exercise":"b","exercise_name":"B","kind":"heaviest_load","value":120.25,"unit":"kg",\
            "reps":1,"load":120.25,"load_unit":"kg","at":"2025-03-01T09:00:00.000+01:00",\
            "first":true}
            """)
        let volume = stretched(
            """
            {"unit":"kg","days":[{"date":"2026-02-01","exercise":"b","exercise_name":"B",\
            "volume":12345.25,"rolling_7d":123456.25}]}
            """)
        return [
            "timers": try list(
                TimerList.Response.self, "timers", [Sample.tea, Sample.finished, Sample.stopwatch]),
            "status": try Sample.read(
                stretched(Sample.status(timers: [Sample.tea], rest: Sample.rest)),
                as: Status.Response.self
            ).text(in: style),
            "log": try list(
                LogList.Response.self, "entries", [Sample.entry, Sample.pushUps], more: totals),
            "exercises": try list(
                ExerciseList.Response.self, "exercises", [Sample.exercise, Sample.ownExercise]),
            "reminders": try list(
                ReminderList.Response.self, "reminders", [Sample.move, Sample.pills, Sample.walk]),
            "occurrences": try list(OccurrenceList.Response.self, "occurrences", [occurrence]),
            "upcoming": try list(
                ReminderUpcoming.Response.self, "upcoming",
                [#"{"reminder":"r3m9","at":"2026-03-09T09:55:00.000+01:00","name":"move"}"#]),
            "workouts": try list(
                WorkoutList.Response.self, "workouts", [Sample.workout(), Sample.finishedWorkout]),
            "templates": try list(TemplateList.Response.self, "templates", [Sample.push]),
            "sessions": try list(
                TrainingList.Response.self, "trainings",
                [Sample.holding, Sample.complete, Sample.repping],
                more: #","trend":{"time":{"direction":"up","last":62.3,"before":50}}"#),
            "presets": try list(
                PresetList.Response.self, "presets",
                [
                    """
                    {"id":"p1","name":"p","mode":"time","target":120,"adjustment":2.5,\
                    "rest_ms":20000,"exercise_name":"Plank"}
                    """
                ]),
            "programs": try list(ProgramList.Response.self, "programs", [Sample.tabata]),
            "runs": try list(RunList.Response.self, "runs", [Sample.run(), Sample.run("stopped")]),
            "events": try EventTable.text(of: [Sample.read(event)], in: style),
            "records": try RecordText(
                records: [Sample.read(record)], isOfOne: false, isWhole: false
            ).text(in: style),
            "volume": try VolumeText(volume: Sample.read(volume), isOfOne: false).text(in: style),
            "steps": try Sample.read(
                #"{"undo":[{"events":[\#(event),\#(event)]}],"redo":[]}"#,
                as: JournalUndoable.Response.self
            ).text(in: style),
            "sounds": SoundText.list(
                [SoundFile(sound: .timerFinished, file: nil)], in: style),
        ]
    }

    @Test(arguments: [nil, 60, 80, 100])
    func noLineIsWiderThanThere(_ columns: Int?) throws {
        let style = columns.map { Style.on(columns: $0) } ?? .plain
        for (name, text) in try Self.texts(in: style) {
            let widest = text.split(separator: "\n").map { String($0).displayWidth }.max() ?? 0
            #expect(widest <= columns ?? 80, "\(name):\n\(text)")
            #expect(text.contains("\n") && !text.contains(" \n"), "\(name):\n\(text)")
        }
    }

    @Test func aTableGivesUpWhatMattersLeast() {
        var table = Table("~NAME", ">COUNT", "?PLACE", "ID")
        table.rows = [
            [.init("a very long name indeed"), .init("12"), .init("garden"), .init("k3v9")]
        ]
        func lines(_ columns: Int) -> [String] {
            table.text(in: .on(columns: columns)).split(separator: "\n").map(String.init)
        }
        #expect(
            lines(80) == [
                "NAME                     COUNT  PLACE   ID",
                "a very long name indeed     12  garden  k3v9",
            ])
        #expect(
            lines(40) == [
                "NAME                 COUNT  PLACE   ID",
                "a very long name i…     12  garden  k3v9",
            ])
        #expect(lines(30) == ["NAME               COUNT  ID", "a very long name…     12  k3v9"])
        #expect(lines(18) == ["NAME   COUNT  ID", "a ve…     12  k3v9"])
        #expect(lines(10).allSatisfy { $0.displayWidth <= 10 })
        #expect(Table("A", "B").text(in: .plain) == "\n")
    }

    @Test func theRestIsCounted() throws {
        func text(_ shown: Int, of all: Int) throws -> String {
            let entries = Array(repeating: Sample.pushUps, count: shown).joined(separator: ",")
            let total =
                #"{"exercise":"p","name":"P","count":1,"unit":"reps","entries":\#(all)}"#
            let json = #"{"entries":[\#(entries)],"totals":[\#(total)]}"#
            return try Sample.read(json, as: LogList.Response.self).text(in: .plain)
        }
        #expect(try text(100, of: 130).contains("\n… and 30 more (--limit 130)\ntotal: "))
        #expect(try !text(100, of: 100).contains("more"))
        #expect(try text(2, of: 5000).contains("\n… and 4998 more (--limit 1000)\n"))
        let ascii = try Sample.read(
            #"{"entries":[\#(Sample.pushUps)],"totals":\#(Sample.totals)}"#,
            as: LogList.Response.self
        ).text(in: .on(columns: 80, isUTF8: false))
        #expect(ascii.contains("\n... and 9 more (--limit 10)\n"))
        #expect(
            More(180, shown: 20, most: 200, isCut: true)?.text(in: .plain)
                == "… and at least 180 more (--limit 200)\n")
    }

    @Test func aPluralLogsNothing() {
        #expect(throws: (any Error).self) { try Trackerctl.command(for: ["logs", "squats"]) }
    }

    @Test(arguments: [
        ("🏋", "🏋 Plank"), ("🏋️", "🏋️ Plank"), ("dumbbell", "Plank"), ("i", "Plank"), ("7", "Plank"),
        ("🏋🏋", "Plank"), ("\u{1b}", "Plank"),
    ])
    func anIconThatIsASignIsShown(_ icon: String, _ title: String) throws {
        #expect(IconText.title("Plank", icon) == title)
        let exercise = Sample.exercise.replacing(
            "\"category\"", with: "\"icon\":\"\(icon == "\u{1b}" ? "\\u001b" : icon)\",\"category\""
        )
        let list = try Sample.read("{\"exercises\":[\(exercise)]}", as: ExerciseList.Response.self)
        let lines = list.text(in: .plain).split(separator: "\n").map(String.init)
        #expect(lines[1].hasPrefix("\(title)  "))
        // The columns stand where they do without the sign.
        let places = zip(lines, ["CATEGORY", "core"]).map { line, word in
            line.components(separatedBy: word)[0].displayWidth
        }
        #expect(places[0] == places[1])
    }
}
