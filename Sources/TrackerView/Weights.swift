import TrackerAPI
import TrackerCore

extension WeightView: Sentence {
    /// The weight, such as `82.5 kg`.
    var amount: String { "\(NumberText.short(weight)) \(unit.forTerminal)" }

    package func sentence(in style: Style) -> String {
        "\(style.strong("body weight")): \(amount), \(style.time(at)) "
            + style.faint("[\(id.forTerminal)]")
    }
}

extension WeightList.Response: ShownList {
    package static var none: String {
        "no weights: 'trackerctl weight 82.5' notes one"
    }
    package var ids: [String] { entries.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table("AT", ">WEIGHT", ">CHANGE", "ID")
        let ids = ShortIDs(entries.map(\.id))
        table.rows = entries.enumerated().map { index, entry in
            let before = index + 1 < entries.count ? entries[index + 1] : nil
            return [
                .init(style.day(entry.at)), .init(entry.amount, style.strong),
                .init(before.flatMap { Self.change(from: $0, to: entry) } ?? "", style.faint),
                ids.cell(entry.id, style),
            ]
        }
        return table.text(in: style)
    }

    /// The difference in the unit of the later one, such as `-0.5`.
    private static func change(from former: WeightView, to new: WeightView) -> String? {
        guard let unit = Load.Unit(rawValue: new.unit),
            let formerUnit = Load.Unit(rawValue: former.unit),
            let before = try? Load(former.weight, formerUnit)
        else { return nil }
        let change = new.weight - before.converted(to: unit).value
        let rounded = (change * 100).rounded() / 100
        guard rounded != 0 else { return "0" }
        return (rounded < 0 ? "-" : "+") + NumberText.short(abs(rounded))
    }
}

/// Words about figures in which the body's weight has a part.
enum BodyWeightText {
    /// A line for figures that count without it, since it wasn't known; empty for others.
    static func hint(_ isLacking: Bool?, in style: Style) -> String {
        guard isLacking == true else { return "" }
        return style.faint(
            "bodyweight reps count their added load alone: 'trackerctl weight 82.5'") + "\n"
    }
}
