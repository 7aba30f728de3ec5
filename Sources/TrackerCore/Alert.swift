/// The notice that an event gives to the person: its texts, its sound and its actions.
package struct Alert: Sendable, Hashable {
    package enum Urgency: String, Sendable { case low, normal, critical }

    /// A button of the notification.
    package struct Action: Sendable, Hashable {
        /// Effect of the button. It applies only while the thing is still as it was when the button was
        /// shown.
        package enum Purpose: Sendable, Hashable {
            case log(occurrence: String)
            case snooze(occurrence: String)
            case dismiss(occurrence: String)
            /// Confirms the interval with this index, while the run waits for that.
            case confirm(run: String, index: Int)
            case skip(rest: String)
            /// Extends the rest by `byMs`, while its duration is still `durationMs`.
            case extend(rest: String, durationMs: Int64, byMs: Int64)
            /// Starts a training like this one, if it is still the last.
            case trainAgain(training: String)
            /// Starts the program of this run again, if it is still the last run.
            case runAgain(run: String)
            /// Answers a countdown that is over and waits.
            case timerDone(timer: String)
            /// Starts again a countdown that is over and waits.
            case timerAgain(timer: String)
            /// Lets a countdown that is over and waits run for `byMs` more.
            case timerMore(timer: String, byMs: Int64)
            /// Resumes the timer, while it is paused and the person is asked about that.
            case resume(timer: String)
            /// Cancels such a countdown, or finishes such a stopwatch.
            case stop(timer: String)
            /// Resumes the run, while it is paused and the person is asked about that.
            case resumeRun(run: String)
            case stopRun(run: String)
            /// Opens the page of the report of a period, such as `week`.
            case view(report: String)
        }

        package let purpose: Purpose
        package let label: String
        /// Command line with the same effect, for desktops whose notifications have no buttons.
        package let command: String

        package init(_ purpose: Purpose, label: String, command: String) {
            self.purpose = purpose
            self.label = label
            self.command = command
        }

        /// Key of the button for notification servers and hooks.
        package var key: String {
            switch purpose {
            case .log: "log"
            case .snooze: "snooze"
            case .dismiss: "dismiss"
            case .confirm: "confirm"
            case .skip: "skip"
            case .extend, .timerMore: "extend"
            case .trainAgain, .runAgain, .timerAgain: "again"
            case .timerDone: "done"
            case .resume, .resumeRun: "resume"
            case .stop, .stopRun: "stop"
            case .view: "view"
            }
        }
    }

    package let title: String
    package private(set) var body: String
    package private(set) var urgency: Urgency
    package let actions: [Action]
    /// Whether the alert waits for one of its actions to be chosen.
    package let isQuestion: Bool
    package private(set) var sound: Sound
    /// Sound that a person has chosen for this thing, as in `ChosenSound`; `nil` for the usual one.
    package let chosenSound: String?
    /// Thread of the alert. Alerts of one thread share a notification: a later alert replaces the earlier
    /// one.
    package let thread: String
    /// Text that distinguishes alerts that are otherwise equal; `nil` where none is needed.
    package let moment: String?
    /// True for an alert that matters only at its moment: its sound is played, but no notification is shown,
    /// and it isn't given again later.
    package let isMomentary: Bool
    /// Time in milliseconds after which the notification closes; `nil` leaves that to the notification
    /// server.
    package let closesAfterMs: Int64?

    package init(
        title: String, body: String, urgency: Urgency = .normal, actions: [Action] = [],
        isQuestion: Bool = false, sound: Sound, chosenSound: String? = nil, thread: String,
        moment: String? = nil, isMomentary: Bool = false, closesAfterMs: Int64? = nil
    ) {
        self.title = title
        self.body = body
        self.urgency = urgency
        self.actions = actions
        self.isQuestion = isQuestion
        self.sound = sound
        self.chosenSound = chosenSound
        self.thread = thread
        self.moment = moment
        self.isMomentary = isMomentary
        self.closesAfterMs = closesAfterMs
    }

    /// Sound-theme name of the alert's sound, for notification servers that play sounds.
    package var themeSound: String {
        (chosenSound.flatMap(Sound.init(rawValue:)) ?? sound).themeName
    }

    /// Copy of the alert with a further line in its body.
    package func saying(_ line: String) -> Alert {
        var alert = self
        alert.body += (body.isEmpty ? "" : "\n") + line
        return alert
    }

    /// Copy of the alert of a follow-up, with critical urgency and an insistent sound.
    package var escalated: Alert {
        var alert = self
        alert.urgency = .critical
        alert.sound = .reminderEscalated
        return alert
    }
}
