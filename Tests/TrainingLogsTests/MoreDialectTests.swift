import Testing
import TrackerCore
import TrainingLogs

/// Dialects in other languages, and those of programs whose files aren't a row for each set.
struct MoreDialectTests {
    // MARK: Languages

    @Test func strongInGerman() {
        expect(
            "strong-german.csv", .strong, needsUnit: true, needsDistanceUnit: true,
            """
            2: 2024-02-05T18:03:11 + 3720 s Unterkörper
              Kniebeuge (Langhantel)
                2: warmup, 5 reps, 60.0 ?
                3: working, 5 reps, 102.5 ?, @8.5 «tief; sauber»
                4: drop, 8 reps, 80.0 ?
              Laufband
                5: working, 0.0 ?, 900.0 s, 2.5 far
            6: 2024-02-07T07:30:00 + 2880 s Oberkörper «müde»
              Klimmzug
                6: working, 9 reps, 0.0 ?

            """)
    }

    /// On iOS, the duration has another name.
    @Test func strongInGermanOnIOS() {
        let reading = Reading(
            """
            Datum,Workout-Name,Dauer,Name der Übung,Reihenfolge festlegen,Gewicht,Wiederh.,Entfernung,\
            Sekunden,Notizen,Workout-Notizen,RPE
            2024-02-05 18:03:11,Beine,1h,Kniebeuge,1,100,5,0,0,,,

            """)
        #expect(reading.error == nil && reading.warnings == [])
        #expect(reading.workouts.first?.endMs == 1_707_159_791_000)
    }

    @Test func strongInPortuguese() {
        expect(
            "strong-portuguese.csv", .strong, needsUnit: true,
            """
            2: 2023-05-02T19:10:00 + 3300 s Treino A
              Supino reto (barra)
                2: warmup, 10 reps, 40.0 ?
                3: working, 8 reps, 80.0 ?
                4: failure, 7 reps, 80.0 ?, @9.5
              Prancha
                5: working, 0.0 ?, 45.0 s

            """)
    }

    @Test func hevyWithMonthsOfOtherLanguages() {
        expect(
            "hevy-months.csv", .hevy,
            """
            2: 2025-09-15T07:48:00 + 3600 s Piernas
              Squat (Barbell)
                2: working, 5 reps, 100.0 kg, @8.0
            3: 2025-09-18T17:31:00 + 2940 s Jambes
              Squat (Barbell)
                3: working, 5 reps, 102.5 kg
            4: 2025-12-03T18:00:00 + 3600 s Beine
              Squat (Barbell)
                4: working, 5 reps, 105.0 kg

            """)
    }

    /// Each month by its names in each language.
    @Test(arguments: [
        ("15 Jan 2025", 1), ("15 janv. 2025", 1), ("15 ene 2025", 1), ("15 gen 2025", 1),
        ("15 janeiro 2025", 1), ("15. Januar 2025", 1), ("15 1月 2025", 1), ("15 févr. 2025", 2),
        ("15 fev. 2025", 2), ("15 febbraio 2025", 2), ("15 März 2025", 3), ("15 mars 2025", 3),
        ("15 março 2025", 3), ("15 abr 2025", 4), ("15 avr. 2025", 4), ("15 Mai 2025", 5),
        ("15 mag 2025", 5), ("15 mayo 2025", 5), ("15 juin 2025", 6), ("15 giu 2025", 6),
        ("15 juil. 2025", 7), ("15 lug 2025", 7), ("15 août 2025", 8), ("15 ago 2025", 8),
        ("15 set 2025", 9), ("15 sept. 2025", 9), ("15 de set. de 2025", 9), ("15 Okt 2025", 10),
        ("15 ott 2025", 10), ("15 out 2025", 10), ("15 nov. 2025", 11), ("15 déc. 2025", 12),
        ("15 Dez. 2025", 12), ("15 dic 2025", 12), ("15 12月 2025", 12),
    ])
    func months(_ date: String, _ month: Int) {
        let reading = Reading(
            "title,start_time,exercise_title,set_type,reps\nA,\"\(date), 07:48\",Bench,normal,5\n")
        #expect(reading.error == nil)
        #expect(reading.workouts.first?.start.month == month)
        #expect(reading.workouts.first?.start.day == 15)
    }

    // MARK: Programs

    /// Commas in a note aren't quoted there, and times have their zone.
    @Test func fitbod() {
        expect(
            "fitbod-gym.csv", .fitbod,
            warnings: [
                "1: the column Incline is ignored", "1: the column Resistance is ignored",
            ],
            """
            2: 2021-12-27T10:02:51 Workout
              Dumbbell Bench Press
                2: warmup, 10 reps, 15.0 kg
                3: working, 8 reps, 22.6796185 kg «slow, no bounce»
              Plank
                4: working, 0.0 kg, 60.0 s
            5: 2022-01-04T04:30:00 Workout
              Running
                5: working, 0.0 kg, 1500.0 s, 5000.0 m

            """)
    }

    /// A workout lasts until its last set was done.
    @Test func liftosaur() {
        expect(
            "liftosaur-history.csv", .liftosaur,
            """
            2: 2025-03-01T10:00:00 + 1530 s Workout A
              Squat, Barbell «knees out»
                2: warmup, 5 reps, 60.0 kg
                3: working, 5 reps, 102.5 kg, @8.5
              Pull Up
                4: working, 9 reps, 0.0 kg
            5: 2025-03-03T17:30:00 + 360 s Workout B
              Bench Press, Barbell
                5: working, 5 reps, 185.0 lb

            """)
        expect(
            "liftosaur-old.csv", .liftosaur,
            """
            2: 2023-06-02T06:00:00 + 1200 s Week 1
              Deadlift, Barbell
                2: working, 7 reps, 300.0 lb, @9.0

            """)
    }

    /// A workout without a session has a date alone.
    @Test func jefit() {
        expect(
            "jefit-backup.csv", .jefit, needsUnit: true,
            warnings: ["22: the file has no times of day: workouts are put at 12:00"],
            """
            20: 2024-02-04T16:00:00 + 3600 s Workout
              Barbell Bench Press
                20: working, 10 reps, 60.0 ?
                20: working, 8 reps, 65.0 ?
                20: working, 8 reps, 65.0 ?
              Pull Up
                21: working, 12 reps, 0.0 ?
            22: 2024-02-08T12:00:00 Workout
              Barbell Squat
                22: working, 5 reps, 100.5 ?
                22: working, 5 reps, 100.5 ?

            """)
    }

    @Test func jefitLeavesOutWhatIsNoSet() {
        let reading = Reading(
            """
            ### EXERCISE LOGS ###
            logs,mydate,ename,belongsession
            60x10,2024-02-04,Bench,1
            "60x10,soon",2024-02-04,Bench,1
            ,2024-02-04,Bench,1
            60xten,2024-02-04,Bench,1
            60x10,2024-02-04,Bench

            """)
        #expect(reading.sets.count == 1)
        #expect(
            reading.skipped == [
                "4: column logs: 'soon' isn't a set such as 60x10", "5: the row has no sets",
                "6: column logs: 'ten' isn't a number",
                "7: the row has 3 columns where the header has 4",
            ])
    }

    /// Reps or a time are in one column, loads or a distance in another, all with their units.
    @Test func gymBook() {
        expect(
            "gymbook-german.csv", .gymbook,
            """
            2: 2022-03-05T17:30:00 Push
              Bench Press
                2: warmup, 10 reps, 40.0 kg
                3: working, 8 reps, 62.5 kg «gut»
              Plank
                4: working, 45.0 s
            5: 2022-03-07T08:00:00 Laufen
              Running
                5: working, 1510.0 s, 5000.0 m

            """)
    }

    @Test func gymBookLeavesOutWhatWasNotDone() {
        let head = "Datum;Übung;Wiederholungen / Zeit;Gewicht / Strecke;Ausgelassen\n"
        let rows = [
            "05.03.2022;Bench;8 Wiederholungen;60,0 kg;Ja",
            "05.03.2022;Bench;8 Runden;60,0 kg;Nein",
            "05.03.2022;Bench;8 Wiederholungen;60,0 st;Nein",
        ]
        #expect(
            Reading(head + rows.joined(separator: "\n")).skipped == [
                "2: the set wasn't done",
                "3: column Wiederholungen / Zeit: '8 Runden' isn't a number",
                "4: column Gewicht / Strecke: 'st' isn't a unit of weight: kg or lb",
            ])
    }

    @Test func fitNotesBodyTracker() {
        let reading = Reading(file: "fitnotes-body.txt")
        #expect(reading.error == nil && reading.format == .fitnotes)
        #expect(reading.skipped == [])
        #expect(reading.warnings == ["3: the comment was dropped: measurements have none"])
        let measured = reading.items.map { item in
            guard case .measurement(let found) = item else { return "" }
            let time = Zone.utc.text(ofMs: found.atMs).prefix(19)
            return
                "\(found.line): \(time) \(found.what) \(found.value)\(found.unit?.rawValue ?? "")"
        }
        #expect(
            measured == [
                "2: 2024-01-10T07:00:00 weight 82.0kg", "3: 2024-01-11T07:05:00 weight 81.5kg",
                "4: 2024-01-11T07:10:00 Body Fat 18.5%", "5: 2024-02-01T07:00:00 Waist 84.5cm",
            ])
    }

    @Test func measurementsThatAreNone() {
        let head = "Date,Time,Measurement,Value,Unit,Comment\n"
        let rows = [
            "2024-01-10,07:00:00,,82,kg,", "2024-01-10,07:00:00,Chest,,cm,",
            "2024-01-10,07:00:00,Chest,wide,cm,", "2024-01-10,07:00:00,Chest,100,ells,",
            ",07:00:00,Chest,100,cm,",
        ]
        #expect(
            Reading(head + rows.joined(separator: "\n")).skipped == [
                "2: the row has no measurement", "3: the row has no value",
                "4: column Value: 'wide' isn't a number",
                "5: column Unit: 'ells' isn't a unit of measurements: kg, lb, cm, in, % or bpm",
                "6: the row has no date",
            ])
    }

    // MARK: Columns of all programs

    /// Columns for rests, supersets and drop sets are read wherever they come up.
    @Test func restsSupersetsAndDrops() {
        let reading = Reading(
            """
            Date,Exercise,Category,Weight (kg),Reps,Superset,Rest,Drop Set,Set Type
            2024-03-07,Curl,Arms,20,10,A,90,,warmup
            2024-03-07,Dip,Arms,,8,A,1:30,,
            2024-03-07,Curl,Arms,15,6,A,,yes,
            2024-03-07,Curl,Arms,15,6,A,long,,

            """)
        #expect(
            reading.text == """
                2: 2024-03-07T12:00:00 Workout
                  Curl {Arms} [A]
                    2: warmup, 10 reps, 20.0 kg, rest 90000 ms
                  Dip {Arms} [A]
                    3: working, 8 reps, rest 90000 ms
                  Curl {Arms} [A]
                    4: drop, 6 reps, 15.0 kg
                    5: working, 6 reps, 15.0 kg

                """)
        #expect(reading.findings.rests == 2)
        #expect(reading.warnings.last == "5: column Rest: 'long' isn't a rest, so it was dropped")
    }
}
