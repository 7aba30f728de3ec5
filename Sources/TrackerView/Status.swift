import TrackerAPI
import TrackerCore

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
        for workout in workoutsElsewhere ?? [] { text += workout.sentence(in: style) + "\n" }
        text += reminderLines(in: style)
        let day = todayWords
        if !day.isEmpty { text += style.lines(of: day, title: style.faint("today:")) }
        if let goals { text += goals.lines(in: style) }
        if health.storage != "ok" {
            let state = style.bad("storage \(health.storage.forTerminal)")
            text += "\(state): nothing can be changed. "
            text += (health.reason ?? "See: trackerctl doctor").forTerminal + "\n"
        }
        if let path = health.recoveredFrom {
            text += style.warning("the database was damaged and has been salvaged")
            text += "; the damaged one is kept in \(path.forTerminal)\n"
        }
        if let sync, let line = sync.line(in: style) { text += line + "\n" }
        return text
    }

    /// Today's totals, then the parts of progress that are on: `Push-ups 60 reps`, `streak 12 days`, `level 5
    /// (+34)`, `35 Push-ups today (20 of 35)`.
    package var todayWords: [String] {
        var words = LogTable.texts(of: today.totals ?? [])
        if let focus = today.focus {
            words.append("focus \(focus.words.joined(separator: " in "))")
        }
        guard let progress else { return words }
        if let streak = progress.streak, streak > 0 {
            words.append("streak \(counted(streak, "day"))")
        }
        if let level = progress.level {
            let points = progress.xpToday.flatMap { $0 > 0 ? " (+\($0))" : nil } ?? ""
            words.append("level \(level)\(points)")
        }
        if let challenge = progress.challenge {
            let state = challenge.completed ? "done" : "\(challenge.value) of \(challenge.target)"
            words.append("\(challenge.text.forTerminal) (\(state))")
        }
        return words
    }

    /// Lines for reminders that wait for an answer, and for the next ones.
    private func reminderLines(in style: Style) -> String {
        var lines: [String] = []
        for reminder in reminders {
            guard let pending = reminder.pending else { continue }
            var words = pending.condition(in: style)
            if let end = doNotDisturb?.until, pending.isHeld(until: end) {
                words += ", paused until \(style.time(end))"
            }
            lines.append(
                style.line(naming: reminder.title) { "\(style.strong($0)): \(words)" })
        }
        let next = reminders.filter { $0.pending == nil && $0.nextAt != nil }
        for reminder in next.prefix(Self.nextNumber) {
            let next = reminder.coming(in: style) ?? ""
            lines.append(style.line(naming: reminder.title) { "\(style.strong($0)): \(next)" })
        }
        if let quiet = doNotDisturb { lines.append(quiet.sentence(in: style)) }
        if let off = offWords { lines.append(style.faint(off)) }
        if desktopDoNotDisturb == true { lines.append("the desktop is set to do not disturb") }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let nextNumber = 3

    /// The reminders that are off: `2 reminders off: stretch until Mon 09:00, water`; `nil` if none is.
    package var offWords: String? {
        guard let off = remindersOff, off.count > 0 else { return nil }
        var names = off.reminders.map { reminder in
            let until = reminder.offUntil.flatMap { words(for: $0) }.map { " until \($0)" }
            return reminder.name.forTerminal + (until ?? "")
        }
        if off.count > names.count { names.append("\(off.count - names.count) more") }
        return "\(counted(off.count, "reminder")) off: \(names.joined(separator: ", "))"
    }

    /// A coming time in words that stay correct however long they are shown.
    package func words(for moment: String) -> String? {
        LocalMoment(moment)?.text(asSeenFrom: LocalMoment(now))
    }
}

extension Status.Sync {
    /// Line about trouble with sync; `nil` for none.
    func line(in style: Style) -> String? {
        guard problem != nil || state == .stopped else { return nil }
        let detail = problem.map { ": \($0.detail.forTerminal)" } ?? ""
        return style.bad("sync has stopped") + "\(detail). See: trackerctl sync"
    }
}

/// Timers and the rest as a table.
struct LiveTable {
    let timers: [TimerView]
    var rest: RestView?

    func text(in style: Style) -> String {
        var table = Table("~NAME", "STATE", ">LEFT", "ENDS", "?ID")
        let ids = ShortIDs(timers.map(\.id))
        table.rows = timers.map { timer in
            let moment = timer.dueAt ?? timer.endedAt
            let state = timer.isWaiting ? "over" : timer.state.forTerminal
            let left = timer.hasEnded && !timer.isStopwatch ? "" : timer.clock
            return [
                .init((timer.name ?? "-").forTerminal, style.strong),
                .init(state) {
                    timer.isWaiting ? style.warning($0) : style.state(timer.state, $0)
                },
                .init(timer.waitingMs.map(SpanText.ago) ?? left),
                .init(moment.map(style.day) ?? ""), ids.cell(timer.id, style),
            ]
        }
        if let rest {
            table.rows.append([
                .init(rest.title, style.strong),
                .init(rest.state.forTerminal) { style.state(rest.state, $0) },
                .init(SpanText.left(rest.remainingMs)), .init(rest.dueAt.map(style.day) ?? ""),
            ])
        }
        return table.text(in: style)
    }
}
