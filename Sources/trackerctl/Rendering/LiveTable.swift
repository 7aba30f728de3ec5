import TrackerAPI

/// Timers and the rest as a table.
struct LiveTable {
    let timers: [TimerView]
    var rest: RestView?

    func text(in style: Style) -> String {
        var table = Table()
        table.header = [
            .init(text: "NAME"), .init(text: "STATE"), .init(text: "LEFT", isRight: true),
            .init(text: "ENDS"), .init(text: "ID"),
        ]
        let length = Self.prefixLength(of: timers.map(\.id))
        table.rows = timers.map { row(of: $0, idLength: length, in: style) }
        if let rest { table.rows.append(row(of: rest, in: style)) }
        return table.text(in: style)
    }

    private func row(of timer: TimerView, idLength: Int, in style: Style) -> [Table.Cell] {
        let moment = timer.dueAt ?? timer.endedAt
        return [
            .init(text: (timer.name ?? "-").forTerminal, paint: style.strong),
            .init(text: timer.state.forTerminal, paint: { style.state(timer.state, $0) }),
            .init(text: timer.hasEnded && !timer.isStopwatch ? "" : timer.clock, isRight: true),
            .init(text: moment.map(style.time) ?? ""),
            .init(text: String(timer.id.prefix(idLength)).forTerminal, paint: style.faint),
        ]
    }

    private func row(of rest: RestView, in style: Style) -> [Table.Cell] {
        [
            .init(text: rest.title, paint: style.strong),
            .init(text: rest.state.forTerminal, paint: { style.state(rest.state, $0) }),
            .init(text: SpanText.left(rest.remainingMs), isRight: true),
            .init(text: rest.dueAt.map(style.time) ?? ""),
        ]
    }

    /// Length of the prefixes that tell the ids apart.
    ///
    /// - Parameter least: the least length, for where many other ids could have the same prefix.
    static func prefixLength(of ids: [String], atLeast least: Int = 4) -> Int {
        let longest = ids.map(\.count).max() ?? 0
        var length = least
        while length < longest, Set(ids.map { $0.prefix(length) }).count < ids.count {
            length += 1
        }
        return length
    }
}
