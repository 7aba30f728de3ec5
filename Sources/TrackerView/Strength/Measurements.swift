import TrackerAPI
import TrackerCore

extension MeasurementView: Sentence {
    /// The value, such as `84 cm`, `18%` or `7h30m`.
    var amount: String { QuantityText.of(value, unit) }

    /// Value with its unit; `nil` for an unknown unit.
    fileprivate var quantity: Quantity? { QuantityText.read(value, unit, of: what) }

    package func sentence(in style: Style) -> String {
        "\(style.strong(what.forTerminal)): \(amount), \(style.time(at))" + style.id(id)
    }
}

extension MeasurementList.Response: ShownList {
    package static var none: String { "no measurements yet. Try: trackerctl measure waist 84cm" }
    package var ids: [String] { entries.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: MeasurementList.self) }

    package func rows(in style: Style) -> String {
        var table = Table("AT", "WHAT", ">VALUE", ">CHANGE", "ID")
        let ids = ShortIDs(entries.map(\.id))
        let changes = changes
        table.rows = zip(entries, changes).map { entry, change in
            [
                .init(style.day(entry.at)), .init(entry.what.forTerminal),
                .init(entry.amount, style.strong), .init(change ?? "", style.faint),
                ids.cell(entry.id, style),
            ]
        }
        return chart(in: style) + table.text(in: style)
    }

    /// Change of each entry from the previous one with the same name.
    private var changes: [String?] {
        var former: [String: MeasurementView] = [:]
        let changes = entries.reversed().map { entry -> String? in
            let before = former.updateValue(entry, forKey: NameKey.of(entry.what))
            return QuantityText.change(from: before?.quantity, to: entry.quantity)
        }
        return changes.reversed()
    }

    // MARK: Chart

    /// Chart of the entries in the unit of the newest one; empty if they have several names, and without a
    /// terminal.
    private func chart(in style: Style) -> String {
        guard let sheet = style.sheet(), let newest = entries.first,
            Set(entries.map { NameKey.of($0.what) }).count == 1
        else { return "" }
        let isTime = newest.quantity?.dimension == .time
        let unit = isTime ? .h : newest.quantity?.unit
        let points = entries.reversed().compactMap { entry -> Chart.Point? in
            guard let value = entry.quantity?.value(in: unit),
                let day = Days.number(ofDate: String(entry.at.prefix(10)))
            else { return nil }
            return Chart.Point(day: day, value: value)
        }
        guard points.first?.day != points.last?.day else { return "" }
        let title = style.strong(newest.what.forTerminal) + (unit.map { ", \($0.rawValue)" } ?? "")
        return title + "\n" + Chart(points: points, sheet: sheet).text(in: style) + "\n"
    }
}

/// Quantities in words.
enum QuantityText {
    /// Value with its unit; a duration as hours and minutes.
    static func of(_ value: Double, _ unit: String?) -> String {
        switch unit.flatMap(Quantity.Unit.init(rawValue:)) {
        case .percent: "\(NumberText.short(value))%"
        case .h: span(value * 60)
        case .min: span(value)
        default: NumberText.short(value) + (unit.map { " \($0.forTerminal)" } ?? "")
        }
    }

    private static func span(_ minutes: Double) -> String {
        guard minutes >= 60 else { return "\(NumberText.short(minutes)) min" }
        return SpanText.late(Int64((minutes * 60_000).rounded()))
    }

    /// Quantity from a result; `nil` for an unknown unit.
    static func read(_ value: Double, _ unit: String?, of what: String) -> Quantity? {
        guard let unit else { return try? Quantity(value, nil, of: what) }
        return Quantity.Unit(rawValue: unit).flatMap { try? Quantity(value, $0, of: what) }
    }

    /// Difference in the unit of the later value, such as `-0.5`; for durations as a duration.
    static func change(from former: Quantity?, to new: Quantity?) -> String? {
        guard let new, let before = former?.value(in: new.unit) else { return nil }
        let change = new.value - before
        let rounded = (change * 100).rounded() / 100
        guard rounded != 0 else { return "0" }
        let isSpan = new.dimension == .time
        let amount = isSpan ? of(abs(change), new.unit?.rawValue) : NumberText.short(abs(rounded))
        return (rounded < 0 ? "-" : "+") + amount
    }
}
