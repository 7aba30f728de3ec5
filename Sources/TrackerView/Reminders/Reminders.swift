import TrackerAPI
import TrackerCore

extension ReminderView: Sentence {
    package var title: String { name.forTerminal }

    /// Condition of the reminder: `pending`, `snoozed`, `on`, `off`, or `over` for one that was for once.
    package var condition: String {
        if let pending { return pending.state.text }
        return !enabled ? "off" : schedule.once != nil && nextAt == nil ? "over" : "on"
    }

    package func sentence(in style: Style) -> String {
        var text = schedule.text.forTerminal
        if let pending { text += ", \(pending.condition(in: style))" }
        if let coming = coming(in: style) {
            text += ", \(coming)"
        } else if !enabled {
            text += ", \(style.faint("off"))\(backWords(in: style))"
        } else if condition == "over" {
            text += ", \(style.faint("over"))"
        }
        text += style.id(id)
        return style.line(naming: title) { "\(style.strong($0)): \(text)" }
    }

    /// Time when a reminder that is off comes back on: ` until Mon 09:00`; empty for others.
    private func backWords(in style: Style) -> String {
        offUntil.map { " until \(style.time($0))" } ?? ""
    }

    /// Time when the reminder is next shown: `next in 10 min (10:30)`, or `paused until 11:00, next 11:30`; `nil`
    /// for never.
    package func coming(in style: Style) -> String? {
        guard let pausedUntil else { return nextAt.map { "next \(style.coming($0))" } }
        let next = nextAfterPauseAt.map { ", next \(style.time($0))" } ?? ""
        return "paused until \(style.time(pausedUntil))\(next)"
    }

    /// When a new reminder is first shown, with the last newline.
    package func creation(in style: Style) -> String {
        var text = schedule.text.forTerminal
        if let pausedUntil {
            text += ", paused until \(style.time(pausedUntil))"
        } else if let nextAt {
            text += schedule.once == nil ? ", first " : ", "
            text += style.coming(nextAt)
        } else {
            text += ", \(style.faint("off"))"
        }
        text += style.id(id)
        let line = style.line(naming: title) { "\(style.strong($0)): \(text)" } + "\n"
        return exercise == Reminder.anyExercise
            ? line + "  any exercise you log answers it; plain 'done' logs Standing\n"
            : line
    }

    /// The sentence and all further details, with the last newline.
    package func details(in style: Style) -> String {
        var lines = [sentence(in: style)]
        lines += message?.indentedLines ?? []
        if let exercise {
            let isAny = exercise == Reminder.anyExercise
            let name = isAny ? "any" : (exerciseName ?? exercise).forTerminal
            let task = count.map { isAny ? "any, \(counted($0, "rep"))" : "\($0) × \(name)" }
            lines.append("  exercise: \(task ?? name)")
        }
        let spans = followUp.afterMs.map { DurationText.text(ms: $0) }
        lines.append(
            "  follow-up: " + (followUp.enabled ? "after \(spans.joined(separator: ", "))" : "off")
        )
        lines.append("  snooze: \(DurationText.text(ms: snoozeMs))")
        let grace = graceMs.map { ", up to \(DurationText.text(ms: $0)) late" } ?? ""
        lines.append("  missed: \(missed.forTerminal)\(grace)")
        if let whenIdle {
            lines.append("  when you are away: \(whenIdle == "show" ? "shown" : "skipped")")
        }
        if unlessDone == true {
            lines.append("  unless done: yes, it stays quiet if you did it before")
        }
        if let breakMs {
            let length = breakMs == 0 ? "never" : "\(DurationText.text(ms: breakMs)) away"
            lines.append("  break: \(length)")
        }
        if let anchor = schedule.anchor { lines.append("  anchor: \(anchor.rawValue)") }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Schedule.Fields {
    /// Schedule in words, close to how it was typed, such as `every 30m, 09:00-17:00, mon-fri`.
    package var text: String {
        if let once { return "once, \(once.prefix(16).replacing("T", with: " "))" }
        var parts: [String] = []
        switch every {
        case .ms(let ms): parts.append("every \(DurationText.text(ms: ms))")
        case .text(let text): parts.append("every \(text)")
        case nil: break
        }
        if let at { parts.append("at \(at.text)") }
        switch between {
        case .text(let windows): parts.append(windows)
        case .byDay(let days):
            let inOrder = days.sorted { $0.place < $1.place }
            return parts[0] + ", " + inOrder.map(\.text).joined(separator: ", ")
        case nil: break
        }
        parts.append(days?.text ?? "mon-fri")
        return parts.joined(separator: ", ")
    }
}

extension Schedule.Words {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .list(let words): words.joined(separator: ",")
        }
    }
}

extension Schedule.Windows.Day {
    fileprivate var text: String { "\(name) \(windows)" }

    /// Index of a day in the week, Monday first. It sorts the days, because members of an object come in any
    /// order.
    fileprivate var place: Int {
        Weekday.named(name.lowercased()) ?? Weekday.named(String(name.prefix(3)).lowercased()) ?? 7
    }
}

extension OccurrenceView: Sentence {
    package var title: String { (name ?? "reminder \(reminder.prefix(4))").forTerminal }

    package func sentence(in style: Style) -> String {
        style.line(naming: title) { "\(style.strong($0)): \(condition(in: style))\(style.id(id))" }
    }

    /// The sentence about an occurrence that was done or skipped before its time, such as `Done ahead: pills
    /// at 18:00 won't go off`; `nil` for others.
    package func ahead(in style: Style) -> String? {
        guard state == .suppressed,
            let known = reason.flatMap({ Occurrence.Reason(rawValue: $0) }),
            [.doneAhead, .skipped].contains(known)
        else { return nil }
        let isDone = known == .doneAhead
        let word =
            repeated == true
            ? "Already \(isDone ? "done ahead" : "skipped")" : isDone ? "Done ahead" : "Skipped"
        let time = style.time(dueAt)
        // A time of day alone is today's; others begin with a word for the day.
        let when = time.utf8.count == 5 ? "at \(time)" : time
        return "\(word): \(style.strong(title)) \(when) won't go off"
    }

    /// Whether a snooze ends within the person's pause, so that the reminder is held back until the pause
    /// ends.
    package func isHeld(until end: String?) -> Bool {
        guard let end = end.flatMap(WireTime.ms), let snooze = snoozedUntil.flatMap(WireTime.ms)
        else { return false }
        return snooze < end
    }

    package func condition(in style: Style) -> String {
        let word = style.state(state)
        switch state.known {
        case .pending: return word + (firedAt.map { " since \(style.time($0))" } ?? "")
        case .snoozed: return word + (snoozedUntil.map { " until \(style.time($0))" } ?? "")
        case .answered, .dismissed:
            let time = responseMs.map { " after \(SpanText.elapsed($0))" } ?? ""
            return word + time + (late == true ? ", late" : "")
        case .scheduled: return "\(word) for \(style.time(dueAt))"
        case .suppressed where reason == Occurrence.Reason.doneAhead.rawValue: return "done ahead"
        case .suppressed where reason == Occurrence.Reason.skipped.rawValue: return "skipped"
        default: return word + (reason.map { " (\($0.forTerminal))" } ?? "")
        }
    }
}

extension ReminderList.Response: ShownList {
    package static var none: String { "no reminders" }
    package var ids: [String] { reminders.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table("~NAME", "STATE", "NEXT", "~WHEN", "ID")
        let ids = ShortIDs(reminders.map(\.id))
        table.rows = inOrder.map { reminder in
            [
                .init(reminder.title, style.strong),
                .init(reminder.condition.forTerminal) { style.state(reminder.condition, $0) },
                .init(
                    reminder.pausedUntil.map { "paused until \(style.time($0))" }
                        ?? reminder.nextAt.map(style.coming)
                        ?? reminder.offUntil.map { "on again \(style.time($0))" } ?? "-"),
                .init(reminder.schedule.text.forTerminal), ids.cell(reminder.id, style),
            ]
        }
        return table.text(in: style)
    }

    /// Reminders that wait for an answer, then the others in order of time, then those that are off.
    private var inOrder: [ReminderView] {
        func place(_ reminder: ReminderView) -> (Int, Int64) {
            let next = reminder.nextAt.flatMap(WireTime.ms)
            return (reminder.pending != nil ? 0 : next != nil ? 1 : 2, next ?? .max)
        }
        return reminders.indices.sorted {
            let (one, other) = (place(reminders[$0]), place(reminders[$1]))
            return one == other ? $0 < $1 : one < other
        }.map { reminders[$0] }
    }
}

extension OccurrenceList.Response: ShownList {
    package static var none: String { "No reminders have gone off" }
    package var ids: [String] { occurrences.map(\.id) }
    package var leftOut: More? {
        more == true ? More(shown: occurrences.count, most: OccurrenceList.maximumLimit) : nil
    }

    package func rows(in style: Style) -> String {
        var table = Table("", "~", "", "~?")
        table.rows = occurrences.map { occurrence in
            [
                .init(style.day(occurrence.dueAt)), .init(occurrence.title, style.strong),
                .init(occurrence.condition(in: style.plain)) {
                    style.state(occurrence.state, $0)
                },
                .init(notes(on: occurrence), style.faint),
            ]
        }
        return table.text(in: style)
    }

    private func notes(on occurrence: OccurrenceView) -> String {
        var notes: [String] = []
        if let late = occurrence.lateByMs { notes.append("\(SpanText.late(late)) late") }
        if occurrence.followUps.count > 0 {
            notes.append("asked again \(frequency(occurrence.followUps.count))")
        }
        if occurrence.snoozes > 0 { notes.append("snoozed \(frequency(occurrence.snoozes))") }
        if occurrence.test == true { notes.append("test") }
        return notes.joined(separator: ", ")
    }
}

extension ReminderUpcoming.Response: Shown {
    package func text(in style: Style) -> String {
        guard !upcoming.isEmpty else { return style.faint("nothing coming up") + "\n" }
        var table = Table("", "~")
        table.rows = upcoming.map { moment in
            [
                .init(style.coming(moment.at)),
                .init((moment.name ?? moment.reminder).forTerminal, style.strong),
            ]
        }
        return table.text(in: style)
    }
}

/// Text on how often something happened, such as `once`, `twice` or `3 times`.
private func frequency(_ count: some BinaryInteger) -> String {
    count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
}
