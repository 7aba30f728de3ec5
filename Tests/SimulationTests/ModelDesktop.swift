import TestSupport

/// The questions to the desktop, what it answered last, and whether follow-ups wait for the person since.
struct DesktopModel: Hashable {
    /// Whether it is asked before a reminder is shown.
    var isAsked = false
    /// Whether reminders are due that wait for its answer.
    var isAwaited = false
    /// Moment of the last answer; `nil` before the first.
    var at: Instant?
    /// `idle` or `locked`; `nil` for a person who is there.
    var absence: String?
    var doNotDisturb = false
    /// The beginning of an absence, and its reason; `nil` for a person who is there.
    var awaySince: Instant?
    var awayReason: String?
    /// Whether a sleep may be a break: not in a rehearsal.
    var takesBreaks = true

    var awaitsReturn: Bool { absence != nil || doNotDisturb }

    func holds(_ now: Instant) -> Bool { at.map { now.ms(since: $0) < 2000 } ?? false }

    var fresh: DesktopModel { DesktopModel(isAsked: isAsked) }
}

extension Model {
    /// Whether reminders that are due are left until the desktop has answered.
    var remindersAwaitDesktop: Bool {
        desktop.isAsked && !storage.isDegraded && !desktop.holds(now)
    }

    /// The reason why a reminder that falls due now isn't shown; `nil` where it is.
    func silence(of owner: ReminderModel) -> String? {
        if quietNow != nil { return "do_not_disturb" }
        guard desktop.holds(now) else { return nil }
        if desktop.doNotDisturb { return "desktop_do_not_disturb" }
        return owner.whenIdle == "skip" ? desktop.absence : nil
    }

    /// The period in which follow-ups and ends of snoozes are held back; `nil` for none. The return of the
    /// person has no time, so that they are tried again after an hour.
    var held: QuietModel? {
        quietNow ?? (desktop.awaitsReturn ? QuietModel(since: now, span: hourMs) : nil)
    }

    /// - Parameter fall: whether due deadlines are journaled where the disk can't be written; `nil` where
    ///   it can.
    mutating func answerDesktop(absence: String?, doNotDisturb: Bool, awayMs: Int64?, fall: Bool?) {
        let former = desktop
        let writes = writes(absence: absence, doNotDisturb: doNotDisturb)
        desktop = DesktopModel(
            isAsked: desktop.isAsked, at: now, absence: absence, doNotDisturb: doNotDisturb)
        if absence != nil {
            desktop.awayReason = former.awayReason ?? absence
            desktop.awaySince = former.awaySince
            if desktop.awaySince == nil {
                var since = now
                since.wallMs -= awayMs ?? 0
                since.bootNs -= (awayMs ?? 0) * msNs
                desktop.awaySince = since
            }
        }
        // A return while nothing can be written has its effect once something can.
        let follows = !storage.isDegraded && changes(present: absence == nil)
        guard writes.isBreak || writes.rearms || follows else { return }
        if let fall { return self.fall(elapsing: fall) }
        if writes.isBreak, let since = former.awaySince {
            let spanMs = now.ms(since: since)
            takeBreak(spanMs, former.awayReason ?? "", untilMs: now.wallMs, byTime: false)
        }
        if writes.rearms { rearmLives() }
        if follows { follow(present: absence == nil) }
    }

    /// Whether a timer or the run is paused by an absence, or its return is asked about.
    func changes(present: Bool) -> Bool {
        var copy = self
        copy.follow(present: present)
        return copy.fresh.count > fresh.count
    }

    private mutating func follow(present: Bool) {
        for timer in timers.sorted(by: { $0.start < $1.start }) {
            guard var next = moved(timer, present: present),
                let index = timers.firstIndex(where: { $0.id == timer.id })
            else { continue }
            next.arm(now)
            timers[index] = next
            let title = next.name.map { "\($0) is paused" } ?? "Timer paused"
            record(
                present ? "timer.resume_offered" : "timer.paused", next.id, next.view(self),
                alert: present ? title : nil, byTime: true)
        }
        guard var run = liveRun else { return }
        if present {
            guard run.absence == "away" else { return }
            run.absence = "asked"
        } else {
            guard run.leaves, run.state == "running", !run.slept(now),
                !["rest", "break"].contains(run.step.kind), run.end > run.elapsed(now)
            else { return }
            run.stop(now)
            (run.state, run.absence) = ("paused", "away")
        }
        _ = tell(present ? "resume_offered" : "paused", run, byTime: true)
    }

    /// The timer once somebody is there, or nobody; `nil` where that doesn't change it.
    private func moved(_ timer: TimerModel, present: Bool) -> TimerModel? {
        var timer = timer
        if present {
            guard timer.absence == "away" else { return nil }
            timer.absence = "asked"
            return timer
        }
        var due = timer
        guard timer.leaves, timer.state == "running", elapseRunning(&due) == nil else { return nil }
        timer.pause(now, absence: "away")
        return timer
    }

    /// What an answer makes the daemon write: a break, and the deadlines of what waits.
    func writes(absence: String?, doNotDisturb: Bool) -> (isBreak: Bool, rearms: Bool) {
        guard !storage.isDegraded, absence == nil else { return (false, false) }
        let isBreak = desktop.awaySince.map { self.isBreak(now.ms(since: $0)) } ?? false
        let isBack = desktop.awaitsReturn && !doNotDisturb
        return (isBreak, isBack && !lives.isEmpty)
    }

    /// True if an absence is a break: as long as configured, or as long as some reminder asks for.
    private func isBreak(_ spanMs: Int64) -> Bool {
        spanMs >= Self.breakMs && !nexts.isEmpty || !begunAgain(by: spanMs).isEmpty
    }

    /// Reminders whose intervals a break begins again, with their next occurrences.
    private func begunAgain(by spanMs: Int64) -> [(ReminderModel, OccurrenceModel)] {
        nexts.values.compactMap { next in
            guard next.due > now.wallMs, let owner = owner(next.reminder), let base = next.base,
                base.wallMs < now.wallMs, owner.fields.schedule.isResponse,
                nextDue(owner, base: now) != nil
            else { return nil }
            let ms = owner.fields.ownBreak ?? Self.breakMs
            return ms > 0 && spanMs >= ms ? (owner, next) : nil
        }
    }

    static let breakMs = 5 * minuteMs

    /// Notes a long sleep that is a break, unless the person was away before.
    mutating func noteSleep() {
        let spanMs =
            ((now.bootNs - lastRun.bootNs) - (now.awakeNs - lastRun.awakeNs)) / msNs
        guard spanMs >= minuteMs, desktop.takesBreaks, desktop.awaySince == nil,
            sleepNotedSince != lastRun, isBreak(spanMs)
        else { return }
        sleepNotedSince = lastRun
        storage.sleeps.append(SleepModel(spanMs: spanMs, endMs: now.wallMs))
    }

    mutating func recordSleeps() {
        guard !storage.isDegraded else { return }
        for sleep in storage.sleeps {
            takeBreak(sleep.spanMs, "sleep", untilMs: sleep.endMs, byTime: true)
        }
        storage.sleeps = []
    }

    /// Begins the intervals again that count from responses.
    private mutating func takeBreak(
        _ spanMs: Int64, _ reason: String, untilMs endMs: Int64, byTime: Bool
    ) {
        for (owner, next) in begunAgain(by: spanMs) { move(owner, next, base: now) }
        record(
            "break.taken", "",
            [
                "from": text(endMs - spanMs), "until": text(endMs),
                "reason": .text(reason),
            ], byTime: byTime)
    }
}

extension ReminderModel {
    var whenIdle: String { fields.whenIdle ?? (fields.schedule.every == nil ? "show" : "skip") }
}
