import Testing
import TrackerCore
import TrainingLogs

/// Files that can't be read at all, and times that are difficult because of clocks or languages.
struct FileTests {
    private static let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
    private static let row = "2024-01-01 10:00:00,Push,Bench,1,80,5\n"

    private func error(_ text: String, format: TrainingLog.Format? = nil) -> String? {
        Reading(text, format: format).error.map { "\($0)" }
    }

    private func error(_ bytes: [UInt8]) -> String? {
        Reading(pieces: [bytes[...]]).error.map { "\($0)" }
    }

    // MARK: No training log

    @Test func nothing() {
        #expect(error("") == "the file is empty")
        #expect(error("\n \n\r\n") == "the file is empty")
        #expect(error([0xef, 0xbb, 0xbf]) == "the file is empty")
    }

    /// Somebody who hasn't trained yet has an export, too.
    @Test func aHeaderAlone() {
        let reading = Reading(Self.header)
        #expect(reading.error == nil)
        #expect(reading.format == .strong)
        #expect(reading.workouts == [])
        #expect(Reading(String(Self.header.dropLast())) == reading)
    }

    @Test func anotherProgram() {
        #expect(
            error("Name,When,What\na,b,c\n")
                == "line 1: the first line ('Name,When,What') isn't that of a known program, and "
                + "no column has the date")
        #expect(
            error(Self.header + Self.row, format: .hevy)
                == "line 1: the first line ('Date,Workout Name,Exercise Name,Set Order,kg,Reps') "
                + "isn't that of Hevy: export the file again")
        #expect(
            error(Self.header, format: .trackerd)
                == "line 1: this isn't JSON as trackerd exports it")
        #expect(error("{}", format: .strong) == "this is JSON, not a file from Strong")
        let long = String(repeating: "a", count: 20_000)
        #expect(
            error(long)
                == "line 1: the first line isn't that of a known program"
        )
    }

    @Test func anotherSeparator() {
        let advice = "save the file with commas or semicolons"
        let tabs = Reading((Self.header + Self.row).replacing(",", with: "\t"))
        #expect(tabs.items == Reading(Self.header + Self.row).items && tabs.sets.count == 1)
        let bars = (Self.header + Self.row).replacing(",", with: "|")
        #expect(error(bars) == "line 1: the columns are separated by bars: \(advice)")
        // The rows have another delimiter than the header.
        let mixed = Reading(Self.header + Self.row.replacing(",", with: ";"))
        #expect(mixed.skipped == ["2: the row has 1 column where the header has 6"])
    }

    @Test func anotherEncoding() {
        let utf16 = "this is UTF-16: save the file as UTF-8"
        #expect(error([0xff, 0xfe] + Self.header.utf16.flatMap { [UInt8($0 & 255), 0] }) == utf16)
        #expect(error([0xfe, 0xff] + Self.header.utf16.flatMap { [0, UInt8($0 & 255)] }) == utf16)
        #expect(
            error(Self.header.utf16.flatMap { [UInt8($0 & 255), 0] })
                == "this isn't text, or it is in UTF-16: export it again, or save it as UTF-8")
        let latin =
            Array(Self.header.utf8) + Array(Self.row.utf8)
            + Array("2024-01-01 10:00:00,Push,".utf8) + [0xdc] + Array("bung,1,80,5\n".utf8)
        #expect(error(latin) == "line 3: this isn't UTF-8: save the file as UTF-8")
    }

    @Test func noText() {
        let picture: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]
        #expect(error(picture)?.contains("isn't UTF-8") == true)
        #expect(error([0x50, 0x4b, 0x03, 0x04, 0x00])?.contains("this isn't text") == true)
    }

    // MARK: Cut off, or without measure

    @Test func cutOff() {
        #expect(
            error(Self.header + Self.row + "2024-01-02 10:00:00,\"Pu")
                == "line 3: the quotes that begin here are never closed: the file was cut off")
        let reading = Reading(Self.header + Self.row + "2024-01-02 10:00:00,Pu")
        #expect(
            reading.skipped
                == ["3: the row has 2 columns where the header has 6: the file was cut off here"])
        #expect(reading.sets.count == 1)
    }

    @Test func rowsWithoutMeasure() {
        let endless = "2024-01-02 10:00:00,\"Pull," + String(repeating: "x\n", count: 140_000)
        #expect(
            error(Self.header + Self.row + endless)
                == "line 3: the row is longer than 256 KiB; the quotes that begin on line 3 may not be "
                + "closed")
        #expect(
            error(Self.header + String(repeating: ",", count: 64))
                == "line 2: the row has more than 64 columns")
        let broken = String(repeating: "x\n", count: 10_001)
        #expect(
            error(Self.header + broken)
                == "line 10002: more than 10000 rows can't be read, the first on line 2: the row has 1 "
                + "column where the header has 6")
    }

    @Test func warningsWithoutMeasure() {
        let rows = (1...10_010).map { "2024-01-01 10:00:00,\($0),Bench,1,80,5.5\n" }.joined()
        let findings = Reading(Self.header + rows).findings
        // Every second row belongs to a workout that begins at the same time as the one before.
        #expect(findings.warnings.count == 10_000)
        #expect(findings.moreWarnings == 10_010 + 10_009 - 10_000)
    }

    @Test func afterAnErrorThereIsNothing() throws {
        var reader = TrainingLogReader(zone: .utc)
        #expect(throws: TrainingLogError.self) { try reader.push([0]) }
        #expect(throws: TrainingLogError.self) { try reader.push(Array(Self.header.utf8)[...]) }
        #expect(throws: TrainingLogError.self) { try reader.finish() }
    }

    // MARK: Times

    private func hevy(_ start: String, _ end: String = "", zone: Zone = .utc) -> Reading {
        Reading(
            "title,start_time,end_time,exercise_title,set_type,reps\n"
                + "Push,\"\(start)\",\"\(end)\",Bench,normal,5\n", zone: zone)
    }

    private func start(_ text: String) -> String? {
        hevy(text).workouts.first.map { String(Zone.utc.text(ofMs: $0.startMs).prefix(19)) }
    }

    @Test func waysToWriteATime() {
        #expect(start("15 Sep 2025, 07:48") == "2025-09-15T07:48:00")
        #expect(start("5 September 2025, 7:48") == "2025-09-05T07:48:00")
        #expect(start("Sep 5, 2025, 7:48 AM") == "2025-09-05T07:48:00")
        #expect(start("Sep 5, 2025, 12:48\u{202f}AM") == "2025-09-05T00:48:00")
        #expect(start("Sep 5, 2025, 12:48 pm") == "2025-09-05T12:48:00")
        #expect(start("2025-09-05 07:48:03") == "2025-09-05T07:48:03")
        #expect(start("2025-09-05T07:48") == "2025-09-05T07:48:00")
        #expect(start("2025-09-05 07:48:03+02:00") == "2025-09-05T05:48:03")
        for bad in [
            "31 Feb 2025, 07:48", "15 Sep 25, 07:48", "15 Sep 2025, 24:00", "Sep 5, 2025, 13:00 PM",
            "2025-9", "yesterday", "15/09/2025 07:48", "2025-09-05 07:48:03+25:00",
            "9223372036854775807 Sep 2025, 07:48", "15 Sep 9223372036854775807, 07:48",
            "2025-09-9223372036854775807", "2025-09-15 9223372036854775807:00", "-2025-09-15",
        ] {
            #expect(hevy(bad).skipped.count == 1, "\(bad)")
            #expect(hevy(bad).error == nil, "\(bad)")
        }
    }

    /// Half of the months have the same names in two languages, so that a part of the file could be read.
    @Test func monthsInAnUnknownLanguage() {
        let advice = "isn't known: set the app to English and export again"
        #expect(
            hevy("15 maj 2025, 07:48").error?.description == "line 2: the month 'maj' \(advice)")
        #expect(
            hevy("15 Sep 2025, 07:48", "15 сен. 2025, 08:48").error?.description
                == "line 2: the month 'сен.' \(advice)")
    }

    /// A zone whose clock leaps an hour ahead at 02:00 UTC on the day of the test.
    private static let leaping = Zone { $0 >= 1_757_901_600 ? 3600 : 0 }

    @Test func aTimeThatTheClockLeaptOver() {
        let reading = hevy("15 Sep 2025, 02:30", "15 Sep 2025, 04:00", zone: Self.leaping)
        #expect(
            reading.warnings
                == ["2: the clock skipped 02:30:00 on 2025-09-15: taken as 03:30:00"])
        #expect(reading.workouts.first?.startMs == 1_757_903_400_000)
        #expect(reading.workouts.first?.endMs == 1_757_905_200_000)
    }

    /// A zone whose clock goes back an hour at 03:00 summer time, which is 01:00 UTC.
    private static let goingBack = Zone { $0 >= 1_761_440_400 ? 3600 : 7200 }

    @Test func anEndInTheHourThatComesTwice() {
        let reading = hevy("26 Oct 2025, 02:50", "26 Oct 2025, 02:10", zone: Self.goingBack)
        #expect(reading.warnings == [])
        let workout = reading.workouts.first
        #expect((workout?.endMs ?? 0) - (workout?.startMs ?? 0) == 1_200_000)
    }

    @Test func endsThatAreNone() {
        let before = hevy("15 Sep 2025, 07:48", "15 Sep 2025, 07:47")
        #expect(before.warnings == ["2: the workout's end was dropped: it is before the start"])
        #expect(before.workouts.first?.endMs == nil)
        let none = hevy("15 Sep 2025, 07:48", "later")
        #expect(
            none.warnings == [
                "2: the workout's end was dropped: the date 'later' can't be read (it "
                    + "should look like 2025-09-15 07:48:00)"
            ])
        #expect(hevy("15 Sep 2025, 07:48").workouts.first?.endMs == nil)
        let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps,Duration\n"
        #expect(
            Reading(header + "2024-01-01 10:00:00,Push,Bench,1,80,5,long\n").warnings
                == ["2: the duration 'long' can't be read"])
    }

    // MARK: Our own

    @Test func ourOwnThatIsNone() {
        let head = #"{"trackerd":{"format":1}"#
        #expect(error("{}") == "line 1: this isn't JSON as trackerd exports it")
        #expect(
            error(#"{"name":{}}"#)
                == "line 1: this is JSON, but not an export from trackerd")
        #expect(
            error(#"{"trackerd":{"format":2}}"#)
                == "line 1: the export is from a newer trackerd: import it with that version")
        #expect(
            error(#"{"trackerd":{}}"#) == "line 1: the export doesn't name its format")
        #expect(error(head) == "line 1: the file ends too early: it was cut off")
        #expect(
            error(head + ",\n\"exercise\":[\n{\"id\":\"a")
                == "line 3: the file ends too early: it was cut off")
        #expect(
            error(head + ",\n\"exercise\":[\n{\"id\":}]}")
                == "line 3: the row that begins here isn't valid JSON")
        #expect(
            error(head + ",\"exercise\":5}") == "line 1: this isn't JSON as trackerd exports it")
        #expect(error(head + "}{}") == "line 1: this isn't JSON as trackerd exports it")
        #expect(error(head + "}\n")?.isEmpty == nil)
        let long = String(repeating: "x", count: 1_048_576)
        #expect(
            error(head + ",\"exercise\":[{\"a\":\"\(long)\"}]}")
                == "line 1: the row is longer than 1024 KiB")
    }
}
