import GRDB
import TrackerCore

extension Timer: StoredEntity {
    package static var isCounting: String? { "state = 'running'" }

    package static let timeColumn: String? = "started_ms"
    package static let orderColumn: String? = "start_order"

    /// A query with one lookup in the index for each state.
    package static func lastOrder(_ column: String) -> String {
        let last = State.allCases.map {
            "SELECT MAX(\(column)) AS last FROM timer WHERE state = '\($0.rawValue)'"
        }
        return "SELECT MAX(last) FROM (\(last.joined(separator: " UNION ALL ")))"
    }
}

extension Transaction {
    package func timer(id: String) throws -> Timer? { try Timer.fetch(db, id: id) }

    /// Running and paused timers with one of these names, newest start first and ten at most; where there are none,
    /// the newest of those that have ended.
    package func timers(named names: [String]) throws -> [Timer] {
        let all = try db.cachedStatement(
            sql: """
                SELECT * FROM timer WHERE name = ? AND state = ?
                ORDER BY start_order DESC, id LIMIT ?
                """)
        func named(in states: [Timer.State], limit: Int64) throws -> [Timer] {
            try states.flatMap { state in
                try names.flatMap {
                    try Timer.fetchAll(all, [.text($0), .text(state.rawValue), .integer(limit)])
                }
            }.sorted { $0.startOrder > $1.startOrder }
        }
        let live = try named(in: [.running, .paused], limit: Self.mostNamesakes)
        let found = try live.isEmpty ? named(in: [.finished, .cancelled], limit: 1) : live
        return Array(found.prefix(live.isEmpty ? 1 : Int(Self.mostNamesakes)))
    }

    private static let mostNamesakes: Int64 = 10

    /// All names of timers, each once.
    package func timerNames() throws -> [String] {
        var names: [String] = []
        try db.cachedStatement(sql: "SELECT DISTINCT name FROM timer WHERE name IS NOT NULL")
            .forEachRow { row in
                names.append(row.text(0))
                return true
            }
        return names
    }

    /// The timer that was started last.
    package func lastTimer() throws -> Timer? {
        let newest = try db.cachedStatement(
            sql: "SELECT * FROM timer WHERE state = ? ORDER BY start_order DESC LIMIT 1")
        return try Timer.State.allCases
            .compactMap { try Timer.fetchOne(newest, [.text($0.rawValue)]) }
            .max { $0.startOrder < $1.startOrder }
    }

    /// Timers in the given states, in the order of their start.
    package func timers(in states: [Timer.State]) throws -> [Timer] {
        let timers = try states.flatMap { state in
            try Timer.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM timer WHERE state = ?"),
                [.text(state.rawValue)])
        }
        return timers.sorted { $0.startOrder < $1.startOrder }
    }

    /// Countdowns that are over and wait for an answer, the newest alert first.
    package func waitingTimers() throws -> [Timer] {
        let timers = try Timer.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM timer WHERE asked IS NOT NULL ORDER BY start_order, id"))
        func ms(_ timer: Timer) -> Int64 { timer.asked.map { now.elapsedMs(since: $0) } ?? 0 }
        // Of two alerts at one moment, that of the timer that was started last comes first.
        return timers.sorted { (ms($0), $1.startOrder) < (ms($1), $0.startOrder) }
    }

    /// Running timers that are paused or cancelled when the machine sleeps.
    package func timersStoppedBySleep() throws -> [Timer] {
        try Timer.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM timer WHERE state = 'running'
                    AND (on_suspend <> 'continue' OR pause_when_away <> 0)
                    ORDER BY start_order
                    """))
    }

    /// Running and paused timers that are paused while nobody is there.
    package func timersPausedWhenAway() throws -> [Timer] {
        try Timer.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM timer WHERE state IN ('running', 'paused')
                    AND pause_when_away <> 0 ORDER BY start_order, id
                    """))
    }

    /// Numbers of running and paused timers.
    package func timerCounts() throws -> (running: Int, paused: Int) {
        let count = try db.cachedStatement(sql: "SELECT COUNT(*) FROM timer WHERE state = ?")
        let running = Int(try count.integer([.text("running")]) ?? 0)
        let paused = Int(try count.integer([.text("paused")]) ?? 0)
        return (running, paused)
    }
}
