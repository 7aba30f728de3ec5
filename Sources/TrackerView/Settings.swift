import TrackerAPI
import TrackerCore

extension SettingsView: Shown {
    /// The settings, one per line.
    package func text(in style: Style) -> String {
        let plates = plates.map { plate in
            NumberText.exact(plate.weight) + (plate.count.map { "x\($0)" } ?? "")
        }
        let lines = [
            ("unit", unit.forTerminal),
            ("rest", restMs == 0 ? "no" : SpanText.elapsed(restMs)),
            ("bar", "\(NumberText.exact(bar)) \(unit.forTerminal)"),
            ("plates", "\(plates.joined(separator: ", ")) \(unit.forTerminal)"),
            ("day starts", dayStartsAt.forTerminal), ("week starts", weekStarts.forTerminal),
            ("active days", activeDays.joined(separator: ", ").forTerminal),
            ("progress", Self.list(features)),
            ("reports", Self.list(told) + (told.isEmpty ? "" : " at \(reports.at.forTerminal)")),
        ]
        var table = Table("", "~")
        table.rows = lines.map { name, value in
            [.init(name, style.faint), .init(value)]
        }
        return table.text(in: style)
    }

    /// Parts of progress that are on.
    private var features: [String] {
        [
            ("streak", streak), ("achievements", achievements), ("points", xp),
            ("challenges", challenges),
        ].filter(\.1).map(\.0)
    }

    /// Reports that a notification announces.
    private var told: [String] {
        [("daily", reports.daily), ("weekly", reports.weekly), ("monthly", reports.monthly)]
            .filter(\.1).map(\.0)
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "off" : words.joined(separator: ", ")
    }
}
