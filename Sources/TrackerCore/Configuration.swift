/// The settings of the configuration file. Without a file, the defaults apply.
package struct Configuration: Sendable, Hashable, Codable {
    /// Limits on the resources that one client may use.
    package struct Limits: Sendable, Hashable, Codable {
        package var lineBytes = 1_048_576
        package var inFlight = 64
        package var connections = 256
        package var firstLineMs: Int64 = 5000
        package var unreadBytes = 1_048_576
        /// Maximum bytes of the replies to one line, where they are sent together.
        package var replyBytes: Int { 4 * unreadBytes }

        package init() {}
    }

    package struct Rests: Sendable, Hashable, Codable {
        /// Warning marks for rests that don't name their own, in milliseconds before the end of the rest.
        package var warnAtMs: [Int64] = [3000]

        package init() {}
    }

    package struct Timers: Sendable, Hashable, Codable {
        /// Milliseconds after which the alert of a countdown that is over is repeated, until somebody answers
        /// it; `nil` for never.
        package var ringAgainMs: Int64?
        /// Greatest number of repetitions, those of runs that wait included.
        package var ringAtMost = 5

        /// Repetition of the alert; `nil` for none.
        package var ringing: Ringing? { repetition(everyMs: ringAgainMs) }

        /// Repetition of the alert of a timer, which may have a span of its own; `nil` for none.
        package func ringing(of timer: Timer) -> Ringing? {
            guard let ownMs = timer.ringAgainMs else { return ringing }
            return repetition(everyMs: ownMs == 0 ? nil : ownMs)
        }

        private func repetition(everyMs: Int64?) -> Ringing? {
            everyMs.map { Ringing(everyMs: $0, atMost: ringAtMost) }
        }

        package init() {}
    }

    /// Defaults for training sessions.
    package struct Trainings: Sendable, Hashable, Codable {
        /// Time to get ready before a hold, in milliseconds; 0 for none.
        package var readyMs: Int64 = 0

        package init() {}
    }

    /// The strength log.
    package struct Lifting: Sendable, Hashable, Codable {
        /// True if the next set is shown with the plates for its bar.
        package var showPlates = false

        package init() {}
    }

    /// Defaults for the schedule of a new reminder, where it is to have them.
    package struct Reminders: Sendable, Hashable, Codable {
        package var everyMs: Int64 = 1_800_000
        /// Windows of each active day.
        package var between = "09:00-17:00"
        package var days = "mon-fri"

        package init() {}
    }

    /// The built-in notify-send hook.
    package struct Notifications: Sendable, Hashable, Codable {
        /// Time for which a notification that waits for an answer stays on the screen.
        package enum Stay: String, Sendable, Codable, CaseIterable {
            case untilAnswered = "until-answered"
            /// As long as the notification server keeps any notification.
            case server
        }

        /// Meaning of closing the notification of a reminder, or of a countdown that is over, without pressing
        /// a button.
        package enum Closing: String, Sendable, Codable, CaseIterable { case nothing, dismiss }

        package var enabled = true
        package var stay = Stay.untilAnswered
        /// Whether the last follow-up of a reminder is urgent.
        package var escalate = false
        package var closing = Closing.nothing

        package init() {}
    }

    /// The sounds of alerts.
    package struct Sounds: Sendable, Hashable, Codable {
        package var enabled = true
        /// 0 to 100.
        package var volume = 100
        /// Length in milliseconds of the near silence before a sound that comes after a pause, for devices
        /// that wake slowly; `nil` for none.
        package var leadInMs: Int64?
        /// Absolute paths of files that replace the shipped ones, by the sound's name.
        package var files: [String: String] = [:]

        package init() {}

        /// The person's own files for a sound, the closest first.
        package func files(of sound: Sound) -> [String] {
            sound.configuredNames.compactMap { files[$0] }
        }
    }

    /// Settings of the desktop: whether somebody would see a reminder, and what keeps the screen on.
    package struct Desktop: Sendable, Hashable, Codable {
        /// Activity during which the screen stays on.
        package enum Watched: String, Sendable, Codable, CaseIterable { case training, run }

        /// Milliseconds without input after which a person counts as away; `nil` means never, not even behind
        /// a locked screen.
        package var idleMs: Int64? = 180_000
        /// Milliseconds of absence from which on it is a break, so that intervals that count from answers begin
        /// again at the return; `nil` for never.
        package var breakMs: Int64? = 300_000
        /// Whether the notification server's own do-not-disturb counts.
        package var doNotDisturb = true
        /// The modes of mako, a notification server, that mean do-not-disturb.
        package var makoModes = ["do-not-disturb", "dnd"]
        package var keepAwake: [Watched] = [.training, .run]

        /// Whether the desktop is asked anything when a reminder falls due.
        package var asks: Bool { idleMs != nil || doNotDisturb }

        package init() {}
    }

    /// The folder through which a person's machines share their rows. The state has its path.
    package struct Sync: Sendable, Hashable, Codable {
        /// The program that runs after each write to the folder, and its arguments; empty for none.
        package var afterWrite: [String] = []

        package init() {}
    }

    /// A program that runs on events.
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
    package var timers = Timers()
    package var rest = Rests()
    package var training = Trainings()
    package var lifting = Lifting()
    package var reminders = Reminders()
    package var notifications = Notifications()
    package var sounds = Sounds()
    package var desktop = Desktop()
    package var sync = Sync()
    package var hooks: [Hook] = []

    package init() {}
}
