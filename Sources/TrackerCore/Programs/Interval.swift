/// A stretch of a program: what to do, and for how long.
package struct Interval: Sendable, Hashable, Codable {
    package enum Kind: String, Choice { case prepare, work, rest, `break`, cooldown }

    /// What its end does: the next one begins by itself, or waits for the person.
    package enum Confirmation: String, Choice { case automatic, manual }

    /// What is to be heard of it.
    package enum Cue: String, Choice {
        case start, half
        /// 3, 2 and 1 s before its end.
        case countdown
        case end
    }

    /// 100 ms to 24 h.
    package static let durations: ClosedRange<Int64> = 100...86_400_000
    /// Before the end, in milliseconds.
    package static let countdownMs: [Int64] = [3000, 2000, 1000]

    package let label: String
    package let durationMs: Int64
    package let kind: Kind
    package let confirmation: Confirmation
    /// Each at most once, in the order of their cases.
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

    /// With its label as a person gives it.
    func named(at place: String) throws(Rejection) -> Interval {
        Interval(
            label: try Text.name(label, field: "\(place).label"), durationMs: durationMs,
            kind: kind, confirmation: confirmation, cues: cues)
    }

    /// - Parameter place: where it stands, such as `intervals[1].intervals[0]`.
    func check(at place: String) throws(Rejection) {
        try Text.checkName(label, field: "\(place).label")
        guard Self.durations.contains(durationMs) else {
            let field = "\(place).duration"
            throw .invalid(field, "\(field) is out of range: an interval lasts 100 ms to 24 h")
        }
    }

    /// When before its end something is to be told, in milliseconds, each once, the earliest first.
    ///
    /// Where the half meets a second of the countdown, it comes a millisecond earlier.
    package static func marksMs(durationMs: Int64, cues: [Cue]) -> [Int64] {
        var marks = cues.contains(.countdown) ? countdownMs.filter { $0 < durationMs } : []
        guard cues.contains(.half) else { return marks }
        let half = durationMs - durationMs / 2
        let mark = marks.contains(half) ? half + 1 : half
        guard mark < durationMs else { return marks }
        marks.insert(mark, at: marks.firstIndex { $0 < mark } ?? marks.count)
        return marks
    }

    /// Whether the half isn't to be heard, since it falls into the countdown, which says more.
    package static func countsThroughHalf(durationMs: Int64, cues: [Cue]) -> Bool {
        cues.contains(.countdown) && durationMs <= 2 * countdownMs[0]
    }
}
