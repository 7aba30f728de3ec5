import TrackerCore

/// Style of text for people: with or without colours, the terminal to draw on, and the current time.
package struct Style: Sendable {
    package var isColored: Bool
    /// Date of the person's current day. Called only if a time of day is shown.
    package var today: @Sendable () -> String
    /// Minute of the day when the person's days begin.
    package var dayStart: @Sendable () -> Int
    /// Terminal to draw on; `nil` for none. Called only if something is drawn.
    package var sheet: @Sendable () -> Sheet?
    /// Current time, UTC milliseconds.
    package var nowMs: @Sendable () -> Int64
    /// Whether ids are shown, for the next command.
    private var hasIDs = true
    /// Whether lines have a width and tables have columns; if not, the cells of a row are a list.
    private(set) var hasColumns = true

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

    /// The same style without colours.
    package var plain: Style {
        var style = self
        style.isColored = false
        return style
    }

    /// The style for notifications: without colours and ids.
    package var forNotification: Style {
        var style = plain
        style.hasIDs = false
        return style
    }

    /// The style for a message on one line: without colours, ids, columns and line breaks.
    package var forMessage: Style {
        var style = forNotification
        style.hasColumns = false
        style.sheet = { nil }
        return style
    }

    /// Width for lists: the terminal's, or 80 columns.
    package var columns: Int { sheet()?.columns ?? (hasColumns ? 80 : .max) }

    /// Sign that marks text as cut off.
    var ellipsis: String { sheet()?.isUTF8 ?? true ? "…" : "~" }

    private static let leastName = 12

    /// A line whose names are shortened to fit the terminal: the widest first, to 12 columns at least. If the
    /// line is still too wide, it continues on more rows. Without a terminal nothing is cut.
    ///
    /// - Parameter text: the line for given names, which may be shortened.
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

    /// The same style for a terminal narrower by the width of preceding text.
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

    /// The texts separated by commas, on as many lines as they need.
    package func lines(of texts: [String], title: String = "") -> String {
        let pieces: [String] = texts.dropLast().map { $0 + "," } + texts.suffix(1)
        let lines = (title.isEmpty && !pieces.isEmpty ? pieces : [title] + pieces)
            .rows(of: columns, indent: 2)
        let room = sheet()?.columns ?? .max
        return lines.map { $0.shortened(to: room, sign: ellipsis) + "\n" }.joined()
    }

    /// Sentences on as many lines as they need, broken at blanks, with the last newline.
    package func paragraph(_ text: String) -> String {
        let rows = text.split(separator: " ").map(String.init).rows(of: columns)
        return rows.isEmpty ? "\n" : rows.map { $0 + "\n" }.joined()
    }

    /// A line on as many rows as it needs, all but the first indented, with the last newline.
    func wrapped(_ line: String, indent: Int) -> String {
        line.rows(of: columns, indent: indent).map { $0.trimmingBlanks + "\n" }.joined()
    }

    /// An id in brackets, without colours; empty if ids aren't shown.
    func idText(_ id: String) -> String { hasIDs ? "[\(id.forTerminal)]" : "" }

    /// An id for the end of a line, with the blank before it; empty if ids aren't shown.
    package func id(_ id: String) -> String { hasIDs ? " " + faint(idText(id)) : "" }

    package func good(_ text: String) -> String { painted(text, "32") }
    package func warning(_ text: String) -> String { painted(text, "33") }
    package func bad(_ text: String) -> String { painted(text, "1;31") }
    package func done(_ text: String) -> String { painted(text, "34") }
    package func faint(_ text: String) -> String { painted(text, "2") }
    package func strong(_ text: String) -> String { painted(text, "1") }

    private func painted(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }

    /// State of a timer or rest in its colour.
    ///
    /// - Parameter text: text to show for the state, such as a padded word; `nil` for the state's own word.
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
