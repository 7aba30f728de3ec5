import TrackerCore

/// The style of text for people: with or without colours, the terminal to draw on, and the present time.
package struct Style: Sendable {
    package let isColored: Bool
    /// Date of the present day. Called only when a time of day is shown.
    package var today: @Sendable () -> String
    /// The terminal to draw on, `nil` for none; called only where something is drawn.
    package var sheet: @Sendable () -> Sheet?
    /// The present time, UTC milliseconds.
    package var nowMs: @Sendable () -> Int64

    package init(
        isColored: Bool, today: @escaping @Sendable () -> String,
        sheet: @escaping @Sendable () -> Sheet?, nowMs: @escaping @Sendable () -> Int64
    ) {
        self.isColored = isColored
        self.today = today
        self.sheet = sheet
        self.nowMs = nowMs
    }

    /// The same without colours.
    package var plain: Style {
        Style(isColored: false, today: today, sheet: sheet, nowMs: nowMs)
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

    /// A moment of the wire, such as `2026-03-01T09:30:00.000+01:00`, as `09:30:00`, with its date where
    /// that isn't today's.
    package func time(_ moment: String) -> String {
        let parts = moment.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count >= 8 else { return moment.forTerminal }
        let time = String(parts[1].prefix(8))
        return (parts[0] == today() ? time : "\(parts[0]) \(time)").forTerminal
    }

    /// A moment like `time`, but to the minute, for narrow columns.
    package func minute(_ moment: String) -> String {
        let whole = time(moment)
        let seconds = moment.split(separator: "T").last?.prefix(8) ?? "-"
        return whole.hasSuffix(seconds) ? String(whole.dropLast(3)) : whole
    }
}

/// The number with its noun, such as `1 timer` or `2 timers`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
