import TrackerAPI
import TrackerCore
import TrackerStore

// Timers and the run that are paused while nobody is there.

extension Engine {
    /// What pauses as soon as nobody is there, and what waits for the person's return, as texts: the desktop is
    /// followed while there are any, and asked whenever they are others.
    package var followed: [String] {
        guard !health.isDegraded else { return [] }
        if let kept = dependencies.memos.followed.value(for: store.lastSeq) { return kept }
        let found = (try? store.read(at: lastRun) { try context($0, .daemon).followed() }) ?? []
        dependencies.memos.followed.keep(found, for: store.lastSeq)
        return found
    }
}

extension Context {
    fileprivate func followed() throws -> [String] {
        let timers = try transaction.timersPausedWhenAway().compactMap { timer -> String? in
            if timer.state == .running { return "\(timer.id) running" }
            return timer.absence == .awaitsReturn ? "\(timer.id) away" : nil
        }
        guard let run = try transaction.liveRun() else { return timers }
        if run.pausesNow { return timers + ["\(run.id) running \(run.index)"] }
        return run.absence == .awaitsReturn ? timers + ["\(run.id) away"] : timers
    }

    /// Whether something changes with the person's absence or return.
    func changes(whenPresent isPresent: Bool) throws -> Bool {
        try !timersMoved(isPresent).isEmpty || runMoved(isPresent) != nil
    }

    /// Pauses what pauses while nobody is there, or asks the person who is back whether to resume it.
    func follow(isPresent: Bool) throws {
        for (timer, change) in try timersMoved(isPresent) {
            try with(.deadline(Timer.table)).record(change.event, timer)
        }
        if let (run, change) = try runMoved(isPresent) {
            try with(.deadline(Run.table)).append(change, run)
        }
    }

    private func timersMoved(_ isPresent: Bool) throws -> [(timer: Timer, change: Timer.Change)] {
        try transaction.timersPausedWhenAway().compactMap { timer in
            var timer = timer
            let change = isPresent ? timer.offerResume() : timer.leave(at: now)
            return change.map { (timer, $0) }
        }
    }

    private func runMoved(_ isPresent: Bool) throws -> (run: Run, change: Run.Change)? {
        guard var run = try transaction.liveRun() else { return nil }
        let change = isPresent ? run.offerResume() : run.leave(at: now)
        return change.map { (run, $0) }
    }
}

extension Transaction {
    /// Events that asked whether to resume what is still paused since.
    func offersToResume() throws -> [Event] {
        var offers: [Event] = []
        for timer in try timersPausedWhenAway() where timer.absence == .asked {
            offers += try last(.timerResumeOffered, about: timer.id)
        }
        if let run = try liveRun(), run.absence == .asked {
            offers += try last(.runResumeOffered, about: run.id)
        }
        return offers
    }

    private func last(_ type: EventType, about subject: String) throws -> [Event] {
        var query = JournalQuery(limit: 1)
        query.subject = subject
        query.types = [type.rawValue]
        query.newestFirst = true
        query.isOwnPast = true
        return try events(query)
    }
}

extension Alert {
    /// The question whether to resume a timer that was paused while nobody was there.
    init(offering timer: TimerView) {
        let isStopwatch = timer.kind == Timer.Kind.stopwatch.rawValue
        let word = timer.name.map { Self.word(for: timer.id, named: $0) } ?? timer.id
        let clock =
            timer.remainingMs.map { "\(DurationText.secondsLeft(ms: $0)) left" }
            ?? DurationText.text(ms: timer.elapsedMs / 1000 * 1000)
        self.init(
            title: timer.name.map { "\($0) is paused" } ?? "Timer paused",
            body: "You were away. \(clock)",
            actions: [
                Action(
                    .resume(timer: timer.id), label: "Resume",
                    command: "trackerctl timer resume \(word)"),
                Action(
                    .stop(timer: timer.id), label: "Stop",
                    command: "trackerctl timer \(isStopwatch ? "finish" : "cancel") \(word)"),
            ],
            isQuestion: true, sound: .runConfirmationNeeded, thread: "timer:\(timer.id)")
    }
}
