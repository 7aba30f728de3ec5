import TrackerAPI
import TrackerCore

extension TimerView: Sentence {
    package var isStopwatch: Bool { kind == "stopwatch" }
    package var hasEnded: Bool { state == .finished || state == .cancelled }
    /// Whether it is over and waits for an answer.
    package var isWaiting: Bool { waitingMs != nil }

    /// Name of the timer; without one, its kind and the beginning of its id.
    package var title: String {
        (name ?? "\(isStopwatch ? "stopwatch" : "timer") \(id.prefix(4))").forTerminal
    }

    /// The time left, or for a stopwatch the elapsed time.
    package var clock: String {
        if let remainingMs, !isStopwatch { return SpanText.left(remainingMs) }
        return "+" + SpanText.elapsed(elapsedMs)
    }

    package func sentence(in style: Style) -> String {
        style.line(naming: title) { "\(style.strong($0)): \(condition(in: style))" }
    }

    private func condition(in style: Style) -> String {
        if let waitingMs {
            let ended = endedAt.map { ", ended \(style.time($0))" } ?? ""
            return style.warning("over") + ", \(SpanText.ago(waitingMs))" + ended + style.id(id)
        }
        var text = style.state(state) + (away == true ? " while you were away" : "")
        if isStopwatch {
            text += ", \(SpanText.elapsed(elapsedMs))"
        } else if let remainingMs, !hasEnded {
            text += ", \(SpanText.left(remainingMs)) left"
        }
        if let dueAt { text += ", ends \(style.time(dueAt))" }
        if let endedAt { text += ", ended \(style.time(endedAt))" }
        if let answeredAt { text += ", answered \(style.time(answeredAt))" }
        if let lateByMs { text += ", " + style.warning("noticed \(SpanText.late(lateByMs)) late") }
        return text + style.id(id)
    }

    /// Answer to the start of a countdown. It shows how the duration was read: `tea: 25 minutes, until
    /// 09:42`.
    package func started(in style: Style) -> String {
        guard let durationMs, let dueAt else { return text(in: style) }
        let span = SpanText.nearly(durationMs)
        return style.line(naming: title) {
            "\(style.strong($0)): \(span), until \(style.time(dueAt))" + style.id(id)
        } + "\n"
    }

    /// The sentence, the message and the laps, with the last newline.
    package func details(in style: Style) -> String {
        var lines = [sentence(in: style)]
        lines += message?.indentedLines ?? []
        if let sound { lines.append("  sound: \(sound.forTerminal)") }
        if let ringAgainMs {
            let every = DurationText.text(ms: ringAgainMs)
            lines.append(ringAgainMs == 0 ? "  rings once" : "  rings again every \(every)")
        }
        lines += lapLines(in: style)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines such as `lap 2: 0:31 (1:05)`: the lap, and the total in parentheses.
    package func lapLines(in style: Style) -> [String] {
        laps.indices.map { index in
            let whole = laps[index].elapsedMs
            let before = index > 0 ? laps[index - 1].elapsedMs : 0
            return "  lap \(index + 1): \(Self.tenths(whole - before)) "
                + style.faint("(\(Self.tenths(whole)))")
        }
    }

    /// A time with tenths of a second, for laps.
    private static func tenths(_ ms: Int64) -> String {
        "\(SpanText.elapsed(ms)).\(max(0, ms) % 1000 / 100)"
    }
}

extension RestView: Sentence {
    package var isLive: Bool { state == .running || state == .paused }

    package var title: String { (label.map { "rest (\($0))" } ?? "rest").forTerminal }

    /// Answer to the start of a rest. It shows how the duration was read.
    package func started(in style: Style) -> String {
        guard let dueAt else { return text(in: style) }
        let span = SpanText.nearly(durationMs)
        return style.line(naming: title) {
            "\(style.strong($0)): \(span), until \(style.time(dueAt))"
        } + "\n"
    }

    package func sentence(in style: Style) -> String {
        var text = style.state(state)
        if isLive { text += ", \(SpanText.left(remainingMs)) left" }
        if let dueAt { text += ", ends \(style.time(dueAt))" }
        if let endedAt { text += ", ended \(style.time(endedAt))" }
        if let takenMs { text += ", took \(SpanText.elapsed(takenMs))" }
        return style.line(naming: title) { "\(style.strong($0)): \(text)" }
    }
}

extension TimerList.Response: ShownList {
    package static var none: String { "no timers" }
    package var ids: [String] { timers.map(\.id) }
    package func rows(in style: Style) -> String { LiveTable(timers: timers).text(in: style) }
}

extension TimerEach.Response: Shown {
    package var ids: [String] { timers.map(\.id) }

    package func text(in style: Style) -> String { timers.map { $0.text(in: style) }.joined() }
}

extension TimerClear.Response: Shown {
    package func text(in style: Style) -> String { "cleared \(counted(cleared, "timer"))\n" }
}
