/// Whether completed sessions come to more than those before them: the mean total of the last 5 against
/// that of the 5 before. Up to 5 % more or less is level.
package struct TrainingTrend: Sendable, Hashable {
    package enum Direction: String, Sendable { case up, level, down }

    /// How many sessions it takes.
    package static let sessions = 10
    private static let half = sessions / 2

    package let direction: Direction
    /// The mean of the last five, in seconds or reps.
    package let last: Double
    package let before: Double

    /// - Parameter totals: in the mode's measure, the newest first; those after the tenth don't count.
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
