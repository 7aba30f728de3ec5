import Testing
import TrackerCore
import TrainingLogs

/// Rows that are left out and values that are corrected, each with its line and reason.
struct RowTests {
    private static let start = "2024-01-01 10:00:00,Push,Bench,"

    private func skipped(_ row: String) -> [String] { strong(Self.start + row).skipped }
    private func warnings(_ row: String) -> [String] { strong(Self.start + row).warnings }

    @Test func valuesThatNoSetHas() {
        #expect(skipped("1,80,0,0,0,") == ["2: the set has no reps, no time and no distance"])
        #expect(skipped("1,80,,,,") == ["2: the set has no reps, no time and no distance"])
        for (row, reason) in Self.faults {
            #expect(skipped("1,\(row)") == ["2: column \(reason)"], "\(row)")
        }
        #expect(
            skipped("X,80,5,,,")
                == ["2: the set order 'X' is unknown: use a number, W, D, F, Rest Timer or Note"])
    }

    private static let huge = String(repeating: "9", count: 24)
    /// Values from the weight on that leave nothing of a set.
    private static let faults = [
        ("80,-5,,,", "Reps: -5 is out of range, 1 to 10000"),
        ("80,10001,,,", "Reps: 10001 is out of range, 1 to 10000"),
        ("80,\(huge),,,", "Reps: 1e+24 is out of range, 1 to 10000"),
        ("80,0.5,,,", "Reps: 0.5 is out of range, 1 to 10000"),
        ("80,five,,,", "Reps: 'five' isn't a number"),
        ("1e5,5,,,", "Weight (kg): '1e5' isn't a number"),
        ("10001,5,,,", "Weight (kg): 10001 is out of range, at most 10000"),
        ("\"1,234.5\",5,,,", "Weight (kg): '1,234.5' isn't a number"),
        (",,,90000,", "Seconds: 90000 s is out of range, at most 24 hours"),
        (",,,-1,", "Seconds: -1 s is out of range, at most 24 hours"),
        (",,,soon,", "Seconds: 'soon' isn't a time like 90 or 0:01:30"),
        (",,far,,", "Distance: 'far' isn't a number"),
        (",,-5,,", "Distance: -5 is out of range, at most 1000 km"),
        (",,1000001,,", "Distance: 1000001 is out of range, at most 1000 km"),
        (
            ",-1,-5,-1,",
            "Reps: -1 is out of range, 1 to 10000; column Seconds: -1 s is out of range, "
                + "at most 24 hours; column Distance: -5 is out of range, at most 1000 km"
        ),
    ]

    /// What is wrong is left out, and nothing with it.
    @Test(arguments: [
        ("80,-5,,60,", ["Reps: -5 is out of range, 1 to 10000"]),
        ("80,five,100,60,", ["Reps: 'five' isn't a number"]),
        ("80,5,,soon,", ["Seconds: 'soon' isn't a time like 90 or 0:01:30"]),
        ("80,5,,90000,", ["Seconds: 90000 s is out of range, at most 24 hours"]),
        (",,2000000,1800,", ["Distance: 2000000 is out of range, at most 1000 km"]),
        (",,\(huge),1800,", ["Distance: 1e+24 is out of range, at most 1000 km"]),
        (",,-5,1800,", ["Distance: -5 is out of range, at most 1000 km"]),
        (",,far,1800,", ["Distance: 'far' isn't a number"]),
        ("80,5,,,hard", ["RPE: 'hard' isn't a number"]),
        (
            "80,5,far,soon,hard",
            [
                "Seconds: 'soon' isn't a time like 90 or 0:01:30",
                "Distance: 'far' isn't a number", "RPE: 'hard' isn't a number",
            ]
        ),
    ])
    func onlyWhatIsWrongIsLeftOut(_ row: String, _ faults: [String]) {
        let good = "2024-01-02 10:00:00,Pull,Row,1,60,8,,,"
        let reading = strong(Self.start + "1,\(row)", good)
        #expect(reading.skipped == [] && reading.workouts.count == 2)
        #expect(
            reading.warnings == faults.map { "2: column \($0); the set was imported without it" })
        let set = reading.sets.first
        #expect(set?.reps == (row.contains(",5,") ? 5 : nil))
        #expect(set?.seconds == (row.contains("60,") ? 60 : row.contains("1800,") ? 1800 : nil))
        #expect(set?.distance == (row.contains(",100,") ? .unknown(100) : nil))
        #expect(set?.rpe == nil && reading.needsDistanceUnit == row.contains(",100,"))
    }

    /// Distances and their units in the words of the file.
    @Test(arguments: [
        ("5000,km", "Distance: 5000 km is out of range, at most 1000 km"),
        ("1000.1,km", "Distance: 1000.1 km is out of range, at most 1000 km"),
        ("622,mi", "Distance: 622 mi is out of range, at most 1000 km"),
        ("-1,m", "Distance: -1 m is out of range, at most 1000 km"),
        ("0.0001,m", "Distance: 0.0001 m is out of range, at most 1000 km"),
        ("5,leagues", "Distance Unit: 'leagues' isn't a unit of distance: m, km, mi or ft"),
        ("5,kg", "Distance Unit: 'kg' isn't a unit of distance: m, km, mi or ft"),
    ])
    func distancesOfFitNotes(_ distance: String, _ reason: String) {
        let reading = fitNotes("Running,Cardio,,,,\(distance),0:31:30,")
        #expect(reading.skipped == [] && reading.sets.first?.distance == nil)
        #expect(reading.sets.map(\.seconds) == [1890])
        #expect(
            reading.warnings.last == "2: column \(reason); the set was imported without it")
        #expect(fitNotes("Running,Cardio,,,,\(distance),,").skipped == ["2: column \(reason)"])
    }

    // MARK: Commas without quotes

    private func fitNotes(_ row: String, _ end: String = ",Comment") -> Reading {
        Reading(
            "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time\(end)\n"
                + "2025-04-29,\(row)\n")
    }

    /// The numbers tell which commas are the name's and which the comment's.
    @Test(
        arguments: [
            (
                "Overhead Press (Each Side, Dumbbells),Shoulders,8.0,kgs,5,,,,",
                "Overhead Press (Each Side, Dumbbells)", "Shoulders", nil
            ),
            ("A, B, C,Legs,8.0,kgs,5,,,,", "A, B, C", "Legs", nil),
            ("Row, seated,Back,,,5,,,,", "Row, seated", "Back", nil),
            ("Plank, side,Abs,,,,,,0:01:30,", "Plank, side", "Abs", nil),
            ("Run, slow,Cardio,,,,12.0,km,0:31:30,", "Run, slow", "Cardio", nil),
            ("Squat,Legs,8.0,kgs,5,,,,good, deep", "Squat", "Legs", "good, deep"),
            ("Squat,Legs,8.0,kgs,5,,,,a, b, c", "Squat", "Legs", "a, b, c"),
            ("Squat, low bar,Legs,8.0,kgs,5,,,,good, deep", "Squat, low bar", "Legs", "good, deep"),
            (
                "Squat, low bar,Legs,8.0,kgs,5,,,,\"good, deep\"", "Squat, low bar", "Legs",
                "good, deep"
            ),
            (
                "\"Squat, low bar\",Legs,8.0,kgs,5,,,,good, deep", "Squat, low bar", "Legs",
                "good, deep"
            ),
            ("\"Squat, low bar\",Legs,8.0,kgs,5,,,,", "Squat, low bar", "Legs", nil),
        ] as [(String, String, String, String?)])
    func commasOfFitNotes(_ row: String, _ name: String, _ category: String, _ note: String?) {
        let reading = fitNotes(row)
        #expect(reading.skipped == [] && reading.sets.count == 1)
        #expect(reading.workouts.first?.exercises.map(\.name) == [name])
        #expect(reading.workouts.first?.exercises.first?.category == category)
        #expect(reading.sets.first?.note == note)
        // The file without comments is read from the right, too.
        if note == nil {
            let short = fitNotes(String(row.dropLast()), "")
            #expect(short.workouts.first?.exercises.map(\.name) == [name])
        }
    }

    @Test(arguments: [
        "Squat,Legs,8.0,kgs", "Squat, low,Legs,8.0,stone,5,,,,", "A,B,C,D,E,F,G,H,I,J,K",
    ])
    func whereNumbersTellNothingTheRowIsLeftOut(_ row: String) {
        #expect(fitNotes(row).skipped.count == 1 && fitNotes(row).sets.isEmpty)
    }

    /// Other programs write quotes: there, a comma more is a row of another shape.
    @Test func commasOfOthers() {
        #expect(
            strong("2024-01-01 10:00:00,Push,Press, seated,1,80,5,,,\n").skipped
                == ["2: the row has 10 columns where the header has 9"])
    }

    @Test func valuesThatAreCorrected() {
        #expect(warnings("1,80,5.5,,,") == ["2: reps 5.5 was taken as 5: reps are whole numbers"])
        #expect(
            warnings("1,80,5,,,7.3") == ["2: RPE 7.3 was taken as 7.5: it goes in steps of 0.5"])
        #expect(warnings("1,80,5,,,11") == ["2: RPE 11 was dropped: it goes from 5 to 10"])
        #expect(warnings("1,80,5,,,4") == ["2: RPE 4 was dropped: it goes from 5 to 10"])
        #expect(warnings("1,80,5,,,0") == [])
        #expect(strong(Self.start + "1,80,5,,,11").sets.first?.rpe == nil)
        #expect(strong(Self.start + "1,80,5,,,7.3").sets.first?.rpe == 7.5)
    }

    @Test func numbers() {
        func load(_ text: String) -> Double? {
            strong(Self.start + "1,\(text),5,,,").sets.first?.load?.value
        }
        #expect(load("80") == 80)
        #expect(load("80.0") == 80)
        #expect(load("\"82,5\"") == 82.5)
        #expect(load("0") == 0)
        #expect(load("-20") == -20)
        #expect(load("22.679618500000001") == 22.6796185)
        #expect(load("") == nil)
        #expect(strong(Self.start + "1,80,13.0,,,").sets.first?.reps == 13)
    }

    @Test func rowsOfAnotherShape() {
        let reading = strong(
            Self.start + "1,80,5,,,", Self.start + "2,80", Self.start + "3,82,5,5,,,",
            Self.start + "\"4\"x,80,5,,,", ",Push,Bench,5,80,5,,,",
            "2024-01-01 10:00:00,Push,,6,80,5,,,",
            "2024-13-01 10:00:00,Push,Bench,7,80,5,,,", Self.start + "8,80,5,,,")
        #expect(
            reading.skipped == [
                "3: the row has 5 columns where the header has 9",
                "4: the row has 10 columns where the header has 9",
                "5: a value has text after its closing quote",
                "6: the row has no date", "7: the row has no exercise",
                "8: the date '2024-13-01 10:00:00' can't be read (it should look like "
                    + "2025-09-15 07:48:00)",
            ])
        #expect(reading.workouts.count == 1)
        #expect(reading.sets.map(\.line) == [2, 9])
    }

    /// A blank name couldn't be seen afterwards.
    @Test func blankNamesAreNone() {
        let reading = strong(
            "2024-01-01 10:00:00,\u{200b},Bench\u{200b},1,80,5,,,",
            "2024-01-01 10:00:00,\u{200b},\u{a0}\u{200b},2,80,5,,,")
        #expect(reading.skipped == ["3: the row has no exercise"])
        #expect(reading.workouts.map(\.name) == ["Workout"])
        #expect(reading.workouts.first?.exercises.map(\.cleanName) == ["Bench"])
    }

    /// Bare quotes within quotes cost their own row and no other.
    @Test func quotesWithinQuotes() {
        let sloppy = "\"2024-01-01 10:00:00\",\"Push\",\"12\" bench\",\"1\",\"80\",\"5\",,,"
        let blank = "\"2024-01-01 10:00:00\",\"Push\",\"a\" \"b\",\"1\",\"80\",\"5\",,,"
        let whole = "\"2024-01-01 10:00:00\",\"Push\",\"Bench\" ,\"1\",\"80\",\"5\",,,"
        let reading = strong(sloppy, whole, blank, whole)
        let reason = "a value has text after its closing quote"
        #expect(reading.skipped == ["2: \(reason)", "4: \(reason)"])
        #expect(reading.sets.map(\.line) == [3, 5])
    }

    /// Each row begins a workout, and is left out itself.
    @Test func rowsThatOnlyBegin() {
        let rows = (0..<10_002).map { "2024-01-01 10:00:00,\($0 % 2),Bench,1,80," }
        let text = (["Date,Workout Name,Exercise Name,Set Order,kg,Reps"] + rows)
            .joined(separator: "\n")
        #expect(Reading(text).error?.line == 10_002)
    }

    /// Five exercises in turn, eleven times, are five exercises of the workout.
    @Test func exercisesInTurn() {
        let rows = (0..<55).map { "2024-01-01 10:00:00,Push,Exercise \($0 % 5),1,80,5" }
        let text = (["Date,Workout Name,Exercise Name,Set Order,kg,Reps"] + rows)
            .joined(separator: "\n")
        #expect(Reading(text).skipped == [] && Reading(text).sets.count == 55)
    }

    /// Two names in the file are two exercises, however small the difference.
    @Test func blanksTellNamesApart() {
        let reading = strong(
            Self.start + "1,80,5,,,", "2024-01-01 10:00:00,Push,Bench ,1,60,5,,,")
        #expect(reading.workouts.first?.exercises.map(\.name) == ["Bench", "Bench "])
        #expect(reading.workouts.first?.exercises.map(\.cleanName) == ["Bench", "Bench"])
    }

    @Test func aRestBelongsToTheSetBeforeIt() {
        let reading = strong(
            Self.start + "Rest Timer,,,,60,", Self.start + "1,80,5,,,",
            Self.start + "Rest Timer,,,,60,", Self.start + "Rest Timer,,,,90,",
            Self.start + "2,80,0,,,", Self.start + "Rest Timer,,,,70,", Self.start + "3,80,5,,,",
            Self.start + "Rest Timer,,,,,",
            "2024-01-02 10:00:00,Pull,Row,Rest Timer,,,,60,")
        #expect(
            reading.skipped == [
                "2: the rest has no set before it", "5: the rest has no set before it",
                "6: the set has no reps, no time and no distance",
                "7: the rest has no set before it", "9: the rest has no seconds",
                "10: the rest has no set before it",
            ])
        #expect(reading.sets.map(\.restMs) == [60_000, nil])
        #expect(reading.findings.rests == 1)
    }

    @Test func tooManySets() {
        let rows = (1...501).map { "2024-01-01 10:00:00,Push,Bench,\($0),80,5" }
        let text = (["Date,Workout Name,Exercise Name,Set Order,kg,Reps"] + rows)
            .joined(separator: "\n")
        let reading = Reading(text)
        #expect(reading.sets.count == 500)
        #expect(reading.skipped == ["502: a workout can have at most 500 sets"])
        let many = (1...51).map { "2024-01-01 10:00:00,Push,Exercise \($0),1,80,5" }
        #expect(
            Reading(
                (["Date,Workout Name,Exercise Name,Set Order,kg,Reps"] + many)
                    .joined(separator: "\n")
            ).skipped == ["52: a workout can have at most 50 exercises"])
    }

    @Test func textsOutOfMeasure() {
        let long = String(repeating: "é", count: 201)
        let header = "Date,Workout Name,Exercise Name,Set Order,Reps,Notes,Workout Notes\n"
        let note = String(repeating: "💪", count: 4001)
        let reading = Reading(
            header + "2024-01-01 10:00:00,\(long),Bench,1,5,\(note),a\u{7}b\n"
                + "2024-01-01 10:00:00,\(long),\(long),1,5,,\n")
        #expect(reading.workouts.first?.name.count == 200)
        #expect(reading.sets.first?.note?.count == 4000)
        #expect(reading.workouts.first?.note == "a b")
        #expect(
            reading.warnings == [
                "2: the workout's name was cut to 200 characters",
                "2: control characters in a note were replaced with spaces",
                "2: a note was cut to 4000 characters",
            ])
        #expect(reading.skipped == ["3: the exercise's name is longer than 200 characters"])
    }

    @Test func unitsAreNeverGuessed() {
        let header =
            "Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,Distance,Distance Unit\n"
        let start = "2024-01-01 10:00:00,Push,Bench,1,"
        #expect(Reading(header + start + "80,,5,,").needsUnit)
        #expect(!Reading(header + start + "0,,5,,").needsUnit)
        #expect(!Reading(header + start + "80,lbs,5,,").needsUnit)
        #expect(Reading(header + start + ",,5,3,").needsDistanceUnit)
        #expect(
            Reading(header + start + "80,st,5,,").skipped
                == ["2: column Weight Unit: 'st' isn't a unit of weight: kg or lb"])
        let furlongs = Reading(header + start + ",,5,3,furlongs")
        #expect(furlongs.skipped == [] && !furlongs.needsDistanceUnit)
        #expect(
            furlongs.warnings == [
                "2: column Distance Unit: 'furlongs' isn't a unit of distance: m, km, mi or ft; "
                    + "the set was imported without it"
            ])
    }
}
