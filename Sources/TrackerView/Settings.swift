import TrackerAPI
import TrackerCore

extension SettingsView: Shown {
    /// The settings, one on each line.
    package func text(in style: Style) -> String {
        let plates = plates.map { plate in
            NumberText.exact(plate.weight) + (plate.count.map { "x\($0)" } ?? "")
        }
        let lines = [
            ("unit", unit.forTerminal),
            ("rest", restMs == 0 ? "no" : SpanText.elapsed(restMs)),
            ("bar", "\(NumberText.exact(bar)) \(unit.forTerminal)"),
            ("plates", "\(plates.joined(separator: ", ")) \(unit.forTerminal)"),
            ("day starts", dayStartsAt.forTerminal),
        ]
        var table = Table("", "~")
        table.rows = lines.map { name, value in
            [.init(name, style.faint), .init(value)]
        }
        return table.text(in: style)
    }
}
