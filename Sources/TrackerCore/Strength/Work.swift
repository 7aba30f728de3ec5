/// A sum of reps × load. The sum is exact in both units, so it doesn't depend on the order of its parts.
package struct Work: Sendable, Hashable {
    /// Factor from 10⁻⁸ of a unit, in which all loads are whole, to 10⁻¹⁶ kg, in which loads of both units
    /// are whole.
    private static func scale(_ unit: Load.Unit) -> Int128 {
        unit == .kg ? 100_000_000 : 45_359_237
    }

    private var amount: Int128 = 0

    package init() {}

    /// - Parameter hundredMillionths: reps × load, in 10⁻⁸ of the unit.
    package init(hundredMillionths: Int64, of unit: Load.Unit) {
        amount = Int128(hundredMillionths) * Self.scale(unit)
    }

    package init(reps: Int64, load: Load) {
        self.init(hundredMillionths: reps * Int64((load.value * 1e8).rounded()), of: load.unit)
    }

    /// The work of a set; 0 for a set without reps, and where no moved weight is known.
    ///
    /// - Parameters:
    ///   - body: body weight at the time of the set; `nil` where it isn't known.
    ///   - isPair: whether the exercise's weights come in pairs.
    package init(of set: WorkoutSet, body: Load? = nil, isPair: Bool = false) {
        let moved = MovedWeight(set.fields, body: body, isPair: isPair)
        self = set.fields.reps.map { moved.work(reps: $0) } ?? Work()
    }

    /// Twice the work, as of a pair of weights.
    package var doubled: Work {
        var both = self
        both.amount += amount
        return both
    }

    package static func += (sum: inout Work, more: Work) { sum.amount += more.amount }

    static func - (whole: Work, part: Work) -> Work {
        var rest = whole
        rest.amount -= part.amount
        return rest
    }

    /// The sum in one unit, rounded to 8 decimals.
    package func value(in unit: Load.Unit) -> Double {
        let scale = Self.scale(unit)
        return Double((amount + scale / 2) / scale) / 1e8
    }
}

/// Encoded as the exact sum, a text of digits.
extension Work: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let amount = Int128(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no work")
        }
        self.amount = amount
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(amount)")
    }
}

extension Work: Comparable {
    package static func < (one: Work, other: Work) -> Bool { one.amount < other.amount }
}

extension Load {
    /// A figure rounded for output to 8 decimals, which is as many as loads have.
    package static func rounded(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }
}

extension Load.Unit {
    /// A weight in this unit, rounded to 8 decimals; for the weight of a load this gives the load's value
    /// back.
    package func value(ofMicrograms micrograms: Int64) -> Double {
        Load.rounded(Double(micrograms) / Double(self.micrograms))
    }
}
