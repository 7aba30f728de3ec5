import FoundationEssentials
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Lists and sentences fit the terminal whatever the names, lists say how many more there are, and nothing is cut
/// where there is no terminal.
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
        let totals = ",\"total\":10,\"totals\":\(stretched(Sample.totals))"
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
            "plans": try list(PlanList.Response.self, "plans", [Sample.plan]),
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
            "goals": try list(
                GoalList.Response.self, "goals",
                [
                    """
                    {"id":"g1","name":"p","measure":"exercise","unit":"seconds","target":300,\
                    "period":"daily","progress":{"from":"2026-03-01","to":"2026-03-01",\
                    "value":90,"state":"open","streak":4,"score":0.214}}
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
            "conflicts": try list(
                SyncConflicts.Response.self, "conflicts",
                [SyncSample.lostNote, SyncSample.lostRest, SyncSample.sharedName]),
            "sync": try Sample.read(stretched(SyncSample.on()), as: SyncView.self).text(in: style),
            "sounds": SoundText.list(
                [SoundFile(sound: .timerFinished, file: nil)], in: style),
        ]
    }

    /// Everything that is live, with long names, and a sentence of each kind, with figures that stay whole.
    private static func sentences(in style: Style) throws -> [(text: String, figures: [String])] {
        func text<Thing: Shown & Decodable>(_ type: Thing.Type, _ json: String) throws -> String {
            try Sample.read(stretched(json), as: type).text(in: style)
        }
        func sentence<Thing: Sentence & Decodable>(
            _ type: Thing.Type, _ json: String
        ) throws -> String {
            try Sample.read(stretched(json), as: type).sentence(in: style) + "\n"
        }
        let live =
            "\"training\":\(Sample.holding),\"run\":\(Sample.run()),"
            + "\"workout\":\(Sample.workout()),"
        let status = Sample.status(
            timers: [Sample.tea, Sample.paused, Sample.stopwatch], rest: Sample.rest,
            reminders: [Sample.move, Sample.pills], quiet: live)
        let tea = try Sample.read(stretched(Sample.tea), as: TimerView.self)
        let rest = try Sample.read(stretched(Sample.rest), as: RestView.self)
        let entry = try Sample.read(stretched(Sample.pushUps), as: LogEntryView.self)
        let taken = style.behind("taken back: ")
        return [
            (
                try text(Status.Response.self, status),
                ["12:05", "2:00:00", "+1:02:03", "1:05", "pending since 09:25", "20:00"]
            ),
            (try sentence(TimerView.self, Sample.tea), ["12:05 left", "09:42", "[k3v9x2m4q7wd]"]),
            (try sentence(TimerView.self, Sample.finished), ["3.2s late", "[f00daaaaaaaa]"]),
            (try sentence(TimerView.self, Sample.over), ["over, 3 min ago", "09:27"]),
            (tea.started(in: style), ["25 minutes", "09:42"]),
            (try sentence(RestView.self, Sample.rest), ["1:05 left", "09:31"]),
            (rest.started(in: style), ["1 minute", "09:31"]),
            (try sentence(TrainingView.self, Sample.holding), ["to go"]),
            (try sentence(TrainingView.self, Sample.complete), ["took"]),
            (try sentence(RunView.self, Sample.run()), ["step", "left in total"]),
            (try sentence(WorkoutView.self, Sample.workout()), ["1 set", "500 kg"]),
            (try sentence(LogEntryView.self, Sample.pushUps), ["20 reps", "09:30"]),
            ("taken back: " + entry.text(in: taken), ["20 reps", "09:30"]),
            (try sentence(ExerciseView.self, Sample.exercise), ["[p7aaaaaaaaaa]"]),
            (try sentence(ReminderView.self, Sample.move), ["30m", "[r3m9x2m4q7wd]"]),
            (
                try sentence(
                    OccurrenceView.self,
                    Sample.pending.replacing("\"id\"", with: "\"name\":\"move\",\"id\"")),
                ["09:25"]
            ),
            (try sentence(ProgramView.self, Sample.tabata), ["step"]),
            (try sentence(TemplateView.self, Sample.push), ["exercise"]),
        ]
    }

    private func check(_ text: String, columns: Int, _ name: String = "") {
        let widest = text.split(separator: "\n").map { String($0).displayWidth }.max() ?? 0
        #expect(widest <= columns, "\(name):\n\(text)")
        #expect(text.contains("\n") && !text.contains(" \n"), "\(name):\n\(text)")
    }

    @Test(arguments: [60, 80, 100])
    func noLineOfAListIsWiderThanThere(_ columns: Int) throws {
        for (name, text) in try Self.texts(in: .on(columns: columns)) {
            check(text, columns: columns, name)
        }
    }

    @Test(arguments: [40, 60, 80])
    func noSentenceIsWiderThanThere(_ columns: Int) throws {
        for (text, figures) in try Self.sentences(in: .on(columns: columns)) {
            check(text, columns: columns)
            // What goes on in the next row is together again without its indentation.
            let words = text.split { " \n".contains($0) }.joined(separator: " ")
            for figure in figures { #expect(words.contains(figure), "\(figure):\n\(text)") }
            #expect(words.contains("long"), "\(text)")
        }
    }

    @Test func nothingIsCutWithoutATerminal() throws {
        let whole = Self.long.trimmingBlanks
        for (name, text) in try Self.texts(in: .plain) where name != "sounds" {
            let isCut = text.replacing("… and 8 more", with: "").contains("…")
            #expect(text.contains(whole) && !isCut, "\(name):\n\(text)")
        }
        for (text, _) in try Self.sentences(in: .plain) {
            #expect(text.contains(whole) && !text.contains("…"), "\(text)")
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
            let json = #"{"entries":[\#(entries)],"total":\#(all),"totals":[\#(total)]}"#
            return try Sample.read(json, as: LogList.Response.self).text(in: .plain)
        }
        #expect(try text(100, of: 130).contains("\n… and 30 more (--limit 130)\ntotal: "))
        #expect(try !text(100, of: 100).contains("more"))
        #expect(try text(2, of: 5000).contains("\n… and 4998 more (--limit 1000)\n"))
        let ascii = try Sample.read(
            #"{"entries":[\#(Sample.pushUps)],"total":10,"totals":\#(Sample.totals)}"#,
            as: LogList.Response.self
        ).text(in: .on(columns: 80, isUTF8: false))
        #expect(ascii.contains("\n... and 9 more (--limit 10)\n"))
        // No limit shows more than the greatest one does.
        #expect(try text(1000, of: 1001).contains("\n… and 1 more\ntotal: "))
    }

    /// A daemon of an older version tells no total.
    @Test func withoutATotalNothingIsSaidOfTheRest() throws {
        let list = try Sample.read(
            "{\"exercises\":[\(Sample.exercise)]}", as: ExerciseList.Response.self)
        #expect(!list.text(in: .plain).contains("more"))
    }

    @Test func theRestOfTheLatestOccurrencesIsNotCounted() throws {
        func text(_ more: String) throws -> String {
            let json = "{\"occurrences\":[\(Sample.pending)]\(more)}"
            return try Sample.read(json, as: OccurrenceList.Response.self).text(in: .plain)
        }
        #expect(try text(",\"more\":true").hasSuffix("\n… and more (--limit 1000)\n"))
        #expect(try !text("").contains("more"))
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
