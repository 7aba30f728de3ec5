/// The notice that an event gives to the person: its texts, its sound and its actions.
package struct Alert: Sendable, Hashable {
    package enum Urgency: String, Sendable { case low, normal, critical }

    /// A button of the notification.
    package struct Action: Sendable, Hashable {
        /// The button's effect on a thing as it was when the button was shown: nothing is done to another
        /// thing, nor to one that has moved on.
        package enum Purpose: Sendable, Hashable {
            case log(occurrence: String)
            case snooze(occurrence: String)
            case dismiss(occurrence: String)
            /// Goes on from an interval, by its index, that waits for confirmation.
            case confirm(run: String, index: Int)
            case skip(rest: String)
            /// Lengthens a rest that lasts `durationMs`.
            case extend(rest: String, durationMs: Int64, byMs: Int64)
            /// Begins a training as the last one was.
            case trainAgain(training: String)
            /// Begins the program of the last run anew.
            case runAgain(run: String)
            /// Opens the page of the report of a period, such as `week`.
            case view(report: String)
        }

        package let purpose: Purpose
        package let label: String
        /// The command line with the same effect, for where notifications have no buttons.
        package let command: String

        package init(_ purpose: Purpose, label: String, command: String) {
            self.purpose = purpose
            self.label = label
            self.command = command
        }

        /// The word for the button to notification servers and hooks.
        package var key: String {
            switch purpose {
            case .log: "log"
            case .snooze: "snooze"
            case .dismiss: "dismiss"
            case .confirm: "confirm"
            case .skip: "skip"
            case .extend: "extend"
            case .trainAgain, .runAgain: "again"
            case .view: "view"
            }
        }
    }

    package let title: String
    package private(set) var body: String
    package private(set) var urgency: Urgency
    package let actions: [Action]
    /// Set where the alert waits for one of its actions, which it else only offers.
    package let isQuestion: Bool
    package private(set) var sound: Sound
    /// Alerts with the same thread share one notification bubble: a later alert replaces the earlier one.
    package let thread: String
    /// A text that tells apart alerts that are otherwise equal; `nil` where nothing has to tell them apart.
    package let moment: String?
    /// Whether the alert is of use only at its own moment: its sound is played, but it is neither shown as
    /// a bubble nor given again later.
    package let isMomentary: Bool
    /// The time in milliseconds after which the bubble closes; `nil` where the notification server decides.
    package let closesAfterMs: Int64?

    package init(
        title: String, body: String, urgency: Urgency = .normal, actions: [Action] = [],
        isQuestion: Bool = false, sound: Sound, thread: String, moment: String? = nil,
        isMomentary: Bool = false,
        closesAfterMs: Int64? = nil
    ) {
        self.title = title
        self.body = body
        self.urgency = urgency
        self.actions = actions
        self.isQuestion = isQuestion
        self.sound = sound
        self.thread = thread
        self.moment = moment
        self.isMomentary = isMomentary
        self.closesAfterMs = closesAfterMs
    }

    /// This alert with a further line.
    package func saying(_ line: String) -> Alert {
        var alert = self
        alert.body += (body.isEmpty ? "" : "\n") + line
        return alert
    }

    /// This alert of a follow-up, urgent and with a sound that insists.
    package var escalated: Alert {
        var alert = self
        alert.urgency = .critical
        alert.sound = .reminderEscalated
        return alert
    }
}
