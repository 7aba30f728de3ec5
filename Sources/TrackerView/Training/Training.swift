import TrackerAPI
import TrackerCore

enum AmountText {
    /// The amount, such as `12.3 s`, `2:00`, `1:17.6` or `12 reps`; fractions of a tenth are cut off.
    package static func of(_ amount: Double, _ mode: String) -> String {
        guard mode == "time" else { return counted(whole(amount), "rep") }
        let tenths = whole((amount * 1000).rounded() / 100)
        let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        return tenths < 600
            ? "\(tenths / 10)\(fraction) s" : SpanText.elapsed(tenths * 100) + fraction
    }

    /// The number as an integer within bounds, so that any value from a daemon can be shown.
    private static func whole(_ number: Double) -> Int64 {
        Int64(exactly: min(max(0, number), 1e15).rounded(.down)) ?? 0
    }
}

extension TrainingView: Sentence {
    private var isTime: Bool { mode == "time" }

    package var isLive: Bool { state != .complete }

    package var title: String { (exerciseName ?? "training").forTerminal }

    package func amount(_ value: Double) -> String { AmountText.of(value, mode) }

    /// Progress, such as `42.3 s of 2:00 in 1 attempt` or `14 of 50 reps in 1 attempt`; before the first
    /// attempt `0 of 50 reps`.
    package var progress: String {
        let done = amount(live?.total ?? accumulated)
        let count = isTime ? done : String(done.prefix { $0 != " " })
        let efforts = attempts.isEmpty ? "" : " in \(counted(attempts.count, "attempt"))"
        return "\(count) of \(amount(target))\(efforts)"
    }

    /// The state in its colour: green for holds, blue for reps, yellow for rests and pauses, blue when
    /// complete.
    package func condition(in style: Style, _ text: String? = nil) -> String {
        switch state.known {
        case .training:
            let text = text ?? (isTime ? "holding" : "counting")
            return isTime ? style.good(text) : style.done(text)
        case .resting, .paused: return style.warning(text ?? state.text)
        case .complete: return style.done(text ?? state.text)
        default: return style.faint(text ?? state.forTerminal)
        }
    }

    package func sentence(in style: Style) -> String {
        guard discarded != true else {
            let reason = attempts.isEmpty ? "since nothing was done" : progress
            return style.line(naming: title) { "\(style.strong($0)): discarded, \(reason)" }
        }
        var parts = [condition(in: style)]
        if let live {
            parts[0] += " \(amount(live.elapsed))"
            parts.append("counts \(amount(live.counted))")
        }
        if let rest { parts.append("\(SpanText.left(rest.remainingMs)) of rest left") }
        parts.append(progress)
        if let live {
            let isReached = live.remaining <= 0
            parts.append(
                isReached ? style.done("target reached") : "\(toGo(after: live.total)) to go")
        }
        if let lastText { parts.append(lastText) }
        if let summary {
            parts.append("work \(SpanText.elapsed(summary.effortMs))")
            parts.append("rest \(SpanText.elapsed(summary.restMs))")
            parts.append("took \(SpanText.elapsed(summary.durationMs))")
        }
        return style.line(naming: title) {
            "\(style.strong($0)): \(parts.joined(separator: ", "))" + style.id(id)
        }
    }

    /// Last session with the exercise, such as `last time 1:02 in 4 attempts`; `nil` for none.
    var lastText: String? {
        last.map { "last time \(amount($0.total)) in \(counted($0.attempts, "attempt"))" }
    }

    /// Share of the target reached so far, such as `104 %`; fractions are cut off.
    var shareText: String {
        guard target > 0 else { return "" }
        return "\(LiveHold.whole(100 * (live?.total ?? accumulated) / target)) %"
    }

    /// Amount left, rounded so that it and the displayed total add up to the target.
    private func toGo(after total: Double) -> String {
        guard isTime else { return amount(target - total) }
        let shownMs = LiveHold.ms(total) / 100 * 100
        return amount(Double(LiveHold.ms(target) - shownMs) / 1000)
    }

    /// The sentence and the attempts, with the last newline.
    package func details(in style: Style) -> String {
        guard !attempts.isEmpty else { return sentence(in: style) + "\n" }
        var table = Table(
            "", ">#", isTime ? ">HELD" : ">DONE", ">ADJUSTMENT", ">COUNTED", "AT", ">REST")
        table.rows = attempts.enumerated().map { index, attempt in
            let sign = attempt.adjustment == 0 ? "" : isTime ? "-" : "+"
            return [
                .init(""), .init("\(index + 1)"), .init(amount(attempt.value)),
                .init(sign + amount(attempt.adjustment)),
                .init(amount(attempt.counted), style.strong), .init(style.clock(attempt.at)),
                .init(attempt.restTakenMs.map(SpanText.elapsed) ?? ""),
            ]
        }
        return sentence(in: style) + "\n" + table.text(in: style)
    }
}

/// Sessions and presets as tables.
package enum TrainingTable {
    package static func text(of trainings: [TrainingView], in style: Style) -> String {
        var table = Table(
            "STARTED", "~EXERCISE", ">TOTAL", ">TARGET", ">?SHARE", ">?ATTEMPTS", ">?TOOK", "ID")
        let ids = ShortIDs(trainings.map(\.id))
        table.rows = trainings.map { training in
            let total = training.live?.total ?? training.accumulated
            let state = Table.Cell(training.state.forTerminal) { training.condition(in: style, $0) }
            return [
                .init(style.day(training.startedAt)),
                .init((training.exerciseName ?? "-").forTerminal, style.strong),
                .init(training.amount(total)), .init(training.amount(training.target)),
                .init(training.shareText), .init("\(training.attempts.count)"),
                training.summary.map { .init(SpanText.elapsed($0.durationMs)) } ?? state,
                ids.cell(training.id, style),
            ]
        }
        return table.text(in: style)
    }

    /// Trends, one line for each mode that has one, such as `trend of time: up, average 1:02.3 in the last 5,
    /// average 50 s in the 5 before`.
    ///
    /// - Parameter exercise: exercise of all the sessions; `nil` for any.
    package static func lines(
        of trends: TrainingList.Trends?, exercise: String? = nil, in style: Style
    ) -> String {
        let name = exercise.map { "\($0), " } ?? ""
        let both = [("time", trends?.time), ("reps", trends?.reps)]
        return both.map { mode, trend in
            guard let trend else { return "" }
            let paint =
                trend.direction == "up"
                ? style.good : trend.direction == "down" ? style.warning : style.faint
            return style.lines(
                of: [
                    paint(trend.direction.forTerminal),
                    "average \(average(trend.last, mode)) in the last 5",
                    "average \(average(trend.before, mode)) in the 5 before",
                ], title: style.faint("trend of \(name)\(mode):"))
        }.joined()
    }

    /// An average, for reps with one decimal.
    private static func average(_ amount: Double, _ mode: String) -> String {
        guard mode == "reps" else { return AmountText.of(amount, mode) }
        let tenths = Int64(exactly: (min(max(0, amount), 1e15) * 10).rounded()) ?? 0
        return "\(tenths / 10).\(tenths % 10) reps"
    }

}

extension TrainingList.Response: ShownList {
    package static var none: String { "no sessions" }
    package var ids: [String] { trainings.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: TrainingList.self) }

    package func rows(in style: Style) -> String {
        TrainingTable.text(of: trainings, in: style) + TrainingTable.lines(of: trend, in: style)
    }

    /// - Parameter isOfOneExercise: whether only sessions with one exercise were asked for.
    package func text(in style: Style, isOfOneExercise: Bool) -> String {
        guard isOfOneExercise, let first = trainings.first else { return text(in: style) }
        return TrainingTable.text(of: trainings, in: style)
            + TrainingTable.lines(of: trend, exercise: first.title, in: style)
            + (leftOut?.text(in: style) ?? "")
    }
}

extension PresetList.Response: ShownList {
    package static var none: String { "no presets" }
    package var ids: [String] { presets.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table(
            "~NAME", "MODE", ">TARGET", ">?ADJUSTMENT", ">REST", ">?READY", "~EXERCISE")
        table.rows = presets.map { preset in
            let sign = preset.adjustment == 0 ? "" : preset.mode == "time" ? "-" : "+"
            return [
                .init(preset.name.forTerminal, style.strong), .init(preset.mode.forTerminal),
                .init(AmountText.of(preset.target, preset.mode)),
                .init(sign + AmountText.of(preset.adjustment, preset.mode)),
                .init(SpanText.elapsed(preset.restMs)),
                .init(preset.readyMs.map(SpanText.elapsed) ?? ""),
                .init(preset.exerciseName?.forTerminal ?? ""),
            ]
        }
        return table.text(in: style)
    }
}
