/// The trend of completed sessions: the mean total of the last 5 compared with that of the 5 before. A
/// difference of up to 5 % is level.
package struct TrainingTrend: Sendable, Hashable {
    package enum Direction: String, Sendable { case up, level, down }

    /// Number of sessions that a trend needs.
    package static let sessions = 10
    private static let half = sessions / 2

    package let direction: Direction
    /// Mean total of the last five sessions, in seconds or reps.
    package let last: Double
    package let before: Double

    /// - Parameter totals: totals in the mode's measure, the newest first; totals after the tenth are
    ///   ignored.
    /// - Returns: `nil` where there are fewer than ten.
    package init?(of totals: [Int64], mode: Training.Mode) {
        guard totals.count >= Self.sessions else { return nil }
        let last = totals[..<Self.half].reduce(0, +)
        let before = totals[Self.half..<Self.sessions].reduce(0, +)
        direction =
            last * 100 > before * 105 ? .up : last * 100 < before * 95 ? .down : .level
        self.last = mode.amount(last) / Double(Self.half)
        self.before = mode.amount(before) / Double(Self.half)
    }
}
