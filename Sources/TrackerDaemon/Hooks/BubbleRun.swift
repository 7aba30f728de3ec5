import Glibc
import Systemd
import TrackerCore

/// The bubble of a thread, as far as it is known.
struct BubbleThread {
    /// Id of the last bubble. The bubble may be closed, but its server hasn't given the id to another.
    var id: String?
    /// The alert to be shown next; `nil` for none.
    var next: HookOccasion?
    /// The alert that was shown last, where it waits for an answer.
    var shown: HookOccasion?
    /// Whether the last bubble couldn't be shown, or has gone with its server.
    var isLost = false
    /// Whether the last alert that waits for an answer has never been shown.
    var isUnseen = false
    /// Whether the last bubble has buttons, which no longer work when nothing listens for them.
    var hasButtons = false
    /// The notify-send that is about to show a bubble, or waits for an answer to it.
    var run: BubbleRun?
    var lastUse = 0

    /// Whether a bubble with another content than `alert` is shown or about to be. A bubble that the person
    /// has closed isn't shown again for that.
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
    /// Identity of the server before the call, as far as it is known; another server may have taken its
    /// place since.
    let server: String?
    /// Whether the call shows buttons and waits for an answer.
    let waits: Bool
    private(set) var process: HookProcess?
    private(set) var id: String?
    /// Id of the bubble that is replaced.
    var replaces: String?
    /// Whether the wait for the bubble's id was given up.
    var isOverdue = false
    /// Whether the bubble is to be closed, or not to be shown.
    var isUnneeded = false
    /// True once the person has closed the bubble, perhaps by pressing a button.
    var isClosedByHand = false
    /// Whether the server was asked to close the bubble.
    var isClosed = false
    /// Time at which the call began, in milliseconds of the awake clock.
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

    /// Whether the bubble is shown, so that another may replace it.
    var canBeReplaced: Bool { id != nil || isOverdue }

    func begin(_ process: HookProcess, atMs now: Int64) {
        self.process = process
        begunMs = now
    }

    /// Time by which the bubble must be shown, in milliseconds of the awake clock; `nil` once it is shown,
    /// and for versions that print the id only at their end, which don't tell whether it is.
    var latestMs: Int64? {
        guard waits, isBegun, id == nil, !isGivenUp, notifySend.tellsIDAtOnce else { return nil }
        return begunMs + Bubbles.showTimeoutMs
    }

    func giveUp() {
        isGivenUp = true
        process?.giveUp()
    }

    /// Ends the call if it waits for an answer.
    func recall(_ signal: Int32) {
        if waits { process?.recall(signal) }
    }

    /// Reads the output once the loop has ended, and returns whether it has brought the bubble's id.
    func readID() -> Bool {
        process?.readOutput()
        return takeID(from: process?.outputSoFar ?? "", isComplete: false)
    }

    /// Whether the output contains the bubble's id, which wasn't known before.
    func takeID(from output: String, isComplete: Bool) -> Bool {
        guard id == nil else { return false }
        id = notifySend.result(output, of: alert, isComplete: isComplete).id
        return id != nil
    }

    /// The action that was chosen; `nil` for none.
    func answer(_ outcome: HookPool.Outcome) -> Alert.Action? {
        guard waits, case .ended(let ending) = outcome else { return nil }
        return notifySend.result(ending.output, of: alert, isComplete: true).answer
    }

    /// The failure to report; `nil` for none.
    func failure(_ outcome: HookPool.Outcome, timeoutMs: Int64) -> HookFailure? {
        // A call that ends without an answer, or whose server has no buttons, has shown its bubble all the
        // same.
        if case .ended(let ending) = outcome, waits, id != nil || ending.timedOut && !isGivenUp {
            return nil
        }
        return outcome.failure(of: [NotifySend.name], occasion, timeoutMs: timeoutMs)
    }
}
