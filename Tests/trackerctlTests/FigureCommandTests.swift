import ArgumentParser
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Command lines about figures derived from sets, and the requests that they send.
enum FigureRequests {
    static let all: [(line: String, method: String, params: String)] = [
        ("weight 82.5", "weight.log", #"{"weight":82.5}"#),
        ("weight log 82,5kg", "weight.log", #"{"unit":"kg","weight":82.5}"#),
        (
            "weight 180 lb --at -1d", "weight.log", #"{"at":"-1d","unit":"lb","weight":180}"#
        ),
        ("weight list --from -90d --limit 5", "weight.list", #"{"from":"-90d","limit":5}"#),
        ("weight", "weight.list", "{}"),
        ("weights", "weight.list", "{}"),
        ("weight delete last", "weight.delete", #"{"entry":"last"}"#),
        ("records", "record.list", "{}"),
        ("record list", "record.list", "{}"),
        ("records bench", "record.list", #"{"exercise":"bench"}"#),
        (
            "records overhead press --all", "record.list",
            #"{"all":true,"exercise":"overhead press"}"#
        ),
        ("exercise history bench", "exercise.history", #"{"exercise":"bench"}"#),
        ("history bench", "exercise.history", #"{"exercise":"bench"}"#),
        (
            "exercise history overhead press --limit 20", "exercise.history",
            #"{"exercise":"overhead press","limit":20}"#
        ),
        ("progress bench", "exercise.progress", #"{"exercise":"bench"}"#),
        (
            "progress overhead press --from -90d --to 2026-03-01 -m volume", "exercise.progress",
            #"{"exercise":"overhead press","from":"-90d","to":"2026-03-01"}"#
        ),
        ("exercise progress bench", "exercise.progress", #"{"exercise":"bench"}"#),
        (
            "volume overhead press --from 2026-01-01 --to 2026-01-31", "volume.list",
            #"{"exercise":"overhead press","from":"2026-01-01","to":"2026-01-31"}"#
        ),
        (
            "volume list bench --from -27d --to -1s", "volume.list",
            #"{"exercise":"bench","from":"-27d","to":"-1s"}"#
        ),
        ("calendar 2026-03", "calendar.month", #"{"month":"2026-03"}"#),
        ("calendar month 2026-03", "calendar.month", #"{"month":"2026-03"}"#),
        ("plates 102.5", "plates.calculate", #"{"load":102.5}"#),
        ("plates calculate 102,5kg", "plates.calculate", #"{"load":102.5,"unit":"kg"}"#),
        (
            "plates 225lb --bar 45 --plates 45x4,25,2.5", "plates.calculate",
            """
            {"bar":45,"load":225,"plates":[{"count":4,"weight":45},{"weight":25},{"weight":2.5}],\
            "unit":"lb"}
            """
        ),
        ("plates 60 --unit kg", "plates.calculate", #"{"load":60,"unit":"kg"}"#),
        ("plates 225LBS", "plates.calculate", #"{"load":225,"unit":"lb"}"#),
        ("1rm 100kgx5", "one_rep_max.estimate", #"{"load":100,"reps":5}"#),
        ("1rm 8x10", "one_rep_max.estimate", #"{"load":10,"reps":8}"#),
        ("1rm 12x60", "one_rep_max.estimate", #"{"load":60,"reps":12}"#),
        ("1rm 225lbs×3", "one_rep_max.estimate", #"{"load":225,"reps":3}"#),
        ("1rm 5x100kg", "one_rep_max.estimate", #"{"load":100,"reps":5}"#),
        ("1rm 5x100", "one_rep_max.estimate", #"{"load":100,"reps":5}"#),
        ("1rm 5x7.5", "one_rep_max.estimate", #"{"load":7.5,"reps":5}"#),
        ("1rm 8kgx10", "one_rep_max.estimate", #"{"load":8,"reps":10}"#),
        ("1rm 5X5", "one_rep_max.estimate", #"{"load":5,"reps":5}"#),
        (
            "1rm estimate 225lbx3 -f wathan", "one_rep_max.estimate",
            #"{"formula":"wathan","load":225,"reps":3}"#
        ),
        ("import undo", "import.undo", "{}"),
        ("import undo k3v9", "import.undo", #"{"import":"k3v9"}"#),
    ]
}

@Suite struct FigureCommandTests {
    @Test func anEmptyTextTakesTheMusclesAway() throws {
        let command = try ExerciseCommands.Update.parse(["plank", "--muscles", ""])
        #expect(command.request().muscles == .removed)
        #expect(throws: (any Error).self) {
            try ExerciseCommands.Update.parse(["plank", "--muscles", "", "--secondary", "abs"])
        }
        #expect(throws: (any Error).self) {
            try ExerciseCommands.Update.parse(["plank", "--muscles", "heart"])
        }
    }

    @Test(arguments: [
        "progress", "progress bench --metric weight", "progress bench --from soon", "plates",
        "plates heavy", "plates 5kgg", "plates 5lbkg", "plates 60kg --unit lb",
        "plates 60kg --bar 45lb",
        "plates 60 --plates 20,x,5", "plates 60 --plates 20xx4", "1rm", "1rm 100", "1rm 100x",
        "1rm 100x5", "1rm 12×10", "1rm 100kgx5kg", "1rm 5x100 --formula guess", "1rm 100.5x2.5",
        "1rm 100.5x5", "1rm 5x-20", "1rm 5x100@8", "1rm 2x5x100", "1rm 60sx20", "1rm 31x30",
        "1rm 5x100 --all --formula epley", "volume --from soon", "import x --map a",
        "import x --map =a", "import x --map a=b --map a=c", "import x --dry-run --yes",
        "import", "export --format xml", "export --what everything", "export --force",
        "export --json --output x.json", "export --output x.foo",
        "exercise history",
    ])
    func wrongUsage(_ line: String) {
        let failure = #expect(throws: (any Error).self) {
            try Trackerctl.command(for: line.split(separator: " ").map(String.init))
        }
        #expect(failure.map { Failure($0).status } == 64)
    }

    @Test(arguments: ["records", "record", "volume", "calendar", "plates", "1rm", "export"])
    func helpHasExamples(_ word: String) {
        for asking in ["--help", "-h"] {
            let help = #expect(throws: (any Error).self) {
                var command = try Trackerctl.command(for: [word, asking])
                try command.run()
            }
            #expect(help.map { Failure($0).status } == 0)
            #expect(help.flatMap { Failure($0).message }?.contains("Examples:") == true)
        }
    }

    @Test func aLiftThatIsPlausibleTheOtherWayRoundSaysSo() {
        let refusal = #expect(throws: Rejection.self) { try GivenLift("225×5") }
        #expect(
            refusal?.message
                == "225x5 reads as 225 reps with 5, and above 10 reps no formula works; for "
                + "5 reps with 225 type 5x225 or 225kgx5")
        for text in ["11x10", "40x30"] {
            #expect(throws: Rejection.self, "\(text)") { try GivenLift(text) }
        }
        for text in ["10x11", "11x11", "11x7.5", "100x5kg", "40x31", "5x100"] {
            #expect(throws: Never.self, "\(text)") { try GivenLift(text) }
        }
    }

    // MARK: Records

    private func record(
        _ kind: String, _ value: Double, _ unit: String = "kg", reps: Int? = nil,
        load: Double? = nil, exercise: String = "Bench Press", more: String = ""
    ) throws -> RecordView {
        let reps = reps.map { ",\"reps\":\($0)" } ?? ""
        let load = load.map { ",\"load\":\($0),\"load_unit\":\"kg\"" } ?? ""
        return try Sample.read(
            """
            {"exercise":"\(exercise)","exercise_name":"\(exercise)","kind":"\(kind)",\
            "value":\(value),"unit":"\(unit)"\(reps)\(load),"at":"2026-03-01T09:00:00.000+01:00",\
            "first":false\(more)}
            """)
    }

    private func records() throws -> [RecordView] {
        [
            try record("heaviest_load", 120, reps: 1, load: 120),
            try record("most_reps", 1, "reps", reps: 1, load: 120),
            try record("most_reps", 3, "reps", reps: 3, load: 110),
            try record("most_reps", 8, "reps", reps: 8, load: 100),
            try record("best_1rm", 126.666667, reps: 8, load: 100),
            try record("longest_hold", 92.5, "seconds", exercise: "Plank"),
            try record(
                "most_reps", 9, "reps", reps: 9, load: 15, exercise: "Pull-ups",
                more: ",\"load_mode\":\"assisted\""),
            try record(
                "most_reps", 8, "reps", reps: 8, load: 20, exercise: "Ring Dips",
                more: ",\"load_mode\":\"bodyweight\""),
            try record("best_year", 2026, "\\u001b[m", exercise: "Z"),
        ]
    }

    @Test func recordsOfOne() throws {
        let text = RecordText(
            records: Array(try records().prefix(5)), isOfOne: true, isWhole: false)
        #expect(
            text.text(in: .plain) == """
                EXERCISE     RECORD             VALUE  BY       ON
                Bench Press  heaviest load     120 kg  1x120kg  today
                             estimated 1RM  126.67 kg  8x100kg  today
                             most reps          1 rep  1x120kg  today
                             most reps         3 reps  3x110kg  today
                             most reps         8 reps  8x100kg  today

                REPS  DONE/KG  ON     ESTIMATED/KG
                   1      120  today         126.7
                   2      110  today         118.8
                   3      110  today         115.2
                   4      100  today         111.8
                   5      100  today         108.6
                   6      100  today         105.6
                   7      100  today         102.7
                   8      100  today           100
                   9        -                 97.4
                  10        -                   95

                """)
    }

    /// Without a 1RM there is nothing to estimate from, and help is no load.
    @Test func bestLoadsNeedALoad() throws {
        let held = RecordText(
            records: [try record("longest_hold", 92.5, "seconds")], isOfOne: true, isWhole: false)
        #expect(!held.text(in: .plain).contains("ESTIMATED"))
        let helped = [
            try record("most_reps", 5, "reps", reps: 5, load: 60),
            try record(
                "most_reps", 12, "reps", reps: 12, load: 20,
                more: ",\"load_mode\":\"assisted\""),
            try record("best_1rm", 70, reps: 5, load: 60),
        ]
        let text = RecordText(records: helped, isOfOne: true, isWhole: false).text(in: .plain)
        #expect(text.contains("   5       60  today            60\n   6        -"))
    }

    @Test func recordsOfAll() throws {
        let text = RecordText(records: try records(), isOfOne: false, isWhole: false)
        #expect(
            text.text(in: .plain) == """
                EXERCISE     RECORD                 VALUE  BY       ON
                Bench Press  heaviest load         120 kg  1x120kg  today
                             estimated 1RM      126.67 kg  8x100kg  today
                             most reps             8 reps  8x100kg  today  and 2 other loads
                Plank        longest hold          1:32.5           today
                Pull-ups     most reps             9 reps  9x-15kg  today
                Ring Dips    most reps             8 reps  8x+20kg  today
                Z            best_year      2026 \\u{1b}[m           today

                """)
        let none = RecordText(records: [], isOfOne: false, isWhole: false)
        #expect(none.text(in: .plain).hasPrefix("no records yet"))
    }

    // MARK: Volume

    private func volume() throws -> VolumeList.Response {
        func day(_ date: String, _ exercise: String, _ volume: Double, _ rolling: Double) -> String
        {
            """
            {"date":"\(date)","exercise":"\(exercise)","exercise_name":"\(exercise)",\
            "volume":\(volume),"rolling_7d":\(rolling)}
            """
        }
        let days = [
            day("2026-02-20", "Squat", 1000, 1000), day("2026-02-24", "Bench", 600, 600),
            day("2026-02-27", "Squat", 1250.5, 2250.5),
        ]
        return try Sample.read("{\"unit\":\"kg\",\"days\":[\(days.joined(separator: ","))]}")
    }

    @Test func volumeByExercise() throws {
        let text = VolumeText(volume: try volume(), isOfOne: false)
        #expect(
            text.text(in: .plain) == """
                EXERCISE  VOLUME/KG  DAYS  7 DAYS  UP TO
                Squat        2250.5     2  2250.5  2026-02-27
                Bench           600     1     600  2026-02-24
                total: 2850.5 kg

                """)
        #expect(
            text.text(in: .on(columns: 60)) == """
                EXERCISE  VOLUME/KG  DAYS  7 DAYS  UP TO
                Squat        2250.5     2  2250.5  2026-02-27  █████████████
                Bench           600     1     600  2026-02-24  ███▌
                total: 2850.5 kg

                """)
        // Without enough room there is no chart.
        #expect(text.text(in: .on(columns: 50)) == text.text(in: .plain))
    }

    @Test func volumeByDay() throws {
        let text = VolumeText(volume: try volume(), isOfOne: true)
        #expect(
            text.text(in: .on(columns: 40, isUTF8: false)) == """
                DATE        VOLUME/KG  7 DAYS
                2026-02-20       1000    1000  ####
                2026-02-24        600     600  ##
                2026-02-27     1250.5  2250.5  #########
                total: 2850.5 kg

                """)
        let none = VolumeText(volume: try Sample.read(#"{"unit":"kg","days":[]}"#), isOfOne: true)
        #expect(none.text(in: .plain).hasPrefix("nothing lifted in that time"))
    }

    /// Of more weeks than there are columns, the last ones are shown.
    @Test func musclesOfTheLastWeeks() throws {
        let weeks = ["02-02", "02-09", "02-16", "02-23", "03-02", "03-09"].map {
            "{\"week\":\"2026-\($0)\",\"muscle\":\"chest\",\"sets\":3}"
        }
        let counts: [VolumeList.MuscleWeek] = try Sample.read("[\(weeks.joined(separator: ","))]")
        let lines = MuscleWeeksText(counts).text(in: .plain).split(separator: "\n")
        #expect(lines.first?.hasSuffix("  9 FEB  16 FEB  23 FEB  2 MAR  9 MAR") == true)
    }

    // MARK: 1RM

    @Test func estimates() throws {
        let command = try OneRepMaxCommands.Estimate.parse(["100kgx5"])
        #expect(
            try command.text(of: Sample.read(#"{"value":116.66666667}"#), in: .plain)
                == "116.67 kg\n")
        #expect(try command.id(of: Sample.read(#"{"value":116.66666667}"#)) == "116.67")
        #expect(try command.text(of: Sample.read("{}"), in: .plain).hasPrefix("no estimate"))
        #expect(try command.id(of: Sample.read("{}")) == nil)
    }

    @Test func estimatesByAll() throws {
        let formulas = OneRepMax.Formula.allCases
        let server = try FakeServer([
            formulas.indices.flatMap { index -> [FakeServer.Step] in
                [.read, .send(Sample.result("{\"value\":\(100 + index)}", id: index + 1))]
            }
        ])
        try OneRepMaxCommands.Estimate.parse(["5x100", "--all", "-q", "--socket", server.path])
            .run()
        for (line, formula) in zip(server.received, formulas) {
            #expect(line.contains("\"formula\":\"\(formula.rawValue)\""))
        }
        #expect(server.received.count == formulas.count)
    }
}

extension Style {
    /// The style of a terminal without colours.
    static func on(columns: Int, rows: Int = 24, isUTF8: Bool = true) -> Style {
        Style(
            isColored: false, today: { "2026-03-01" },
            sheet: { Sheet(columns: columns, rows: rows, isUTF8: isUTF8) },
            nowMs: { 1_772_353_800_000 })
    }
}
