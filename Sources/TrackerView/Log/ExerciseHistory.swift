import TrackerAPI

extension ExerciseHistory.Response: ShownList {
    package static var none: String { "no sets yet" }
    package var ids: [String] { sessions.map(\.workout) }
    package var leftOut: More? { More(total: total, shown: ids, of: ExerciseHistory.self) }

    package func rows(in style: Style) -> String {
        var table = Table("~DAY", "~WORKOUT", ">#", "SET", "?AT", ">?REST", "~NOTE")
        table.rows = sessions.flatMap { session in
            session.sets.enumerated().map { index, set -> [Table.Cell] in
                [
                    .init(index == 0 ? style.date(session.day) : "", style.strong),
                    .init(index == 0 ? session.name.forTerminal : ""),
                    .init("\(set.index)", style.faint), .init(set.notation),
                    .init(style.clock(set.at)), .init(set.restMs.map(SpanText.elapsed) ?? ""),
                    .init(set.note?.forTerminal ?? ""),
                ]
            }
        }
        return style.strong(exerciseName.forTerminal) + "\n" + table.text(in: style)
    }
}
