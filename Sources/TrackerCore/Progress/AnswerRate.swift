/// The share of the decided occurrences that a person answered.
package struct AnswerRate: Sendable, Hashable {
    package var answered: Int
    /// Number of occurrences that were answered, dismissed or ignored.
    package var decided: Int

    package init(answered: Int = 0, decided: Int = 0) {
        self.answered = answered
        self.decided = decided
    }

    /// Share from 0 to 1; `nil` where nothing was decided.
    package var share: Double? { decided > 0 ? Double(answered) / Double(decided) : nil }

    /// Share by which hours are ordered. Four decisions at the person's overall rate are added to each hour,
    /// so that a few answers don't make a best hour.
    package func weighed(by own: AnswerRate) -> Double {
        (Double(answered) + 4 * (own.share ?? 0)) / Double(decided + 4)
    }

    /// The 99 % interval of the share, by Wilson (1927): "Probable inference, the law of succession, and
    /// statistical inference". From 0 to 1 where nothing was decided.
    package var interval: ClosedRange<Double> {
        guard let share else { return 0...1 }
        let z = 2.5758
        let n = Double(decided)
        let middle = share + z * z / (2 * n)
        let reach = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        return max(0, (middle - reach) / scale)...min(1, (middle + reach) / scale)
    }

    /// Minimum number of decisions in an hour that is compared, and of days on which they were made.
    private static let leastDecided = 12
    private static let leastDays = 5

    /// Whether the hour is so much worse than the best one that leaving it out may be suggested.
    package func isWorse(than best: AnswerRate, days: Int, bestDays: Int) -> Bool {
        guard min(decided, best.decided) >= Self.leastDecided,
            min(days, bestDays) >= Self.leastDays, let share, let bestShare = best.share
        else { return false }
        return bestShare - share >= 0.2 && !interval.overlaps(best.interval)
    }
}

/// Nearest-rank percentiles: each is one of the values.
package struct Percentiles: Sendable, Hashable {
    private let sorted: [Int64]

    package init(_ values: [Int64]) { sorted = values.sorted() }

    /// The smallest value that at least `percent` of all values don't exceed; `nil` for too few values: fewer
    /// than 5, from the 90th percentile on fewer than 10, from the 95th on fewer than 20.
    package func value(_ percent: Int) -> Int64? {
        let least = percent >= 95 ? 20 : percent >= 90 ? 10 : 5
        guard sorted.count >= least else { return nil }
        return sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }

    /// The middle value, even of few; the lower of the two middle ones where the number is even. `nil` for no
    /// values.
    package var median: Int64? { sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2] }

    package var largest: Int64? { sorted.last }
}
