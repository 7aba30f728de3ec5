import Testing
import TrackerCore
import TrainingLogs

/// Spreadsheets of one's own, in the many ways in which people write them.
struct SheetTests {
    /// The sets of a file of one row, as `5 60.0kg 90.0s 5000.0m`, with `-` for what is missing.
    private func sets(_ reading: Reading) -> [String] {
        reading.sets.map { set in
            let load = set.load.map { "\($0.value)\($0.unit?.rawValue ?? "?")" } ?? "-"
            var distance = "-"
            if case .metres(let metres) = set.distance { distance = "\(metres)m" }
            return "\(set.reps.map { "\($0)" } ?? "-") \(load) "
                + "\(set.seconds.map { "\($0)s" } ?? "-") \(distance)"
        }
    }

    @Test(arguments: [
        "Weight in kg", "Weight [kg]", "Weight/kg", "Weight / kg", "weight_kg", "kg",
        "Weight (kilograms)",
    ])
    func unitsInNames(_ name: String) {
        let reading = Reading("Date,Exercise,Reps,\(name)\n2024-01-02,Bench,5,60\n")
        #expect(sets(reading) == ["5 60.0kg - -"])
    }

    @Test func aColumnForEachUnit() {
        let reading = Reading(
            "Date,Exercise,Reps,weight (kg),weight (lb)\n2024-01-02,Bench,5,,225\n"
                + "2024-01-02,Bench,5,60,\n")
        #expect(sets(reading) == ["5 225.0lb - -", "5 60.0kg - -"] && reading.warnings.count == 1)
    }

    @Test(arguments: [
        ("Date,Exercise,Distance (km),Duration", "2024-01-02,Run,5,25:00", "12:00:00"),
        ("Date,Exercise,Distance (km),Time", "2024-01-02,Run,5,25:00", "12:00:00"),
        ("Date,Time,Exercise,Distance (km)", "2024-01-02,25:00,Run,5", "12:00:00"),
        ("Date,Time,Exercise,Distance (km),Duration", "2024-01-02,18:30,Run,5,25:00", "18:30:00"),
    ])
    func timesBesideDistances(_ head: String, _ row: String, _ start: String) {
        let reading = Reading("\(head)\n\(row)\n")
        #expect(sets(reading) == ["- - 1500.0s 5000.0m"])
        #expect(reading.workouts.map(\.start.timeText) == [start])
    }

    /// Columns that FitNotes doesn't write make it another's file, whose `Time` is the time of day.
    @Test func almostAsFitNotes() {
        let head = "Date,Time,Exercise,Category,Reps,Weight (kg),Sets,RPE\n"
        let reading = Reading(head + "2024-01-02,18:30,Bench,Chest,5,60,3,8\n")
        #expect(reading.format == .csv)
        #expect(sets(reading) == ["5 60.0kg - -", "5 60.0kg - -", "5 60.0kg - -"])
        #expect(reading.workouts.map(\.start.timeText) == ["18:30:00"])
        #expect(Reading(head, format: .fitnotes).format == .fitnotes)
    }

    @Test func timesOfDayInWords() {
        let reading = Reading("Date,Time,Exercise,Reps\n2024-01-02,morning,Bench,5\n")
        #expect(reading.workouts.map(\.start.timeText) == ["12:00:00"])
        #expect(
            reading.warnings.first
                == "2: the time of day 'morning' can't be read, so it was dropped")
    }

    /// trackerd's own table of sets tells assistance in another column.
    @Test func ownTable() {
        let head =
            "exercise_name,workout_name,index,type,reps,load,load_unit,load_mode,at\n"
        let reading = Reading(head + "Pull-ups,Pull,1,working,5,15,kg,assisted,2024-01-02T10:00\n")
        #expect(reading.items.isEmpty)
        #expect(reading.error?.line == 1)
        #expect(reading.error?.message.contains("trackerctl export --what all") == true)
    }

    @Test(
        arguments: [
            ("\"1,000\"", nil), ("\"12,500 kg\"", nil), ("\"82,5\"", "5 82.5kg - -"),
            ("\"0,125\"", "5 0.125kg - -"), ("1.000", "5 1.0kg - -"), ("+20", "5 20.0kg - -"),
            ("BW", "5 - - -"), ("bodyweight", "5 - - -"), ("20 Kg.", "5 20.0kg - -"),
            ("20 kilograms", "5 20.0kg - -"), ("45 pounds", "5 45.0lb - -"),
        ] as [(String, String?)])
    func loads(_ load: String, _ set: String?) {
        let reading = Reading("Date,Exercise,Reps,kg\n2024-01-02,Pull-up,5,\(load)\n")
        #expect(sets(reading) == [set].compactMap(\.self))
        guard set == nil else { return }
        #expect(
            reading.skipped.first?.hasSuffix("can be read two ways: write it without a comma")
                == true)
    }

    @Test func typesOfOtherThings() {
        let reading = Reading(
            "Date,Exercise,Reps,Type\n2024-01-02,Bench,5,Top set\n2024-01-02,Bench,5,warmup\n")
        #expect(reading.sets.map(\.kind) == [.working, .warmup] && reading.skipped == [])
        #expect(
            reading.warnings.contains(
                "2: the set type 'top set' is unknown, so the set is taken as a working set"))
    }

    @Test(
        arguments: [
            ("2", 8), ("0", 10), ("5", 5), ("", nil), ("6", nil), ("1.3", nil),
        ] as [(String, Double?)])
    func repsInReserve(_ rir: String, _ rpe: Double?) {
        let reading = Reading("Date,Exercise,Reps,RIR\n2024-01-02,Bench,5,\(rir)\n")
        #expect(reading.sets.map(\.rpe) == [rpe])
    }

    @Test func blankColumnsAtTheEnd() {
        let reading = Reading(
            "Date,Exercise,Reps\n2024-01-02,Bench,5,,\n2024-01-02,Bench,6,x\n")
        #expect(reading.sets.map(\.reps) == [5])
        #expect(reading.skipped == ["3: the row has 4 columns where the header has 3"])
    }

    // MARK: Workouts

    /// Rows without times of day that are sorted by exercise.
    @Test func sortedByExercise() {
        let reading = Reading(
            """
            Date,Exercise,Reps
            2024-01-02,Bench,5
            2024-01-04,Bench,6
            2024-01-02,Squat,7
            2024-01-04,Squat,8

            """)
        #expect(
            reading.text == """
                2: 2024-01-02T12:00:00 Workout
                  Bench
                    2: working, 5 reps
                  Squat
                    4: working, 7 reps
                3: 2024-01-04T12:00:00 Workout
                  Bench
                    3: working, 6 reps
                  Squat
                    5: working, 8 reps

                """)
        #expect(reading.warnings.count == 1)
    }

    @Test func datesOnFirstRowsAlone() {
        let reading = Reading(
            """
            Date,Exercise,Reps
            ,Bench,4
            2024-01-02,Bench,5
            ,Squat,6
            soon,Bench,7
            ,Squat,8

            """)
        #expect(reading.workouts.count == 1 && reading.sets.map(\.reps) == [5, 6])
        #expect(reading.skipped.count == 3 && reading.skipped.first == "2: the row has no date")
        #expect(
            reading.warnings.last == "4: the row has no date: taken as that of the row before it")
    }

    /// Days are those of the zone, whatever the text says.
    @Test func daysOfInstants() {
        let zone = Zone(offsetSeconds: { _ in 7200 })
        let reading = Reading(
            "Date,Exercise,Reps\n2024-01-01T23:30:00Z,Bench,5\n2024-01-02T10:00:00Z,Bench,6\n",
            zone: zone)
        #expect(reading.workouts.map(\.start.dateText) == ["2024-01-02"])
        #expect(reading.sets.count == 2)
    }

    // MARK: Dates

    private func reading(_ head: String, _ date: String, as word: String = "date") -> String {
        var reader = TrainingLogReader(
            told: [word: "d", "exercise": "e", "reps": "r"], zone: .utc)
        do throws(TrainingLogError) {
            var items = try reader.push(Array("\(head)\n\(date),Bench,5\n".utf8)[...])
            items += try reader.finish()
            guard case .workout(let workout)? = items.first else {
                return reader.findings.skipped.first?.reason ?? ""
            }
            return workout.start.dateText
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        ("03-04-2024", "dmy", "2024-04-03"), ("03-04-2024", "mdy", "2024-03-04"),
        (
            "03-04-2024", "date",
            "the date '03-04-2024' can't be read: call its column dmy if the day comes first, mdy "
                + "if the month does"
        ),
        ("3/4/24", "dmy", "the date '3/4/24' can't be read: years need four digits"),
        ("3/4/24", "date", "the date '3/4/24' can't be read: years need four digits"),
        (
            "soon", "date",
            "the date 'soon' can't be read (it should look like 2025-09-15 07:48:00)"
        ),
    ])
    func dates(_ date: String, _ word: String, _ outcome: String) {
        #expect(reading("d,e,r", date, as: word) == outcome)
    }

    @Test(arguments: ["Day,Date,Exercise,Reps\nPush,", "Date,Exercise,Reps,At\n"])
    func theDateIsTheColumnCalledSo(_ beginning: String) {
        let row = beginning.hasSuffix(",") ? "2024-01-02,Bench,5\n" : "2024-01-02,Bench,5,home\n"
        let reading = Reading(beginning + row)
        #expect(reading.workouts.map(\.start.dateText) == ["2024-01-02"])
    }
}
