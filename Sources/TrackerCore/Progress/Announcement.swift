/// A message that a person gets once: a tier of an achievement was unlocked, or a level reached.
///
/// Achievements and levels are derived anew each time. An announcement records that the person was told, so
/// that nothing is announced twice.
package struct Announcement: Entity {
    package static let table = "announcement"
    package static let isTimed = false
    package static let isDerived = true
    package static let rules = Rules<Announcement>()
    package static let sharing: Sharing<Announcement>? = nil

    package let id: String
    /// The tier of an achievement, such as `first-steps:bronze`, or `level`.
    package let what: String
    /// The highest level that was reached; `nil` for a tier.
    package let level: Int64?
    /// False for a tier that was lost since.
    package var isHeld: Bool
    /// Moment of the first time, UTC milliseconds.
    package let atMs: Int64

    /// Value of `what` for levels.
    package static let level = "level"

    /// An announcement of a tier.
    package init(tier: String, isHeld: Bool, atMs: Int64) {
        id = Self.id(of: tier)
        what = tier
        level = nil
        self.isHeld = isHeld
        self.atMs = atMs
    }

    /// The announcement of the highest level.
    package init(level: Int64, atMs: Int64) {
        id = Self.id(of: Self.level)
        what = Self.level
        self.level = level
        isHeld = true
        self.atMs = atMs
    }

    /// Least time between two alerts of achievements, milliseconds.
    private static let alertGapMs: Int64 = 3_600_000

    /// Whether tiers that are announced at a moment have an alert: the first of all times has one, and then the
    /// next that comes an hour later or more.
    ///
    /// - Parameter times: moments at which tiers were announced, UTC milliseconds.
    package static func hasAlert(at moment: Int64, among times: [Int64]) -> Bool {
        var last: Int64?
        for time in (times.filter { $0 < moment } + [moment]).sorted()
        where last.map({ time - $0 >= alertGapMs }) ?? true {
            last = time
        }
        return last == moment
    }

    private static func id(of what: String) -> String {
        Identifier.derived(from: "\(table):\(what)")
    }

    package func check(at now: Moment) throws(Rejection) {
        try Bounds.require(id == Self.id(of: what), "what")
        try Bounds.require((level != nil) == (what == Self.level), "level")
        try Bounds.check(level, in: 1...Bounds.counters.upperBound, "level")
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
    }
}

extension Announcement {
    package init(_ row: inout RowVisitor, writing entity: Announcement?) throws {
        id = try row.column("id", entity?.id)
        what = try row.column("what", entity?.what)
        level = try row.optional("level", entity?.level)
        isHeld = try row.column("held", entity?.isHeld)
        atMs = try row.column("at_ms", entity?.atMs)
    }
}
