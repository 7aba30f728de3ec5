import TrackerAPI

extension EventView {
    /// What the event changed, such as `logged 20 Push-ups` or `deleted program hills`.
    func change(in style: Style) -> String {
        let words = type.split(separator: ".").map(String.init)
        guard let noun = words.first, let verb = words.last, words.count == 2 else {
            return type.forTerminal
        }
        let done = Self.verbs[verb] ?? verb.forTerminal
        switch noun {
        case "log":
            guard let entry: LogEntryView = try? data.decoded() else { return done }
            let count = CountText.beside(entry.count, entry.unit)
            return "\(done) \(count) \(strong(entry.name, style))"
        case "set":
            guard let set: SetView = try? data.decoded() else { return done }
            return "\(done) \(style.strong(set.title)) \(set.notation)"
        case "weight":
            guard let entry: WeightView = try? data.decoded() else { return done }
            return "\(done) \(strong(entry.amount, style)) body weight"
        case "measurement":
            guard let entry: MeasurementView = try? data.decoded() else { return done }
            return "\(done) \(entry.what.forTerminal) \(strong(entry.amount, style))"
        case "max":
            guard let entry: TrainingMaxView = try? data.decoded() else { return done }
            let name = strong(entry.exerciseName, style)
            return "\(done) training max \(entry.amount) of \(name)"
        case "import":
            let (workouts, sets) = (data["workouts"]?.integer ?? 0, data["sets"]?.integer ?? 0)
            guard workouts + sets > 0 else {
                // The import only changed workouts, or added other rows of an export.
                let file = ImportText.program(data["format"]?.string) ?? "a file"
                return "imported changes from \(file)"
            }
            return "imported \(counted(workouts, "workout")), \(counted(sets, "set"))"
        case "settings": return "changed the settings"
        case "rest": return "\(done) the rest"
        case "do_not_disturb": return verb == "set" ? "paused reminders" : "resumed reminders"
        case "reminder" where ["answered", "dismissed", "snoozed", "fired"].contains(verb):
            return "\(done) \(strong(data["name"]?.string ?? subject, style))"
        case "reminder" where verb == "suppressed":
            let name = strong(data["name"]?.string ?? subject, style)
            let isDone = data["reason"]?.string == "done_ahead"
            return isDone ? "answered \(name) ahead of time" : "skipped \(name)"
        case "streak": return "\(done) the streak"
        case "sync":
            guard let conflict: SyncConflict = try? data.decoded() else { return done }
            return "put back your edit of \(style.strong(conflict.thing))"
        default:
            let name = (data["name"] ?? data["exercise_name"])?.string ?? subject
            return "\(done) \(noun.forTerminal) \(strong(name, style))"
        }
    }

    private func strong(_ name: String, _ style: Style) -> String { style.strong(name.forTerminal) }

    private static let verbs = [
        "added": "logged", "updated": "changed", "set": "set", "changed": "changed",
        "undone": "corrected", "fired": "tested",
        "attempted": "counted an attempt in",
    ]
}

/// Events of one request as one line, in the order they happened.
private func line(of events: [EventView], in style: Style) -> String {
    let shown = 3
    // That a reminder stopped waiting only follows from what was done to it.
    let done = events.filter { $0.type != "reminder.expired" }
    let told = done.isEmpty ? events : done
    let changes = told.reversed().prefix(shown).map { $0.change(in: style) }
    let more = told.count > shown ? ", and \(told.count - shown) more" : ""
    return changes.joined(separator: ", ") + more
}

extension JournalUndo.Response: Shown {
    package func text(in style: Style) -> String { answerText(in: style).whole }

    /// The same text; the live view has a key for the redo.
    package func answerText(in style: Style) -> AnswerText {
        let events = [undone] + (others ?? [])
        let text = "Undone: \(line(of: events, in: style)), \(style.time(undone.at))\n"
        // An undone import isn't kept for redo, but the person still has its file.
        guard !events.contains(where: { $0.type.hasPrefix("import.") }) else {
            return AnswerText(text + style.faint("To get it back, import the file again.") + "\n")
        }
        return AnswerText(text, scene: style.faint("To redo it: trackerctl redo") + "\n")
    }
}

extension JournalRedo.Response: Shown {
    package func text(in style: Style) -> String {
        let events = [redone] + (others ?? [])
        return "Redone: \(line(of: events, in: style)), \(style.time(redone.at))\n"
    }
}

extension JournalUndoable.Response: Shown {
    package func text(in style: Style) -> String {
        guard !undo.isEmpty || !redo.isEmpty else {
            return style.faint("nothing to undo or redo") + "\n"
        }
        return table("'trackerctl undo' undoes these, in this order:", undo, style)
            + table("'trackerctl redo' redoes these, in this order:", redo, style)
    }

    /// Command that undo refused, such as `logged 20 Push-ups`; `nil` for none.
    package func refused(in style: Style) -> String? {
        // The first event of a command that can't be undone is the one the person meant.
        last?.events.last?.change(in: style) ?? undo.first.map { line(of: $0.events, in: style) }
    }

    /// Newest command before the refused one that can be undone, with its event number for undo; `nil` for
    /// none.
    package func before(in style: Style) -> (seq: Int64, text: String)? {
        (last == nil ? undo.dropFirst() : undo[...]).first.flatMap { step in
            step.events.first.map { ($0.seq, line(of: step.events, in: style)) }
        }
    }

    private func table(_ title: String, _ steps: [JournalUndoable.Step], _ style: Style) -> String {
        guard !steps.isEmpty else { return "" }
        var table = Table(">", "", "~")
        table.rows = steps.map { step in
            [
                .init(step.events.first.map { "  \($0.seq)" } ?? "", style.faint),
                .init(step.events.first.map { style.day($0.at) } ?? ""),
                .init(line(of: step.events, in: style.plain)),
            ]
        }
        return title + "\n" + table.text(in: style)
    }
}
