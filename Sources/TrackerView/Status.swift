import TrackerAPI

extension Status.Response: Shown {
    package func text(in style: Style) -> String {
        var text = ""
        let rest = rest.flatMap { $0.isLive ? $0 : nil }
        let run = run.flatMap { $0.isLive ? $0 : nil }
        if !timers.isEmpty || rest != nil {
            text += LiveTable(timers: timers, rest: rest).text(in: style)
        } else if training == nil, run == nil, workout == nil {
            text += style.faint("nothing is running") + "\n"
        }
        if let run { text += run.sentence(in: style) + "\n" }
        if let training = training { text += training.sentence(in: style) + "\n" }
        if let workout = workout { text += workout.sentence(in: style) + "\n" }
        text += reminderLines(in: style)
        if let totals = today.totals, !totals.isEmpty {
            text += "\(style.faint("today:")) \(LogTable.line(of: totals))\n"
        }
        if health.storage != "ok" {
            let state = style.bad("storage \(health.storage.forTerminal)")
            text += "\(state): nothing can be changed until the disk can be written again\n"
        }
        if let path = health.recoveredFrom {
            text += style.warning("the database was damaged and has been salvaged")
            text += "; the damaged one is kept in \(path.forTerminal)\n"
        }
        return text
    }

    /// Reminders that wait for an answer, and those that come next.
    private func reminderLines(in style: Style) -> String {
        var lines: [String] = []
        for reminder in reminders {
            guard let pending = reminder.pending else { continue }
            lines.append("\(style.strong(reminder.title)): \(pending.condition(in: style))")
        }
        let next = reminders.filter { $0.pending == nil && $0.nextAt != nil }
        for reminder in next.prefix(Self.nextNumber) {
            let at = reminder.nextAt ?? ""
            lines.append(
                "\(style.strong(reminder.title)): next \(style.away(at)) (\(style.time(at)))")
        }
        if let quiet = doNotDisturb { lines.append(quiet.sentence(in: style)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let nextNumber = 3
}

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
