import TrackerAPI
import TrackerCore

extension ProgramView: Sentence {
    /// Name, preceded by the icon if it is a character that a terminal can show.
    var title: String { IconText.title(name, icon) }

    package func sentence(in style: Style) -> String {
        style.line(naming: title) { "\(style.strong($0)): \(extent)" + style.id(id) }
    }

    /// The number of steps and the duration, such as `18 steps, 5:10`; `endless` for an endless program.
    package var extent: String {
        guard let steps, let totalMs else { return ProgramPart.endless }
        return counted(steps, "step") + (totalMs > 0 ? ", \(SpanText.left(totalMs))" : "")
    }
}

extension Interval {
    /// The label and the duration, such as `Rest 0:10`; an open interval has no duration.
    func text(labelled label: String) -> String {
        isOpen ? label : "\(label) \(SpanText.left(durationMs))"
    }
}

extension RunView: Sentence {
    package var isLive: Bool { state != .completed && state != .stopped }

    /// The state in words, such as `waiting for confirmation`.
    var stateText: String { state.text.replacing("_", with: " ").forTerminal }

    /// Interval with its round, such as `Work (3 of 8)`.
    var intervalText: String { interval.label.forTerminal + roundText }

    /// Round after the interval's name; empty for none.
    private var roundText: String {
        guard let round else { return "" }
        return " (\(round.k)\(round.n.map { " of \($0)" } ?? ""))"
    }

    /// The interval once it is over, such as `Work (3 of 8) is over`; an open one lasts until it is
    /// confirmed.
    var waitText: String { interval.isOpen ? intervalText : "\(intervalText) is over" }

    /// Time left of the whole run after `passedMs`, with a separator before it; empty for an endless run.
    func totalText(afterMs passedMs: Int64 = 0) -> String {
        totalRemainingMs.map { ", \(SpanText.left(max(0, $0 - passedMs))) left in total" } ?? ""
    }

    /// The step, such as `step 5 of 17`.
    var stepText: String { "step \(index + 1)" + (steps.map { " of \($0)" } ?? "") }

    /// Milliseconds that a finished run was paused or waited for confirmation; `nil` for a live run, or below
    /// one second.
    private var stoodMs: Int64? {
        guard let endedAt, let ended = WireTime.ms(endedAt), let started = WireTime.ms(startedAt)
        else { return nil }
        let stood = ended - started - elapsedMs
        return stood >= 1000 ? stood : nil
    }

    /// Milliseconds that the run has waited for confirmation; `nil` if it doesn't wait or the time isn't
    /// known.
    func waitedMs(at nowMs: Int64) -> Int64? {
        waitingSince.flatMap(WireTime.ms).map { max(0, nowMs - $0) }
    }

    package func sentence(in style: Style) -> String {
        let names = [name, interval.label, next?.label ?? ""].map(\.forTerminal)
        return style.line(naming: names) {
            "\(style.strong($0[0])): \(condition(in: style, $0[1], then: $0[2]))"
        }
    }

    private func condition(in style: Style, _ label: String, then coming: String) -> String {
        let waited = waitedMs(at: style.nowMs()).map {
            "waiting \(SpanText.elapsed($0)) for confirmation"
        }
        var text = style.state(state, waited ?? stateText)
        guard isLive else {
            text += ", \(stepText), took \(SpanText.elapsed(elapsedMs))"
            if let stoodMs { text += " and \(SpanText.elapsed(stoodMs)) paused or waiting" }
            if let workedMs, workedMs >= 1000 {
                text += ", \(SpanText.elapsed(workedMs)) of work"
                if let rounds, rounds > 0 { text += " in \(counted(rounds, "round"))" }
            }
            if let endedAt { text += ", ended \(style.time(endedAt))" }
            return text
        }
        if away == true { text += " while you were away" }
        text += ", \(style.strong(label + roundText))"
        if !isWaiting {
            text += " \(SpanText.left(remainingMs)) left"
        } else if !interval.isOpen {
            text += " is over"
        }
        if let next { text += ", then \(next.text(labelled: coming))" }
        return "\(text); \(stepText)\(totalText())"
    }
}

/// Programs and their runs as tables.
package enum ProgramText {
    package static func table(_ programs: [ProgramView], in style: Style) -> String {
        var table = Table("~NAME", ">STEPS", ">TIME", "ID")
        let ids = ShortIDs(programs.map(\.id))
        table.rows = programs.map { program in
            [
                .init(program.title, style.strong),
                .init(program.steps.map { "\($0)" } ?? ProgramPart.endless),
                .init(program.totalMs.map(SpanText.left) ?? ""), ids.cell(program.id, style),
            ]
        }
        return table.text(in: style)
    }

    package static func history(_ runs: [RunView], in style: Style) -> String {
        var table = Table("STARTED", "~PROGRAM", "STATE", ">STEP", ">TIME")
        table.rows = runs.map { run in
            [
                .init(style.day(run.startedAt)), .init(run.name.forTerminal, style.strong),
                .init(run.stateText) { style.state(run.state, $0) },
                .init("\(run.index + 1)" + (run.steps.map { "/\($0)" } ?? "")),
                .init(SpanText.elapsed(run.elapsedMs)),
            ]
        }
        return table.text(in: style)
    }

    /// The sentence, and a line for each interval and group. Lines are numbered by the steps of the first
    /// round.
    package static func details(_ program: ProgramView, in style: Style) -> String {
        var table = Table(">", "~", ">", "")
        var step = 1
        add(program.intervals, to: &table, step: &step, depth: 0, in: style)
        let sound = program.sound.map { "sound: \($0.forTerminal)\n" } ?? ""
        let ringing =
            program.ringAgainMs.map { ms in
                let end = program.totalMs == nil ? "" : "waits at the end, and "
                return "\(end)rings again every \(DurationText.text(ms: ms))\n"
            } ?? ""
        let typed =
            ProgramNotation.text(of: program.intervals)
            .map { "typed: \($0.forTerminal)\n" } ?? ""
        return program.sentence(in: style) + "\n" + table.text(in: style) + sound + ringing + typed
    }

    private static func add(
        _ parts: [ProgramPart], to table: inout Table, step: inout Int, depth: Int,
        in style: Style
    ) {
        let margin = String(repeating: "  ", count: depth)
        for part in parts {
            switch part {
            case .interval(let interval):
                table.rows.append([
                    .init("\(step)", style.faint),
                    .init(margin + interval.label.forTerminal, style.strong),
                    .init(interval.isOpen ? "" : SpanText.left(interval.durationMs)),
                    .init(note(on: interval)),
                ])
                step += 1
            case .group(let repeats, let inside):
                let times = repeats.map { counted($0, "time") } ?? ProgramPart.endless
                table.rows.append([.init(""), .init("\(margin)\(times):")])
                let before = step
                add(inside, to: &table, step: &step, depth: depth + 1, in: style)
                step = before + (step - before) * (repeats ?? 1)
            }
        }
    }

    private static func note(on interval: Interval) -> String {
        var words = [interval.kind.rawValue]
        if interval.confirmation == .manual { words.append("waits for confirmation") }
        if let ms = interval.ringAgainMs {
            words.append("rings again every \(DurationText.text(ms: ms))")
        }
        if let exercise = interval.exercise, let count = interval.count {
            words.append("logs \(count) \(exercise.forTerminal)")
        }
        if let sound = interval.sound { words.append("sound \(sound.forTerminal)") }
        return words.joined(separator: ", ")
    }
}

extension ProgramList.Response: ShownList {
    package static var none: String { "no programs" }
    package var ids: [String] { programs.map(\.id) }

    package func rows(in style: Style) -> String { ProgramText.table(programs, in: style) }
}

extension RunList.Response: ShownList {
    package static var none: String { "no runs" }
    package var ids: [String] { runs.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: RunList.self) }

    package func rows(in style: Style) -> String { ProgramText.history(runs, in: style) }
}
