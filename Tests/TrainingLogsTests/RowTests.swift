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
        #expect(skipped("1,80,-5,,,") == ["2: reps -5 is out of range: at most 10000"])
        #expect(skipped("1,80,10001,,,") == ["2: reps 10001 is out of range: at most 10000"])
        #expect(skipped("1,80,0.5,,,") == ["2: reps 0.5 is less than one"])
        #expect(skipped("1,80,five,,,") == ["2: reps 'five' is no number"])
        #expect(skipped("1,1e5,5,,,") == ["2: weight '1e5' is no number"])
        #expect(skipped("1,10001,5,,,") == ["2: weight 10001 is out of range: at most 10000"])
        #expect(skipped("1,\"1,234.5\",5,,,") == ["2: weight '1,234.5' is no number"])
        #expect(
            skipped("1,,,,90000,")
                == ["2: the time of 90000 s is out of range: at most 24 hours"])
        #expect(skipped("1,,,,soon,") == ["2: the time 'soon' is none such as 90 or 0:01:30"])
        #expect(
            skipped("X,80,5,,,")
                == ["2: the set order 'X' is unknown: a number, W, D, F, Rest Timer or Note"])
    }

    @Test func valuesThatAreCorrected() {
        #expect(warnings("1,80,5.5,,,") == ["2: reps 5.5 was taken as 5: reps are whole"])
        #expect(warnings("1,80,5,,,7.3") == ["2: RPE 7.3 was taken as 7.5: it goes by halves"])
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
                "5: text stands between a closing quote and the end of its value",
                "6: the row has no date", "7: the row names no exercise",
                "8: the date '2024-13-01 10:00:00' is none such as 2025-09-15 07:48:00",
            ])
        #expect(reading.workouts.count == 1)
        #expect(reading.sets.map(\.line) == [2, 9])
    }

    /// A blank name couldn't be seen afterwards.
    @Test func blankNamesAreNone() {
        let reading = strong(
            "2024-01-01 10:00:00,\u{200b},Bench\u{200b},1,80,5,,,",
            "2024-01-01 10:00:00,\u{200b},\u{a0}\u{200b},2,80,5,,,")
        #expect(reading.skipped == ["3: the row names no exercise"])
        #expect(reading.workouts.map(\.name) == ["Workout"])
        #expect(reading.workouts.first?.exercises.map(\.cleanName) == ["Bench"])
    }

    /// Bare quotes within quotes cost their own row and no other.
    @Test func quotesWithinQuotes() {
        let sloppy = "\"2024-01-01 10:00:00\",\"Push\",\"12\" bench\",\"1\",\"80\",\"5\",,,"
        let blank = "\"2024-01-01 10:00:00\",\"Push\",\"a\" \"b\",\"1\",\"80\",\"5\",,,"
        let whole = "\"2024-01-01 10:00:00\",\"Push\",\"Bench\" ,\"1\",\"80\",\"5\",,,"
        let reading = strong(sloppy, whole, blank, whole)
        let reason = "text stands between a closing quote and the end of its value"
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

    @Test func rowsThatAreTheSameAreAllSets() {
        let reading = strong(Self.start + "1,80,5,,,", Self.start + "1,80,5,,,")
        #expect(reading.sets.count == 2)
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
        #expect(reading.skipped == ["502: a workout has at most 500 sets"])
        let many = (1...51).map { "2024-01-01 10:00:00,Push,Exercise \($0),1,80,5" }
        #expect(
            Reading(
                (["Date,Workout Name,Exercise Name,Set Order,kg,Reps"] + many)
                    .joined(separator: "\n")
            ).skipped == ["52: a workout has at most 50 exercises"])
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
                "2: control characters in a note were replaced by blanks",
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
                == ["2: the unit of weight 'st' is unknown: kg or lb"])
        #expect(
            Reading(header + start + ",,5,3,furlongs").skipped
                == ["2: the unit of distance 'furlongs' is unknown: m, km, mi or ft"])
    }

    @Test func columnsThatMeanNothing() {
        let reading = Reading(
            "Date,Workout Name,Exercise Name,Set Order,kg,Reps,Mood\n"
                + "2024-01-01 10:00:00,Push,Bench,1,80,5,good\n")
        #expect(reading.warnings == ["1: the column Mood isn't read"])
        #expect(reading.sets.count == 1)
    }
}
