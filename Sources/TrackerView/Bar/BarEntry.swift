import TrackerAPI
import TrackerCore

/// One thing that a status bar can show, at one moment.
struct BarEntry {
    let kind: BarKind
    /// State, such as `running`. A bar's style sheet can select entries by it.
    var state: String
    /// Name of the thing; safe for a terminal, but not yet escaped for a bar.
    var name: String
    /// Figure, such as the time left; empty for none.
    var figure = ""
    /// Share done so far, 0 to 1; `nil` if there is no target.
    var share: Double?
    /// Milliseconds until the figure changes; `nil` if nothing is counting.
    var changesInMs: Int64?
    /// Details for a list of all entries; empty for none.
    var detail = ""
    /// Live thing or waiting reminder that is shown; `nil` for an upcoming reminder.
    private(set) var target: BarTarget?

    /// Entries of a status, most urgent first: the training's hold or rest, a rest, a run, timers (those
    /// that are over and wait come first, then the one that ends first), the workout, reminders that wait for an answer, and the next reminder.
    ///
    /// - Parameter passed: milliseconds since the status was read.
    static func all(in status: Status.Response, passed: Int64) -> [BarEntry] {
        let live = LiveItem.all(in: status).compactMap { BarEntry($0, passed: passed) }
        let counting = BarKind.allCases.flatMap { kind in live.filter { $0.kind == kind } }
        let pending = status.reminders.filter { $0.pending?.state == .pending }
        let quiet = status.doNotDisturb?.until
        let coming = status.reminders
            .filter { $0.comesAt != nil && $0.pending?.isHeld(until: quiet) != true }
            .min { ($0.comesAt ?? "", $0.id) < ($1.comesAt ?? "", $1.id) }
        return counting + pending.map { BarEntry(pending: $0) }
            + [coming].compactMap(\.self).map {
                BarEntry(coming: $0, asSeenFrom: LocalMoment(status.now))
            }
    }

    private init(_ kind: BarKind, _ state: String, _ name: String) {
        self.kind = kind
        self.state = state
        self.name = name
    }

    private init?(_ item: LiveItem, passed: Int64) {
        switch item {
        case .training(let training): self.init(training, passed: passed)
        case .rest(let rest): self.init(rest, passed: passed)
        case .run(let run): self.init(run, passed: passed)
        case .timer(let timer): self.init(timer, passed: passed)
        case .workout(let workout): self.init(workout)
        }
        target = .item(item)
    }

    /// Sets the figure and share to the time left of a whole.
    private mutating func count(down leftMs: Int64, of wholeMs: Int64, isRunning: Bool) {
        let time = BarTime(leftMs: leftMs)
        figure = time.text
        if wholeMs > 0 { share = Double(max(0, wholeMs - leftMs)) / Double(wholeMs) }
        // The daemon sends an event at the end of the last second.
        if isRunning, leftMs > 1000 { changesInMs = time.changesInMs }
    }
}

extension BarEntry {
    private init(_ training: TrainingView, passed: Int64) {
        let name = (training.exerciseName ?? "training").forTerminal
        if let rest = training.rest {
            let isRunning = rest.state == .running
            self.init(.training, isRunning ? "rest" : "paused", name)
            detail = "rest"
            count(
                down: max(0, rest.remainingMs - (isRunning ? passed : 0)), of: rest.durationMs,
                isRunning: isRunning)
        } else if training.live != nil {
            let isPaused = training.state == .paused
            let hold = LiveHold(training, passed: passed)
            let time = BarTime(elapsedMs: hold.elapsedMs)
            self.init(.training, isPaused ? "paused" : "hold", name)
            figure = time.text
            share = min(1, Double(hold.totalMs) / Double(max(1, hold.targetMs)))
            if !isPaused { changesInMs = time.changesInMs }
            detail = "hold \(training.attempts.count + 1)"
        } else {
            self.init(.training, training.state == .paused ? "paused" : "effort", name)
            let (done, target) = (training.accumulated, training.target)
            figure = "\(LiveHold.whole(done))/\(LiveHold.whole(target))"
            share = target > 0 ? min(1, done / target) : nil
            detail = "set \(training.attempts.count + 1)"
        }
    }

    private init(_ rest: RestView, passed: Int64) {
        let isRunning = rest.state == .running
        self.init(.rest, rest.state.text, "rest")
        detail = rest.label.map(\.forTerminal) ?? ""
        count(
            down: max(0, rest.remainingMs - (isRunning ? passed : 0)), of: rest.durationMs,
            isRunning: isRunning)
    }

    private init(_ run: RunView, passed: Int64) {
        let isRunning = run.state == .running
        self.init(.run, run.isWaiting ? "waiting" : run.state.text, run.intervalText)
        detail = run.name.forTerminal
        guard !run.isWaiting else {
            name += "?"
            return
        }
        count(
            down: max(0, run.remainingMs - (isRunning ? passed : 0)),
            of: run.durationMs ?? run.interval.durationMs, isRunning: isRunning)
    }

    private init(_ timer: TimerView, passed: Int64) {
        if let waitingMs = timer.waitingMs {
            self.init(waiting: timer, forMs: waitingMs + passed)
            return
        }
        let isRunning = timer.state == .running
        let passed = isRunning ? passed : 0
        let kind = timer.isStopwatch ? "stopwatch" : "timer"
        self.init(.timers, timer.state.text, timer.name?.forTerminal ?? kind)
        if let remaining = timer.remainingMs, !timer.isStopwatch {
            count(down: max(0, remaining - passed), of: timer.durationMs ?? 0, isRunning: isRunning)
        } else {
            let time = BarTime(elapsedMs: timer.elapsedMs + passed)
            figure = time.text
            if isRunning { changesInMs = time.changesInMs }
        }
    }

    /// Entry of a countdown that is over: `tea over, 3 min ago`.
    private init(waiting timer: TimerView, forMs waited: Int64) {
        self.init(.timers, "over", timer.name?.forTerminal ?? "timer")
        figure = "over, \(SpanText.ago(waited))"
        share = 1
        changesInMs = 60_000 - waited % 60_000
    }

    private init(_ workout: WorkoutView) {
        self.init(.workout, workout.state.text, workout.name.forTerminal)
        figure = counted(workout.exercises.reduce(0) { $0 + $1.sets.count }, "set")
    }

    private init(pending reminder: ReminderView) {
        self.init(.reminders, reminder.pending?.state.text ?? "pending", reminder.title + "?")
        target = .reminder(reminder)
        detail = reminder.message?.split(separator: "\n").first.map { String($0).forTerminal } ?? ""
    }

    private init(coming reminder: ReminderView, asSeenFrom now: LocalMoment?) {
        self.init(.next, "next", reminder.title)
        figure = reminder.comesAt.flatMap(LocalMoment.init)?.text(asSeenFrom: now) ?? ""
    }

    /// The entry in a few words: `tea 24:59`, `14:30 move`.
    var text: String {
        let words = kind == .next ? [figure, name] : [name, figure]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The entry as a line with its details: `Work (3 of 8) 0:12, Tabata, paused`.
    var line: String {
        let state = state == "paused" ? "paused" : ""
        return [text, detail, state].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension ReminderView {
    /// Time when the reminder goes off next, for a snoozed one the end of the snooze; `nil` if it won't go
    /// off, or if it waits for an answer.
    fileprivate var comesAt: String? {
        guard pending == nil else { return pending?.snoozedUntil }
        // No reminder goes off while the person has paused them.
        return shownNextAt
    }
}
