/// An interval of a program: an activity and its duration.
package struct Interval: Sendable, Hashable, Codable {
    package enum Kind: String, Choice { case prepare, work, rest, `break`, cooldown }

    /// How the interval ends: the next one begins by itself (`automatic`), or waits for the person
    /// (`manual`).
    package enum Confirmation: String, Choice { case automatic, manual }

    /// A sound of an interval.
    package enum Cue: String, Choice {
        case start, half
        /// At 3, 2 and 1 s before the end.
        case countdown
        case end
    }

    /// Durations of an interval: 100 ms to 24 h, in milliseconds.
    package static let durations: ClosedRange<Int64> = 100...86_400_000
    /// Marks of the countdown, in milliseconds before the end.
    package static let countdownMs: [Int64] = [3000, 2000, 1000]

    package private(set) var label: String
    /// Duration in milliseconds; 0 for an open interval, which lasts until the person confirms it.
    package private(set) var durationMs: Int64
    package let kind: Kind
    package private(set) var confirmation: Confirmation
    /// Cues of the interval, each at most once, in the order of the cases.
    package let cues: [Cue]
    /// Sound at the start, as in `ChosenSound`; `nil` for the usual one.
    package private(set) var sound: String?
    /// Milliseconds from one alert to the next while the run waits for the person to confirm the interval; `nil`
    /// for a single reminder.
    package private(set) var ringAgainMs: Int64?
    /// Name of the exercise that is logged when an open interval is confirmed; `nil` for none.
    package private(set) var exercise: String?
    /// Count of that exercise: reps, or seconds.
    package let count: Int64?

    package init(
        label: String, durationMs: Int64, kind: Kind = .work,
        confirmation: Confirmation = .automatic, cues: [Cue] = Cue.allCases, sound: String? = nil,
        ringAgainMs: Int64? = nil, exercise: String? = nil, count: Int64? = nil
    ) {
        self.label = label
        self.durationMs = durationMs
        self.kind = kind
        self.confirmation = confirmation
        self.cues = Cue.allCases.filter(cues.contains)
        self.sound = sound
        self.ringAgainMs = ringAgainMs
        self.exercise = exercise
        self.count = count
    }

    /// Whether the interval has no duration: the run waits from its start until the person confirms it.
    package var isOpen: Bool { durationMs == 0 }

    /// True for work with a duration, which counts as work done. In an open interval the run only waits.
    var isWork: Bool { kind == .work && !isOpen }

    /// Copy of the interval as a person gives it, with a trimmed label.
    func named(at place: String) throws(Rejection) -> Interval {
        var copy = self
        copy.label = try Text.name(label, field: "\(place).label")
        copy.exercise = try exercise.map { name throws(Rejection) in
            try Text.name(name, field: "\(place).exercise")
        }
        return copy
    }

    /// Copy of the interval with a sound, unless it has one of its own.
    func sounding(_ usual: String) -> Interval {
        var copy = self
        copy.sound = sound ?? usual
        return copy
    }

    /// Copy of the interval whose alert is repeated, if it waits for the person.
    ///
    /// - Parameter ms: span of intervals without one of their own in milliseconds, or 0 for a single reminder in
    ///   each.
    func ringing(ms: Int64) -> Interval {
        guard confirmation == .manual else { return self }
        var copy = self
        copy.ringAgainMs = ms == 0 ? nil : ringAgainMs ?? ms
        return copy
    }

    /// Copy of the interval that waits for the person at its end, with repeated alerts.
    func waiting(ringingMs: Int64) -> Interval {
        var copy = self
        copy.confirmation = .manual
        return copy.ringing(ms: ringingMs)
    }

    /// Copy of the interval with another duration; open ones stay open.
    func lasting(ms: Int64) -> Interval {
        guard !isOpen else { return self }
        var copy = self
        copy.durationMs = ms
        return copy
    }

    /// Copy of the interval after which the next one begins by itself; open ones stay as they are.
    var automatic: Interval {
        guard !isOpen else { return self }
        var copy = self
        copy.confirmation = .automatic
        copy.ringAgainMs = nil
        return copy
    }

    /// Checks the label, the duration, the sound, the repetition of the alert and what is logged.
    ///
    /// - Parameter place: the path to the interval, such as `intervals[1].intervals[0]`, for the refusal's
    ///   field.
    func check(at place: String) throws(Rejection) {
        try Text.checkName(label, field: "\(place).label")
        guard Self.durations.contains(durationMs) || isOpen && confirmation == .manual else {
            let field = "\(place).duration"
            throw .invalid(
                field, "\(field: field) is out of range: an interval can last 100 ms to 24 h")
        }
        if let sound { try ChosenSound.check(sound, field: "\(place).sound") }
        try checkRinging(at: place)
        try checkLogged(at: place)
    }

    private func checkRinging(at place: String) throws(Rejection) {
        guard let ringAgainMs else { return }
        let field = "\(place).ring_again"
        guard confirmation == .manual else {
            throw .invalid(
                field,
                "\(field: field) is only for an interval that waits for you, with confirmation = \"manual\""
            )
        }
        try Ringing.check(ringAgainMs, field: field, allowsOnce: false)
    }

    private func checkLogged(at place: String) throws(Rejection) {
        let (name, number) = ("\(place).exercise", "\(place).count")
        guard exercise != nil || count != nil else { return }
        guard let exercise else {
            throw .invalid(number, "\(field: number) needs an exercise: give \(field: name), too")
        }
        guard let count else {
            throw .invalid(name, "\(field: name) needs a count: give \(field: number), too")
        }
        guard isOpen else {
            throw .invalid(
                name, "\(field: name) is only for an interval without a duration, which you confirm"
            )
        }
        try Text.checkName(exercise, field: name)
        try Exercise.check(count: count, field: number)
    }

    /// Marks of the cues in milliseconds before the end, each once, the earliest (largest) first.
    ///
    /// Where the halfway mark coincides with a mark of the countdown, it is a millisecond earlier.
    package static func marksMs(durationMs: Int64, cues: [Cue]) -> [Int64] {
        var marks = cues.contains(.countdown) ? countdownMs.filter { $0 < durationMs } : []
        guard cues.contains(.half) else { return marks }
        let half = durationMs - durationMs / 2
        let mark = marks.contains(half) ? half + 1 : half
        guard mark < durationMs else { return marks }
        marks.insert(mark, at: marks.firstIndex { $0 < mark } ?? marks.count)
        return marks
    }

    /// Whether the halfway cue is left out because it falls into the countdown, which says more.
    package static func countsThroughHalf(durationMs: Int64, cues: [Cue]) -> Bool {
        cues.contains(.countdown) && durationMs <= 2 * countdownMs[0]
    }
}
