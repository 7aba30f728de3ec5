/// A change of the time zone that a person was in. Journeys make days short or long on each machine that has
/// the person's log.
package struct ZoneChange: Entity {
    package static let table = "zone_change"
    package static let isTimed = false
    package static let rules = Rules<ZoneChange>()
    package static let sharing: Sharing<ZoneChange>? = Sharing()
    /// Longest name of a zone, in characters.
    private static let maximumName = 100

    package let id: String
    /// Names of the zones before and after the change, such as `Europe/Berlin`.
    package let from: String
    package let to: String
    /// Moment of the change, UTC milliseconds.
    package let atMs: Int64

    package init(from: String, to: String, atMs: Int64) {
        id = Identifier.derived(from: "\(Self.table):\(atMs) \(from) \(to)")
        (self.from, self.to, self.atMs) = (from, to, atMs)
    }

    package func check(at now: Moment) throws(Rejection) {
        for (name, column) in [(from, "from_zone"), (to, "to_zone")] {
            try Bounds.require(1...Self.maximumName ~= name.count, column)
        }
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
    }

    /// The first day whose length may differ.
    package static func firstDay(affectedFrom former: ZoneChange?, to new: ZoneChange?) -> Int? {
        [former?.atMs, new?.atMs].compactMap { $0 }.min().map(ZoneHistory.firstDay(changedBy:))
    }
}

extension ZoneChange {
    package init(_ row: inout RowVisitor, writing entity: ZoneChange?) throws {
        id = try row.column("id", entity?.id)
        from = try row.column("from_zone", entity?.from)
        to = try row.column("to_zone", entity?.to)
        atMs = try row.column("at_ms", entity?.atMs)
    }
}
