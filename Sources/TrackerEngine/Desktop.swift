import TrackerCore
import TrackerStore

extension Engine {
    /// The earliest moments at which a reminder falls due, is followed up or ends: shortly before, the
    /// desktop is to be asked whether somebody would see it.
    package var nextReminderDeadlines: NextDeadlines {
        health.isDegraded ? NextDeadlines() : store.nextDeadlines(of: Occurrence.self)
    }

    /// Whether follow-ups are held back until the person is back.
    package var awaitsReturn: Bool { dependencies.awaitsReturn }

    /// Takes up the desktop's answer, by which reminders are shown or not until it is forgotten. Follow-ups
    /// that were held back are due again once the person is back.
    package func desktopAnswered(_ state: DesktopState, at now: Moment) -> Outcome {
        var outcome = Outcome()
        let hasReturned = dependencies.awaitsReturn && state.isReachable
        dependencies.desktop = state
        dependencies.lastDesktop = state
        guard hasReturned, !health.isDegraded else { return outcome }
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

    /// Forgets the desktop's answer, which is too old for what falls due from now on. The person counts as
    /// present until the next one, but is still waited for with follow-ups.
    package func forgetDesktop() { dependencies.desktop = DesktopState() }
}
