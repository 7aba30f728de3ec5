import Testing
import TrackerCore
import TrainingLogs

/// Files of no known program, by their columns' names or as somebody tells them.
struct AnyFileTests {
    private func read(
        _ text: String, told: [String: String]? = nil, known: [[String]: [String: String]] = [:]
    ) -> (reader: TrainingLogReader, items: [TrainingLog.Item], error: TrainingLogError?) {
        var reader = TrainingLogReader(told: told, known: known, zone: .utc)
        do throws(TrainingLogError) {
            var items = try reader.push(Array(text.utf8)[...])
            items += try reader.finish()
            return (reader, items, nil)
        } catch {
            return (reader, [], error)
        }
    }

    private func sets(_ items: [TrainingLog.Item]) -> [String] {
        items.flatMap { item -> [String] in
            guard case .workout(let workout) = item else { return [] }
            return workout.exercises.flatMap { exercise in
                exercise.sets.map { set in
                    let load = set.load.map { "\($0.value)\($0.unit?.rawValue ?? "?")" } ?? ""
                    return "\(workout.start.dateText) \(workout.start.timeText) \(workout.name) "
                        + "\(exercise.name) \(set.kind) \(set.reps ?? 0)x\(load)"
                }
            }
        }
    }

    @Test func aSpreadsheet() {
        let reading = Reading(file: "csv-spreadsheet.csv")
        #expect(reading.error == nil && reading.format == .csv && !reading.needsUnit)
        #expect(reading.findings.rests == 5 && reading.skipped == [])
        #expect(
            reading.warnings == [
                "1: the column Bemerkung is ignored",
                "2: the file has no times of day: workouts are put at 12:00",
            ])
        #expect(
            reading.text == """
                2: 2024-04-01T12:00:00 Workout
                  Kniebeuge
                    2: working, 5 reps, 102.5 kg, @8.0, rest 180000 ms
                    2: working, 5 reps, 102.5 kg, @8.0, rest 180000 ms
                    3: warmup, 5 reps, 60.0 kg
                  Bankdrücken
                    4: working, 8 reps, 70.0 kg, rest 90000 ms
                    4: working, 8 reps, 70.0 kg, rest 90000 ms
                    4: working, 8 reps, 70.0 kg, rest 90000 ms
                5: 2024-04-03T12:00:00 Workout
                  Kreuzheben
                    5: working, 5 reps, 140.0 kg, @9.5

                """)
    }

    /// The head of Liftoff's export in Spanish, whose columns are those of Strong.
    @Test func anExportInSpanish() {
        let done = read(
            "Fecha,Duración,Nombre de Entrenamiento,Nombre del Ejercicio,Orden de las series,Peso,"
                + "Reps,Distancia,Segundos,RPE,Notas\n"
                + "2026-09-01 18:00:00,45m,Empuje,Press banca,1,80,5,0,0,8,bien\n")
        #expect(done.error == nil && done.reader.format == .csv && done.reader.needsUnit)
        #expect(sets(done.items) == ["2026-09-01 18:00:00 Empuje Press banca working 5x80.0?"])
        #expect(
            done.reader.findings.warnings.map(\.reason) == [
                "the column Duración is ignored", "the column Orden de las series is ignored",
            ])
    }

    private static let told = [
        "date": "When", "exercise": "What", "reps": "How often", "load": "Weight (lb)",
    ]

    @Test func asToldOrAsBefore() {
        let text = "What;When;How often;Weight (lb);Mood\nBench;2024-04-01;5;225;good\n"
        let done = read(text, told: Self.told)
        #expect(done.error == nil)
        #expect(sets(done.items) == ["2024-04-01 12:00:00 Workout Bench working 5x225.0lb"])
        #expect(done.reader.toldColumns == Self.told)
        #expect(done.reader.head == ["What", "When", "How often", "Weight (lb)", "Mood"])
        let unknown = read(text)
        #expect(unknown.error?.needsColumns == true && unknown.reader.toldColumns == nil)
        #expect(
            read("Date;What;kg\n").error?.message
                == "the first line ('Date;What;kg') isn't that of a known program, and no column "
                + "has the exercise")
        let again = read(text, known: [done.reader.head ?? []: Self.told])
        #expect(again.items == done.items)
        // Names are found whatever their case.
        let lower = Self.told.mapValues { $0.lowercased() }
        #expect(read(text, told: lower).items == done.items)
    }

    /// What is told counts, even for a file that is known.
    @Test func toldForAKnownFile() {
        let text = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n2024-01-01,A,B,1,80,5\n"
        let told = ["date": "Date", "exercise": "Workout Name", "reps": "Reps"]
        let done = read(text, told: told)
        #expect(done.reader.format == .csv)
        #expect(sets(done.items) == ["2024-01-01 12:00:00 Workout A working 5x"])
    }

    @Test func columnsThatAreNotThere() {
        let done = read("Day,Lift\n", told: ["date": "Day", "exercise": "Lift", "reps": "N"])
        #expect(done.error?.needsColumns == true)
        #expect(
            done.error?.description
                == "line 1: the file doesn't have all of these columns; it has: Day, Lift")
    }

    @Test(
        arguments: [
            (["date": "a", "exercise": "b", "reps": "c"], nil),
            (["dmy": "a", "exercise": "b", "seconds": "c"], nil),
            (["exercise": "b", "reps": "c"], "no column has the date"),
            (
                ["date": "a", "mdy": "d", "exercise": "b", "reps": "c"],
                "only one column can have the date"
            ),
            (["date": "a", "reps": "c"], "no column has the exercise"),
            (["date": "a", "exercise": "b"], "no column has reps, seconds or a distance"),
            (["date": "a", "exercise": "a", "reps": "c"], "one column can't have two meanings"),
        ] as [([String: String], String?)])
    func toldWrongly(_ columns: [String: String], _ fault: String?) {
        #expect(TrainingLog.fault(ofColumns: columns) == fault)
    }

    @Test func aMeaningThatIsNone() {
        let fault = TrainingLog.fault(ofColumns: ["day": "a", "exercise": "b", "reps": "c"])
        #expect(fault?.hasPrefix("'day' isn't a meaning of a column: use date, dmy, mdy") == true)
        #expect(!TrainingLog.columnWords.contains("order"))
    }

    // MARK: Dates

    private func start(_ date: String, as word: String = "date") -> (String?, TrainingLogError?) {
        let told = [word: "d", "exercise": "e", "reps": "r"]
        let done = read("d;e;r\n\(date);Bench;5\n", told: told)
        return (sets(done.items).first.map { String($0.prefix(19)) }, done.error)
    }

    @Test func waysToWriteADate() {
        #expect(start("31.12.2025").0 == "2025-12-31 12:00:00")
        #expect(start("1.2.2025 7:30").0 == "2025-02-01 07:30:00")
        #expect(start("2025/12/31").0 == "2025-12-31 12:00:00")
        #expect(start("2025-12-31T07:30:00Z").0 == "2025-12-31 07:30:00")
        #expect(start("2025-12-31 07:30:00 +0200").0 == "2025-12-31 05:30:00")
        #expect(start("2025-12-31T07:30:00.000-05:30").0 == "2025-12-31 13:00:00")
        #expect(start("03/04/2025", as: "dmy").0 == "2025-04-03 12:00:00")
        #expect(start("03/04/2025", as: "mdy").0 == "2025-03-04 12:00:00")
        #expect(start("31/12/2025", as: "mdy").0 == nil)
        #expect(start("31.13.2025").0 == nil)
    }

    /// Nobody guesses whether the day or the month comes first.
    @Test func aDateThatCanBeReadTwoWays() {
        #expect(
            start("03/04/2025").1?.description
                == "line 2: the date '03/04/2025' can't be read: call its column dmy if the day "
                + "comes first, mdy if the month does")
    }

    /// Rows of one day are one workout, whenever each set was done.
    @Test func rowsOfADay() {
        let told = ["date": "d", "time": "t", "exercise": "e", "reps": "r", "workout": "w"]
        let done = read(
            """
            d,t,w,e,r
            2025-01-02,07:00,A,Bench,5
            2025-01-02,07:10,A,Bench,5
            2025-01-02,18:00,B,Bench,5
            2025-01-03,18:00,B,Bench,5

            """, told: told)
        #expect(
            sets(done.items).map { String($0.prefix(21)) } == [
                "2025-01-02 07:00:00 A", "2025-01-02 07:00:00 A", "2025-01-02 18:00:00 B",
                "2025-01-03 18:00:00 B",
            ])
        let stamped = read(
            "d,e,r\n2025-01-02 07:00,Bench,5\n2025-01-02 07:10,Dip,5\n2025-01-03 07:10,Dip,5\n",
            told: ["date": "d", "exercise": "e", "reps": "r"])
        #expect(stamped.items.count == 2)
    }

    @Test func numbersOfSets() {
        let told = ["date": "d", "exercise": "e", "reps": "r", "sets": "s"]
        let done = read(
            "d,e,r,s\n2025-01-02,Bench,5,3\n2025-01-02,Bench,5,0\n2025-01-02,Bench,5,101\n"
                + "2025-01-02,Bench,5,1.5\n", told: told)
        #expect(sets(done.items).count == 4)
        #expect(
            done.reader.findings.skipped.map(\.reason) == [
                "column s: 101 is out of range, 1 to 100",
                "column s: 1.5 is out of range, 1 to 100",
            ])
    }

    /// A number may have its unit behind it.
    @Test func numbersWithUnits() {
        let done = read(
            "Date,Exercise,Reps,Weight\n2025-01-02,Bench,5 reps,82.5 kg\n2025-01-02,Bench,3x,185lbs\n"
                + "2025-01-02,Bench,3,185lbs\n2025-01-02,Bench,3,6 plates\n")
        #expect(
            sets(done.items) == [
                "2025-01-02 12:00:00 Workout Bench working 5x82.5kg",
                "2025-01-02 12:00:00 Workout Bench working 3x185.0lb",
            ])
        #expect(
            done.reader.findings.skipped.map(\.reason) == [
                "column Reps: '3x' isn't a number",
                "column Weight: 'plates' isn't a unit of weight: kg or lb",
            ])
    }
}
