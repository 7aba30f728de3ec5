import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct TimelineTextTests {
    private func text(_ json: String = ProgressSample.timeline, in style: Style) throws -> String {
        try Sample.read(json, as: TimelineGet.Response.self).text(in: style)
    }

    private static let words = """
        09:00  stand            fired
        09:00  stand            answered
        09:00  Push-ups         20 reps
        11:00  stand            fired
        11:05  stand            follow-up
        11:20  Plank            1:30, soon after a reminder
        11:30  stand            expired (next fired)
        12:00  stand            suppressed (do not disturb)
        13:00  stand            fired (test)
        13:01  stand            dismissed
        16:00  Squats           1 rep
        20:00  pills\\u{1b}[31m  fired
        20:01  pills\\u{1b}[31m  snoozed
        00:10  pills\\u{1b}[31m  teleported

        """

    @Test func aDay() throws {
        #expect(
            try text(in: .on(columns: 80)) == """
                Mon 2026-03-02
                stand           │●✓     ●○· –   ●✗
                pills\\u{1b}[31m │                                         ●z
                entries         │✓       +                 +
                                └┬──────┬───────┬──────┬───────┬───────┬──────┬───────┬───────┬
                                 09:00        13:00  15:00   17:00   19:00  21:00   23:00 01:00
                ● fired, ○ follow-up, ✓ answered, ✗ dismissed, · expired, z snoozed,
                  – suppressed, + other entry


                """ + Self.words)
    }

    @Test func breaks() throws {
        let json = """
            {"day":"2026-03-02","rows":[],"efforts":[],"breaks":[\
            {"from":"2026-03-02T11:00:00.000+01:00","until":"2026-03-02T11:20:00.000+01:00",\
            "reason":"locked"}]}
            """
        #expect(
            try text(json, in: .plain).hasSuffix("11:20  break  20:00, screen locked\n"))
    }

    @Test func aNarrowTerminalWithoutUTF8() throws {
        let text = try text(in: .on(columns: 60, isUTF8: false))
        #expect(
            text.hasPrefix(
                """
                Mon 2026-03-02
                stand           |*v   *o.- *x
                pills\\u{1b}[31m |                            *z
                entries         |v    +           +
                                ++------+-------+-------+------+-------+---
                                 09:00        15:00   18:00  21:00   00:00
                * fired, o follow-up, v answered, x dismissed, . expired,
                  z snoozed, - suppressed, + other entry

                """))
        let narrow = try self.text(in: .on(columns: 40))
        #expect(narrow.split(separator: "\n").allSatisfy { String($0).displayWidth <= 40 })
        #expect(narrow.contains("\nstand         │●✓●○·–●✗\n"))
    }

    /// However many signs there are, none is lost as long as the line has a place for it.
    @Test(arguments: [1, 10, 33]) func signsBesideEachOther(_ count: Int) throws {
        let mark = #"{"at":"2026-03-02T09:00:00.000+01:00","kind":"fired"}"#
        let marks = Array(repeating: mark, count: count).joined(separator: ",")
        let day = """
            {"day":"2026-03-02","rows":[{"reminder":"r","name":"r","marks":[\(marks)]}],"efforts":[]}
            """
        let row = try text(day, in: .on(columns: 40)).split(separator: "\n")[1]
        #expect(row == "r │" + String(repeating: "●", count: count))
    }
}
