import TrackerCore

/// Text of 1RM estimates, by one formula or by each.
package struct OneRepMaxText {
    private let values: [(formula: OneRepMax.Formula, value: Double?)]
    private let unit: Load.Unit?

    /// - Parameters:
    ///   - values: estimates in the load's unit; `nil` if a formula gives none.
    ///   - unit: unit that the load was given in; `nil` for none.
    package init(_ values: [(formula: OneRepMax.Formula, value: Double?)], unit: Load.Unit?) {
        self.values = values
        self.unit = unit
    }

    package func text(in style: Style) -> String {
        guard values.contains(where: { $0.value != nil }) else {
            return style.faint(
                "no estimate: no formula works above \(OneRepMax.reps.upperBound) reps")
                + "\n"
        }
        guard values.count > 1 else { return style.strong(amount(values[0].value)) + "\n" }
        var table = Table("", ">")
        table.rows = values.map { formula, value in
            [.init(formula.rawValue), .init(amount(value), style.strong)]
        }
        return table.text(in: style)
    }

    /// The numbers without units.
    package var numbers: [String] { values.compactMap { $0.value.map(NumberText.short) } }

    private func amount(_ value: Double?) -> String {
        guard let value else { return "-" }
        return NumberText.short(value) + (unit.map { " \($0.rawValue)" } ?? "")
    }
}
