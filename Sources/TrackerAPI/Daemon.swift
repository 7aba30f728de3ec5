import TrackerCore

/// The daemon that answers, and its limits.
package struct Hello: ReadRequest {
    package static let method = "hello"

    package var client: String?
    package var `protocol`: Int?

    package init(client: String? = nil, protocol: Int? = nil) {
        self.client = client
        self.protocol = `protocol`
    }

    /// A method, with the names of its parameters.
    package struct Method: Codable, Sendable {
        package let name: String
        package let params: [String]
    }

    /// Version of the protocol that this program speaks.
    package static let protocolVersion = 1

    package struct Response: Codable, Sendable {
        package let `protocol`: Int
        package let version: String
        package let pid: Int
        @MomentText package var startedAt: String
        package let schema: Int
        package let seq: Int64
        /// Id of the history that the event numbers belong to; `nil` from older daemons.
        package let history: String?
        package let limits: Configuration.Limits
        /// All methods; `nil` from older daemons.
        package let methods: [Method]?
        /// Types of events that the daemon can send; `nil` from older daemons.
        package let eventTypes: [String]?

        package init(
            version: String, pid: Int, startedAt: String, schema: Int, seq: Int64,
            history: String? = nil, limits: Configuration.Limits
        ) {
            self.protocol = Hello.protocolVersion
            self.version = version
            self.pid = pid
            self.startedAt = startedAt
            self.schema = schema
            self.seq = seq
            self.history = history
            self.limits = limits
            methods = Methods.all.map { entry in
                let members = Shapes.parameters(of: entry).members ?? []
                return Method(name: entry.method, params: members.map(\.name))
            }
            eventTypes = EventType.allCases.map(\.rawValue)
        }
    }
}

/// Everything that is live.
package struct Status: ReadRequest, PlainRequest, ProgressRequest {
    package static let method = "status"
    package init() {}

    package struct Response: Codable, Sendable {
        @MomentText package var now: String
        package let seq: Int64
        /// Id of the history that `seq` belongs to; `nil` from older daemons.
        package let history: String?
        package let health: Health
        /// Countdowns that are over and wait for an answer, the newest alert first; then running and paused timers.
        package let timers: [TimerView]
        package let rest: RestView?
        package let run: RunView?
        package let training: TrainingView?
        /// The open workout; `nil` for none.
        package let workout: WorkoutView?
        /// Workouts that are open on other machines; `nil` for none.
        package let workoutsElsewhere: [WorkoutView]?
        /// Reminders that wait for an answer, newest first, then those due soonest. Only a short list;
        /// `reminder.list` gives all.
        package let reminders: [ReminderView]
        /// The reminders that are off; `nil` for none, and from older daemons.
        package let remindersOff: RemindersOff?
        package let doNotDisturb: DoNotDisturbView?
        /// True if the notification server was in do-not-disturb mode when a reminder last came due, and
        /// hasn't reported a change since; otherwise `nil`.
        package let desktopDoNotDisturb: Bool?
        package let today: Today
        /// Progress of the features that are on; `nil` if all are off, and from older daemons.
        package let progress: Progress?
        /// The person's own goals; `nil` for none, and from older daemons.
        package let goals: Goals?
        /// State of sharing this log with other machines; `nil` while it isn't shared, and from older
        /// daemons.
        package let sync: Sync?

        package init(
            now: String, seq: Int64, history: String? = nil, health: Health, timers: [TimerView],
            rest: RestView?, run: RunView? = nil, training: TrainingView? = nil,
            workout: WorkoutView? = nil, workoutsElsewhere: [WorkoutView]? = nil,
            reminders: [ReminderView] = [], remindersOff: RemindersOff? = nil,
            doNotDisturb: DoNotDisturbView? = nil, desktopDoNotDisturb: Bool? = nil, today: Today,
            progress: Progress? = nil, goals: Goals? = nil, sync: Sync? = nil
        ) {
            self.now = now
            self.seq = seq
            self.history = history
            self.health = health
            self.timers = timers
            self.rest = rest
            self.run = run
            self.training = training
            self.workout = workout
            self.workoutsElsewhere = workoutsElsewhere
            self.reminders = reminders
            self.remindersOff = remindersOff
            self.doNotDisturb = doNotDisturb
            self.desktopDoNotDisturb = desktopDoNotDisturb
            self.today = today
            self.progress = progress
            self.goals = goals
            self.sync = sync
        }
    }

    package struct RemindersOff: Codable, Sendable, Hashable {
        package struct Reminder: Codable, Sendable, Hashable {
            /// Id of the reminder.
            package let reminder: String
            package let name: String
            /// Time at which it comes back on; `nil` for one that stays off.
            @MomentText package var offUntil: String?

            package init(reminder: String, name: String, offUntil: String? = nil) {
                self.reminder = reminder
                self.name = name
                self.offUntil = offUntil
            }
        }

        package let count: Int
        /// The first five of them, in the order in which they were created.
        package let reminders: [Reminder]

        package init(count: Int, reminders: [Reminder]) {
            self.count = count
            self.reminders = reminders
        }
    }

    /// State of sharing this log with other machines.
    package struct Sync: Codable, Sendable, Hashable {
        package var state: OpenEnum<SyncView.State>
        /// Reason the folder can't be used; `nil` while it can.
        package var problem: SyncProblem?

        package init(state: SyncView.State, problem: SyncProblem? = nil) {
            self.state = OpenEnum(state)
            self.problem = problem
        }
    }

    /// Progress in a few figures; a figure is `nil` while its feature is off.
    package struct Progress: Codable, Sendable, Hashable {
        /// The challenge of the day, or of the week if the day has none.
        package struct Challenge: Codable, Sendable, Hashable {
            package var text: String
            package var value: Int64
            package var target: Int64
            package var completed: Bool

            package init(text: String, value: Int64, target: Int64, completed: Bool) {
                self.text = text
                self.value = value
                self.target = target
                self.completed = completed
            }
        }

        /// Length of the streak, days.
        package var streak: Int?
        package var level: Int64?
        /// Today's points, including those for achievements and challenges.
        package var xpToday: Int64?
        package var challenge: Challenge?

        package init(
            streak: Int? = nil, level: Int64? = nil, xpToday: Int64? = nil,
            challenge: Challenge? = nil
        ) {
            self.streak = streak
            self.level = level
            self.xpToday = xpToday
            self.challenge = challenge
        }
    }

    /// The person's own goals in a few figures.
    package struct Goals: Codable, Sendable, Hashable {
        /// Most goals in `shown`.
        package static let shownNumber = 3

        /// Number of goals whose present period is met.
        package var met: Int
        package var total: Int
        /// The first goals by name, those that aren't met before the others.
        package var shown: [GoalView]

        package init(met: Int, total: Int, shown: [GoalView]) {
            self.met = met
            self.total = total
            self.shown = shown
        }
    }

    package struct Health: Codable, Sendable, Hashable {
        /// State of storage: `ok`, or `degraded` while nothing can be written.
        package var storage: String
        /// Reason nothing can be written, and what to do about it; `nil` while writing works.
        package var reason: String?
        /// Folder of the damaged database that this one was salvaged from; `nil` for none.
        package var recoveredFrom: String?
        package var subscribers: Int

        package init(
            storage: String, reason: String? = nil, recoveredFrom: String?, subscribers: Int
        ) {
            self.storage = storage
            self.reason = reason
            self.recoveredFrom = recoveredFrom
            self.subscribers = subscribers
        }
    }

    package struct Today: Codable, Sendable, Hashable {
        /// Date of the person's day, which begins at `day_starts_at`, such as `2026-03-01`.
        package let date: String
        /// Totals of that day's log entries, by exercise; `nil` from older daemons.
        package let totals: [LogTotalView]?
        /// Work in that day's runs that have ended; `nil` for none.
        package let focus: FocusView?

        package init(date: String, totals: [LogTotalView], focus: FocusView? = nil) {
            self.date = date
            self.totals = totals
            self.focus = focus
        }
    }
}
