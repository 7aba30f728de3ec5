import Glibc
import Systemd
import TrackerCore

/// What is known of the bubble of a thread.
struct BubbleThread {
    /// The last bubble's id. It may be gone long since, which does no harm.
    var id: String?
    /// The alert to be shown next.
    var next: HookOccasion?
    /// The notify-send that is about to show a bubble, or waits for an answer to it.
    var run: BubbleRun?
    var lastUse = 0
}

/// One call of notify-send.
final class BubbleRun {
    let occasion: HookOccasion
    let alert: Alert
    let notifySend: NotifySend
    /// Whether it shows buttons and waits for an answer.
    let waits: Bool
    private(set) var process: HookProcess?
    private(set) var id: String?
    /// Waited for in vain to tell its bubble's id.
    var isOverdue = false
    private var recalled: Int32?

    init(occasion: HookOccasion, alert: Alert, notifySend: NotifySend, waits: Bool) {
        self.occasion = occasion
        self.alert = alert
        self.notifySend = notifySend
        self.waits = waits
    }

    /// Whether its bubble is shown, so that another may take its place.
    var canBeReplaced: Bool { id != nil || isOverdue || (!notifySend.printsID && process != nil) }

    func started(_ process: HookProcess) {
        self.process = process
        if let recalled { process.recall(recalled) }
    }

    /// Ends it, now or once it's started, if it waits for an answer.
    func recall(_ signal: Int32) {
        guard waits else { return }
        recalled = signal
        process?.recall(signal)
    }

    /// Whether what it has printed now holds the bubble's id, and didn't before.
    func takeID(from output: String, isComplete: Bool) -> Bool {
        guard id == nil else { return false }
        id = notifySend.result(output, of: alert, isComplete: isComplete).id
        return id != nil
    }

    /// The key of the action that was chosen, if one was.
    func answer(_ outcome: HookPool.Outcome) -> String? {
        guard waits, case .ended(let ending) = outcome else { return nil }
        return notifySend.result(ending.output, of: alert, isComplete: true).answer
    }

    /// What is to be reported.
    func failure(_ outcome: HookPool.Outcome, timeoutMs: Int64) -> HookFailure? {
        // Nobody has answered, or the server knows no buttons: shown it was all the same.
        if case .ended(let ending) = outcome, waits, id != nil || ending.timedOut { return nil }
        return outcome.failure(of: NotifySend.name, occasion, timeoutMs: timeoutMs)
    }
}
