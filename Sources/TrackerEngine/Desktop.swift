import TrackerCore
import TrackerStore

/// An answer of the desktop to whether somebody would see a reminder.
struct DesktopAnswer {
    /// Milliseconds for which it holds.
    private static let lifeMs: Int64 = 2000

    let state: DesktopState
    let at: Moment

    func holds(at now: Moment) -> Bool {
        at.bootID == now.bootID && now.elapsedMs(since: at) < Self.lifeMs
    }
}

extension Dependencies {
    /// The desktop's answer; `nil` where there is none that still holds.
    func presentDesktop(at now: Moment) -> DesktopState? {
        desktop.flatMap { $0.holds(at: now) ? $0.state : nil }
    }

    /// Whether the last answer was that nobody is there, or is to be disturbed. Follow-ups wait for the
    /// return, for as long as that takes.
    var awaitsReturn: Bool { desktop?.state.isReachable == false }
}

extension Engine {
    /// The earliest moments at which a reminder falls due, is followed up or ends: shortly before, the
    /// desktop is to be asked whether somebody would see it.
    ///
    /// While nothing can be written, there are none: what falls due then is told whatever the desktop says,
    /// since no journal would tell of it afterwards.
    package var nextReminderDeadlines: NextDeadlines {
        health.isDegraded ? NextDeadlines() : store.nextDeadlines(of: Occurrence.self)
    }

    /// Whether reminders that are due are left until the desktop has answered. Timers, rests and runs are
    /// told in any case, so that they wait for nothing.
    func leavesReminders(at now: Moment) -> Bool {
        dependencies.asksDesktop && !health.isDegraded
            && dependencies.presentDesktop(at: now) == nil
    }

    /// Takes up the desktop's answer, by which reminders are shown or not for two seconds. Reminders that
    /// waited for it are due now, and follow-ups that were held back once the person is back.
    package func desktopAnswered(_ state: DesktopState, at now: Moment) -> Outcome {
        var outcome = Outcome()
        let hasReturned = dependencies.awaitsReturn && state.isReachable
        dependencies.desktop = DesktopAnswer(state: state, at: now)
        if state.doNotDisturb { dependencies.wasDesktopQuiet = true }
        awaitsDesktop = false
        // A return while nothing can be written has its effect as soon as something can: `carryOver` sets
        // these deadlines again.
        guard hasReturned, !health.isDegraded else { return outcome }
        if dependencies.wasDesktopQuiet {
            dependencies.wasDesktopQuiet = false
            // A server may have hidden what was shown before, and mako lets its time run out meanwhile.
            showAgain(at: now, &outcome)
        }
        do {
            let isAnyLive = try store.read(at: now) { try !$0.liveOccurrences().isEmpty }
            guard isAnyLive else { return outcome }
            let (_, events) = try store.perform(at: now) { try context($0, .daemon).rearmLive() }
            publish(events, &outcome)
        } catch {
            suffer(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }
}
