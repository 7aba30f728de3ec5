import TrackerCore

/// Work in runs that have ended.
package struct FocusView: Codable, Sendable, Hashable {
    package var runs: Int
    /// Whole seconds spent in work intervals.
    package var seconds: Int64
    /// Number of work intervals that were done to their end.
    package var rounds: Int64

    package init(runs: Int, seconds: Int64, rounds: Int64) {
        self.runs = runs
        self.seconds = seconds
        self.rounds = rounds
    }

    /// The work of the runs among some rows; `nil` if there are none.
    package init?(_ rows: some Sequence<ProgressRow>) {
        let runs = rows.filter { $0.kind == .run }
        guard !runs.isEmpty else { return nil }
        self.init(
            runs: runs.count, seconds: runs.reduce(0) { $0 + $1.workedMs } / 1000,
            rounds: runs.reduce(0) { $0 + $1.rounds })
    }
}
