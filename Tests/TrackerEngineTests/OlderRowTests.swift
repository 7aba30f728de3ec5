import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Rows that earlier versions have let in, beyond the bounds of today: everything can be asked, and goes on.
@Suite struct OlderRowTests {
    private static let first = "\(Int64.min)"
    private static let last = "\(Int64.max)"
    private static let whole = "9007199254740992"

    private static let pauseDays = [
        (first, last), (first, first), (last, last), ("9223372036854775000", last),
    ]

    @Test(arguments: pauseDays) func pauses(_ from: String, _ until: String) throws {
        try live(with: .pause, ["from_day": from, "until_day": until])
    }

    @Test(arguments: [
        ["from_day": first, "to_day": first], ["from_day": last, "to_day": last],
        ["completed_ms": last], ["target": last], ["completed_ms": "5", "from_day": "-100000000"],
        ["measured": #"{"measure":"efforts","within_days":0}"#],
        ["measured": #"{"measure":"efforts","within_days":-9223372036854775808}"#],
    ])
    func challenges(_ columns: [String: String]) throws { try live(with: .challenge, columns) }

    @Test(arguments: [["at_ms": last], ["what": #""level""#, "level": last]])
    func announcements(_ columns: [String: String]) throws {
        try live(with: .announcement, columns)
    }

    @Test(arguments: [["snoozes": whole], ["fire_order": whole]])
    func occurrences(_ columns: [String: String]) throws { try live(with: .occurrence, columns) }

    @Test(arguments: [
        (Kind.timer, "start_order"), (.rest, "start_order"), (.run, "start_order"),
        (.logEntry, "add_order"), (.workout, "start_order"), (.workoutSet, "position"),
        (.workoutSet, "log_order"), (.measurement, "note_order"), (.trainingMax, "note_order"),
        (.training, "start_order"),
    ])
    func orders(_ kind: Kind, _ column: String) throws {
        try live(with: kind, [column: Self.whole])
    }

    private static let lived: Result<SavedState, any Error> = Result {
        let bench = try Bench()
        bench.dependencies.library = EdgeRows.library
        try bench.restart()
        try ExportAllTests.live(bench)
        return try SavedState(of: bench)
    }

    /// Writes each row of a kind with other columns, as an earlier version would have, and goes on.
    private func live(with kind: Kind, _ columns: [String: String]) throws {
        let bench = try Bench(seed: 2)
        bench.dependencies.library = EdgeRows.library
        for (name, hoursEast) in [("Asia/Tokyo", 9), ("Europe/Berlin", 1)] {
            bench.place.become(name) { _ in hoursEast * 3600 }
        }
        try Self.lived.get().resume(on: bench)
        let rows = try #require(try bench.tables()[kind.rawValue])
        #expect(!rows.isEmpty)
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            for row in rows {
                var json = try Json(reading: row)
                for (name, value) in columns {
                    json = json.with(RowLeaf(column: name), try Json(reading: value))
                }
                let entity = try transaction.entity(ofTable: kind.rawValue, json: json.description)
                try transaction.append(
                    "import.added", subject: "older", cause: .daemon, data: "{}",
                    [#require(entity)])
            }
        }
        try bench.restart()
        for (method, params) in SampleHistory.readings + SampleHistory.moves
            + SampleHistory.readings
        {
            TriedRow.note("\(kind.rawValue) \(columns), at \(method) \(params)")
            do {
                try bench.call(method, params)
            } catch let rejection as Rejection {
                let isPlain = ![.internalError, .storage, .unknown].contains(rejection.kind)
                #expect(isPlain, "\(method) \(params): \(rejection.message)")
            }
        }
        bench.advance(ms: 86_400_000)
        try bench.verify()
    }
}
