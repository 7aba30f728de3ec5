import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// An export of everything, imported by another daemon: every table is the same there, and everything goes
/// on.
@Suite struct ExportAllTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        bench.dependencies.library = Library(fingerprint: "progress") {
            Library.Content(movements: [], definitions: Self.definitions, isWhole: true)
        }
        try bench.restart()
        try Self.live(bench)
    }

    static let definitions = ProgressDefinitions(
        achievements: [
            Achievement(
                id: "first", name: "First", text: "{n} effort.", category: .milestone,
                measured: Measured(.efforts), steps: [.init(.bronze, at: 1)])
        ],
        challenges: [
            ChallengeTemplate(
                id: "two", kind: .weekly, text: "{target} efforts", measured: Measured(.efforts),
                target: 2)
        ])

    private static let all = #""what":"all","format":"json""#

    /// Makes rows in every table, live or past.
    static func live(_ bench: Bench) throws {
        for (method, params) in SampleHistory.past { try bench.call(method, params) }
        for (name, hoursEast) in [("Asia/Tokyo", 9), ("Europe/Berlin", 1)] {
            bench.place.become(name) { _ in hoursEast * 3600 }
            bench.take(bench.engine.calendarChanged(at: bench.clock))
        }
        bench.advance(ms: 5_400_000)
        for (method, params) in SampleHistory.between { try bench.call(method, params) }
        bench.advance(ms: 1_800_000)
        for (method, params) in SampleHistory.present { try bench.call(method, params) }
        bench.advance(ms: 5000)
    }

    private func moved() throws -> Bench {
        let other = try Bench(seed: 9)
        other.clock = bench.clock
        try other.commit(other.open(bench.export(Self.all), piece: 500))
        return other
    }

    /// The tables of a daemon, without the owner of the open workout, which goes on where it is imported.
    private static func ownless(_ bench: Bench) throws -> [String: [String]] {
        var tables = try bench.tables()
        tables["workout"] = tables["workout"]?.map { row in
            guard row.contains("\"open\"") else { return row }
            return row.replacing(/,"owner":"[0-9a-z]{12}"/, with: "")
        }
        return tables
    }

    @Test func everyTableComesBack() throws {
        let before = try Self.ownless(bench)
        let names = try bench.engine.store.read(at: bench.clock) { $0.tables }
        for name in names { #expect(before[name]?.isEmpty == false, "nothing in \(name)") }
        let other = try moved()
        for (name, rows) in try Self.ownless(other) { #expect(rows == before[name]) }
        #expect(try other.call("status")["workout"] != nil)
        try other.verify()
        #expect(try other.export(Self.all).contains("\"tea\""))
        try other.restart()
        #expect(try Self.ownless(other) == before)
        try other.verify()
        try other.call("import.undo")
        #expect(try other.tables().isEmpty)
        try other.verify()
    }

    /// Timers, rests and runs end by themselves on both daemons.
    @Test func timeGoesOnForIt() throws {
        let other = try moved()
        for daemon in [bench, other] {
            daemon.forget()
            daemon.advance(ms: 7_200_000)
        }
        #expect(bench.types.contains("run.completed") && bench.types.contains("timer.finished"))
        #expect(other.types.sorted() == bench.types.sorted())
        try other.verify()
    }

    /// The other daemon's journal is far shorter than the order numbers in the file; new rows must count as
    /// later all the same.
    @Test func whatComesNowIsLater() throws {
        try bench.callEach(
            "log.add", Array(repeating: #"{"exercise":"plank","count":1}"#, count: 100))
        let other = try moved()
        try other.call("log.add", #"{"exercise":"squats","count":7}"#)
        try other.call("log.delete", #"{"entry":"last"}"#)
        let counts = try other.call("log.list", #"{"exercise":"squats"}"#)["entries"]?.list
        #expect(counts?.contains { $0["count"] == .integer(7) } == false)
        try other.call("workout.discard", #"{"confirm":true}"#)
        try other.call("workout.start", #"{"name":"New"}"#)
        let set = try other.setID("Squats")
        let updated = try other.call("set.update", #"{"set":"last","reps":6}"#)
        #expect(updated["set"]?["id"] == .string(set))
        try other.call("training.stop")
        try other.restart()
        try other.verify()
    }

    /// The import is on another machine, which was started at another time.
    @Test func anotherBoot() throws {
        let other = try Bench(seed: 9)
        other.clock = Moment(
            wallMs: bench.clock.wallMs + 60_000, bootNs: 9_000_000_000, awakeNs: 9_000_000_000,
            bootID: "elsewhere")
        try other.commit(other.open(bench.export(Self.all)))
        let timers = try other.call("timer.list")["timers"]?.list ?? []
        let tea = try #require(timers.first { $0["name"] == .string("tea") })
        #expect(tea["remaining_ms"] == .integer(1_500_000 - 65_000))
        other.advance(ms: 1_500_000)
        #expect(other.types.contains("timer.finished"))
        try other.verify()
    }
}
