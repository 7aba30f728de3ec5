/// A weight as a person entered it.
package struct Load: Sendable, Hashable, Codable {
    package enum Unit: String, Choice {
        case kg, lb

        /// Micrograms in one unit. 1 lb is 0.45359237 kg exactly (International Yard and Pound Agreement,
        /// 1959).
        package var micrograms: Int64 { self == .kg ? 1_000_000_000 : 453_592_370 }
    }

    package static let values: ClosedRange<Double> = 0...10_000
    private static let decimals = 8

    package let value: Double
    package let unit: Unit

    /// A load as entered: 0 to 10,000, with at most 8 decimals.
    ///
    /// - Throws: a rejection whose field is `field`.
    package init(_ value: Double, _ unit: Unit, field: String = "load") throws(Rejection) {
        guard Self.values.contains(value) else {
            throw .invalid(field, "\(field: field) is out of range: 0 to 10000 \(unit.rawValue)")
        }
        guard value.hasDecimals(atMost: Self.decimals) else {
            throw .invalid(field, "\(field: field) has too many decimals: at most \(Self.decimals)")
        }
        // A negative zero becomes 0, since nobody means it.
        self.value = value == 0 ? 0 : value
        self.unit = unit
    }

    /// A load converted from another one, which may have more decimals than an entered load.
    private init(converted value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// The weight in whole micrograms, by which loads of different units are compared and summed.
    package var micrograms: Int64 { Int64((value * Double(unit.micrograms)).rounded()) }

    /// The load in another unit.
    package func converted(to unit: Unit) -> Load {
        guard unit != self.unit else { return self }
        return Load(converted: Double(micrograms) / Double(unit.micrograms), unit)
    }

    /// The load as it would be entered in a unit: with at most 8 decimals, and within the range of loads.
    package func entered(in unit: Unit) -> Load {
        guard unit != self.unit else { return self }
        let value = Load.rounded(converted(to: unit).value)
        return Load(converted: min(value, Self.values.upperBound), unit)
    }
}

extension Double {
    /// Whether the number can be written with at most `places` digits after the point.
    func hasDecimals(atMost places: Int) -> Bool {
        let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
        return (self * scale).rounded() / scale == self
    }
}
