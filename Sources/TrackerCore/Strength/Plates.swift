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
        let pile = Shelf(plates, room: room / 2).best()
        guard pile.count <= Self.maximumPerSide else {
            throw Rejection(
                .tooLarge,
                "plates would be more than \(Self.maximumPerSide) on each side: give larger ones",
                field: "plates")
        }
        perSide = pile.weights
        achieved = min(load, Double(Self.whole(bar) + 2 * pile.whole) / Self.scale)
        shortBy = Load.rounded(load - achieved)
    }

    private static let maximumPerSide = 100

    fileprivate static let scale = 1e8

    /// A weight in hundred-millionths, in which all loads are whole.
    fileprivate static func whole(_ weight: Double) -> Int64 { Int64((weight * scale).rounded()) }
}

/// The plates for one side, and which sums they reach: exactly, where taking the heaviest that fits would
/// miss some.
private struct Shelf {
    private struct Kind {
        let weight: Double
        /// In the common measure of all.
        let units: Int
        /// How many there are for one side.
        let limit: Int
        /// And no more than fit by their measure.
        let count: Int
    }

    /// So many sums are told apart at most. Plates that people have come nowhere near; where somebody's
    /// do, such as pounds told in kilograms among kilograms, weights are rounded up to as many decimals as
    /// that leaves.
    private static let finest: Int64 = 1_000_000

    /// The heaviest first.
    private let kinds: [Kind]
    /// In the common measure.
    private let room: Int
    /// In hundred-millionths.
    private let wholeRoom: Int64

    /// - Parameter room: for one side, in hundred-millionths.
    init(_ plates: [Settings.Plate], room: Int64) {
        let usable = plates.filter { ($0.count ?? 2) >= 2 && LoadedBar.whole($0.weight) <= room }
            .sorted { $0.weight > $1.weight }
        let common = usable.reduce(0) { Self.commonMeasure($0, LoadedBar.whole($1.weight)) }
        var decimal: Int64 = 1
        while room / decimal > Self.finest { decimal *= 10 }
        let measure = common > decimal ? common : decimal
        let space = Int(room / measure)
        self.room = space
        wholeRoom = room
        kinds = usable.map { plate in
            let units = Int((LoadedBar.whole(plate.weight) + measure - 1) / measure)
            let limit = plate.count.map { Int($0) / 2 } ?? .max
            return Kind(
                weight: plate.weight, units: units, limit: limit,
                count: min(limit, space / units))
        }
    }

    /// Euclid's.
    private static func commonMeasure(_ one: Int64, _ other: Int64) -> Int64 {
        other == 0 ? one : commonMeasure(other, one % other)
    }

    func best() -> Pile {
        let (nearest, heaviest) = (nearest(), heaviestFirst())
        // Only where weights were rounded up.
        return heaviest.whole > nearest.whole ? heaviest : nearest
    }

    /// Whatever fits, exactly.
    private func heaviestFirst() -> Pile {
        var pile = Pile()
        for kind in kinds {
            let fitting = (wholeRoom - pile.whole) / LoadedBar.whole(kind.weight)
            pile.add(kind.weight, times: min(kind.limit, Int(fitting)))
        }
        return pile
    }

    private func nearest() -> Pile {
        // What the kinds from each place on reach, the lightest alone last.
        var reached = [Sums(upTo: room)]
        for kind in kinds.reversed() {
            var sums = reached[reached.count - 1]
            sums.add(kind.units, times: kind.count)
            reached.append(sums)
        }
        reached.reverse()
        var rest = reached[0].largest
        var pile = Pile()
        for (kind, lighter) in zip(kinds, reached.dropFirst()) {
            var count = min(kind.count, rest / kind.units)
            while !lighter.contains(rest - count * kind.units) { count -= 1 }
            rest -= count * kind.units
            pile.add(kind.weight, times: count)
        }
        return pile
    }
}

/// Plates on one side, the heaviest first.
private struct Pile {
    private var parts: [(weight: Double, count: Int)] = []
    private(set) var count = 0
    /// In hundred-millionths.
    private(set) var whole: Int64 = 0

    mutating func add(_ weight: Double, times: Int) {
        parts.append((weight, times))
        count += times
        whole += Int64(times) * LoadedBar.whole(weight)
    }

    var weights: [Double] { parts.flatMap { Array(repeating: $0.weight, count: $0.count) } }
}

/// The sums from 0 to a limit that can be made, one bit each.
private struct Sums {
    private let limit: Int
    private var words: [UInt64]

    init(upTo limit: Int) {
        self.limit = limit
        words = Array(repeating: 0, count: limit / 64 + 1)
        words[0] = 1
    }

    func contains(_ sum: Int) -> Bool { words[sum / 64] >> UInt64(sum % 64) & 1 == 1 }

    var largest: Int {
        for index in words.indices.reversed() where words[index] != 0 {
            return index * 64 + 63 - words[index].leadingZeroBitCount
        }
        return 0
    }

    /// Takes in all sums with up to so many more of a weight: in lots of 1, 2, 4 and so on, and the rest.
    mutating func add(_ weight: Int, times: Int) {
        var (left, lot) = (times, 1)
        while left > 0 {
            let taken = min(lot, left)
            merge(shiftedBy: taken * weight)
            left -= taken
            lot *= 2
        }
    }

    private mutating func merge(shiftedBy span: Int) {
        let (step, bits) = (span / 64, UInt64(span % 64))
        // From the top, so that what is read is as it was.
        for index in words.indices.reversed() where index >= step {
            var word = words[index - step] << bits
            if bits > 0, index > step { word |= words[index - step - 1] >> (64 - bits) }
            words[index] |= word
        }
        // Beyond the limit there is nothing.
        let last = UInt64(limit % 64)
        if last < 63 { words[words.count - 1] &= (1 << (last + 1)) - 1 }
    }
}
