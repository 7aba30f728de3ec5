/// The settings of the configuration file. Without a file, the defaults apply.
package struct Configuration: Sendable, Hashable, Codable {
    /// Limits on the resources that one client may use.
    package struct Limits: Sendable, Hashable, Codable {
        package var lineBytes = 1_048_576
        package var inFlight = 64
        package var connections = 256
        package var firstLineMs: Int64 = 5000
        package var unreadBytes = 1_048_576
        /// Most bytes of the replies to one line, where the replies go out together.
        package var replyBytes: Int { 4 * unreadBytes }

        package init() {}
    }

    package struct Rests: Sendable, Hashable, Codable {
        /// Warning marks for rests that don't name their own, in milliseconds before the end of the rest.
        package var warnAtMs: [Int64] = [3000]

        package init() {}
    }

    /// The schedule of a new reminder of which nothing is said. On the wire a schedule is whole as it stands.
    package struct Reminders: Sendable, Hashable, Codable {
        package var everyMs: Int64 = 1_800_000
        /// Windows of each active day.
        package var between = "09:00-17:00"
        package var days = "mon-fri"

        package init() {}
    }

    /// The built-in notify-send hook.
    package struct Notifications: Sendable, Hashable, Codable {
        /// The stay on the screen of a bubble that waits for an answer.
        package enum Stay: String, Sendable, Codable, CaseIterable {
            case untilAnswered = "until-answered"
            /// As long as the notification server shows any bubble.
            case server
        }

        /// The meaning of a reminder's bubble that a person closes without pressing a button.
        package enum Closing: String, Sendable, Codable, CaseIterable { case nothing, dismiss }

        package var enabled = true
        package var stay = Stay.untilAnswered
        /// Set where the last follow-up of a reminder is urgent.
        package var escalate = false
        package var closing = Closing.nothing

        package init() {}
    }

    /// The sounds of alerts.
    package struct Sounds: Sendable, Hashable, Codable {
        package var enabled = true
        /// 0 to 100.
        package var volume = 100
        /// Absolute paths of files that are played instead of the shipped ones, by the name of the sound.
        package var files: [String: String] = [:]

        package init() {}
    }

    /// The desktop's part: whether somebody would see a reminder, and the screen that stays on.
    package struct Desktop: Sendable, Hashable, Codable {
        /// Something during which the screen stays on.
        package enum Watched: String, Sendable, Codable, CaseIterable { case training, run }

        /// Milliseconds without input after which nobody is there; `nil` where nobody is ever taken to be
        /// away, not even behind a locked screen.
        package var idleMs: Int64? = 180_000
        /// Whether the notification server's own do-not-disturb counts.
        package var doNotDisturb = true
        /// The modes of mako, a notification server, that mean do-not-disturb.
        package var makoModes = ["do-not-disturb", "dnd"]
        package var keepAwake: [Watched] = [.training, .run]

        /// Whether there is anything to ask when a reminder falls due.
        package var asks: Bool { idleMs != nil || doNotDisturb }

        package init() {}
    }

    /// A program that is run for events.
    package struct Hook: Sendable, Hashable, Codable {
        /// Globs of the event types that the hook runs for, such as `timer.*`.
        package var on: [String]
        /// The program and its arguments, with placeholders such as `{title}`.
        package var run: [String]
        package var timeoutMs: Int64
        /// Whether the last line of the program's output names the action that the person chose.
        package var answers: Bool

        package init(on: [String], run: [String], timeoutMs: Int64 = 10_000, answers: Bool = false)
        {
            self.on = on
            self.run = run
            self.timeoutMs = timeoutMs
            self.answers = answers
        }
    }

    package var limits = Limits()
    package var rest = Rests()
    package var reminders = Reminders()
    package var notifications = Notifications()
    package var sounds = Sounds()
    package var desktop = Desktop()
    package var hooks: [Hook] = []

    package init() {}
}
