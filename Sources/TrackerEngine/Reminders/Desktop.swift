import TrackerCore
import TrackerStore

/// An answer of the desktop to whether somebody would see a reminder.
struct DesktopAnswer {
    /// How long an answer holds, in milliseconds.
    private static let lifeMs: Int64 = 2000

    let state: DesktopState
    let at: Moment
    /// The person's absence so far; `nil` for a person who is there.
    let away: Away?

    func holds(at now: Moment) -> Bool {
        at.bootID == now.bootID && now.elapsedMs(since: at) < Self.lifeMs
    }
}

extension Dependencies {
    /// The desktop's answer; `nil` where there is none that still holds.
    func presentDesktop(at now: Moment) -> DesktopState? {
        desktop.flatMap { $0.holds(at: now) ? $0.state : nil }
    }

    /// True where the last answer was that nobody is there, or nobody is to be disturbed. Follow-ups wait
    /// until the person is back, however long that takes.
    var awaitsReturn: Bool { desktop?.state.isReachable == false }
}

extension Engine {
    /// The earliest moments at which a reminder falls due, is followed up or ends: shortly before, the
    /// desktop is to be asked whether somebody would see it.
    ///
    /// There are none while the storage can't be written: what falls due then is told whatever the desktop
    /// says, since it isn't journaled and couldn't be told later.
    package var nextReminderDeadlines: NextDeadlines {
        health.isDegraded ? NextDeadlines() : store.nextDeadlines(of: Occurrence.self)
    }

    /// True where reminders that are due wait until the desktop has answered. Timers, rests and runs are told
    /// in any case and never wait.
    func remindersAwaitDesktop(at now: Moment) -> Bool {
        dependencies.asksDesktop && !health.isDegraded
            && dependencies.presentDesktop(at: now) == nil
    }

    /// Takes the desktop's answer, which decides for two seconds whether reminders are shown. Reminders that
    /// waited for it are due now; follow-ups that were held back are due once the person is back. An absence that
    /// was long enough was a break. What pauses while nobody is there is paused, or the person who is back is
    /// asked whether to resume it.
    ///
    /// - Parameter awayMs: milliseconds without input, of a person who is away; `nil` if unknown.
    package func desktopAnswered(
        _ state: DesktopState, awayMs: Int64? = nil, at now: Moment
    ) -> Outcome {
        var outcome = Outcome()
        let hasReturned = dependencies.awaitsReturn && state.isReachable
        let former = dependencies.desktop?.away
        let away = state.absence.map { former ?? Away($0, forMs: awayMs ?? 0, at: now) }
        let breakMs = away == nil ? breakMs(after: former, at: now) : nil
        dependencies.desktop = DesktopAnswer(state: state, at: now, away: away)
        if state.doNotDisturb { dependencies.wasDesktopQuiet = true }
        awaitsDesktop = false
        // Where the person returns while the storage can't be written, `carryOver` sets these deadlines as
        // soon as it can be.
        guard !health.isDegraded else { return outcome }
        if hasReturned, dependencies.wasDesktopQuiet {
            dependencies.wasDesktopQuiet = false
            // The notification server may have hidden earlier alerts, and mako lets hidden ones time out.
            showAgain(at: now, &outcome)
        }
        let isPresent = state.absence == nil
        do {
            let (isAnyLive, isBreak, follows) = try store.read(at: now) { transaction in
                let context = context(transaction, .daemon)
                return (
                    try hasReturned && !transaction.liveOccurrences().isEmpty,
                    try breakMs.map { try context.isBreak($0) } ?? false,
                    try context.changes(whenPresent: isPresent)
                )
            }
            guard isAnyLive || isBreak || follows else { return outcome }
            let (_, events) = try store.perform(at: now) { transaction in
                let context = context(transaction, .daemon)
                if isBreak, let breakMs, let former {
                    try context.takeBreak(breakMs, former.reason, untilMs: now.wallMs)
                }
                if isAnyLive { try context.rearmLive() }
                if follows { try context.follow(isPresent: isPresent) }
            }
            publish(events, &outcome)
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }
}
