/// A challenge that was offered for a day or a week. It keeps its whole template, so that a change of the
/// file doesn't change the offer.
package struct Challenge: Entity {
    package static let table = "challenge"
    package static let isTimed = false
    package static let isDerived = true
    package static let rules = Rules<Challenge>()
    package static let sharing: Sharing<Challenge>? = Sharing(
        [["swapped_away"], ["completed_ms"]], precedence: .earlier)

    package let id: String
    package let kind: ChallengeDraw.Kind
    /// The period and its draw, such as `daily/2026-03-02/0`.
    package let key: String
    /// Id of the template.
    package let template: String
    package let text: String
    package let measured: Measured
    package let target: Int64
    /// Number of the first day.
    package let from: Int
    /// Number of the last day.
    package let to: Int
    /// True for a challenge that was swapped for another. It counts only if it was completed before the swap
    /// and its efforts come back.
    package var isSwappedAway = false
    /// Moment of completion, UTC milliseconds; `nil` while the challenge isn't completed.
    package var completedMs: Int64?

    package init(
        _ draw: ChallengeDraw, _ template: ChallengeTemplate, target: Int64, from: Int, to: Int
    ) {
        key = draw.key
        id = Self.id(of: key)
        kind = draw.kind
        self.template = template.id
        text = template.text(target: target)
        measured = template.measured
        self.target = target
        self.from = from
        self.to = to
    }

    /// True for a challenge that was offered in place of another.
    package var isSecond: Bool { !key.hasSuffix("/0") }

    /// Key of the challenge that this one replaced, or was replaced by; `nil` without a swap.
    package var partnerKey: String? {
        guard isSecond || isSwappedAway else { return nil }
        return key.dropLast() + (isSecond ? "0" : "1")
    }

    /// Whether an effort that is logged on a day still counts: up to a day after the end.
    package func counts(on day: Int) -> Bool { day - 1 <= to }

    /// Days of the challenge within `Bounds.days`; older databases may have days beyond.
    package var days: ClosedRange<Int> {
        let bounds = Int(Bounds.days.lowerBound)...Int(Bounds.days.upperBound)
        let first = min(max(from, bounds.lowerBound), bounds.upperBound)
        return first...min(max(to, first), bounds.upperBound)
    }

    private static func id(of key: String) -> String {
        Identifier.derived(from: "\(table):\(key)")
    }

    /// Points for completing the challenge.
    package var points: Int64 { kind.points }

    package func check(at now: Moment) throws(Rejection) {
        try Text.checkMessage(text, field: "text")
        try Bounds.require(id == Self.id(of: key), "key")
        try Bounds.check(Int64(from), in: Bounds.days, "from_day")
        try Bounds.check(Int64(to), in: Bounds.days, "to_day")
        try Bounds.require(from <= to && to - from < 7, "to_day")
        try Bounds.check(target, in: 1...Bounds.whole.upperBound, "target")
        try Bounds.check(completedMs, in: Bounds.times, "completed_ms")
    }

    package static func firstDay(affectedFrom former: Challenge?, to new: Challenge?) -> Int? {
        [former?.from, new?.from].compactMap { $0 }.min()
    }
}

extension ChallengeDraw.Kind {
    /// Points for completing one challenge of the kind.
    package var points: Int64 { self == .daily ? 20 : 60 }
}

extension Challenge {
    package init(_ row: inout RowVisitor, writing entity: Challenge?) throws {
        id = try row.column("id", entity?.id)
        kind = try row.column("kind", entity?.kind)
        key = try row.column("key", entity?.key)
        template = try row.column("template", entity?.template)
        text = try row.column("text", entity?.text)
        measured = try row.json("measured", entity?.measured)
        target = try row.column("target", entity?.target)
        from = try row.column("from_day", entity?.from)
        to = try row.column("to_day", entity?.to)
        isSwappedAway = try row.column("swapped_away", entity?.isSwappedAway)
        completedMs = try row.optional("completed_ms", entity?.completedMs)
    }
}
