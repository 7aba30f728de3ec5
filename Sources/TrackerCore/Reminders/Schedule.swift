/// The wall-clock times at which a reminder falls due: at intervals inside windows on the active days, at
/// fixed times on those days, or once.
package struct Schedule: Sendable, Hashable {
    /// The moment that an interval is counted from.
    package enum Anchor: String, Choice {
        /// The last answer, or the last firing if there was no answer.
        case response
        /// The opening of the window.
        case clock
    }

    /// A window on one day of the week, or a fixed time, whose `end` equals its `start`.
    struct Slot: Sendable, Hashable {
        /// Day of the week; 0 is Monday.
        let weekday: Int64
        /// Minutes after the midnight of that day.
        let start: Int64
        /// Minutes after the same midnight; beyond 24 h for a window that crosses midnight.
        let end: Int64
    }

    /// Lengths of the interval: 1 min to 24 h, in milliseconds.
    package static let intervals: ClosedRange<Int64> = 60_000...86_400_000
    /// Maximum number of windows in one day, or of times in `at`.
    package static let maximumSlots = 100

    /// Members as they were given; replies return them unchanged.
    package let fields: Fields
    /// The interval in milliseconds; `nil` for fixed times.
    package let everyMs: Int64?
    /// The one time of a schedule for once; `nil` for others.
    let once: GivenTime?
    /// The anchor of the interval; `nil` for fixed times.
    package let anchor: Anchor?
    /// The windows and fixed times in the order of the week.
    let slots: [Slot]

    /// Reads the members.
    ///
    /// - Throws: a `Rejection` that names the wrong member and the allowed values.
    package init(_ fields: Fields) throws(Rejection) {
        self.fields = fields
        try fields.checkLengths()
        if let once = fields.once {
            self.once = try Self.time(once, of: fields)
            everyMs = nil
            anchor = nil
            slots = []
            return
        }
        once = nil
        if let at = fields.at {
            try Self.checkFixed(fields)
            everyMs = nil
            anchor = nil
            slots = try Self.slots(times: at, days: Self.days(fields.days))
            return
        }
        guard let every = fields.every else {
            throw .invalid(
                "every",
                #"""
                give \#(field: "every") or \#(field: "at"): \#(field: "every") is \#
                \#(DurationText.allowed), at a list of times such as ["08:00", "20:00"]
                """#)
        }
        let everyMs = try Self.milliseconds(every)
        self.everyMs = everyMs
        anchor = fields.anchor ?? .response
        switch fields.between {
        case .byDay(let windows): slots = try Self.slots(byDay: windows, days: fields.days)
        case .text(let text):
            slots = try Self.slots(windows: text, days: Self.days(fields.days))
        case nil: slots = Self.wholeDays(try Self.days(fields.days))
        }
        try Self.checkOverlaps(slots)
        let longest = slots.reduce(0) { max($0, $1.end - $1.start) } * 60_000
        guard everyMs <= longest else {
            throw .invalid(
                "every",
                """
                \(field: "every") is longer than any window, so the reminder would never go off: at \
                most \(DurationText.text(ms: longest)) for these windows
                """)
        }
    }

    /// Whether the reminder goes off only once.
    package var isOnce: Bool { once != nil }

    /// The time of a schedule for once.
    private static func time(_ text: String, of fields: Fields) throws(Rejection) -> GivenTime {
        let others = [
            ("every", fields.every != nil), ("at", fields.at != nil),
            ("between", fields.between != nil), ("days", fields.days != nil),
            ("anchor", fields.anchor != nil),
        ]
        for (name, isGiven) in others where isGiven {
            throw .invalid(
                name,
                "\(field: name) and \(field: "once") can't be used together: give one of them")
        }
        guard let time = GivenTime(text), time.hasDate else {
            throw .invalid(
                "once",
                "\(field: "once") must be a date with a time, such as 2026-03-01T09:30")
        }
        return time
    }

    private static func checkFixed(_ fields: Fields) throws(Rejection) {
        guard fields.every == nil else {
            throw .invalid(
                "at",
                "\(field: "at") and \(field: "every") can't be used together: give one of them")
        }
        guard fields.between == nil else {
            throw .invalid(
                "between",
                "\(field: "between") works only with \(field: "every"), not with \(field: "at")")
        }
        guard fields.anchor == nil else {
            throw .invalid(
                "anchor",
                "\(field: "anchor") works only with \(field: "every"), not with \(field: "at")")
        }
    }

    static var unreadableSpan: Rejection {
        .invalid(
            "every",
            "\(field: "every") must be an integer in milliseconds or \(DurationText.allowed)")
    }

    private static func milliseconds(_ every: Span) throws(Rejection) -> Int64 {
        let ms: Int64
        switch every {
        case .ms(let number): ms = number
        case .text(let text):
            guard let span = DurationText.milliseconds(text) else { throw unreadableSpan }
            ms = span
        }
        guard intervals.contains(ms) else {
            throw .invalid("every", "\(field: "every") is out of range: 1 min to 24 h")
        }
        return ms
    }

    /// Copy of the schedule with the given members replaced. `at` removes `every` and the members that belong
    /// to it, and vice versa; `once` and all others remove each other; windows by day remove `days`.
    package func changed(by change: Fields) throws(Rejection) -> Schedule {
        if change.once != nil { return try Schedule(change) }
        var fields = fields
        if change.at != nil || change.every != nil { fields.once = nil }
        if change.at != nil, change.every == nil {
            (fields.every, fields.between, fields.anchor) = (nil, nil, nil)
        }
        if change.every != nil, change.at == nil { fields.at = nil }
        if case .byDay = change.between { fields.days = nil }
        if case .byDay(let days)? = fields.between, case .text? = change.between {
            // New windows for all days keep the days that had windows of their own.
            fields.days = .list(
                days.map(\.name).sorted { Weekdays.place(of: $0) < Weekdays.place(of: $1) })
        }
        fields.every = change.every ?? fields.every
        fields.at = change.at ?? fields.at
        fields.between = change.between ?? fields.between
        fields.days = change.days ?? fields.days
        fields.anchor = change.anchor ?? fields.anchor
        return try Schedule(fields)
    }
}

/// Encoded as the members that were given.
extension Schedule: Codable {
    package init(from decoder: any Decoder) throws { try self.init(Fields(from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

// MARK: The week

extension Schedule {
    private static func days(_ words: Words?) throws(Rejection) -> Weekdays {
        guard let words else { return .workdays }
        return try days(words, field: "days")
    }

    /// The days that words such as `mon-fri` name, one at least.
    package static func days(_ words: Words, field: String) throws(Rejection) -> Weekdays {
        var days: Weekdays = []
        for part in words.parts {
            guard let some = Weekdays(part) else {
                throw .invalid(
                    field, "\(field: field) names an unknown day, \"\(part)\": \(Weekdays.allowed)")
            }
            days.formUnion(some)
        }
        guard !days.isEmpty else {
            throw .invalid(field, "\(field: field) names no day: \(Weekdays.allowed)")
        }
        return days
    }

    private static func wholeDays(_ days: Weekdays) -> [Slot] {
        days.map { Slot(weekday: $0, start: 0, end: minutesPerDay) }
    }

    private static func slots(times: Words, days: Weekdays) throws(Rejection) -> [Slot] {
        let parts = times.parts
        try checkCount(parts.count, "at", "times")
        var minutes: Set<Int64> = []
        for part in parts {
            guard let minute = TimeOfDay.minute(part), minute < minutesPerDay else {
                throw .invalid(
                    "at", "\(field: "at") has \"\(part)\": a time of day is 00:00 to 23:59")
            }
            minutes.insert(minute)
        }
        guard !minutes.isEmpty else {
            throw .invalid(
                "at",
                #"""
                \#(field: "at") is empty: give a list of times such as ["08:00", "20:00"]
                """#)
        }
        let times = minutes.sorted()
        return days.flatMap { day in
            times.map { Slot(weekday: day, start: $0, end: $0) }
        }
    }

    private static func slots(windows: String, days: Weekdays) throws(Rejection) -> [Slot] {
        let windows = try TimeOfDay.windows(windows)
        return days.flatMap { day in
            windows.map { Slot(weekday: day, start: $0.start, end: $0.end) }
        }
    }

    private static func slots(
        byDay: [Windows.Day], days: Words?
    ) throws(Rejection) -> [Slot] {
        var slots: [Slot] = []
        var named: Weekdays = []
        for day in byDay {
            guard let some = Weekdays(day.name[...]) else {
                throw .invalid(
                    "between",
                    """
                    \(field: "between") names an unknown day, \"\(day.name)\": \(Weekdays.allowed)
                    """)
            }
            guard named.isDisjoint(with: some) else {
                throw .invalid("between", "\(field: "between") names a day twice: \"\(day.name)\"")
            }
            named.formUnion(some)
            slots += try self.slots(windows: day.windows, days: some)
        }
        guard !named.isEmpty else {
            throw .invalid(
                "between",
                #"\#(field: "between") names no day: name one, as in {"mon": "09:00-17:00"}"#)
        }
        if let days {
            guard try self.days(days) == named else {
                throw .invalid(
                    "days", "\(field: "between") already names the days: leave out \(field: "days")"
                )
            }
        }
        return slots.sorted { ($0.weekday, $0.start) < ($1.weekday, $1.start) }
    }

    static func checkCount(_ count: Int, _ field: String, _ what: String) throws(Rejection) {
        guard count <= maximumSlots else {
            throw Rejection(
                .tooLarge, "\(field: field) has too many \(what): at most \(maximumSlots)",
                field: field)
        }
    }

    /// Checks that no two windows overlap. The week is a circle: Sunday's last window may reach into
    /// Monday.
    private static func checkOverlaps(_ slots: [Slot]) throws(Rejection) {
        for (index, slot) in slots.enumerated() {
            let following = slots[(index + 1) % slots.count]
            var opens = following.weekday * minutesPerDay + following.start
            if index + 1 == slots.count { opens += 7 * minutesPerDay }
            guard slot.weekday * minutesPerDay + slot.end <= opens else {
                throw .invalid(
                    "between",
                    "\(field: "between") has windows that overlap: \(text(slot)) and \(text(following))"
                )
            }
        }
    }

    private static func text(_ slot: Slot) -> String {
        let day = Weekdays.names[Int(slot.weekday)]
        return "\(day) \(TimeOfDay.text(slot.start))-\(TimeOfDay.text(slot.end))"
    }
}
