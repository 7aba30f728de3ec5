import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Body weights of schema 15, which schema 16 makes measurements.
@Suite struct MeasurementStoreTests {
    private static let row = """
        {"id":"0weight00001","weight":180.25,"unit":"lb","at_ms":1772352000000,"note_order":28,\
        "day":20513,"offset_s":0}
        """

    /// A closed database of schema 15 with a body weight.
    private func older() throws -> Fixture {
        let fixture = try Fixture(schema: .current)
        try fixture.store.close()
        try fixture.write(Released.database(ofVersion: 15))
        try fixture.tamperRaw(
            """
            INSERT INTO body_weight (id, weight, unit, at_ms, note_order, day, offset_s)
            VALUES ('0weight00001', 180.25, 'lb', 1772352000000, 28, 20513, 0);
            INSERT INTO journal (seq, at, device, event, subject, cause, changes, data)
            SELECT max(seq) + 1, 1772352000000, device, 'weight.logged', '0weight00001',
                'request:weight.log',
                '[{"entity":"body_weight","id":"0weight00001","row":\(Self.row),"was":null}]', '{}'
            FROM journal;
            """)
        return fixture
    }

    private func check(_ fixture: Fixture) throws {
        let entry = try #require(
            try fixture.read { try $0.entity(Measurement.self, id: "0weight00001") })
        #expect(try entry.bodyWeight == Load(180.25, .lb) && entry.what == "weight")
        #expect(entry.day == LocalDay(number: 20_513, offsetS: 0) && entry.noteOrder == 28)
        #expect(try fixture.read { try $0.bodyWeight(atMs: .max) } == entry.bodyWeight)
        #expect(try fixture.read { try $0.lastTouchedWeight() } == entry)
        #expect(try fixture.differences == [])
        let removed = try fixture.read { transaction in
            let logged = try #require(
                try transaction.candidate(for: .undo, types: ["weight.logged"])?.seq)
            return try transaction.plan(for: .undo, ofEvent: logged).removed
        }
        #expect(removed.compactMap { $0 as? Measurement } == [entry])
    }

    @Test func theyAreCarriedForward() throws {
        let fixture = try older()
        try fixture.reopen()
        try check(fixture)
    }

    @Test func theyAreSalvaged() throws {
        let fixture = try older()
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        try check(fixture)
    }

    /// The table is whole, though the journal has lost what it says of them.
    @Test func theyAreSalvagedFromTheirTable() throws {
        let fixture = try older()
        try fixture.tamperRaw("DELETE FROM journal WHERE event = 'weight.logged'")
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.read { try $0.bodyWeight(atMs: .max) } == Load(180.25, .lb))
        #expect(try fixture.differences == [])
    }

    @Test func theyComeInFromAnOlderExport() throws {
        let fixture = try Fixture(schema: .current)
        let entry = try fixture.read {
            try $0.entity(ofTable: "body_weight", json: Self.row)
        }
        #expect(try (entry as? Measurement)?.bodyWeight == Load(180.25, .lb))
    }
}
