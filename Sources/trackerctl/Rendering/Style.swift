import Glibc

/// The style of text for people: with or without colours, and the present day.
struct Style: Sendable {
    let isColored: Bool
    /// Date of the present day, by the calendar unless another is given. Called only when a time of day is
    /// shown.
    var today: @Sendable () -> String = Style.localDate
    /// The terminal to draw on; called only where something is drawn.
    var sheet: @Sendable () -> Sheet? = Sheet.ofOutput
    /// The present time, UTC milliseconds.
    var nowMs: @Sendable () -> Int64 = Style.wallMs

    func good(_ text: String) -> String { painted(text, "32") }
    func warning(_ text: String) -> String { painted(text, "33") }
    func bad(_ text: String) -> String { painted(text, "1;31") }
    func done(_ text: String) -> String { painted(text, "34") }
    func faint(_ text: String) -> String { painted(text, "2") }
    func strong(_ text: String) -> String { painted(text, "1") }

    private func painted(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }

    /// The state of a timer or rest in its colour.
    ///
    /// - Parameter text: the text for the state, such as the word with blanks; `nil` for the word alone.
    func state(_ state: String, _ text: String? = nil) -> String {
        let text = text ?? state.forTerminal
        return switch state {
        case "running", "on": good(text)
        case "paused", "pending", "snoozed", "waiting_for_confirmation": warning(text)
        case "finished", "answered", "completed": done(text)
        default: faint(text)
        }
    }

    /// A moment of the wire, such as `2026-03-01T09:30:00.000+01:00`, as `09:30:00`, with its date where
    /// that isn't today's.
    func time(_ moment: String) -> String {
        let parts = moment.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count >= 8 else { return moment.forTerminal }
        let time = String(parts[1].prefix(8))
        return (parts[0] == today() ? time : "\(parts[0]) \(time)").forTerminal
    }

    /// A moment like `time`, but to the minute, for narrow columns.
    func minute(_ moment: String) -> String {
        let whole = time(moment)
        let seconds = moment.split(separator: "T").last?.prefix(8) ?? "-"
        return whole.hasSuffix(seconds) ? String(whole.dropLast(3)) : whole
    }

    @Sendable private static func wallMs() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    @Sendable private static func localDate() -> String {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let month = parts.tm_mon + 1
        return "\(parts.tm_year + 1900)-\(month < 10 ? "0" : "")\(month)"
            + "-\(parts.tm_mday < 10 ? "0" : "")\(parts.tm_mday)"
    }
}

/// The number with its noun, such as `1 timer` or `2 timers`.
func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
