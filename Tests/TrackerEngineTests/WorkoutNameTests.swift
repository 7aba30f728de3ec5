import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Workouts that are meant by their names. The bench begins on 2026-03-01 at 09:00.
@Suite struct WorkoutNameTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    /// A finished workout that began at a time, with a set.
    ///
    /// - Returns: its id.
    private func done(_ name: String, at start: String) throws -> String {
        let workout = try bench.call(
            "workout.start", "{\"name\":\"\(name)\",\"at\":\"\(start)\"}")
        try bench.set("squats")
        try bench.call("workout.finish")
        return try workout.id()
    }

    private func found(_ name: String) throws -> String {
        try bench.call("workout.get", "{\"workout\":\"\(name)\"}").id()
    }

    @Test func theNewestOfThatNameIsMeant() throws {
        let newest = try done("Lower A", at: "2026-02-26T18:00")
        let older = try done("lower-a", at: "2026-02-20T18:00")
        _ = try done("Lower B", at: "2026-02-27T18:00")
        for name in ["Lower A", "lower a", "LOWER-A", "lower  a"] {
            #expect(try found(name) == newest, "\(name)")
        }
        #expect(try found(older) == older)
        #expect(try found(String(older.prefix(6))) == older)
        for name in ["lower", "a", "Lower A B"] {
            let refusal = try bench.refusal("workout.get", "{\"workout\":\"\(name)\"}")
            #expect(refusal.kind == .notFound && refusal.field == "workout", "\(name)")
        }
        try bench.call("workout.delete", #"{"workout":"lower a"}"#)
        #expect(try found("lower a") == older)
        try bench.call("journal.undo")
        #expect(try found("lower a") == newest)
        try bench.verify()
    }
}
