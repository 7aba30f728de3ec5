import Glibc
import Systemd
import TrackerCore

/// The bubble of a thread, as far as known.
struct BubbleThread {
    /// The last bubble's id. It may be gone, but its server hasn't given the id to another.
    var id: String?
    /// The alert to be shown next.
    var next: HookOccasion?
    /// The alert that was shown last, as long as it may be answered.
    var shown: HookOccasion?
    /// It couldn't be shown, or has gone with its server.
    var isLost = false
    /// Whether the last bubble has buttons, which are dead when nobody listens for them any more.
    var hasButtons = false
    /// The notify-send that is about to show a bubble, or waits for an answer to it.
    var run: BubbleRun?
    var lastUse = 0

    /// Whether there is a bubble that says something else than an alert, or is about to. One that the person
    /// has closed doesn't come back for that.
    func saysAnother(than alert: Alert) -> Bool {
        if let next { return next.alert != alert }
        guard let shown, shown.alert != alert else { return false }
        return run != nil || isLost || id != nil && !hasButtons
    }
}

/// One call of notify-send.
final class BubbleRun {
    let occasion: HookOccasion
    let alert: Alert
    let notifySend: NotifySend
    /// The server that there was, as far as known; another may have taken its place before the call.
    let server: String?
    /// Whether it shows buttons and waits for an answer.
    let waits: Bool
    private(set) var process: HookProcess?
    private(set) var id: String?
    /// The bubble whose place it takes.
    var replaces: String?
    /// Waited for in vain to tell its bubble's id.
    var isOverdue = false
    /// Its bubble is to be closed, or not to be shown.
    var isUnneeded = false
    /// The server was told to close its bubble.
    var isClosed = false
    /// The time when it began, on the awake clock.
    private var begunMs: Int64 = 0
    private var isGivenUp = false

    init(
        occasion: HookOccasion, alert: Alert, notifySend: NotifySend, server: String?, waits: Bool
    ) {
        self.occasion = occasion
        self.alert = alert
        self.notifySend = notifySend
        self.server = server
        self.waits = waits
    }

    var isBegun: Bool { process != nil }

    /// Whether its bubble is shown, so that another may take its place.
    var canBeReplaced: Bool { id != nil || isOverdue }

    func begin(_ process: HookProcess, atMs now: Int64) {
        self.process = process
        begunMs = now
    }

    /// The time by which it must have shown its bubble; `nil` once that is shown. A version that tells
    /// the id only at its end can't be seen to have.
    var latestMs: Int64? {
        guard waits, isBegun, id == nil, !isGivenUp, notifySend.tellsIDAtOnce else { return nil }
        return begunMs + Bubbles.showTimeoutMs
    }

    func giveUp() {
        isGivenUp = true
        process?.giveUp()
    }

    /// Ends it if it waits for an answer.
    func recall(_ signal: Int32) {
        if waits { process?.recall(signal) }
    }

    /// Looks whether it has told its bubble's id by now, when no loop runs any more.
    func readID() -> Bool {
        process?.readOutput()
        return takeID(from: process?.outputSoFar ?? "", isComplete: false)
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

    /// The failure to report.
    func failure(_ outcome: HookPool.Outcome, timeoutMs: Int64) -> HookFailure? {
        // Nobody has answered, or the server knows no buttons: shown it was all the same.
        if case .ended(let ending) = outcome, waits, id != nil || ending.timedOut && !isGivenUp {
            return nil
        }
        return outcome.failure(of: [NotifySend.name], occasion, timeoutMs: timeoutMs)
    }
}
