import TrackerAPI
import TrackerCore

extension WeightView: Sentence {
    /// The weight, such as `82.5 kg`.
    var amount: String { QuantityText.of(weight, unit) }

    package func sentence(in style: Style) -> String {
        "\(style.strong("body weight")): \(amount), \(style.time(at))" + style.id(id)
    }
}

extension WeightList.Response: ShownList {
    package static var none: String { "no weights yet. Try: trackerctl weight 82.5" }
    package var ids: [String] { entries.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: WeightList.self) }

    package func rows(in style: Style) -> String {
        var table = Table("AT", ">WEIGHT", ">CHANGE", "ID")
        let ids = ShortIDs(entries.map(\.id))
        table.rows = entries.enumerated().map { index, entry in
            let before = index + 1 < entries.count ? Self.quantity(entries[index + 1]) : nil
            let change = QuantityText.change(from: before, to: Self.quantity(entry))
            return [
                .init(style.day(entry.at)), .init(entry.amount, style.strong),
                .init(change ?? "", style.faint),
                ids.cell(entry.id, style),
            ]
        }
        return table.text(in: style)
    }

    private static func quantity(_ entry: WeightView) -> Quantity? {
        QuantityText.read(entry.weight, entry.unit, of: Measurement.weight)
    }
}

/// Words about figures that include body weight.
enum BodyWeightText {
    /// Line for figures that leave out the body weight because it wasn't known; empty for others.
    static func hint(_ isLacking: Bool?, in style: Style) -> String {
        guard isLacking == true else { return "" }
        return style.faint(
            "without your weight, only added load counts: trackerctl weight 82.5") + "\n"
    }
}
