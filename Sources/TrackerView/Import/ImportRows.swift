import TrackerAPI
import TrackerCore

/// Text for the columns and the first sets of a file of no known program.
extension ImportText {
    /// The meanings of the columns in the form in which they can be given, then the first sets as they would come
    /// in; empty for other files.
    func rows(in style: Style) -> String {
        guard let columns = view.columns, let rows = view.rows else { return "" }
        let told = columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.forTerminal)" }
        var table = Table("", ">LINE", "DATE", "~EXERCISE", "SET", "~?WORKOUT")
        table.rows = rows.map { row in
            [
                .init(""), .init("\(row.line)"), .init(Self.start(of: row).forTerminal),
                .init(row.exercise.forTerminal), .init(Self.notation(of: row)),
                .init(row.workout.forTerminal, style.faint),
            ]
        }
        return "\(style.strong("columns:")) \(told.joined(separator: ", "))\n"
            + style.faint("  if that's wrong, say which column is what with --columns") + "\n"
            + (rows.isEmpty ? "" : table.text(in: style))
    }

    /// Date and time of day, without seconds and zone.
    private static func start(of row: ImportRow) -> String {
        "\(row.at.prefix(10)) \(row.at.dropFirst(11).prefix(5))"
    }

    /// A set as it is written at the rack, such as `warmup 5x60kg`.
    private static func notation(of row: ImportRow) -> String {
        let weight = row.load.map {
            SetNotation.Weight(value: $0, unit: row.loadUnit, mode: row.loadMode ?? .external)
        }
        let effort = row.rpe.map { SetNotation.Effort.rpe($0) }
        let time = row.seconds.map { SetNotation.Amount.time(Int64(($0 * 1000).rounded())) }
        let distance = row.distanceM.map { SetNotation.Amount.distance($0) }
        let amounts = [row.reps.map { SetNotation.Amount.reps($0) }, time, distance]
            .compactMap(\.self)
        guard let first = amounts.first else { return "" }
        let words =
            (row.type == .working ? [] : [row.type.rawValue])
            + [SetNotation(first, weight, effort).text] + amounts.dropFirst().map(\.text)
        return words.joined(separator: " ")
    }
}
