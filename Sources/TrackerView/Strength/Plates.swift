import TrackerAPI
import TrackerCore

/// Text of a loaded bar: a drawing of one side, and the numbers of plates.
struct PlatesText {
    let loaded: PlatesCalculate.Response

    private struct Pile {
        let weight: Double
        var count: Int
    }

    func text(in style: Style) -> String {
        var text = ""
        if let sheet = style.sheet(), let drawing = drawing(on: sheet, in: style) {
            text = drawing + "\n"
        }
        let unit = loaded.unit.forTerminal
        let bar = "the \(NumberText.short(loaded.bar)) \(unit) bar"
        let whole = style.strong("\(NumberText.exact(loaded.achieved)) \(unit)")
        if loaded.perSide.isEmpty {
            text += "\(whole): \(bar) alone\n"
        } else {
            text += "\(whole): \(side) on each side of \(bar)\n"
        }
        guard loaded.shortBy > 0 else { return text }
        let missing = NumberText.exact(loaded.shortBy)
        let load = NumberText.exact(loaded.achieved + loaded.shortBy)
        return text
            + style.warning("\(missing) \(unit) short of \(load): no closer with these plates")
            + "\n"
    }

    /// The plates in few words: `2 x 20 + 5 a side`, or `bar alone`.
    var brief: String {
        let plates = loaded.perSide.isEmpty ? "bar alone" : "\(side) a side"
        guard loaded.shortBy > 0 else { return plates }
        return plates + " (\(NumberText.exact(loaded.shortBy)) \(loaded.unit.forTerminal) short)"
    }

    /// The plates of one side: `2 x 20 + 5`.
    private var side: String {
        piles.map { pile in
            (pile.count > 1 ? "\(pile.count) x " : "") + Self.weight(pile.weight)
        }.joined(separator: " + ")
    }

    private var piles: [Pile] {
        var piles: [Pile] = []
        for weight in loaded.perSide {
            if piles.last?.weight == weight {
                piles[piles.count - 1].count += 1
            } else {
                piles.append(Pile(weight: weight, count: 1))
            }
        }
        return piles
    }

    private static func weight(_ weight: Double) -> String { NumberText.exact(weight) }

    // MARK: Drawing

    /// Drawing of one side; `nil` if there is no room.
    private func drawing(on sheet: Sheet, in style: Style) -> String? {
        let kinds = piles.map(\.weight)
        guard let heaviest = kinds.first else { return nil }
        let plates = loaded.perSide.map { weight in
            Plate(
                text: Self.weight(weight),
                half: max(0, min(3, Int((weight / heaviest * 3).rounded()))))
        }
        let bar = sheet.isUTF8 ? "═" : "="
        let width = 6 + plates.reduce(0) { $0 + $1.width } + 4
        guard width <= sheet.columns else { return nil }
        let reach = plates.map(\.half).max() ?? 0
        return (-reach - 1...reach + 1).map { row in
            let isBar = row == 0
            let blank = isBar ? bar : " "
            let drawn = plates.map { $0.text(row: row, blank: blank, isUTF8: sheet.isUTF8) }
                .joined().trimmingBlanks
            return String(repeating: blank, count: 6) + style.good(drawn)
                + (isBar ? String(repeating: bar, count: 4) : "") + "\n"
        }.joined()
    }

    /// A plate seen from the side: a box, with its weight at the height of the bar.
    private struct Plate {
        let text: String
        /// Number of rows above the bar's row, without the box's edges.
        let half: Int

        var width: Int { text.count + 2 }

        /// - Parameter row: row number; 0 is the bar's row, negative rows are above it.
        func text(row: Int, blank: String, isUTF8: Bool) -> String {
            let inside = String(repeating: " ", count: text.count)
            let side = isUTF8 ? "│" : "|"
            if row == 0 { return side + text + side }
            if abs(row) <= half { return side + inside + side }
            guard abs(row) == half + 1 else { return String(repeating: blank, count: width) }
            let edge = String(repeating: isUTF8 ? "─" : "-", count: text.count)
            let corners = isUTF8 ? (row < 0 ? ("┌", "┐") : ("└", "┘")) : ("+", "+")
            return corners.0 + edge + corners.1
        }
    }
}

extension PlatesCalculate.Response: Shown {
    package func text(in style: Style) -> String { PlatesText(loaded: self).text(in: style) }
}
