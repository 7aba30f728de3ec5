import TrackerCore

/// State of a reminder at one moment.
package struct ReminderView: Codable, Sendable, Hashable {
    package struct FollowUp: Codable, Sendable, Hashable {
        package let enabled: Bool
        package let afterMs: [Int64]
    }

    package let id: String
    package let name: String
    package let message: String?
    package let enabled: Bool
    /// Schedule as it was given.
    package let schedule: Schedule.Fields
    package let exercise: String?
    package let exerciseName: String?
    package let count: Int64?
    package let followUp: FollowUp
    package let snoozeMs: Int64
    package let missed: String
    package let graceMs: Int64?
    /// What happens if nobody is at the desktop: `skip` or `show`; `nil` from older daemons.
    package let whenIdle: String?
    /// Whether it isn't shown if the exercise was done before; `nil` for intervals, without an exercise, and
    /// from older daemons.
    package let unlessDone: Bool?
    /// Milliseconds of absence from which on its interval begins again, 0 for never; `nil` for what the
    /// configuration says.
    package let breakMs: Int64?
    @MomentText package var nextAt: String?
    /// End of the pause if `nextAt` falls into it, because nothing is shown before then; otherwise `nil`.
    @MomentText package var pausedUntil: String?
    /// First due time after the pause, if `nextAt` falls into it and nobody answers before; otherwise `nil`.
    @MomentText package var nextAfterPauseAt: String?
    /// Time at which a disabled reminder is enabled again; `nil` for an enabled one, and for one without such a time.
    @MomentText package var offUntil: String?
    package let pending: OccurrenceView?

    /// Time when the reminder is shown next, if nobody answers before; `nil` for never.
    package var shownNextAt: String? { pausedUntil == nil ? nextAt : nextAfterPauseAt }

    /// - Parameters:
    ///   - nextMs: next due time, UTC milliseconds; `nil` for none.
    ///   - quietMs: end of the current pause, UTC milliseconds; `nil` for none.
    ///   - shownMs: first due time after that pause, UTC milliseconds; `nil` for none.
    ///   - pending: occurrence that waits for an answer; `nil` for none.
    package init(
        _ reminder: Reminder, exerciseName: String?, nextMs: Int64?, quietMs: Int64?,
        shownMs: Int64?, pending: Occurrence?, at now: Moment, zone: Zone
    ) {
        let fields = reminder.fields
        id = reminder.id
        name = fields.name
        message = fields.message
        enabled = reminder.isEnabled
        schedule = fields.schedule.fields
        exercise = fields.exercise
        self.exerciseName = exerciseName
        count = fields.count
        let afterMs = reminder.followUpMs
        followUp = FollowUp(enabled: !afterMs.isEmpty, afterMs: afterMs)
        snoozeMs = fields.snoozeMs
        missed = fields.missed.rawValue
        graceMs = fields.graceMs
        whenIdle = reminder.whenIdle.rawValue
        unlessDone =
            fields.schedule.everyMs == nil && fields.exercise != nil ? reminder.isUnlessDone : nil
        breakMs = fields.schedule.anchor == .response ? fields.breakMs : nil
        nextAt = nextMs.map(zone.text)
        let isPaused = quietMs.flatMap { end in nextMs.map { $0 < end } } ?? false
        pausedUntil = isPaused ? quietMs.map(zone.text) : nil
        nextAfterPauseAt = isPaused ? shownMs.map(zone.text) : nil
        offUntil = reminder.isEnabled ? nil : reminder.offUntilMs.map(zone.text)
        self.pending = pending.map { OccurrenceView($0, at: now, zone: zone) }
    }
}

/// Times of follow-ups: a duration, a list of durations, `false` for none, or `true` for the default.
package enum FollowUps: Codable, Sendable, Hashable {
    case off
    case byDefault
    case after([Span])

    package init(from decoder: any Decoder) throws {
        if let isOn = try? decoder.singleValueContainer().decode(Bool.self) {
            self = isOn ? .byDefault : .off
        } else if var list = try? decoder.unkeyedContainer() {
            var spans: [Span] = []
            while !list.isAtEnd { spans.append(try list.decode(Span.self)) }
            guard !spans.isEmpty else { throw Self.refusal }
            self = .after(spans)
        } else {
            guard let span = try? Span(from: decoder) else { throw Self.refusal }
            self = .after([span])
        }
    }

    private static var refusal: Rejection {
        .invalid(
            "follow_up",
            "\(field: "follow_up") must be false, \(DurationText.allowed), or a list of such durations"
        )
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .off: try false.encode(to: encoder)
        case .byDefault: try true.encode(to: encoder)
        case .after(let spans) where spans.count == 1: try spans[0].encode(to: encoder)
        case .after(let spans): try spans.encode(to: encoder)
        }
    }
}

/// Longest delay after which an occurrence is still shown: a duration, or `false` for no limit.
package enum Grace: Codable, Sendable, Hashable {
    case unbounded
    case span(Span)

    package init(from decoder: any Decoder) throws {
        if let isBounded = try? decoder.singleValueContainer().decode(Bool.self) {
            guard !isBounded else {
                throw Rejection.invalid(
                    "grace",
                    "\(field: "grace") must be \(DurationText.allowed), or false for no limit")
            }
            self = .unbounded
        } else {
            self = .span(try Span(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .unbounded: try false.encode(to: encoder)
        case .span(let span): try span.encode(to: encoder)
        }
    }
}

/// Absence that begins an interval again: a duration, `false` for none, or `true` for that of the configuration.
package enum BreakLength: Codable, Sendable, Hashable {
    case never
    case usual
    case after(Span)

    package init(from decoder: any Decoder) throws {
        if let isUsual = try? decoder.singleValueContainer().decode(Bool.self) {
            self = isUsual ? .usual : .never
        } else {
            self = .after(try Span(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .never: try false.encode(to: encoder)
        case .usual: try true.encode(to: encoder)
        case .after(let span): try span.encode(to: encoder)
        }
    }

    /// Milliseconds, 0 for no absence; `nil` for what the configuration says.
    package var ms: Int64? {
        switch self {
        case .never: 0
        case .usual: nil
        case .after(let span): span.ms
        }
    }
}

/// The settings of a reminder except its name. Missing members get their defaults or, in an update, stay as
/// they are; an empty message or exercise removes it.
package struct ReminderParameters: Codable, Sendable, Hashable {
    /// Members of the schedule. In JSON they stand beside the other members.
    package var schedule = Schedule.Fields()
    package var message: String?
    package var exercise: String?
    package var count: Int64?
    package var followUp: FollowUps?
    package var snooze: Span?
    package var missed: Reminder.Missed?
    package var grace: Grace?
    package var whenIdle: Reminder.WhenIdle?
    package var unlessDone: Bool?
    package var `break`: BreakLength?
    package var enabled: Bool?

    package init() {}

    private enum CodingKeys: CodingKey {
        case message, exercise, count, followUp, snooze, missed, grace, whenIdle, unlessDone
        case `break`, enabled
    }

    package init(from decoder: any Decoder) throws {
        schedule = try Schedule.Fields(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decodeIfPresent(String.self, forKey: .message)
        exercise = try container.decodeIfPresent(String.self, forKey: .exercise)
        count = try container.decodeIfPresent(Int64.self, forKey: .count)
        followUp = try container.decodeIfPresent(FollowUps.self, forKey: .followUp)
        snooze = try container.decodeIfPresent(Span.self, forKey: .snooze)
        missed = try container.decodeIfPresent(Reminder.Missed.self, forKey: .missed)
        grace = try container.decodeIfPresent(Grace.self, forKey: .grace)
        whenIdle = try container.decodeIfPresent(Reminder.WhenIdle.self, forKey: .whenIdle)
        unlessDone = try container.decodeIfPresent(Bool.self, forKey: .unlessDone)
        `break` = try container.decodeIfPresent(BreakLength.self, forKey: .break)
        enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled)
    }

    package func encode(to encoder: any Encoder) throws {
        try schedule.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(message, forKey: .message)
        try container.encodeIfPresent(exercise, forKey: .exercise)
        try container.encodeIfPresent(count, forKey: .count)
        try container.encodeIfPresent(followUp, forKey: .followUp)
        try container.encodeIfPresent(snooze, forKey: .snooze)
        try container.encodeIfPresent(missed, forKey: .missed)
        try container.encodeIfPresent(grace, forKey: .grace)
        try container.encodeIfPresent(whenIdle, forKey: .whenIdle)
        try container.encodeIfPresent(unlessDone, forKey: .unlessDone)
        try container.encodeIfPresent(`break`, forKey: .break)
        try container.encodeIfPresent(enabled, forKey: .enabled)
    }
}

package struct ReminderCreate: ChangeRequest {
    package typealias Response = ReminderView
    package static let method = "reminder.create"

    package var name: String
    /// Completion of the schedule with the defaults of the configuration. If no times are given at all, any
    /// exercise answers the reminder.
    package var usual: Bool?
    package var fields: ReminderParameters

    package init(name: String, usual: Bool? = nil, _ fields: ReminderParameters) {
        self.name = name
        self.usual = usual
        self.fields = fields
    }

    private enum CodingKeys: CodingKey { case name, usual }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        usual = try container.decodeIfPresent(Bool.self, forKey: .usual)
        fields = try ReminderParameters(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(usual, forKey: .usual)
        try fields.encode(to: encoder)
    }
}

package struct ReminderUpdate: ChangeRequest {
    package typealias Response = ReminderView
    package static let method = "reminder.update"

    package var reminder: String
    package var name: String?
    package var fields: ReminderParameters

    package init(
        reminder: String, name: String? = nil, _ fields: ReminderParameters = ReminderParameters()
    ) {
        self.reminder = reminder
        self.name = name
        self.fields = fields
    }

    private enum CodingKeys: CodingKey { case reminder, name }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reminder = try container.decode(String.self, forKey: .reminder)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        fields = try ReminderParameters(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reminder, forKey: .reminder)
        try container.encodeIfPresent(name, forKey: .name)
        try fields.encode(to: encoder)
    }
}

/// A request about one reminder, given by an id, a unique prefix of an id, a name, or `last`.
package protocol ReminderRequest: Request {
    var reminder: String { get }
    init(reminder: String)
}

package struct ReminderGet: ReadRequest, ReminderRequest {
    package typealias Response = ReminderView
    package static let method = "reminder.get"
    package let reminder: String
    package init(reminder: String) { self.reminder = reminder }
}

package struct ReminderEnable: ChangeRequest, ReminderRequest {
    package typealias Response = ReminderView
    package static let method = "reminder.enable"
    package let reminder: String
    package init(reminder: String) { self.reminder = reminder }
}

package struct ReminderDisable: ChangeRequest, ReminderRequest {
    package typealias Response = ReminderView
    package static let method = "reminder.disable"
    package let reminder: String
    /// Time at which it comes back on; `nil` for never.
    package var until: When?

    package init(reminder: String) { self.init(reminder: reminder, until: nil) }

    package init(reminder: String, until: When?) {
        self.reminder = reminder
        self.until = until
    }
}

package struct ReminderDelete: ChangeRequest, ReminderRequest {
    package typealias Response = ReminderView
    package static let method = "reminder.delete"
    package let reminder: String
    package init(reminder: String) { self.reminder = reminder }
}

/// Does one thing to several reminders: to all of them, or to none.
package struct ReminderEach: ChangeRequest {
    package typealias Response = ReminderList.Response
    package static let method = "reminder.each"

    package enum Action: String, Choice { case delete }

    package let action: Action
    /// Ids, beginnings of ids, names or `last`, where a name may take several texts.
    package let reminders: [String]

    package init(action: Action, reminders: [String]) {
        (self.action, self.reminders) = (action, reminders)
    }
}

package struct ReminderList: ReadRequest, PlainRequest {
    package static let method = "reminder.list"
    package init() {}

    package struct Response: Codable, Sendable {
        package let reminders: [ReminderView]
        package init(reminders: [ReminderView]) { self.reminders = reminders }
    }
}

/// Times when reminders come due if nobody answers. There is no `total`: most schedules never end.
package struct ReminderUpcoming: ReadRequest, LongRequest, Limited {
    package static let method = "reminder.upcoming"
    package static let maximumLimit = 10_000
    package static let defaultLimit = 50

    /// Reminder; `nil` for all enabled ones.
    package var reminder: String?
    /// Start of the range, inclusive; `nil` for now.
    package var from: When?
    package var limit: Int?

    package init(reminder: String? = nil, from: When? = nil, limit: Int? = nil) {
        self.reminder = reminder
        self.from = from
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package struct Upcoming: Codable, Sendable, Hashable {
            /// Id of the reminder.
            package let reminder: String
            @MomentText package var at: String
            package let name: String?

            package init(reminder: String, at: String, name: String? = nil) {
                self.reminder = reminder
                self.at = at
                self.name = name
            }
        }

        package let upcoming: [Upcoming]
        package init(upcoming: [Upcoming]) { self.upcoming = upcoming }
    }
}
