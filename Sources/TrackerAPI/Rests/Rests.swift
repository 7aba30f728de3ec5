import TrackerCore

/// State of a rest at one moment.
package struct RestView: Codable, Sendable, Hashable {
    package let id: String
    package let state: OpenEnum<Rest.State>
    package let durationMs: Int64
    package let remainingMs: Int64
    @MomentText package var startedAt: String
    @MomentText package var dueAt: String?
    @MomentText package var endedAt: String?
    package let takenMs: Int64?
    package let lateByMs: Int64?
    package let warnAtMs: [Int64]
    package let label: String?
    package let after: Rest.After?
    /// Warning mark that was reached, in milliseconds before the end; only in `rest.warning`.
    package let warnMs: Int64?

    package init(_ rest: Rest, at now: Moment, zone: Zone, warnMs: Int64? = nil) {
        id = rest.id
        state = OpenEnum(rest.state)
        durationMs = rest.durationMs
        let remaining = rest.remainingMs(at: now)
        remainingMs = remaining
        startedAt = zone.text(ofMs: rest.startedMs)
        dueAt = rest.state == .running ? zone.text(ofMs: now.wallMs + remaining) : nil
        endedAt = rest.endedMs.map(zone.text)
        takenMs = rest.takenMs
        lateByMs = rest.lateByMs
        warnAtMs = rest.warnAtMs
        label = rest.label
        after = rest.after
        self.warnMs = warnMs
    }
}

package struct RestStart: ChangeRequest {
    package typealias Response = RestView
    package static let method = "rest.start"

    package var duration: Span
    /// Warning marks, as times before the end; `nil` for the configured ones.
    package var warnAt: [Span]?
    package var label: String?
    /// Whether to skip a rest that is already live, unless it is a session's. If not, the request is refused while
    /// a rest is live.
    package var replace: Bool?

    package init(
        duration: Span, warnAt: [Span]? = nil, label: String? = nil, replace: Bool? = nil
    ) {
        self.duration = duration
        self.warnAt = warnAt
        self.label = label
        self.replace = replace
    }
}

package typealias RestMove = Move<RestWord>

package enum RestWord: String, MoveWord {
    package typealias Target = NoMembers
    package typealias Response = RestView

    case skip = "rest.skip"
    case pause = "rest.pause"
    case resume = "rest.resume"
}

/// The live rest, or the last one if none is live.
package struct RestGet: ReadRequest, PlainRequest {
    package typealias Response = RestView
    package static let method = "rest.get"
    package init() {}
}

package struct RestExtend: ChangeRequest {
    package typealias Response = RestView
    package static let method = "rest.extend"

    /// Time to add; may be negative.
    package let by: Span
    package init(by: Span) { self.by = by }
}
