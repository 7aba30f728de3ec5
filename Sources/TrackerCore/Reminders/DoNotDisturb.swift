/// A period during which reminders don't disturb the person. Outside of such periods there is no entity.
package struct DoNotDisturb: OnlyEntity {
    /// Allowed lengths: 1 s to 366 days, in milliseconds.
    package static let spans: ClosedRange<Int64> = 1000...31_622_400_000

    package static let table = "do_not_disturb"
    package static let isUndoable = true
    package static let rules = Rules<DoNotDisturb>()
    package static let sharing: Sharing<DoNotDisturb>? = nil

    /// A report waits until it is over.
    package static func firstDay(
        affectedFrom former: DoNotDisturb?, to new: DoNotDisturb?
    ) -> Int? { .max }
    package static let onlyID = "do_not_disturb"

    package let id: String
    /// End by the wall clock, UTC milliseconds; `nil` for a period given as a span.
    private let untilMs: Int64?
    /// Start of a period that was given as a span, and its length in milliseconds. Setting the clock
    /// neither lengthens nor shortens such a period.
    private var since: Moment?
    private let spanMs: Int64?

    package init(untilMs: Int64, at now: Moment) throws(Rejection) {
        guard untilMs > now.wallMs else {
            throw .invalid("until", "\(field: "until") is in the past: give a later time")
        }
        guard Self.spans.contains(untilMs - now.wallMs) else {
            throw .invalid("until", "\(field: "until") is too far ahead: at most 366 days")
        }
        id = Self.onlyID
        self.untilMs = untilMs
        since = nil
        spanMs = nil
    }

    package init(forMs span: Int64, at now: Moment) throws(Rejection) {
        guard Self.spans.contains(span) else {
            throw .invalid("for", "\(field: "for") is out of range: 1 s to 366 days")
        }
        id = Self.onlyID
        untilMs = nil
        since = now
        spanMs = span
    }

    package func check(at now: Moment) throws(Rejection) {
        try Bounds.require((untilMs == nil) == (spanMs != nil), "until_ms")
        try Bounds.require((since == nil) == (spanMs == nil), "since")
        try Bounds.check(untilMs, in: Bounds.times, "until_ms")
        try since?.check("since")
        try Bounds.check(spanMs, in: Self.spans, "span_ms")
    }

    /// End of the period, UTC milliseconds.
    package func endsMs(at now: Moment) -> Int64 {
        guard let since, let spanMs else { return untilMs ?? now.wallMs }
        return now.wallMs + spanMs - now.elapsedMs(since: since)
    }

    package func isOver(at now: Moment) -> Bool { endsMs(at: now) <= now.wallMs }

    package func deadline(at now: Moment) -> Deadline? {
        guard let since, let spanMs else { return untilMs.map(Deadline.wall) }
        return .boot(since.dueNs(afterMs: spanMs, now: now))
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        since?.carryOver(at: now) ?? false
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? { since?.adjust(toClockAt: now) }
}

// MARK: - Row

extension DoNotDisturb {
    package init(_ row: inout RowVisitor, writing entity: DoNotDisturb?) throws {
        id = try row.column("id", entity?.id)
        untilMs = try row.optional("until_ms", entity?.untilMs)
        since = try row.optional("since", entity?.since)
        spanMs = try row.optional("span_ms", entity?.spanMs)
    }
}
