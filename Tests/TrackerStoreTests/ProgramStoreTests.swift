import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct ProgramStoreTests {
    private static let parts: [ProgramPart] = [
        .group(repeats: 2, [.interval(Interval(label: "a", durationMs: 1000))])
    ]

    private static func program(_ name: String, slug: String? = nil) throws -> Program {
        try Program(id: "p-\(name)", fields: .init(name: name, parts: parts), slug: slug)
    }

    private func record(_ transaction: Transaction, _ entities: [any StoredEntity]) throws {
        try transaction.append(
            "program.created", subject: "", cause: .request("program.create"), data: "{}", entities)
    }

    @Test func nothingReadsAllOfTheTables() throws {
        let fixture = try Fixture(schema: .current)
        let statements = [
            "SELECT * FROM run WHERE ended_ms IS NULL LIMIT 1",
            "SELECT * FROM run WHERE started_ms >= 1 AND started_ms < 2 "
                + "ORDER BY started_ms DESC, start_order DESC LIMIT 5",
            "SELECT * FROM run ORDER BY start_order DESC LIMIT 1",
            "SELECT * FROM program WHERE name_key = 'n' AND NOT deleted LIMIT 1",
        ]
        for statement in statements {
            let plan = try fixture.plan(of: statement).joined(separator: "; ")
            #expect(plan.contains("USING INDEX"), "\(plan): \(statement)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan): \(statement)")
        }
    }
}
