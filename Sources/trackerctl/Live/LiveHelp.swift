import TrackerView

/// The explanation of all keys, page by page.
enum LiveHelp {
    /// Names of keys, and what they do.
    typealias Entry = (keys: String, text: String)

    private static let training: [Entry] = [
        ("b", "bail: end the hold early, minus the penalty, and rest"),
        ("s", "stop: end the session; a hold counts in full"),
        ("12 Enter", "log this many reps, plus the bonus"),
        ("k", "skip the rest"), ("r", "reset: discard the session"),
        ("a", "once it is over: the same session again"),
    ]
    private static let run: [Entry] = [
        ("c, Enter", "confirm: continue"), ("12 Enter", "confirm: log this many of its exercise"),
        ("k", "skip the interval"),
        ("b", "back: restart the interval, or the one before"), ("j", "jump to a step"),
        ("s", "stop the run"),
    ]
    private static let rest: [Entry] = [("k", "skip the rest")]
    private static let timer: [Entry] = [
        ("f", "finish it now"), ("c", "cancel it"), ("r", "restart it"),
        ("Enter, d", "once it is over: done"), ("r +", "once it is over: again, 5 minutes more"),
        ("l", "stopwatch: take a lap"), ("s", "stopwatch: stop it"),
    ]
    private static let workout: [Entry] = [
        ("Enter", "log the next set as planned"),
        ("5x100 Enter", "log this set, as with 'trackerctl set'; also 5, +2.5 or @9"),
        ("s", "type a set; Down picks the planned one to change"),
        ("n p", "next exercise, previous exercise"),
        ("e", "edit the newest set"), ("a", "add an exercise"), ("t", "write a note"),
        ("R", "remove the exercise and its sets"), ("f", "finish the workout"),
        ("D", "discard the workout"),
    ]
    private static let anything: [Entry] = [
        ("n, N", "start something: type it, or pick with Up, Down; in a workout N"),
        ("u", "undo the last attempt of a session, or your last command"),
        ("U, Ctrl-R", "redo"),
        ("p, Space", "pause or resume; in a workout Space"), ("+ -", "more time, less time"),
        ("Tab, arrows", "show the next item"), ("d z x", "reminder: done, snooze, dismiss"),
        ("m", "turn the bell on or off"), ("Ctrl-U", "clear the line"), ("Ctrl-L", "redraw"),
        ("Ctrl-Z", "suspend"),
        ("q, Ctrl-C", "leave"),
    ]
    private static let narrowest = 38
    private static let gap = 2

    private static let kinds: [[Entry]] = [
        [("Training", "")] + training, [("Run", "")] + run, [("Rest", "")] + rest,
        [("Timer", "")] + timer, [("Workout", "")] + workout,
    ]

    /// All keys, for the command's help.
    static let text = entries(for: nil).map { entry in
        guard !entry.text.isEmpty else { return "  \(entry.keys)" }
        return "    \(entry.keys.padded(to: 13))\(entry.text)"
    }.joined(separator: "\n")

    /// Entries for all keys, those of the shown item first.
    static func entries(for item: LiveItem?) -> [Entry] {
        let first =
            switch item {
            case .training: 0
            case .run: 1
            case .rest: 2
            case .timer: 3
            case .workout: 4
            case nil: 0
            }
        let others = kinds.indices.filter { $0 != first }
        return kinds[first] + [("Anything", "")] + anything + others.flatMap { kinds[$0] }
    }

    /// One page, in as many columns as fit.
    static func lines(for model: LiveModel, columns: Int, rows: Int) -> [Line] {
        let abreast = max(1, (columns + gap) / (narrowest + gap))
        let width = (columns - (abreast - 1) * gap) / abreast
        let stacks = stacks(of: entries(for: model.main), width: width, rows: max(1, rows - 1))
        let count = (stacks.count + abreast - 1) / abreast
        let page = (model.helpPage ?? 0) % count
        let shown = stacks.dropFirst(page * abreast).prefix(abreast)
        let lines = (0..<(shown.map(\.count).max() ?? 0)).map { row in
            var line = Line()
            for (place, stack) in shown.enumerated() where row < stack.count {
                line = line.padded(to: place * (width + gap)) + stack[row]
            }
            return line
        }
        guard rows > 1 else { return lines }
        return lines + [LiveKeyLine.help(page: page, of: count, columns: columns)]
    }

    /// Columns of lines; the lines of an entry stay together.
    private static func stacks(of entries: [Entry], width: Int, rows: Int) -> [[Line]] {
        let wide = (entries.map(\.keys.count).max() ?? 0) + 2
        var stacks: [[Line]] = [[]]
        for entry in entries {
            let lines = lines(of: entry, wide: width < narrowest - 8 ? 0 : wide, width: width)
            // A heading needs an entry below it.
            let needed = lines.count + (entry.text.isEmpty ? 1 : 0)
            if (stacks.last?.count ?? 0) + needed > rows, stacks.last?.isEmpty == false {
                stacks.append([])
            }
            stacks[stacks.count - 1] += lines.prefix(rows)
        }
        return stacks
    }

    /// The text beside the keys, or below them if the column is too narrow.
    private static func lines(of entry: Entry, wide: Int, width: Int) -> [Line] {
        guard !entry.text.isEmpty else { return [Line(entry.keys, .faint)] }
        let indent = wide > 0 ? wide : 2
        var texts = [""]
        var room = wide > 0 ? width - wide : width - entry.keys.count - 2
        for word in entry.text.split(separator: " ") {
            let last = texts[texts.count - 1]
            if last.isEmpty {
                texts[texts.count - 1] = String(word)
            } else if last.count + 1 + word.count <= room {
                texts[texts.count - 1] += " \(word)"
            } else {
                texts.append(String(word))
                room = width - indent
            }
        }
        let start = wide > 0 ? entry.keys.padded(to: wide) : entry.keys + "  "
        let blanks = String(repeating: " ", count: indent)
        return [Line(start, .strong) + Line(texts[0])] + texts.dropFirst().map { Line(blanks + $0) }
    }
}
