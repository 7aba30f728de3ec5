/// A kind of thing that is kept. Each entity is a row of the kind's table; an event keeps the row as it was
/// after the event in the journal.
package protocol Entity: Sendable, Hashable {
    /// The name of the table, which also names the kind in the journal.
    static var table: String { get }
    /// Whether a person may undo an event that changed an entity of this kind.
    static var isUndoable: Bool { get }
    /// The types of events in which a person corrects an entity of a kind that otherwise follows the course
    /// of time: only these can be undone.
    static var corrections: Set<EventType> { get }
    /// Whether entities of this kind only follow what a person does to other kinds. An event that changed
    /// such an entity beside others can be undone, and the entity then follows again.
    static var isDerived: Bool { get }
    /// Whether entities of this kind ever count time or wait for a moment.
    static var isTimed: Bool { get }

    /// What it keeps with all others.
    static var rules: Rules<Self> { get }

    /// The number of the first local day whose figures change with a change of an entity; `nil` for none.
    ///
    /// - Parameters:
    ///   - former: the entity before, where it is known; `nil` for a new one.
    ///   - new: the entity after; `nil` for one that goes.
    static func firstDay(affectedFrom former: Self?, to new: Self?) -> Int?

    var id: String { get }

    /// Visits each column of the row, the id first. While a row is written, the values are those of
    /// `entity`; while one is read, `entity` is `nil` and the values come from the row.
    ///
    /// - Throws: `RowVisitor.WrongKind`, or the error of reading a nested value.
    init(_ row: inout RowVisitor, writing entity: Self?) throws

    /// Refuses a state in which no command would have left the entity; used for rows that come from
    /// elsewhere. The check looks at this entity alone, not at whether it fits the others.
    func check(at now: Moment) throws(Rejection)

    /// The next moment at which the entity changes by itself; `nil` for none.
    func deadline(at now: Moment) -> Deadline?

    /// Carries running counts over a reboot.
    ///
    /// - Parameter lastMs: the last time at which the machine was certainly on, UTC milliseconds.
    /// - Returns: whether anything changed.
    mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool

    /// Follows the wall clock after the clock was set.
    ///
    /// - Returns: the milliseconds by which the clock was set; `nil` where that doesn't matter to the
    ///   entity.
    mutating func adjustToClock(at now: Moment) -> Int64?
}

extension Entity {
    package static var isUndoable: Bool { false }
    package static var corrections: Set<EventType> { [] }
    package static var isDerived: Bool { false }
    package static var isTimed: Bool { true }
    package static func firstDay(affectedFrom former: Self?, to new: Self?) -> Int? { nil }
    /// The kind in a sentence: its table's name with blanks.
    package static var noun: String { String(table.map { $0 == "_" ? " " : $0 }) }
    package func deadline(at now: Moment) -> Deadline? { nil }
    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool { false }
    package mutating func adjustToClock(at now: Moment) -> Int64? { nil }

    /// True for an event type that a person may undo where it changed an entity of this kind.
    package static func isUndoable(in event: String) -> Bool {
        isUndoable || corrections.contains { $0.rawValue == event }
    }
}

/// The moment at which an entity changes by itself, on the clock that decides about it.
package enum Deadline: Sendable, Hashable {
    /// Nanoseconds of CLOCK_BOOTTIME, for countdowns.
    case boot(Int64)
    /// UTC milliseconds, for calendar times.
    case wall(Int64)
}
