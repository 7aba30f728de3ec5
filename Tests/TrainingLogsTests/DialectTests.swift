import Testing
import TrackerCore
import TrainingLogs

/// Each dialect of each program, by a small file with its peculiarities.
struct DialectTests {
    @Test func strongWithoutUnits() {
        expect(
            "strong-ios.csv", .strong, needsUnit: true,
            """
            2: 2023-03-06T18:02:11 + 3900 s Push, heavy «Slept badly.⏎Shoulder "clicks" again»
              Bench Press (Barbell)
                2: warmup, 10 reps, 20.0 ?
                4: working, 5 reps, 82.5 ?, @8.5 «paused»
                6: working, 5 reps, 82.5 ?, @9.0
                8: drop, 8 reps, 60.0 ?
              Plank
                10: working, 0.0 ?, 60.0 s
            12: 2023-03-08T07:10:00 + 11 s Legs
              Squat (Barbell)
                12: failure, 3 reps, 100.0 ?, @10.0

            """)
    }

    /// A weight of zero needs no unit; a blank weight is no weight.
    @Test func strongWithoutNotes() {
        expect(
            "strong-short.csv", .strong, needsDistanceUnit: true,
            """
            2: 2024-01-02T06:30:00 + 950460 s Run
              Running (Treadmill)
                2: working, 0.0 ?, 1800.0 s, 5.2 far
              Pull Up
                3: working, 12 reps

            """)
    }

    @Test func strongWithUnitsInEachRow() {
        expect(
            "strong-android.csv", .strong,
            """
            2: 2022-01-05T07:10:33 + 3120 s Full Body
              Deadlift (Barbell)
                2: working, 5 reps, 140.5 kg, @7.5
                3: working, 3 reps, 315.0 lb «belt; chalk»
              Pull Up
                4: working, 8 reps
              Rowing (Machine)
                5: working, 465.0 s, 2000.0 m

            """)
    }

    /// The number distinguishes two workouts with the same beginning and name.
    @Test func strongWithRestsAndNotes() {
        expect(
            "strong-latest.csv", .strong, rests: 2,
            warnings: ["8: another workout in the file begins at the same time"],
            """
            2: 2024-05-01T17:31:05 + 3900 s Day A
              Squat (Barbell) «Knees out»
                3: warmup, 5 reps, 20.0 kg, rest 60000 ms
                5: working, 5 reps, 6.80388555 kg, @8.5, rest 180000 ms
                7: working, 5 reps, 6.80388555 kg
            8: 2024-05-01T17:31:05 + 600 s Day A «again»
              Farmer's Walk
                8: working, 40.0 kg, 50.0 m

            """)
    }

    @Test func strongOfOld() {
        expect(
            "strong-old.csv", .strong,
            """
            2: 2015-06-01T12:00:00 Morning
              Bench Press
                2: working, 8 reps, 60.0 kg
              Running
                3: working, 1200.0 s, 3500.0 m «windy»

            """)
    }

    /// The same exercise comes again later, outside of the superset, with no weight on the stack.
    @Test func hevy() {
        expect(
            "hevy.csv", .hevy,
            """
            2: 2025-09-15T07:48:00 + 3840 s Pull 💪 «Good one⏎Really»
              Lat Pulldown (Cable) [0] «slow⏎full stretch»
                2: warmup, 12 reps, 30.0 kg
                3: working, 10 reps, 55.0 kg, @8.5
              Face Pull [0]
                4: working, 15 reps, 20.0 kg
              Pull Up
                5: failure, 11 reps, @10.0
                6: drop, 5 reps
              Lat Pulldown (Cable)
                7: working, 20 reps, 0.0 kg
            8: 2025-09-03T18:00:00 + 1860 s Run
              Running
                8: working, 1800.0 s, 5200.0 m

            """)
    }

    @Test func hevyInPoundsAndAmericanTimes() {
        expect(
            "hevy-pounds.csv", .hevy,
            """
            2: 2025-09-15T19:48:00 + 3840 s Legs
              Squat (Barbell)
                2: working, 5 reps, 225.0 lb
                3: working, 5 reps, 225.0 lb
            4: 2025-09-05T00:05:00 + 1800 s Walk
              Walking
                4: working, 1800.0 s, 2414.016 m

            """)
    }

    @Test func fitNotes() {
        expect(
            "fitnotes.csv", .fitnotes,
            warnings: ["2: the file has no times of day: workouts are put at 12:00"],
            """
            2: 2021-11-20T12:00:00 Workout
              Flat Barbell Bench Press {Chest}
                2: working, 8 reps, 60.0 kg
                3: working, 8 reps, 60.0 kg «easy, go up»
              Cycling {Cardio}
                4: working, 1890.0 s, 12000.0 m
              Flat Barbell Bench Press {Chest}
                5: working, 6 reps, 135.0 lb
            6: 2021-11-22T12:00:00 Workout
              Plank {Abs}
                6: working, 90.0 s

            """)
    }

    /// A negative weight is assistance.
    @Test func fitNotesOfOld() {
        expect(
            "fitnotes-old.csv", .fitnotes,
            warnings: ["2: the file has no times of day: workouts are put at 12:00"],
            """
            2: 2017-02-03T12:00:00 Workout
              Deadlift {Back}
                2: working, 5 reps, 225.0 lb
              Assisted Dip {Triceps}
                3: working, 8 reps, -40.0 lb
              Running {Cardio}
                4: working, 0.0 lb, 1440.0 s, 4828.032 m

            """)
    }

    /// FitNotes on iOS has a column for each unit of loads.
    @Test func fitNotesOnIOS() {
        expect(
            "fitnotes-ios.csv", .fitnotes,
            warnings: [
                "1: the column Kind is ignored",
                "2: the file has no times of day: workouts are put at 12:00",
            ],
            """
            2: 2024-03-07T12:00:00 Workout
              Deadlift {Back}
                2: working, 5 reps, 140.0 kg «belt»
                3: working, 3 reps, 315.0 lb
            4: 2024-03-09T12:00:00 Workout
              Running {Cardio}
                4: working, 1570.0 s, 5000.0 m

            """)
    }

    @Test func ourOwn() {
        let reading = Reading(file: "trackerd.json")
        #expect(reading.error == nil)
        #expect(reading.format == .trackerd)
        #expect(reading.rows.map(\.table) == ["exercise", "exercise", "workout"])
        #expect(reading.rows.map(\.line) == [3, 4, 9])
        #expect(reading.rows[1].json == #"{"id":"bbbbbbbbbbbb","name":"Squat é 💪"}"#)
    }

    /// A file read in pieces gives the same as the whole, wherever it is cut.
    @Test(arguments: Reading.names) func inPieces(_ file: String) {
        let bytes = Reading.bytes(file)
        let whole = Reading(pieces: [bytes[...]])
        #expect(!whole.items.isEmpty)
        #expect(Reading(pieces: bytes.indices.map { bytes[$0...$0] }) == whole)
        for cut in stride(from: 0, through: bytes.count, by: 7) {
            #expect(Reading(pieces: [bytes[..<cut], bytes[cut...]]) == whole)
        }
    }

    /// Line ends, the byte order mark and needless quotes change nothing.
    @Test(arguments: Reading.names.filter { $0.hasSuffix(".csv") && $0 != "strong-old.csv" })
    func habits(_ file: String) {
        let bytes = Reading.bytes(file)
        let whole = Reading(pieces: [bytes[...]])
        let windows = bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
        #expect(Reading(pieces: [windows[...]]) == whole)
        let marked =
            bytes.starts(with: [0xef]) ? Array(bytes.dropFirst(3)) : [0xef, 0xbb, 0xbf] + bytes
        #expect(Reading(pieces: [marked[...]]) == whole)
        #expect(Reading(pieces: [bytes[...], [0x0a, 0x0a, 0x0d, 0x0a]]) == whole)
        #expect(Reading(pieces: [bytes.dropLast()]) == whole)
    }
}
