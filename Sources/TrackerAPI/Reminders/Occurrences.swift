import TrackerCore

/// State of an occurrence at one moment.
package struct OccurrenceView: Codable, Sendable, Hashable {
    package struct FollowUp: Codable, Sendable, Hashable {
        @MomentText package var at: String
    }

    /// Texts of the reminder. Events include them, so that a subscriber needs no further request.
    package struct Words: Sendable, Hashable {
        package let name: String
        package let message: String?
        package let exercise: String?
        package let exerciseName: String?
        package let count: Int64?
        package let unit: String?
        package let snoozeMs: Int64

        /// - Parameter exercise: the exercise of the reminder, if it has one.
        package init(_ reminder: Reminder, exercise: Exercise?) {
            name = reminder.fields.name
            message = reminder.fields.message
            self.exercise = reminder.fields.exercise
            exerciseName = exercise?.name
            count = reminder.fields.count
            unit = exercise?.unit.rawValue
            snoozeMs = reminder.fields.snoozeMs
        }
    }

    package let id: String
    package let reminder: String
    @MomentText package var dueAt: String
    /// Local day of the occurrence, such as `2026-03-01`; `nil` from older daemons.
    package let day: String?
    @MomentText package var firedAt: String?
    package let lateByMs: Int64?
    package let state: OpenEnum<Occurrence.State>
    package let reason: String?
    package let followUps: [FollowUp]
    package let answer: String?
    @MomentText package var answeredAt: String?
    package let responseMs: Int64?
    /// Whether it was answered after it had expired; `nil` for an answer in time.
    package let late: Bool?
    package let log: String?
    package let snoozes: Int64
    @MomentText package var snoozedUntil: String?
    /// Time at which it expires unless it is answered; `nil` while it isn't pending.
    @MomentText package var expiresAt: String?
    /// Whether this is a test firing that a person asked for.
    package let test: Bool?

    // Texts of the reminder, only in events.
    package let name: String?
    package let message: String?
    package let exercise: String?
    package let exerciseName: String?
    package let count: Int64?
    package let unit: String?
    package let snoozeMs: Int64?

    /// Name of the other machine where it was ended or snoozed, in the event about that; otherwise `nil`.
    package var elsewhere: String?
    /// Set in the result of an answer that changed nothing, because the occurrence had already been answered
    /// or dismissed; otherwise `nil`.
    package var repeated: Bool?

    /// - Parameter name: name of the reminder, for views without its other texts.
    package init(
        _ occurrence: Occurrence, at now: Moment, zone: Zone, name: String? = nil,
        words: Words? = nil
    ) {
        id = occurrence.id
        reminder = occurrence.reminder
        dueAt = zone.text(ofMs: occurrence.dueMs)
        day = occurrence.day.text
        firedAt = occurrence.firedMs.map(zone.text)
        lateByMs = occurrence.lateByMs
        state = OpenEnum(occurrence.state)
        reason = occurrence.reason?.rawValue
        followUps = occurrence.followUpsMs.map { FollowUp(at: zone.text(ofMs: $0)) }
        answer = occurrence.answer?.rawValue
        answeredAt = occurrence.answeredMs.map(zone.text)
        responseMs = occurrence.responseMs
        late = occurrence.isAnsweredLate ? true : nil
        log = occurrence.log
        snoozes = occurrence.snoozes
        snoozedUntil = occurrence.snoozedUntilMs(at: now).map(zone.text)
        expiresAt = occurrence.expiryMs(at: now).map(zone.text)
        test = occurrence.isTest ? true : nil
        self.name = words?.name ?? name
        message = words?.message
        exercise = words?.exercise
        exerciseName = words?.exerciseName
        count = words?.count
        unit = words?.unit
        snoozeMs = words?.snoozeMs
    }
}

/// Answers an occurrence that has fired. Only the first answer counts; later ones get its result.
package struct ReminderAnswer: ChangeRequest {
    package typealias Response = OccurrenceView
    package static let method = "reminder.answer"

    package enum Action: String, Choice {
        case log, snooze, dismiss
        /// Dismisses what waits, or else the coming occurrence before it fires.
        case skip
    }

    /// Reminder whose newest fired occurrence is answered, or with `skip`, and with `log` at fixed times, the
    /// coming one. Without it and `occurrence`, the newest pending occurrence is answered, or the newest
    /// snoozed one if none is pending.
    package var reminder: String?
    package var occurrence: String?
    package var action: Action
    /// Exercise that was done; `nil` for the reminder's own.
    package var exercise: String?
    package var count: Int64?
    /// Count for an exercise counted in seconds; replaces `count`.
    package var seconds: Int64?
    /// Length of the snooze.
    package var `for`: Span?
    /// End of the snooze, where a time of day means the next one; replaces `for`.
    package var until: When?

    package init(
        reminder: String? = nil, occurrence: String? = nil, action: Action,
        exercise: String? = nil, count: Int64? = nil, seconds: Int64? = nil, for span: Span? = nil,
        until: When? = nil
    ) {
        self.reminder = reminder
        self.occurrence = occurrence
        self.action = action
        self.exercise = exercise
        self.count = count
        self.seconds = seconds
        self.for = span
        self.until = until
    }
}

/// Occurrences of reminders, newest first. There is no `total`: counting would read every matching row, and
/// a few years of reminders have 100,000 of them.
package struct OccurrenceList: ReadRequest, LongRequest, Limited {
    package static let method = "occurrence.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    package var reminder: String?
    /// Earliest due time, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for no
    /// limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    package var state: Occurrence.State?
    package var limit: Int?

    package init(
        reminder: String? = nil, from: When? = nil, to: When? = nil,
        state: Occurrence.State? = nil, limit: Int? = nil
    ) {
        self.reminder = reminder
        self.from = from
        self.to = to
        self.state = state
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let occurrences: [OccurrenceView]
        /// True if more occurrences match than are listed; otherwise `nil`.
        package let more: Bool?

        package init(occurrences: [OccurrenceView], more: Bool? = nil) {
            self.occurrences = occurrences
            self.more = more
        }
    }
}

/// Fires a reminder now as a test.
package struct ReminderFire: ChangeRequest, ReminderRequest {
    package typealias Response = OccurrenceView
    package static let method = "reminder.fire"
    package let reminder: String
    package init(reminder: String) { self.reminder = reminder }
}
