import Glibc
import Systemd
import TrackerCore

/// What is known about the notification of a thread.
struct BubbleThread {
    /// Id of the last notification. It may be closed, but the server hasn't given the id to another.
    var id: String?
    /// The alert to show next; `nil` for none.
    var next: HookOccasion?
    /// The alert that was shown last, if it waits for an answer.
    var shown: HookOccasion?
    /// Whether the last notification couldn't be shown, or disappeared with its server.
    var isLost = false
    /// Whether the last alert that waits for an answer was never shown.
    var isUnseen = false
    /// Whether the last notification has buttons, which stop working when nothing listens for them.
    var hasButtons = false
    /// The notify-send that is about to show a notification, or waits for the answer.
    var run: BubbleRun?
    var lastUse = 0

    /// Whether a notification with other content than `alert` is shown or about to be. One that the person
    /// has closed isn't shown again just to change it.
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
    /// Identity of the server before the call, if known; another server may have taken its place since.
    let server: String?
    /// Whether the call shows buttons and waits for an answer.
    let waits: Bool
    private(set) var process: HookProcess?
    private(set) var id: String?
    /// Id of the notification to replace.
    var replaces: String?
    /// Whether the call took too long to print the id.
    var isOverdue = false
    /// Whether the notification should be closed, or not be shown at all.
    var isUnneeded = false
    /// Whether the person has closed the notification, perhaps by pressing a button.
    var isClosedByHand = false
    /// Whether the server was asked to close the notification.
    var isClosed = false
    /// Time when the call began, in milliseconds of the awake clock.
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

    /// Whether the notification is on the screen, so that another may replace it.
    var canBeReplaced: Bool { id != nil || isOverdue }

    func begin(_ process: HookProcess, atMs now: Int64) {
        self.process = process
        begunMs = now
    }

    /// Time by which the notification must be shown, in milliseconds of the awake clock; `nil` once it is
    /// shown. Also `nil` for versions that print the id only when they end, which don't report whether it is
    /// shown.
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

    /// Reads the output after the loop has ended, and returns whether it contained the notification's id.
    func readID() -> Bool {
        process?.readOutput()
        return takeID(from: process?.outputSoFar ?? "", isComplete: false)
    }

    /// Takes the notification's id from the output; returns whether it wasn't known before.
    func takeID(from output: String, isComplete: Bool) -> Bool {
        guard id == nil else { return false }
        id = notifySend.result(output, of: alert, isComplete: isComplete).id
        return id != nil
    }

    /// The chosen action; `nil` for none.
    func answer(_ outcome: HookPool.Outcome) -> Alert.Action? {
        guard waits, case .ended(let ending) = outcome else { return nil }
        return notifySend.result(ending.output, of: alert, isComplete: true).answer
    }

    /// The failure to report; `nil` for none.
    func failure(_ outcome: HookPool.Outcome, timeoutMs: Int64) -> HookFailure? {
        // A call that ends without an answer, or whose server has no buttons, has still shown its
        // notification.
        if case .ended(let ending) = outcome, waits, id != nil || ending.timedOut && !isGivenUp {
            return nil
        }
        return outcome.failure(of: [NotifySend.name], occasion, timeoutMs: timeoutMs)
    }
}
