import TrackerAPI

extension EventView {
    /// The change of a record in words, such as `logged 20 reps Push-ups` or `deleted program hills`.
    func change(in style: Style) -> String {
        let words = type.split(separator: ".").map(String.init)
        guard let noun = words.first, let verb = words.last, words.count == 2 else {
            return type.forTerminal
        }
        let done = Self.verbs[verb] ?? verb.forTerminal
        switch noun {
        case "log":
            guard let entry: LogEntryView = try? data.decoded() else { return done }
            return "\(done) \(CountText.of(entry.count, entry.unit)) \(strong(entry.name, style))"
        case "set":
            guard let set: SetView = try? data.decoded() else { return done }
            return "\(done) \(style.strong(set.title)) \(set.notation)"
        case "weight":
            guard let entry: WeightView = try? data.decoded() else { return done }
            return "\(done) \(strong(entry.amount, style)) of body weight"
        case "measurement":
            guard let entry: MeasurementView = try? data.decoded() else { return done }
            return "\(done) \(entry.what.forTerminal) \(strong(entry.amount, style))"
        case "import":
            let (workouts, sets) = (data["workouts"]?.integer ?? 0, data["sets"]?.integer ?? 0)
            guard workouts + sets > 0 else {
                // It brought nothing but changes of workouts, or other rows of an export.
                let file = ImportText.program(data["format"]?.string) ?? "a file"
                return "imported changes from \(file)"
            }
            return "imported \(counted(workouts, "workout")), \(counted(sets, "set"))"
        case "settings": return "changed the settings"
        case "rest": return "\(done) the rest"
        case "do_not_disturb": return verb == "set" ? "paused reminders" : "resumed reminders"
        case "reminder" where ["answered", "dismissed", "snoozed", "fired"].contains(verb):
            return "\(done) \(strong(data["name"]?.string ?? subject, style))"
        case "streak": return "\(done) the streak"
        case "sync":
            guard let conflict: SyncConflict = try? data.decoded() else { return done }
            return "put back your edit of \(style.strong(conflict.thing))"
        default:
            let name = (data["name"] ?? data["exercise_name"])?.string ?? subject
            return "\(done) \(noun.forTerminal) \(strong(name, style))"
        }
    }

    private func strong(_ name: String, _ style: Style) -> String {
        style.strong(name.forTerminal)
    }

    private static let verbs = [
        "added": "logged", "updated": "changed", "set": "set", "changed": "changed",
        "undone": "corrected", "fired": "tested",
        "attempted": "counted an attempt of",
    ]
}

/// Several events of one request, in the order in which they happened, as one line.
private func line(of events: [EventView], in style: Style) -> String {
    let shown = 3
    let changes = events.reversed().prefix(shown).map { $0.change(in: style) }
    let more = events.count > shown ? ", and \(events.count - shown) more" : ""
    return changes.joined(separator: ", ") + more
}

extension JournalUndo.Response: Shown {
    package func text(in style: Style) -> String {
        let events = [undone] + (others ?? [])
        // An import isn't kept for that, but its file is.
        let isImport = events.contains { $0.type.hasPrefix("import.") }
        let way =
            isImport ? "to put it back, import the file again" : "'trackerctl redo' puts it back"
        return "taken back: \(line(of: events, in: style)), \(style.time(undone.at))\n"
            + style.faint(way) + "\n"
    }
}

extension JournalRedo.Response: Shown {
    package func text(in style: Style) -> String {
        let events = [redone] + (others ?? [])
        return "put back: \(line(of: events, in: style)), \(style.time(redone.at))\n"
    }
}

extension JournalUndoable.Response: Shown {
    package func text(in style: Style) -> String {
        guard !undo.isEmpty || !redo.isEmpty else {
            return style.faint("nothing to take back") + "\n"
        }
        return table("'trackerctl undo' takes back, in this order:", undo, style)
            + table("'trackerctl redo' puts back, in this order:", redo, style)
    }

    /// The command that undo refused, such as `logged 20 reps Push-ups`; `nil` for none.
    package func refused(in style: Style) -> String? {
        // Of one that can't be undone, the first event is what the person meant.
        last?.events.last?.change(in: style) ?? undo.first.map { line(of: $0.events, in: style) }
    }

    /// The newest command before the refused one that can be undone, and the number that it has for undo; `nil`
    /// for none.
    package func before(in style: Style) -> (seq: Int64, text: String)? {
        (last == nil ? undo.dropFirst() : undo[...]).first.flatMap { step in
            step.events.first.map { ($0.seq, line(of: step.events, in: style)) }
        }
    }

    private func table(
        _ title: String, _ steps: [JournalUndoable.Step], _ style: Style
    ) -> String {
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
