/// A kind of thing that is kept: one is a row of a table, and what an event leaves of it is the same row
/// in the journal.
package protocol Entity: Sendable, Hashable {
    /// The table's name, and the entity's in the journal.
    static var table: String { get }
    /// Whether a person may take back an event that changed one of these.
    static var isUndoable: Bool { get }
    /// Whether it only follows what a person does to others: an event that changed it beside those can be
    /// taken back, and it then follows again.
    static var isDerived: Bool { get }
    /// Whether any of these ever counts, or waits for a moment.
    static var isTimed: Bool { get }

    /// What it keeps with all others.
    static var rules: Rules<Self> { get }

    var id: String { get }

    /// Visits each column of its row, the id first: takes `entity`'s values where that is being written,
    /// and else those of the row.
    ///
    /// - Throws: `RowVisitor.WrongKind`, or what reading a nested value throws.
    init(_ row: inout RowVisitor, writing entity: Self?) throws

    /// Refuses what nothing here would have left so: for rows that come from elsewhere. What else there is,
    /// and whether it fits that, isn't looked at.
    func check(at now: Moment) throws(Rejection)

    /// The next moment at which it changes by itself.
    func deadline(at now: Moment) -> Deadline?

    /// Carries running counts over a reboot.
    ///
    /// - Parameter lastMs: when the machine was certainly still on, UTC milliseconds.
    /// - Returns: whether anything changed.
    mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool

    /// Follows the wall clock after it was set.
    ///
    /// - Returns: by how many milliseconds it was set; `nil` where that doesn't matter.
    mutating func adjustToClock(at now: Moment) -> Int64?
}

extension Entity {
    package static var isUndoable: Bool { false }
    package static var isDerived: Bool { false }
    package static var isTimed: Bool { true }
    /// The kind in a sentence: its table's name with blanks.
    package static var noun: String { String(table.map { $0 == "_" ? " " : $0 }) }
    package func deadline(at now: Moment) -> Deadline? { nil }
    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool { false }
    package mutating func adjustToClock(at now: Moment) -> Int64? { nil }
}

/// When an entity changes by itself, and by which clock.
package enum Deadline: Sendable, Hashable {
    /// Nanoseconds of CLOCK_BOOTTIME: countdowns.
    case boot(Int64)
    /// Milliseconds UTC: calendar times.
    case wall(Int64)
}
