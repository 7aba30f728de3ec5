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

    package let label: String
    package let durationMs: Int64
    package let kind: Kind
    package let confirmation: Confirmation
    /// Cues of the interval, each at most once, in the order of the cases.
    package let cues: [Cue]

    package init(
        label: String, durationMs: Int64, kind: Kind = .work,
        confirmation: Confirmation = .automatic, cues: [Cue] = Cue.allCases
    ) {
        self.label = label
        self.durationMs = durationMs
        self.kind = kind
        self.confirmation = confirmation
        self.cues = Cue.allCases.filter(cues.contains)
    }

    /// Copy of the interval as a person gives it, with a trimmed label.
    func named(at place: String) throws(Rejection) -> Interval {
        Interval(
            label: try Text.name(label, field: "\(place).label"), durationMs: durationMs,
            kind: kind, confirmation: confirmation, cues: cues)
    }

    /// Checks the label and the duration.
    ///
    /// - Parameter place: the path to the interval, such as `intervals[1].intervals[0]`, for the refusal's
    ///   field.
    func check(at place: String) throws(Rejection) {
        try Text.checkName(label, field: "\(place).label")
        guard Self.durations.contains(durationMs) else {
            let field = "\(place).duration"
            throw .invalid(
                field, "\(field: field) is out of range: an interval can last 100 ms to 24 h")
        }
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
