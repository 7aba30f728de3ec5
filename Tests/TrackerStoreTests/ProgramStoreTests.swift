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

    @Test func deletedOnesAreFoundByTheirIdsAlone() throws {
        let fixture = try Fixture(schema: .current)
        var deleted = try Self.program("Tabata", slug: "tabata")
        deleted.delete()
        let gone = deleted
        let programs = [gone, try Self.program("b"), try Self.program("A")]
        _ = try fixture.store.perform(at: morning) { try record($0, programs) }
        try fixture.store.read(at: morning) { transaction in
            let listed = try transaction.programs()
            #expect(listed.map(\.name) == ["A", "b"])
            #expect(try transaction.programsWithDeleted().count == 3)
            #expect(try transaction.program(key: "tabata") == nil)
            #expect(try transaction.program(key: "a")?.name == "A")
            #expect(try transaction.program(id: gone.id) == gone)
            #expect(try transaction.entities(Program.self, withPrefix: "p-").count == 3)
        }
    }

    @Test func runsAreListedTheNewestFirstWithTheirPlans() throws {
        let fixture = try Fixture(schema: .current)
        let program = try Self.program("A")
        var runs: [Run] = []
        for number in 1...4 {
            let plan = RunPlan(run: "r\(number)", parts: Self.parts)
            // The second and third run begin at the same moment.
            let now = morning.advanced(byMs: Int64(number == 3 ? 2 : number) * 1000)
            var run = try Run(
                plan, of: program, order: Int64(number), day: LocalInstant.utc(now.wallMs).day,
                at: now)
            if number < 4 { _ = try run.stop(at: now) }
            runs.append(run)
            let kept = run
            _ = try fixture.store.perform(at: now) { try record($0, [kept, plan]) }
        }
        let all = runs
        try fixture.store.read(at: morning) { transaction in
            let live = try transaction.liveRun()
            #expect(live == all[3])
            #expect(try transaction.lastRun() == all[3])
            #expect(try transaction.run(id: "r2") == all[1])
            #expect(try transaction.runPlan(ofRun: "r2")?.steps.count == 2)
            #expect(try transaction.runs(in: TimeSpan(), limit: 3).map(\.id) == ["r4", "r3", "r2"])
            let span = TimeSpan(fromMs: morning.wallMs + 1000, toMs: morning.wallMs + 4000)
            #expect(try transaction.runs(in: span, limit: 9).map(\.id) == ["r3", "r2", "r1"])
        }
        #expect(try fixture.differences == [])
    }
}
