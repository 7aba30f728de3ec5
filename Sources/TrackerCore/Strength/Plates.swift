/// What to put on a bar: the same on both sides, as near to a load as the plates come from below.
///
/// Of all ways to come that near it takes the one with most of the heaviest plates, of those the one with
/// most of the next, and so on: what a lifter does who begins with the big ones, but it never stops short
/// where other plates would reach.
package struct LoadedBar: Sendable, Hashable {
    /// From the heaviest on.
    package let perSide: [Double]
    /// The bar with all of them: never more than the load.
    package let achieved: Double
    package let shortBy: Double

    /// - Parameters:
    ///   - load: with the bar.
    ///   - plates: checked, in any order, in the unit of the load and the bar. Of those that are counted,
    ///     half go on each side.
    /// - Throws: where the bar alone is heavier, or there would be too many plates on it.
    package init(load: Double, bar: Double, plates: [Settings.Plate]) throws(Rejection) {
        let room = Self.whole(load) - Self.whole(bar)
        guard room >= 0 else {
            throw .invalid(
                "load", "load is less than the bar alone: give at least the bar's weight")
        }
        let counts = Self.counts(of: plates, room: room / 2)
        guard counts.reduce(0, { $0 + $1.count }) <= Self.maximumPerSide else {
            throw Rejection(
                .tooLarge,
                "plates would be more than \(Self.maximumPerSide) on each side: give larger ones",
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

    /// So many sums are told apart at most. Plates that people have come nowhere near; where somebody's
    /// do, such as pounds told in kilograms among kilograms, weights are rounded up to as many decimals as
    /// that leaves.
    private static let maximumSums: Int64 = 200_000

    /// A weight in hundred-millionths, in which all loads are whole.
    private static func whole(_ weight: Double) -> Int64 { Int64((weight * scale).rounded()) }

    private static func sum(_ counts: Counts) -> Int64 {
        counts.reduce(0) { $0 + whole($1.weight) * Int64($1.count) }
    }

    /// The number of each plate for one side, the heaviest first.
    ///
    /// - Parameter room: for one side, in hundred-millionths.
    private static func counts(of plates: [Settings.Plate], room: Int64) -> Counts {
        let usable = plates.map { plate in
            (weight: plate.weight, whole: whole(plate.weight), limit: (plate.count ?? .max) / 2)
        }.filter { $0.limit > 0 && $0.whole <= room }.sorted { $0.whole > $1.whole }
        // Whatever fits, the heaviest first: better only where weights are rounded up below.
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

    /// The number of each kind with which the sum comes nearest to the room, the earlier kinds in
    /// preference: the subset-sum problem with bounded counts, by dynamic programming over the sums.
    private static func counts(of kinds: [(units: Int, count: Int)], room: Int) -> [Int] {
        // The sums that the kinds from each place on reach, the last alone last.
        var reached = [[true] + Array(repeating: false, count: room)]
        for kind in kinds.reversed() {
            let lighter = reached[reached.count - 1]
            // How many of the kind a sum takes at least; more than there are where it isn't reached.
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
