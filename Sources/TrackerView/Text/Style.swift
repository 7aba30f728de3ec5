import TrackerCore

/// The style of text for people: with or without colours, the terminal to draw on, and the present time.
package struct Style: Sendable {
    package var isColored: Bool
    /// Date of the person's present day. Called only when a time of day is shown.
    package var today: @Sendable () -> String
    /// The minute of the clock at which the person's days begin.
    package var dayStart: @Sendable () -> Int
    /// The terminal to draw on, `nil` for none; called only where something is drawn.
    package var sheet: @Sendable () -> Sheet?
    /// The present time, UTC milliseconds.
    package var nowMs: @Sendable () -> Int64

    package init(
        isColored: Bool, today: @escaping @Sendable () -> String,
        dayStart: @escaping @Sendable () -> Int = { 0 },
        sheet: @escaping @Sendable () -> Sheet?, nowMs: @escaping @Sendable () -> Int64
    ) {
        self.isColored = isColored
        self.today = today
        self.dayStart = dayStart
        self.sheet = sheet
        self.nowMs = nowMs
    }

    /// The same without colours.
    package var plain: Style {
        var style = self
        style.isColored = false
        return style
    }

    /// The width for lists: the terminal's, or 80 columns.
    package var columns: Int { sheet()?.columns ?? 80 }

    /// The sign for what was cut off.
    var ellipsis: String { sheet()?.isUTF8 ?? true ? "…" : "~" }

    private static let leastName = 12

    /// A line with names in it, which these leave within the terminal's width: the widest are shortened where the
    /// line is too wide, to 12 columns at least, and what is too wide even so goes on in further rows. Nothing is cut
    /// where there is no terminal.
    ///
    /// - Parameter text: the line with the names, or with their beginnings.
    /// - Returns: the line without its newline.
    package func line(naming names: [String], _ text: ([String]) -> String) -> String {
        var line = text(names)
        guard let columns = sheet()?.columns else { return line }
        var names = names
        while line.displayWidth > columns,
            let widest = names.indices.max(by: { names[$0].displayWidth < names[$1].displayWidth }),
            names[widest].displayWidth > Self.leastName
        {
            let excess = line.displayWidth - columns
            let room = max(Self.leastName, names[widest].displayWidth - excess)
            names[widest] = names[widest].shortened(to: room, sign: ellipsis)
            line = text(names)
        }
        return String(wrapped(line, indent: 2).dropLast())
    }

    package func line(naming name: String, _ text: (String) -> String) -> String {
        line(naming: [name]) { text($0[0]) }
    }

    /// The same on a terminal that is narrower by the width of a text before it.
    package func behind(_ text: String) -> Style {
        var style = self
        let width = text.displayWidth
        style.sheet = { [sheet] in
            sheet().map {
                Sheet(columns: max(1, $0.columns - width), rows: $0.rows, isUTF8: $0.isUTF8)
            }
        }
        return style
    }

    /// The texts with commas between them, on as many lines as they need.
    package func lines(of texts: [String], title: String = "") -> String {
        var lines = [title]
        for (index, text) in texts.enumerated() {
            let text = text + (index < texts.count - 1 ? "," : "")
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = text
            } else if line.displayWidth + 1 + text.displayWidth <= columns {
                lines[lines.count - 1] = line + " " + text
            } else {
                lines.append("  " + text)
            }
        }
        let room = sheet()?.columns ?? .max
        return lines.map { $0.shortened(to: room, sign: ellipsis) + "\n" }.joined()
    }

    /// Sentences on as many lines as they need, broken at blanks, with the last newline.
    package func paragraph(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.displayWidth + 1 + String(word).displayWidth <= columns {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A line on as many rows as it needs, those behind the first indented, with the last newline.
    func wrapped(_ line: String, indent: Int) -> String {
        var rows: [String] = []
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = rows.last.map { "\($0) \(word)" } ?? String(word)
            if rows.isEmpty || longer.displayWidth > columns {
                rows.append(String(repeating: " ", count: rows.isEmpty ? 0 : indent) + word)
            } else {
                rows[rows.count - 1] = longer
            }
        }
        return rows.map { $0.trimmingBlanks + "\n" }.joined()
    }

    package func good(_ text: String) -> String { painted(text, "32") }
    package func warning(_ text: String) -> String { painted(text, "33") }
    package func bad(_ text: String) -> String { painted(text, "1;31") }
    package func done(_ text: String) -> String { painted(text, "34") }
    package func faint(_ text: String) -> String { painted(text, "2") }
    package func strong(_ text: String) -> String { painted(text, "1") }

    private func painted(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }

    /// The state of a timer or rest in its colour.
    ///
    /// - Parameter text: the text for the state, such as the word with blanks; `nil` for the word alone.
    package func state(_ state: String, _ text: String? = nil) -> String {
        let text = text ?? state.forTerminal
        return switch state {
        case "running", "on": good(text)
        case "paused", "pending", "snoozed", "waiting_for_confirmation": warning(text)
        case "finished", "answered", "completed": done(text)
        default: faint(text)
        }
    }

    package func state(_ state: OpenEnum<some Any>, _ text: String? = nil) -> String {
        self.state(state.text, text)
    }
}

/// The number with its noun, such as `1 timer` or `2 timers`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
