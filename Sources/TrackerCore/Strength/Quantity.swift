/// A number with its unit, as a person entered it.
package struct Quantity: Sendable, Hashable {
    package enum Unit: String, Choice {
        case kg, lb, cm
        case inch = "in"
        case percent = "%"
        case bpm, h, min

        package var dimension: Dimension {
            switch self {
            case .kg, .lb: .mass
            case .cm, .inch: .length
            case .percent: .share
            case .bpm: .rate
            case .h, .min: .time
            }
        }

        package init(_ unit: Load.Unit) { self = unit == .kg ? .kg : .lb }

        /// The same unit for loads; `nil` where it isn't one of mass.
        package var load: Load.Unit? { Load.Unit(rawValue: rawValue) }

        /// Parts in one unit. 1 in is 2.54 cm exactly (International Yard and Pound Agreement, 1959).
        fileprivate var parts: Int64 {
            switch self {
            case .kg, .lb: load?.micrograms ?? 0
            case .cm, .percent, .bpm, .min: 1_000_000_000
            case .inch: 2_540_000_000
            case .h: 60_000_000_000
            }
        }
    }

    /// A dimension of quantities: those of the same one can be compared and converted.
    package enum Dimension: Sendable, Hashable, CaseIterable {
        case mass, length, share, rate, time
        /// Plain numbers, without a unit.
        case number

        package var units: [Unit] { Unit.allCases.filter { $0.dimension == self } }

        /// The allowed quantities in parts, and in words.
        var bounds: (range: ClosedRange<Int64>, words: String) {
            switch self {
            case .mass: (0...1000 * Unit.kg.parts, "0 to 1000 kg, or 0 to 2204 lb")
            case .length: (0...1000 * Unit.cm.parts, "0 to 1000 cm, or 0 to 393 in")
            case .share: (0...100 * Unit.percent.parts, "0 to 100%")
            case .rate: (Unit.bpm.parts...300 * Unit.bpm.parts, "1 to 300 bpm")
            case .time: (0...24 * Unit.h.parts, "0 to 24 h")
            case .number: (0...1_000_000 * Quantity.numberParts, "0 to 1000000")
            }
        }
    }

    private static let numberParts: Int64 = 1_000_000_000
    private static let decimals = 8

    package let value: Double
    /// The unit; `nil` for a plain number.
    package let unit: Unit?

    /// A quantity as entered, with at most 8 decimals. Its range depends on what was measured.
    ///
    /// - Parameters:
    ///   - what: what was measured, for a rejection.
    ///   - field: the parameter that has the value, for a rejection.
    package init(
        _ value: Double, _ unit: Unit?, of what: String, field: String = "value"
    ) throws(Rejection) {
        // A negative zero becomes 0, since nobody means it.
        self.init(stored: value == 0 ? 0 : value, unit)
        try checkDecimals(of: what, field: field)
    }

    /// A quantity that was checked when it was entered.
    init(stored value: Double, _ unit: Unit?) {
        self.value = value
        self.unit = unit
    }

    package var dimension: Dimension { unit?.dimension ?? .number }

    /// The quantity in whole parts, by which quantities of one dimension are compared.
    package var parts: Int64 {
        Int64((value * Double(unit?.parts ?? Self.numberParts)).rounded())
    }

    /// The value in another unit of the same dimension; `nil` for a unit of another one.
    package func value(in unit: Unit?) -> Double? {
        guard unit != self.unit else { return value }
        guard let unit, unit.dimension == dimension else { return nil }
        return Double(parts) / Double(unit.parts)
    }

    // MARK: Checks

    func checkDecimals(of what: String, field: String) throws(Rejection) {
        // Beyond this size parts would overflow, and every range ends before it.
        guard value.magnitude <= 1_000_000 else {
            throw .invalid(field, "\(what) must be \(dimension.bounds.words)")
        }
        guard value.hasDecimals(atMost: Self.decimals) else {
            throw .invalid(field, "\(what) has too many decimals: at most \(Self.decimals)")
        }
    }

    func check(
        in bounds: (range: ClosedRange<Int64>, words: String), of what: String, field: String
    ) throws(Rejection) {
        guard bounds.range.contains(parts) else {
            throw .invalid(field, "\(what) must be \(bounds.words)")
        }
    }

    /// Reason for refusing a quantity of another dimension: `waist is measured in cm or in`. `here` or `now` may
    /// follow it.
    func mismatch(with dimension: Dimension, of what: String) -> String {
        let units = dimension.units.map(\.rawValue).joined(separator: " or ")
        return units.isEmpty
            ? "\(what) has no unit" : "\(what) is measured in \(units)"
    }
}
