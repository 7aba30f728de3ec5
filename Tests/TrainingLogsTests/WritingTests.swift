import TestSupport
import Testing
import TrackerCore
import TrainingLogs

struct WritingTests {
    // MARK: CSV

    @Test func rowsOfCSV() {
        #expect(
            CSVText.row([
                .text("plain"), .null, .integer(-3), .number(82.5), .number(80), .text(""),
                .text("a,b"), .text("say \"so\""), .text("one\ntwo"), .text(" edge "), .text("a;b"),
                .json("[1,2]"),
            ]) == "plain,,-3,82.5,80,\"\",\"a,b\",\"say \"\"so\"\"\",\"one\ntwo\",\" edge \",a;b,"
                + "\"[1,2]\"\r\n")
    }

    /// Texts that a spreadsheet would carry out begin with an apostrophe; numbers stay numbers.
    @Test func formulasAreDefused() {
        #expect(
            CSVText.row([
                .text("=1+1"), .text("+5"), .text("-x"), .text("@SUM(A1)"), .text("\t=1"),
                .text("=\"a\""), .text("5-3"), .number(-2.5), .integer(-3),
            ]) == "'=1+1,'+5,'-x,'@SUM(A1),'\t=1,\"'=\"\"a\"\"\",5-3,-2.5,-3\r\n")
        #expect(CSVText.row([.text("\r=1")]) == "\"'\r=1\"\r\n")
    }

    /// A sign with a combining mark is another character, but has the same byte.
    @Test func signsWithMarks() {
        #expect(CSVText.row([.text("5\"\u{fe0f}, x")]) == "\"5\"\"\u{fe0f}, x\"\r\n")
        #expect(event("a,\u{301};\u{301}").contains("SUMMARY:a\\,\u{301}\\;\u{301}\r\n"))
    }

    /// Any written text reads back the same.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func csvComesBack(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let parts = ["a", "\"", ",", "\n", " ", "💪", "é", ";", "'", "1.5", "\\n", "\t", "x y"]
        func text(_ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &dice))
                .map { _ in parts.randomElement(using: &dice) ?? "" }.joined()
        }
        let header = ["Date", "Workout Name", "Exercise Name", "Set Order", "Reps", "Notes"]
        let notes = (0..<20).map { _ in "[" + text(0...12) + "]" }
        var file = CSVText.row(header.map(Cell.text))
        for note in notes {
            file += CSVText.row([
                .text("2024-01-01 10:00:00"), .text("Push"), .text("Bench"), .integer(1),
                .integer(5),
                .text(note),
            ])
        }
        let reading = Reading(file)
        #expect(reading.error == nil && reading.skipped == [])
        #expect(reading.sets.map(\.note) == notes)
    }

    /// Sets written as Hevy would write them read back with everything known of them.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func setsComeBack(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &dice) ? value : nil }
        let kinds: [(String, WorkoutSet.Kind)] = [
            ("normal", .working), ("warmup", .warmup), ("failure", .failure), ("dropset", .drop),
        ]
        let header = [
            "title", "start_time", "exercise_title", "superset_id", "set_index", "set_type",
            "weight_kg", "reps", "duration_seconds", "rpe",
        ]
        var file = CSVText.row(header.map(Cell.text))
        var sets: [TrainingLog.Set] = []
        for line in 2...60 {
            let kind = kinds.randomElement(using: &dice) ?? kinds[0]
            let set = TrainingLog.Set(
                line: line, kind: kind.1, reps: Int64.random(in: 1...30, using: &dice),
                load: maybe(
                    TrainingLog.Weight(
                        value: Double(Int64.random(in: 0...800, using: &dice)) / 4, unit: .kg)),
                seconds: maybe(Double(Int64.random(in: 1...600, using: &dice)) / 8), distance: nil,
                rpe: maybe(Double(Int64.random(in: 10...20, using: &dice)) / 2), note: nil,
                restMs: nil)
            sets.append(set)
            file += CSVText.row([
                .text("Push"), .text("15 Sep 2025, 07:48"),
                .text("Exercise \(line / 20)"), .null, .integer(Int64(line % 20)), .text(kind.0),
                set.load.map { .number($0.value) } ?? .null, .integer(set.reps ?? 0),
                set.seconds.map(Cell.number) ?? .null, set.rpe.map(Cell.number) ?? .null,
            ])
        }
        let reading = Reading(file)
        #expect(reading.skipped == [] && reading.warnings == [])
        #expect(reading.sets == sets)
        #expect(reading.workouts.count == 1)
    }

    // MARK: iCalendar

    private func event(_ title: String, _ text: String? = nil, endMs: Int64? = 1_772_357_400_000)
        -> String
    {
        CalendarText.text(
            of: CalendarText.Event(
                id: "k3v9x2m4q7wd", startMs: 1_772_353_800_000, endMs: endMs,
                changedMs: 1_772_400_000_000, title: title, text: text))
    }

    @Test func anEvent() {
        #expect(
            event("Push, heavy; very", "Bench\\press\nSquat")
                == [
                    "BEGIN:VEVENT", "UID:k3v9x2m4q7wd@trackerd", "DTSTAMP:20260301T212000Z",
                    "DTSTART:20260301T083000Z", "DTEND:20260301T093000Z",
                    "SUMMARY:Push\\, heavy\\; very", "DESCRIPTION:Bench\\\\press\\nSquat",
                    "END:VEVENT",
                    "",
                ].joined(separator: "\r\n"))
        #expect(!event("a", endMs: nil).contains("DTEND"))
        #expect(!event("a", endMs: 1_772_353_800_000).contains("DTEND"))
        #expect(CalendarText.beginning.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
        #expect(CalendarText.end == "END:VCALENDAR\r\n")
    }

    /// No line has more than 75 octets or cuts a character, and the unfolded lines are the text again.
    @Test(arguments: ["x", "é", "💪", "aé💪,"]) func longLines(_ unit: String) {
        let title = String(repeating: unit, count: 300)
        let text = event(title)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.contains { $0.utf8.count > 70 })
        #expect(!text.unicodeScalars.contains("\u{fffd}"))
        let unfolded = text.replacing("\r\n ", with: "").replacing("\\,", with: ",")
        #expect(unfolded.contains("SUMMARY:\(title)\r\n"))
    }

    // MARK: Our own

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func ourOwnComesBack(_ seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let parts = ["{", "}", "[", "]", "\"", "\\", "\n", ",", ":", "💪", "a"]
        var rows: [(table: String, json: String)] = []
        var file = try NativeText.beginning(
            version: "1", exportedAt: "2026-03-01T09:30:00.000+01:00")
        for table in ["exercise", "workout", "log_entry"] {
            file += NativeText.beginning(ofTable: table)
            for index in 0..<Int.random(in: 0...4, using: &dice) {
                let text = (0..<8).map { _ in parts.randomElement(using: &dice) ?? "" }.joined()
                let json = JSONText.quoted(text)
                rows.append((table, "{\"id\":\(json),\(json):[\(index),{}]}"))
                file += NativeText.text(ofRow: rows[rows.count - 1].json, isFirst: index == 0)
            }
            file += NativeText.endOfTable
        }
        file += NativeText.end
        let reading = Reading(file)
        #expect(reading.error == nil)
        #expect(reading.rows.map(\.table) == rows.map(\.table))
        #expect(reading.rows.map(\.json) == rows.map(\.json))
        // The file is also valid JSON.
        _ = try JSONDocument(Array(file.utf8))
    }
}
