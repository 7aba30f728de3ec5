/// The plates to put on a bar for a load: the same on both sides, as near to the load as the plates come
/// without exceeding it.
///
/// Among combinations that come equally near, the one with the most of the heaviest plates is taken, then the
/// one with the most of the next heaviest, and so on. Lifters begin with the heaviest plates, too, but this
/// search never stops short where other plates would come nearer.
package struct LoadedBar: Sendable, Hashable {
    /// Weights of the plates on one side, the heaviest first.
    package let perSide: [Double]
    /// Weight of the bar with all plates, never more than the load.
    package let achieved: Double
    package let shortBy: Double

    /// - Parameters:
    ///   - load: the wanted weight, bar included.
    ///   - plates: checked plates in any order, in the unit of the load and the bar. Half of the plates
    ///     with a count go on each side.
    /// - Throws: a rejection where the bar alone is heavier than the load, or too many plates would be on
    ///   it.
    package init(load: Double, bar: Double, plates: [Settings.Plate]) throws(Rejection) {
        let room = Self.whole(load) - Self.whole(bar)
        guard room >= 0 else {
            throw .invalid(
                "load",
                "\(field: "load") is less than the bar alone: give at least the bar's weight")
        }
        let counts = Self.counts(of: plates, room: room / 2)
        guard counts.reduce(0, { $0 + $1.count }) <= Self.maximumPerSide else {
            throw Rejection(
                .tooLarge,
                "this load takes more than \(Self.maximumPerSide) plates on each side: give heavier ones",
                field: "plates")
        }
        perSide = counts.flatMap { Array(repeating: $0.weight, count: $0.count) }
        let whole = Self.whole(bar) + 2 * Self.sum(counts)
        achieved = min(load, Double(whole) / Self.scale)
        shortBy = Load.rounded(load - achieved)
    }

    private typealias Counts = [(weight: Double, count: Int)]

    private static let maximumPerSide = 100

    private static let scale = 1e8

    /// Maximum number of sums that the search distinguishes. Usual plates need far fewer; where plates need
    /// more, such as pounds given in kilograms among kilograms, weights are rounded up to as many decimals as
    /// the limit allows.
    private static let maximumSums: Int64 = 200_000

    /// A weight in hundred-millionths, in which all loads are whole numbers.
    private static func whole(_ weight: Double) -> Int64 { Int64((weight * scale).rounded()) }

    private static func sum(_ counts: Counts) -> Int64 {
        counts.reduce(0) { $0 + whole($1.weight) * Int64($1.count) }
    }

    /// The number of each plate on one side, the heaviest first.
    ///
    /// - Parameter room: the weight for one side, in hundred-millionths.
    private static func counts(of plates: [Settings.Plate], room: Int64) -> Counts {
        let usable = plates.map { plate in
            (weight: plate.weight, whole: whole(plate.weight), limit: (plate.count ?? .max) / 2)
        }.filter { $0.limit > 0 && $0.whole <= room }.sorted { $0.whole > $1.whole }
        // The greedy choice, the heaviest first. It can be better than the search below only where that
        // rounds weights up.
        var left = room
        let heaviest = usable.map { plate -> (weight: Double, count: Int) in
            let count = min(plate.limit, left / plate.whole)
            left -= count * plate.whole
            return (plate.weight, Int(count))
        }
        var decimal: Int64 = 1
        while room / decimal > maximumSums { decimal *= 10 }
        let measure = max(decimal, usable.reduce(0) { greatestCommonDivisor($0, $1.whole) })
        let kinds = usable.map { plate in
            let units = Int((plate.whole + measure - 1) / measure)
            return (units: units, count: Int(min(plate.limit, room / measure / Int64(units))))
        }
        let counts = counts(of: kinds, room: Int(room / measure))
        let nearest = zip(usable, counts).map { ($0.weight, $1) }
        return sum(heaviest) > sum(nearest) ? heaviest : nearest
    }

    /// The number of each kind for which the sum comes nearest to `room` from below, with preference for
    /// the earlier kinds. This is the subset-sum problem with bounded counts, solved by dynamic programming
    /// over the sums.
    private static func counts(of kinds: [(units: Int, count: Int)], room: Int) -> [Int] {
        // For each place in `kinds`, last to first, the sums that the kinds from that place on can reach.
        var reached = [[true] + Array(repeating: false, count: room)]
        for kind in kinds.reversed() {
            let lighter = reached[reached.count - 1]
            // The least number of this kind that a sum takes; more than `kind.count` where the sum can't be
            // reached.
            var taken = lighter.map { $0 ? 0 : kind.count + 1 }
            for sum in stride(from: kind.units, through: room, by: 1) where taken[sum] > 0 {
                taken[sum] = min(kind.count, taken[sum - kind.units]) + 1
            }
            reached.append(taken.map { $0 <= kind.count })
        }
        var rest = reached[reached.count - 1].lastIndex(of: true) ?? 0
        return zip(kinds, reached.reversed().dropFirst()).map { kind, lighter in
            let count = stride(from: min(kind.count, rest / kind.units), through: 0, by: -1)
                .first { lighter[rest - $0 * kind.units] }
            rest -= (count ?? 0) * kind.units
            return count ?? 0
        }
    }

    private static func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
        other == 0 ? one : greatestCommonDivisor(other, one % other)
    }
}
