import TrackerAPI
import TrackerView

enum LiveKeyLine {
    /// The keys of the shown item, the most important first and as many as fit, followed by those for help
    /// and for leaving.
    static func line(of model: LiveModel, at now: LiveTime, columns: Int) -> Line {
        if model.question != nil { return line(["y yes", "any other key no"], columns) }
        if let prompt = model.prompt {
            let enter =
                prompt.form.map { "Enter \($0.verb)" } ?? "1-\(LivePrompt.forms.count) Enter"
            let picks = prompt.form == nil || !prompt.fitting(model.names).isEmpty
            return line([enter] + (picks ? ["Up Down pick"] : []) + ["Esc leaves"], columns)
        }
        let isBreak = model.breakTime != nil
        var words = words(of: (isBreak ? model.answers : []) + model.actions(at: now))
        if !model.isOnline, model.status != nil {
            words.insert(columns < 40 ? "offline" : "trackerd isn't running", at: 0)
        }
        if model.outcome != nil, !isBreak {
            words.insert("any key continues", at: max(0, words.count - 3))
        }
        if model.items.count > 1, !isBreak { words.append("Tab next") }
        words.append("m bell")
        let ends = isBreak ? [["q close"], []] : [["? keys", "q leave"], ["? keys"], []]
        let end = ends.first { width(words.prefix(1) + $0) <= columns } ?? []
        var shown: [String] = []
        for word in words where width(shown + [word] + end) <= columns { shown.append(word) }
        return line(shown + end, columns)
    }

    /// - Parameter page: number of the page, from 0.
    static func help(page: Int, of count: Int, columns: Int) -> Line {
        let next = count > 1 ? ["Space next (\(page + 1) of \(count))"] : []
        return line(next + ["any key goes back", "q leave"], columns)
    }

    /// A pending reminder, with its keys; `nil` for none. The line says what is logged, since a key logs at
    /// once.
    static func reminder(in model: LiveModel, columns: Int) -> Line? {
        guard model.breakTime == nil, let (reminder, occurrence, count) = model.pending else {
            return nil
        }
        var text = reminder.title
        if let exercise = reminder.exerciseName?.forTerminal {
            text += ": " + (reminder.count.map { "\($0) x \(exercise)" } ?? exercise)
        }
        if count > 1 { text += " (1 of \(count))" }
        let long = words(of: model.answers)
        let short = long.map { String($0.prefix(1)) }
        // The first key is the most important.
        let first = Array(long.prefix(1))
        let ways = [long, first + short.dropFirst(), first, Array(short.prefix(1))]
        func room(_ words: [String]) -> Int {
            words.isEmpty ? columns : columns - width(words) - separator.count
        }
        let wishes = [20, leastName].map { min(text.displayWidth, $0) }
        let words = wishes.compactMap { wish in ways.first { room($0) >= wish } }.first ?? []
        let since = occurrence.firedAt.map { ", since \(model.style.time($0))" } ?? ""
        if (text + since).displayWidth <= room(words) { text += since }
        let end = words.isEmpty ? Line() : Line(([""] + words).joined(separator: separator))
        return Line(text, .rest).clipped(to: room(words)) + end
    }

    private static let leastName = 8
    private static let separator = "  "

    private static func width(_ words: some Collection<String>) -> Int {
        words.reduce(0) { $0 + $1.displayWidth } + max(0, words.count - 1) * separator.count
    }

    private static func line(_ words: [String], _ columns: Int) -> Line {
        Line(words.joined(separator: separator).clipped(to: columns), .faint)
    }

    /// Words such as `b bail`; two actions that belong together are joined, such as `+/- 10 s`.
    private static func words(of actions: [LiveAction]) -> [String] {
        var words: [String] = []
        var names: [String] = []
        for action in actions where action.isOffered {
            let key = action.keys.first?.name ?? ""
            if names.last == action.name {
                let first = words[words.count - 1].prefix { $0 != " " }
                words[words.count - 1] = "\(first)/\(key) \(action.name)"
            } else {
                words.append("\(key) \(action.name)")
            }
            names.append(action.name)
        }
        return words
    }
}
