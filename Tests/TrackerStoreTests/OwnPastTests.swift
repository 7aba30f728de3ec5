import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// What tells this machine's own past from rows and events that other machines may have made, too.
@Suite struct OwnPastTests {
    private static func journey(_ seq: Int, _ from: String, _ to: String, at ms: Int64) -> String {
        """
        INSERT INTO journal (seq, at, device, event, subject, cause, changes, data)
        VALUES (\(seq), \(ms), (SELECT value FROM meta WHERE key = 'device'), 'zone.changed', '',
            'daemon', '[]', '{"from":"\(from)","to":"\(to)","at":"2026-03-01T09:00:00.000+01:00"}');
        """
    }

    /// Journeys that an older version kept as events alone become rows, which the journal has, too.
    @Test func olderJourneysBecomeRows() throws {
        let fixture = try Fixture(
            schema: Schema(
                kinds: Schema.current.kinds.filter {
                    ![Measurement.table, ZoneChange.table].contains($0.table)
                },
                migrations: Array(Schema.migrations.prefix(15))))
        try fixture.append("config.reloaded")
        try fixture.store.close()
        let ms = morning.wallMs
        try fixture.tamperRaw(
            Self.journey(2, "Europe/Berlin", "Asia/Tokyo", at: ms)
                + Self.journey(3, "Asia/Tokyo", "Europe/Berlin", at: ms + 5)
                    + """
                    INSERT INTO journal (seq, at, device, event, subject, cause, changes, data)
                    VALUES (4, \(ms), 'd', 'zone.changed', '', 'daemon', '[]', '{}');
                    """)
        let store = try Store(path: fixture.path, schema: .current, zone: .utc, at: morning)
        defer { try? store.close() }
        let report = try store.read(at: morning) { try $0.verify() }
        #expect(report.differences == [])
        let changes = try store.read(at: morning) { try $0.zoneChanges() }
        #expect(
            changes == [
                ZoneChange(from: "Europe/Berlin", to: "Asia/Tokyo", atMs: ms),
                ZoneChange(from: "Asia/Tokyo", to: "Europe/Berlin", atMs: ms + 5),
            ])
    }

    /// A search without the id at its end could give other rows on another machine.
    @Test func everyOrderEndsWithWhatIsUnique() throws {
        let unique: Set = ["id", "seq", "key", "day", "exercise"]
        let folder = Checkout.path("Sources/TrackerStore")
        // Timers stay on their machine.
        let rooms = File.names(in: folder).filter {
            !$0.hasSuffix(".swift") && !["Migrations", "Timers"].contains($0)
        }
        #expect(rooms.contains("Log") && rooms.contains("Strength"))
        for path in rooms.flatMap({ room in
            File.names(in: "\(folder)/\(room)").map { "\(folder)/\(room)/\($0)" }
        }) {
            for order in File.text(path).matches(
                of: /ORDER BY ([^)"]+?)(?: LIMIT|\)|"|\n *"""|\n *FROM)/)
            {
                let last = order.output.1.split(separator: ",").last ?? ""
                let column = last.split(separator: " ").first?.split(separator: ".").last ?? ""
                let isCode = last.contains("\\(")
                #expect(
                    isCode
                        || unique.contains(String(column)),
                    "\(path): \(order.output.1)")
            }
        }
    }
}
