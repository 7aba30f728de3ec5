import TestSupport
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct ImportTextTests {
    private func view(changed: String = "") throws -> ImportView {
        try Sample.read(
            """
            {"import":"1mp0rt000001","format":"strong","workouts":2,"sets":30,"rests":12,\
            "first_at":"2025-03-01T09:00:00.000+01:00","last_at":"2026-03-01T09:00:00.000+01:00",\
            "skipped":[{"line":7,"reason":"no date"},{"line":8,"reason":"no \\u001bdate"},\
            {"line":9,"reason":"no date"}],\
            "warnings":[{"line":9,"reason":"RPE 11 was dropped"}],\
            "duplicates":[{"line":2,"workout":"w9rk00000001","name":"Push",\
            "at":"2026-03-01T09:00:00.000+01:00"}],"changed":[\(changed)],\
            "exercises":[{"name":"Bench","exercise":"b3nch0000001","called":"Bench Press",\
            "sets":20,"why":"alias bench","sure":true},\
            {"name":"Dips","called":"Dips","sets":10,"why":"new","sure":true},\
            {"name":"squat","called":"squat (2)","sets":1,"why":"new","sure":true},\
            {"name":"Sit Up","exercise":"s1tup0000001","called":"Sit-ups","sets":3,\
            "why":"except for: up","sure":false},\
            {"name":"Plank","exercise":"pl4nk0000001","called":"Plank","sets":2,\
            "why":"same name","sure":true}]}
            """)
    }

    @Test func piped() throws {
        let text = ImportText(view: try view(), file: "strong.csv")
            .preview(in: .plain, isWhole: true)
        #expect(
            text == """
                already here:
                  line 2: Push, 2026-03-01

                notes:
                  line 9: RPE 11 was dropped

                left out:
                  line 7: no date
                  line 8: no \\u{1b}date
                  line 9: no date

                  IN THE FILE  SETS  HERE              WHY
                  Bench          20  Bench Press       alias bench
                  Dips           10  new
                  squat           1  new, squat (2)
                  Sit Up          3  new, or Sit-ups?  except for: up
                  Plank           2  Plank             same name
                  --map 'NAME IN THE FILE=yours' makes it one of yours,
                  --map 'NAME IN THE FILE=' adds it as a new one

                strong.csv, a Strong file:
                   2  workouts   2025-03-01 to 2026-03-01
                  30  sets
                  12  rests
                   5  exercises  3 of them new
                   1  workout    already here, left as is
                   3  rows       left out
                   1  note

                """)
    }

    /// A file of no known program shows its columns and the first sets.
    @Test func rowsOfAnyFile() throws {
        let json = """
            {"import":"1mp0rt000001","format":"csv","workouts":1,"sets":3,"rests":0,"skipped":[],\
            "warnings":[],"duplicates":[],"changed":[],"columns":{"reps":"Wdh","date":"Datum"},\
            "rows":[{"line":2,"at":"2024-04-01T12:00:00.000+02:00","workout":"Workout",\
            "exercise":"Kniebeuge","type":"warmup","reps":5,"load":60,"load_unit":"kg"},\
            {"line":3,"at":"2024-04-01T12:00:00.000+02:00","workout":"Workout",\
            "exercise":"Kniebeuge","type":"working","reps":5,"load":102.5,"load_unit":"kg","rpe":8.5},\
            {"line":4,"at":"2024-04-01T12:00:00.000+02:00","workout":"Workout",\
            "exercise":"Laufen","type":"working","seconds":1500,"distance_m":5000},\
            {"line":5,"at":"2024-04-01T12:00:00.000+02:00","workout":"Workout",\
            "exercise":"Klimmzug","type":"working","reps":5,"load":20,"load_unit":"kg",\
            "load_mode":"assisted"}],"exercises":[{"name":"Klimmzug","called":"Klimmzug","sets":1,\
            "why":"new","sure":true}]}
            """
        let text = ImportText(view: try Sample.read(json), file: "sheet.csv").preview(in: .plain)
        #expect(text.contains("2024-04-01 12:00  Klimmzug   5x-20kg"))
        #expect(text.contains("  1  exercise  new\n"))
        #expect(text.hasPrefix("columns: date=Datum, reps=Wdh\n"))
        #expect(text.contains("2024-04-01 12:00  Kniebeuge  warmup 5x60kg"))
        #expect(text.contains("2024-04-01 12:00  Kniebeuge  5x102.5kg@8.5"))
        #expect(text.contains("2024-04-01 12:00  Laufen     25:00 5km"))
        #expect(text.contains("sheet.csv, a CSV file:\n"))
    }

    /// The number of new exercises reads well for none, one and all, too.
    @Test(
        arguments: [
            (["Plank"], "  1  exercise  already here\n"), ([nil], "  1  exercise  new\n"),
            (["Plank", "Squat"], "  2  exercises  already here\n"),
            (["Plank", nil], "  2  exercises  1 of them new\n"),
            ([nil, nil], "  2  exercises  all of them new\n"),
        ] as [([String?], String)])
    func newExercises(names: [String?], line: String) throws {
        let exercises = names.enumerated().map { index, here in
            let known = here.map { "\"exercise\":\"\($0)\"," } ?? ""
            return "{\"name\":\"E\(index)\",\(known)\"called\":\"E\(index)\",\"sets\":1,"
                + "\"why\":\"new\",\"sure\":true}"
        }
        let json = """
            {"import":"1mp0rt000001","workouts":1,"sets":1,"rests":0,"skipped":[],"warnings":[],\
            "duplicates":[],"changed":[],"exercises":[\(exercises.joined(separator: ","))]}
            """
        let text = ImportText(view: try Sample.read(json), file: "x").preview(in: .plain)
        #expect(text.contains(line), "\(text)")
    }

    @Test func measurements() throws {
        let json = """
            {"import":"1mp0rt000001","format":"fitnotes","workouts":0,"sets":0,"rests":0,"others":12,\
            "first_at":"2025-03-01T09:00:00.000+01:00","last_at":"2026-03-01T09:00:00.000+01:00",\
            "skipped":[],"warnings":[],"duplicates":[],"changed":[]}
            """
        let view: ImportView = try Sample.read(json)
        #expect(
            ImportText(view: view, file: "body.csv").preview(in: .plain) == """
                body.csv, a FitNotes file:
                  12  measurements  2025-03-01 to 2026-03-01

                """)
        #expect(ImportText.result(view, in: .plain).hasPrefix("imported: 12 measurements"))
    }

    /// A reason leaves room for the names.
    @Test func reasonsAreShort() throws {
        let json = """
            {"import":"1mp0rt000001","workouts":1,"sets":1,"rests":0,"skipped":[],"warnings":[],\
            "duplicates":[],"changed":[],"exercises":[{"name":"Incline Bench Press (Barbell)",\
            "exercise":"b3nch0000001","called":"Incline Bench Press","sets":20,\
            "why":"Barbell is its equipment","sure":true}]}
            """
        let text = ImportText(view: try Sample.read(json), file: "x")
            .preview(in: .on(columns: 80))
        #expect(
            text.contains(
                "  Incline Bench Press (Barbell)    20  Incline Bench Press  its equipment\n"))
    }

    @Test func onATerminalReasonsAreToldOnce() throws {
        let text = ImportText(view: try view(), file: "x")
            .preview(in: .on(columns: 80), isWhole: true)
        #expect(text.contains("left out:\n  lines 7 and 9: no date\n  line 8: no "))
    }

    /// Of a file that was imported before, what is new and what has changed.
    @Test(arguments: [Style.plain, .on(columns: 80)]) func again(_ style: Style) throws {
        let changes = (1...5).map { number in
            """
            {"line":\(number),"workout":"w9rk0000000\(number)","name":"Pull",\
            "at":"2026-03-0\(number)T09:00:00.000+01:00",\
            "what":"\(number == 2 ? "left: changed here; the file has" : "updated:") 1 other set",\
            "updated":\(number != 2)}
            """
        }
        let view = try view(changed: changes.joined(separator: ","))
        let text = ImportText(view: view, file: "strong.csv").preview(in: style)
        #expect(
            text == """
                already here, but different:
                  Pull, 2026-03-01, updated: 1 other set
                  Pull, 2026-03-02, left: changed here; the file has 1 other set
                  Pull, 2026-03-03, updated: 1 other set
                  and 2 more; 'import FILE --all' lists them all

                notes:
                  line 9: RPE 11 was dropped

                left out:
                  lines 7 and 9: no date
                  line 8: no \\u{1b}date

                  IN THE FILE  SETS  HERE              WHY
                  Bench          20  Bench Press       alias bench
                  Sit Up          3  new, or Sit-ups?  except for: up
                  --map 'NAME IN THE FILE=yours' makes it one of yours,
                  --map 'NAME IN THE FILE=' adds it as a new one

                strong.csv, a Strong file:
                   2  workouts   2025-03-01 to 2026-03-01
                  30  sets
                  12  rests
                   5  exercises  3 of them new: Dips, squat, Sit Up
                   4  workouts   changed, updated
                   1  workout    changed or deleted here, left as is
                   1  workout    already here, left as is
                   3  rows       left out
                   1  note
                'import FILE --all' lists them all

                """)
        #expect(
            ImportText.result(view, in: .plain).contains(
                "imported: 2 workouts with 30 sets, 4 workouts updated ["))
    }

    /// 'redo' can't bring an import back, but its file can; one that only changed workouts says so.
    @Test func whatWasTakenBack() throws {
        func text(_ type: String, _ data: String) throws -> String {
            let event = Sample.event(9, type, data: data)
            let undone: JournalUndo.Response = try Sample.read(
                #"{"undone":\#(event),"seq":10}"#)
            return undone.text(in: .plain)
        }
        let one = try text(
            "import.committed", #"{"import":"i1","format":"strong","workouts":1,"sets":2}"#)
        #expect(one.hasPrefix("Undone: imported 1 workout, 2 sets, "))
        #expect(one.hasSuffix("\nTo get it back, import the file again.\n"))
        let changes = try text(
            "import.committed", #"{"import":"i1","format":"strong","workouts":0,"sets":0}"#)
        #expect(changes.hasPrefix("Undone: imported changes from a Strong file, "))
        #expect(
            try text("set.logged", Sample.heavy).hasSuffix("\nTo redo it: trackerctl redo\n"))
    }

    @Test func nothingThatCouldBeRead() throws {
        let view: ImportView = try Sample.read(
            """
            {"import":"1mp0rt000001","format":"hevy","workouts":0,"sets":0,"rests":0,\
            "skipped":[{"line":2,"reason":"no date"}],"warnings":[],"duplicates":[],"changed":[]}
            """)
        let text = ImportText(view: view, file: "x")
        #expect(text.preview(in: .plain).hasSuffix("\nnothing to import\n"))
        #expect(throws: Refusal.self) { try text.requireDuplicates() }
    }

    @Test func ownRowsThatAreLeftOutAreNotHere() throws {
        func last(_ skipped: String, _ duplicates: String = "") throws -> Substring? {
            let view: ImportView = try Sample.read(
                """
                {"import":"1mp0rt000001","format":"trackerd","workouts":0,"sets":0,"rests":0,\
                "others":0,"skipped":[\(skipped)],"warnings":[],"duplicates":[\(duplicates)],"changed":[]}
                """)
            return ImportText(view: view, file: "x").preview(in: .plain).split(separator: "\n").last
        }
        let skipped = #"{"line":2,"reason":"no date"}"#
        let duplicate = #"{"line":2,"workout":"w9","name":"Push","at":"2026-03-01T09:00:00Z"}"#
        #expect(try last("") == "nothing to import: it's all here already")
        #expect(try last("", duplicate) == "nothing to import: it's all here already")
        #expect(try last(skipped) == "nothing to import")
        #expect(try last(skipped, duplicate) == "nothing to import")
    }

    @Test func progress() {
        #expect(
            ProgressLine.text("reading a", bytes: 12_340_000, of: 25_600_000, isUTF8: false)
                == "reading a  ##########            48%  12.3 of 25.6 MB")
        #expect(
            ProgressLine.text("reading a", bytes: 50_000_000, of: 50_000_000, isUTF8: true)
                == "reading a  ████████████████████ 100%  50.0 of 50.0 MB")
        #expect(ProgressLine.text("a", bytes: 100_000, of: nil, isUTF8: true) == "a  0.1 MB")
    }
}
