import TrackerAPI
import TrackerCore

/// View of an item at one moment.
package struct LiveFace: Hashable {
    package var title: String
    /// Current activity of the item, shown above the figures.
    package var label: String
    /// Figures shown in large characters.
    package var figures: String
    package var tone: Tone
    /// Share reached so far, 0 to 1; `nil` if there is no target.
    package var share: Double?
    /// Details, most important first.
    package var details: [String] = []
    /// Rows of a table below the details, all of the same width.
    package var rows: [String] = []
    /// Whether the table gives way to large figures, as a list of upcoming steps does.
    package var rowsYield = false
    /// Milliseconds until the figures change; `nil` if nothing is counting.
    package var changesInMs: Int64?

    /// - Parameters:
    ///   - passed: milliseconds since the daemon's status.
    ///   - now: the daemon's time in UTC milliseconds, for the duration of a session.
    ///   - icons: icons of exercises and programs, by their ids.
    ///   - plan: plan of the open workout.
    package init(
        _ item: LiveItem, passed: Int64, now: Int64, style: Style, icons: [String: String] = [:],
        plan: LivePlan = LivePlan()
    ) {
        switch item {
        case .training(let training): self.init(training, passed: passed, now: now, style: style)
        case .run(let run): self.init(run, passed: passed, now: now)
        case .rest(let rest): self.init(rest, passed: passed, style: style)
        case .timer(let timer):
            if let waitingMs = timer.waitingMs {
                self.init(waiting: timer, forMs: waitingMs + passed, style: style)
            } else {
                self.init(timer, passed: passed, style: style)
            }
            if let message = timer.message?.split(separator: "\n").first {
                details.insert(String(message).forTerminal, at: 0)
            }
        case .workout(let workout): self.init(workout, plan, now: now)
        }
        switch item {
        case .training(let training):
            let icon = training.exercise.flatMap { icons[$0] }
            title = IconText.title(training.exerciseName ?? "training", icon)
        case .run(let run): title = IconText.title(run.name, icons[run.program])
        case .workout(let workout) where workout.isOpen:
            let icon = LiveWorkout(workout, plan).flatMap { icons[$0.part.exercise] }
            label = IconText.title("", icon) + label
        default: break
        }
    }

    init(title: String, label: String, figures: String, tone: Tone) {
        self.title = title
        self.label = label
        self.figures = figures
        self.tone = tone
    }

    /// View of a countdown. A second that has begun counts as left.
    private init(title: String, label: String, leftMs: Int64, of whole: Int64, tone: Tone) {
        self.init(title: title, label: label, figures: SpanText.left(leftMs), tone: tone)
        share = whole > 0 ? Double(max(0, whole - leftMs)) / Double(whole) : nil
    }

    private mutating func count(down leftMs: Int64) {
        if leftMs > 0 { changesInMs = (leftMs - 1) % 1000 + 1 }
    }
}

// MARK: - Training

extension LiveFace {
    private init(_ training: TrainingView, passed: Int64, now: Int64, style: Style) {
        switch training.state.known {
        case .complete: self.init(complete: training, style: style)
        case _ where training.rest != nil: self.init(resting: training, passed: passed)
        case _ where training.live != nil: self.init(holding: training, passed: passed)
        default: self.init(repping: training)
        }
        if let last = training.lastText { details.append(last) }
        if training.state == .training || training.state == .resting,
            let started = WireTime.ms(training.startedAt)
        {
            details.append("\(SpanText.elapsed(now - started)) since start")
        }
    }

    private init(holding training: TrainingView, passed: Int64) {
        let isPaused = training.state == .paused
        let hold = LiveHold(training, passed: passed)
        let number = training.attempts.count + 1
        self.init(
            title: "", label: isPaused ? "hold \(number), paused" : "hold \(number)",
            figures: Self.tenths(hold.elapsedMs), tone: isPaused ? .setup : .hold)
        if hold.isReached {
            label = (isPaused ? "paused, " : "") + "target reached: stop to count it all"
        }
        share = Double(hold.totalMs) / Double(hold.targetMs)
        let whole = Self.clock(hold.targetMs)
        // Tenths are always shown, so that the lines keep their length.
        details = [
            hold.isReached ? "target \(whole)" : "\(Self.tenths(hold.leftMs)) to go",
            "counts \(Self.tenths(hold.countedMs)), total \(Self.tenths(hold.totalMs)) of \(whole)",
            Self.fields(training),
        ]
        if !isPaused { changesInMs = 100 - hold.elapsedMs % 100 }
    }

    private init(repping training: TrainingView) {
        let isPaused = training.state == .paused
        let number = training.attempts.count + 1
        self.init(
            title: "", label: isPaused ? "set \(number), paused" : "set \(number)",
            figures: "\(LiveHold.whole(training.accumulated))/\(LiveHold.whole(training.target))",
            tone: isPaused ? .setup : .reps)
        share = training.accumulated / training.target
        let left = max(0, training.target - training.accumulated)
        details = [
            "\(Self.amount(left, of: training)) to go", Self.totals(training),
            Self.fields(training),
        ]
    }

    private init(resting training: TrainingView, passed: Int64) {
        let rest = training.rest
        let isRunning = rest?.state == .running
        let left = max(0, (rest?.remainingMs ?? 0) - (isRunning ? passed : 0))
        // Before the first hold there is only the time to get ready.
        let word = training.attempts.isEmpty ? "get ready" : "rest"
        self.init(
            title: "", label: isRunning ? word : "\(word), paused", leftMs: left,
            of: rest?.durationMs ?? 0, tone: isRunning ? .rest : .setup)
        let next = training.mode == "time" ? "hold" : "set"
        let toGo = max(0, training.target - training.accumulated)
        details = [
            "then \(next) \(training.attempts.count + 1), \(Self.amount(toGo, of: training)) to go",
            Self.totals(training),
        ]
        if isRunning { count(down: left) }
    }

    private init(complete training: TrainingView, style: Style) {
        let total = training.summary?.total ?? training.accumulated
        let isTime = training.mode == "time"
        self.init(
            title: "", label: "complete",
            figures: isTime ? Self.tenths(LiveHold.ms(total)) : "\(LiveHold.whole(total))",
            tone: .complete)
        share = total / training.target
        details = [Self.totals(training)]
        if let summary = training.summary {
            details.append(
                "work \(SpanText.elapsed(summary.effortMs)), "
                    + "rest \(SpanText.elapsed(summary.restMs)), "
                    + "took \(SpanText.elapsed(summary.durationMs))")
        }
        rows = Self.rows(of: training, in: style)
    }

    /// Table of attempts: the amount, the adjustment, the counted amount, the time, and the rest after it.
    private static func rows(of training: TrainingView, in style: Style) -> [String] {
        let isTime = training.mode == "time"
        func amount(_ value: Double) -> String {
            isTime ? tenths(LiveHold.ms(value)) : "\(LiveHold.whole(value))"
        }
        guard !training.attempts.isEmpty else { return [] }
        var table = Table(
            columns: [">#", isTime ? ">held" : ">done", ">adj", ">counted", ">at", ">rest"],
            gap: " ")
        table.rows = training.attempts.enumerated().map { index, attempt in
            let sign = attempt.adjustment > 0 ? (isTime ? "-" : "+") : ""
            return [
                .init("\(index + 1)"), .init(amount(attempt.value)),
                .init(sign + amount(attempt.adjustment)), .init(amount(attempt.counted)),
                .init(String(attempt.at.dropFirst(11).prefix(5)).forTerminal),
                .init(attempt.restTakenMs.map(SpanText.elapsed) ?? "-"),
            ]
        }
        // The window clips the rows.
        var style = style.plain
        style.sheet = { nil }
        return table.text(in: style).split(separator: "\n").map(String.init)
    }

    private static func totals(_ training: TrainingView) -> String {
        let total = training.summary?.total ?? training.accumulated
        return "total \(amount(total, of: training)) of \(amount(training.target, of: training))"
            + " in \(counted(training.attempts.count, "attempt"))"
    }

    private static func fields(_ training: TrainingView) -> String {
        let ready = training.readyMs.map { ", ready \(SpanText.elapsed($0))" } ?? ""
        let rest = "rest \(SpanText.elapsed(training.restMs))\(ready)"
        guard training.adjustment > 0 else { return rest }
        let sign = training.mode == "time" ? "-" : "+"
        return "adjustment \(sign)\(amount(training.adjustment, of: training)), \(rest)"
    }

    /// Text of an amount. All times on a page have the same format.
    private static func amount(_ value: Double, of training: TrainingView) -> String {
        training.mode == "time" ? clock(LiveHold.ms(value)) : training.amount(value)
    }

    /// Time, with tenths only if there are any.
    private static func clock(_ ms: Int64) -> String {
        ms % 1000 < 100 ? SpanText.elapsed(ms) : tenths(ms)
    }

    private static func tenths(_ ms: Int64) -> String {
        "\(SpanText.elapsed(ms)).\(ms % 1000 / 100)"
    }
}

// MARK: - Runs, rests, timers

extension LiveFace {
    private init(_ run: RunView, passed: Int64, now: Int64) {
        let isRunning = run.state == .running
        let passed = isRunning ? passed : 0
        guard run.isLive else {
            let isComplete = run.state == .completed
            self.init(
                title: "", label: isComplete ? "complete" : "stopped",
                figures: SpanText.elapsed(run.elapsedMs), tone: isComplete ? .complete : .setup)
            details = [run.stepText]
            return
        }
        let left = max(0, run.remainingMs - passed)
        self.init(
            title: "", label: run.intervalText, leftMs: left,
            of: run.durationMs ?? run.interval.durationMs, tone: run.interval.kind.tone)
        let next = run.next.map { $0.text(labelled: $0.label.forTerminal) }
        details = [
            next.map { "next: \($0)" } ?? "the last interval",
            "\(run.stepText), \(SpanText.elapsed(run.elapsedMs + passed)) done"
                + run.totalText(afterMs: passed),
        ]
        if run.isWaiting {
            label = run.waitText
            tone = .rest
            if let waited = run.waitedMs(at: now) {
                details.insert("waiting \(SpanText.elapsed(waited)) for confirmation", at: 0)
                changesInMs = 1000 - waited % 1000
            }
        } else if isRunning {
            count(down: left)
        } else {
            label += ", paused"
            tone = .setup
        }
    }

    private init(_ rest: RestView, passed: Int64, style: Style) {
        let isRunning = rest.state == .running
        let left = max(0, rest.remainingMs - (isRunning ? passed : 0))
        self.init(
            title: rest.title, label: isRunning ? "rest" : rest.isLive ? "rest, paused" : "over",
            leftMs: left, of: rest.durationMs,
            tone: isRunning ? .rest : rest.isLive ? .setup : .complete)
        details = [
            "of \(SpanText.left(rest.durationMs))" + Self.end(rest.dueAt, rest.endedAt, style)
        ]
        if isRunning { count(down: left) }
    }

    private init(waiting timer: TimerView, forMs waited: Int64, style: Style) {
        self.init(
            title: timer.title, label: "over, \(SpanText.ago(waited))",
            figures: SpanText.elapsed(waited), tone: .rest)
        let whole = SpanText.left(timer.durationMs ?? 0)
        details = ["of \(whole)" + Self.end(nil, timer.endedAt, style)]
        changesInMs = 1000 - waited % 1000
    }

    private init(_ timer: TimerView, passed: Int64, style: Style) {
        let isRunning = timer.state == .running
        let passed = isRunning ? passed : 0
        let label =
            isRunning ? (timer.isStopwatch ? "stopwatch" : "timer") : timer.state.forTerminal
        let tone: Tone = isRunning ? .hold : timer.hasEnded ? .complete : .setup
        if let remainingMs = timer.remainingMs, !timer.isStopwatch {
            let left = max(0, remainingMs - passed)
            let whole = timer.durationMs ?? 0
            self.init(title: timer.title, label: label, leftMs: left, of: whole, tone: tone)
            details = ["of \(SpanText.left(whole))" + Self.end(timer.dueAt, timer.endedAt, style)]
            if isRunning { count(down: left) }
        } else {
            let gone = timer.elapsedMs + passed
            self.init(title: timer.title, label: label, figures: SpanText.elapsed(gone), tone: tone)
            details = timer.lapLines(in: style).suffix(3).reversed().map { String($0.dropFirst(2)) }
            if isRunning { changesInMs = 1000 - gone % 1000 }
        }
    }

    private static func end(_ due: String?, _ ended: String?, _ style: Style) -> String {
        if let due { return ", ends \(style.time(due))" }
        return ended.map { ", ended \(style.time($0))" } ?? ""
    }
}

extension Interval.Kind {
    fileprivate var tone: Tone {
        switch self {
        case .work: .hold
        case .rest, .break: .rest
        case .prepare, .cooldown: .setup
        }
    }
}
