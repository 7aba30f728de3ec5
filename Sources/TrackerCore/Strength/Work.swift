/// A sum of reps × load, exact in both units: so it comes out even, whatever the order of its parts.
package struct Work: Sendable, Hashable {
    /// How many times the hundred-millionth part of a unit, in which all loads are whole, has this measure,
    /// in which both units are: 10⁻¹⁶ kg.
    private static func scale(_ unit: Load.Unit) -> Int128 {
        unit == .kg ? 100_000_000 : 45_359_237
    }

    private var amount: Int128 = 0

    package init() {}

    /// - Parameter hundredMillionths: reps times as many of the unit.
    package init(hundredMillionths: Int64, of unit: Load.Unit) {
        amount = Int128(hundredMillionths) * Self.scale(unit)
    }

    package init(reps: Int64, load: Load) {
        self.init(hundredMillionths: reps * Int64((load.value * 1e8).rounded()), of: load.unit)
    }

    /// Of a set that has reps and a load that isn't help; of another it is none.
    package init(of set: WorkoutSet) {
        self.init()
        let fields = set.fields
        guard fields.loadMode != .assisted, let reps = fields.reps, let load = fields.load else {
            return
        }
        self += Work(reps: reps, load: load)
    }

    package static func += (sum: inout Work, more: Work) { sum.amount += more.amount }

    /// In one unit, to 8 decimals.
    package func value(in unit: Load.Unit) -> Double {
        let scale = Self.scale(unit)
        return Double((amount + scale / 2) / scale) / 1e8
    }
}

extension Work: Comparable {
    package static func < (one: Work, other: Work) -> Bool { one.amount < other.amount }
}

extension Load {
    /// A figure as it is shown: to 8 decimals, as loads have.
    package static func rounded(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }
}

extension Load.Unit {
    /// A weight in this unit, to 8 decimals: that of a load is the load's value again.
    package func value(ofMicrograms micrograms: Int64) -> Double {
        Load.rounded(Double(micrograms) / Double(self.micrograms))
    }
}
