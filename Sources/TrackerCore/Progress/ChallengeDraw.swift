/// The draw of a challenge for a period: the same candidates lead to the same challenge on every machine.
package struct ChallengeDraw: Sendable, Hashable {
    package enum Kind: String, Choice { case daily, weekly }

    package let kind: Kind
    /// Date of the day, such as `2026-03-02`, or the week, such as `2026-W10`.
    package let period: String
    /// Number of swaps before this draw.
    package let nonce: Int

    package init(_ kind: Kind, period: String, nonce: Int = 0) {
        self.kind = kind
        self.period = period
        self.nonce = nonce
    }

    /// The kind, the period and the number of swaps: `daily/2026-03-02/0`.
    package var key: String { "\(kind.rawValue)/\(period)/\(nonce)" }

    /// Hash of the key: FNV-1a, then SplitMix64's finalizer.
    package var hash: UInt64 {
        var bits: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 {
            bits = (bits ^ UInt64(byte)) &* 0x0100_0000_01b3
        }
        var generator = bits &+ 0x9e37_79b9_7f4a_7c15
        generator = (generator ^ (generator >> 30)) &* 0xbf58_476d_1ce4_e5b9
        generator = (generator ^ (generator >> 27)) &* 0x94d0_49bb_1331_11eb
        return generator ^ (generator >> 31)
    }

    /// Index of the drawn candidate among `count`, at least one.
    package func index(among count: Int) -> Int { Int(hash % UInt64(max(1, count))) }

    /// Id of the template that is drawn for the period; `nil` where none is eligible.
    ///
    /// - Parameters:
    ///   - eligible: ids of templates, in any order.
    ///   - former: ids that aren't drawn while others remain: the draw of the period before, and templates
    ///     that were swapped away.
    package func candidate(of eligible: Set<String>, besides former: Set<String>) -> String? {
        let others = eligible.subtracting(former)
        let candidates = (others.isEmpty ? eligible : others).sorted()
        return candidates.isEmpty ? nil : candidates[index(among: candidates.count)]
    }
}

/// Targets of challenges, from what the person did in the last 28 days.
package enum ChallengeTarget {
    /// Minimum number of days with an exercise before it gets a target.
    private static let leastDays = 3

    /// Reps in a day: a tenth more than usual, in steps of 5, but no more than a quarter above the best.
    ///
    /// - Parameter days: reps of each day with the exercise.
    /// - Returns: `nil` below three days.
    package static func reps(_ days: [Int64]) -> Int64? {
        guard days.count >= leastDays, let median = Percentiles(days).median,
            let best = Percentiles(days).largest
        else { return nil }
        return max(5, min(ceil(11 * median, 50) * 5, ceil(5 * best, 4)))
    }

    /// Seconds in a day: a tenth more than usual, in steps of 10.
    package static func seconds(_ days: [Int64]) -> Int64? {
        guard days.count >= leastDays, let median = Percentiles(days).median else { return nil }
        return max(10, ceil(11 * median, 100) * 10)
    }

    /// Days of a week: one more than usual, but no more than the active days.
    ///
    /// - Parameter weeks: days with an effort in each of the last four weeks; empty for a newcomer.
    package static func days(_ weeks: [Int64], active: Int64) -> Int64 {
        guard let median = Percentiles(weeks).median else { return min(3, active) }
        return min(active, median + 1)
    }

    private static func ceil(_ number: Int64, _ divisor: Int64) -> Int64 {
        (number + divisor - 1) / divisor
    }
}
