/// The definition of a reminder: what a person wants to be told, and when. Its `Occurrence`s hold when it
/// falls due next and what became of it each time.
package struct Reminder: Entity {
    /// The treatment of occurrences that fell due while nobody could be told.
    package enum Missed: String, Choice {
        /// Only the latest occurrence is shown.
        case once
        case skip, all
    }

    /// The treatment of an occurrence that falls due while the person is away.
    package enum WhenIdle: String, Choice { case skip, show }

    /// The members of a reminder that a person may set.
    package struct Fields: Sendable, Hashable {
        package var name: String
        package var message: String?
        package var schedule: Schedule
        /// Id of the exercise that an answer logs, or `any`; `nil` for none.
        package var exercise: String?
        package var count: Int64?
        /// Times of the follow-ups in milliseconds after the firing; empty where they are switched off,
        /// `nil` for the default.
        package var followUpMs: [Int64]?
        package var snoozeMs: Int64
        package var missed: Missed
        /// Lateness in milliseconds up to which an occurrence is still worth showing; `nil` for no bound.
        package var graceMs: Int64?
        /// Treatment of the person's absence; `nil` for the default, which depends on the schedule.
        package var whenIdle: WhenIdle?
        /// Whether the reminder goes off only where it wasn't done before; `nil` for the default, which depends
        /// on the schedule and the exercise.
        package var unlessDone: Bool?
        /// Milliseconds of absence from which on its interval begins again, 0 for never; `nil` for what the
        /// configuration says.
        package var breakMs: Int64?

        package init(
            name: String, message: String? = nil, schedule: Schedule, exercise: String? = nil,
            count: Int64? = nil, followUpMs: [Int64]? = nil,
            snoozeMs: Int64 = Reminder.defaultSnoozeMs, missed: Missed = .once,
            graceMs: Int64? = nil, whenIdle: WhenIdle? = nil, unlessDone: Bool? = nil,
            breakMs: Int64? = nil
        ) {
            self.name = name
            self.message = message
            self.schedule = schedule
            self.exercise = exercise
            self.count = count
            self.followUpMs = followUpMs
            self.snoozeMs = snoozeMs
            self.missed = missed
            self.graceMs = graceMs
            self.whenIdle = whenIdle
            self.unlessDone = unlessDone
            self.breakMs = breakMs
        }

        /// Id of the exercise that an answer logs; `nil` where there is none, or any exercise will do.
        package var exerciseID: String? { exercise == Reminder.anyExercise ? nil : exercise }
    }

    /// Value of `Fields.exercise` for a reminder that any exercise answers.
    package static let anyExercise = "any"

    /// Times of a follow-up: 1 to 60 min after the firing, in milliseconds.
    package static let followUps: ClosedRange<Int64> = 60_000...3_600_000
    package static let defaultFollowUpMs: Int64 = 300_000
    package static let maximumFollowUps = 20
    /// Lengths of a snooze: 1 min to 24 h, in milliseconds.
    package static let snoozes: ClosedRange<Int64> = 60_000...86_400_000
    package static let defaultSnoozeMs: Int64 = 300_000
    /// Lengths of an absence that is a break: 1 min to 24 h, in milliseconds.
    package static let breaks: ClosedRange<Int64> = 60_000...86_400_000
    /// Bounds of `Fields.graceMs`: 1 s to 366 days, in milliseconds.
    package static let graces: ClosedRange<Int64> = 1000...31_622_400_000
    package static let maximumNumber = 10_000

    package static let table = "reminder"
    /// Longest time for which a reminder can be off before it comes back on by itself: 366 days, in
    /// milliseconds.
    package static let longestOffMs: Int64 = 31_622_400_000

    package static let isUndoable = true

    package let id: String
    package private(set) var fields: Fields
    package private(set) var isEnabled: Bool
    /// Time at which a disabled reminder comes back on, UTC milliseconds; `nil` for one that stays off.
    package private(set) var offUntilMs: Int64?
    /// Number of the reminder in the order of creation: later reminders have larger numbers.
    package let createOrder: Int64

    /// - Parameter order: a number larger than that of every earlier reminder.
    package init(
        id: String, fields: Fields, isEnabled: Bool = true, order: Int64
    ) throws(Rejection) {
        self.id = id
        self.fields = try Self.checked(fields)
        self.isEnabled = isEnabled
        createOrder = order
    }

    /// The comparison key of the name, by which reminders are found.
    package var key: String { NameKey.of(fields.name) }

    package mutating func update(_ fields: Fields) throws(Rejection) {
        self.fields = try Self.checked(fields, before: self.fields)
    }

    /// Moves the reminder to another exercise.
    package mutating func move(toExercise id: String) { fields.exercise = id }

    package mutating func enable(_ isEnabled: Bool) {
        self.isEnabled = isEnabled
        offUntilMs = nil
    }

    /// Disables the reminder until a time, UTC milliseconds.
    package mutating func disable(untilMs: Int64, at now: Moment) throws(Rejection) {
        guard untilMs > now.wallMs else {
            throw .invalid("until", "\(field: "until") is in the past: give a later time")
        }
        guard untilMs - now.wallMs <= Self.longestOffMs else {
            throw .invalid("until", "\(field: "until") is too far ahead: at most 366 days")
        }
        isEnabled = false
        offUntilMs = untilMs
    }

    package func deadline(at now: Moment) -> Deadline? {
        isEnabled ? nil : offUntilMs.map(Deadline.wall)
    }

    /// Whether the reminder was off until a time that has come.
    package func isBack(at now: Moment) -> Bool {
        !isEnabled && offUntilMs.map { $0 <= now.wallMs } ?? false
    }

    /// Whether an effort with the exercise answers the reminder.
    package func isAnswered(byExercise id: String) -> Bool {
        fields.exercise == id || fields.exercise == Self.anyExercise
    }

    /// Times of the follow-ups in milliseconds after the firing, for when nobody answers.
    package var followUpMs: [Int64] {
        if let given = fields.followUpMs { return given }
        // The default follow-up is left out where the next occurrence comes no later.
        let isSooner = fields.schedule.everyMs.map { Self.defaultFollowUpMs < $0 } ?? true
        return isSooner ? [Self.defaultFollowUpMs] : []
    }

    /// Treatment of occurrences that fall due while the person is away. By default, those of an interval are
    /// skipped, but those of a fixed time, such as for medicine, are shown and found on the person's return.
    package var whenIdle: WhenIdle {
        fields.whenIdle ?? (fields.schedule.everyMs == nil ? .show : .skip)
    }

    /// Milliseconds of absence from which on the interval begins again; `nil` for never.
    ///
    /// - Parameter usualMs: length of a break by the configuration, in milliseconds; `nil` for never.
    package func breakMs(usualMs: Int64?) -> Int64? {
        guard fields.schedule.anchor == .response else { return nil }
        guard let ownMs = fields.breakMs else { return usualMs }
        return ownMs == 0 ? nil : ownMs
    }

    /// Whether an occurrence isn't shown where the exercise was done since the one before. Intervals begin again
    /// with an effort anyway, so that is for fixed times.
    package var isUnlessDone: Bool {
        guard fields.schedule.everyMs == nil, fields.exercise != nil else { return false }
        return fields.unlessDone ?? (fields.exerciseID != nil && fields.count != nil)
    }

    // MARK: Checks

    /// - Parameter before: fields that are replaced; `nil` for a new reminder.
    static func checked(
        _ given: Fields, before: Fields? = nil
    ) throws(Rejection) -> Fields {
        var fields = given
        try Text.checkName(fields.name, field: "name")
        if let message = fields.message {
            try Text.checkMessage(message, field: "message")
            if message.isEmpty { fields.message = nil }
        }
        if let count = fields.count {
            guard fields.exercise != nil else {
                throw .invalid("count", "\(field: "count") needs an exercise: name one")
            }
            guard counts.contains(count) else {
                throw .invalid(
                    "count",
                    "\(field: "count") must be a whole number from 1 to \(counts.upperBound)")
            }
        }
        // A merge may bring that about, if one machine sets it while another removes the exercise; it then has no
        // effect.
        guard fields.unlessDone != true || fields.exercise != nil || before?.unlessDone == true
        else {
            throw .invalid(
                "unless_done", "\(field: "unless_done") needs an exercise: name one")
        }
        if let followUpMs = fields.followUpMs { try check(followUpMs, fields.schedule) }
        try check(snoozeMs: fields.snoozeMs, field: "snooze")
        if let grace = fields.graceMs, !graces.contains(grace) {
            throw .invalid("grace", "\(field: "grace") is out of range: 1 s to 366 days")
        }
        if let breakMs = fields.breakMs, breakMs != 0, !breaks.contains(breakMs) {
            throw .invalid("break", "\(field: "break") is out of range: 1 min to 24 h")
        }
        return fields
    }

    private static let counts: ClosedRange<Int64> = 1...100_000

    package static func check(snoozeMs: Int64, field: String) throws(Rejection) {
        guard snoozes.contains(snoozeMs) else {
            throw .invalid(
                field, "\(field: field) is out of range: a snooze can last 1 min to 24 h")
        }
    }

    private static func check(_ followUpMs: [Int64], _ schedule: Schedule) throws(Rejection) {
        guard followUpMs.count <= maximumFollowUps else {
            throw Rejection(
                .tooLarge, "\(field: "follow_up") has too many steps: at most \(maximumFollowUps)",
                field: "follow_up")
        }
        guard followUpMs.allSatisfy(followUps.contains) else {
            throw .invalid(
                "follow_up",
                "\(field: "follow_up") is out of range: 1 to 60 min after the reminder goes off")
        }
        guard zip(followUpMs, followUpMs.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .invalid(
                "follow_up",
                "\(field: "follow_up") must be in ascending order: each step counts from when the reminder goes off"
            )
        }
        guard let every = schedule.everyMs, let last = followUpMs.last, last >= every else {
            return
        }
        throw .invalid(
            "follow_up",
            """
            \(field: "follow_up") must be shorter than the interval: less than \
            \(DurationText.text(ms: every))
            """)
    }
}

// MARK: - Rules

extension Reminder {
    package static let rules = Rules<Reminder>(
        name: .init(key: { $0.key }, text: { $0.fields.name }, wasShared: true),
        maximum: .init(maximumNumber),
        references: [
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("reminded", "there are reminders for it"),
                ids: { $0.fields.exerciseID.map { [$0] } ?? [] })
        ])
    package static let sharing: Sharing<Reminder>? = Sharing([
        ["enabled"], ["off_until_ms"], ["unless_done"], ["break_ms"],
    ])
}

// MARK: - Row

extension Reminder {
    package init(_ row: inout RowVisitor, writing entity: Reminder?) throws {
        id = try row.column("id", entity?.id)
        let fields = entity?.fields
        let name = try row.column("name", fields?.name)
        row.derived("name_key", entity?.key)
        let message = try row.optional("message", fields?.message)
        isEnabled = try row.column("enabled", entity?.isEnabled)
        self.fields = Fields(
            name: name, message: message, schedule: try row.json("schedule", fields?.schedule),
            exercise: try row.optional("exercise", fields?.exercise),
            count: try row.optional("count", fields?.count),
            followUpMs: try row.optionalJSON("follow_up_ms", fields?.followUpMs),
            snoozeMs: try row.column("snooze_ms", fields?.snoozeMs),
            missed: try row.column("missed", fields?.missed),
            graceMs: try row.optional("grace_ms", fields?.graceMs),
            whenIdle: try row.optional("when_idle", fields?.whenIdle),
            unlessDone: try row.optional("unless_done", fields?.unlessDone),
            breakMs: try row.optional("break_ms", fields?.breakMs))
        offUntilMs = try row.optional("off_until_ms", entity?.offUntilMs)
        createOrder = try row.column("create_order", entity?.createOrder)
    }
}
