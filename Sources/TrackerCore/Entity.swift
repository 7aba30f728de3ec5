/// A kind of stored thing. Each entity is a row of the kind's table; the journal keeps the row as each event
/// left it.
package protocol Entity: Sendable, Hashable {
    /// The name of the table, which also names the kind in the journal.
    static var table: String { get }
    /// Whether a person may undo an event that changed an entity of this kind.
    static var isUndoable: Bool { get }
    /// Event types that can be undone for a kind that otherwise can't, since its entities follow time or
    /// other kinds.
    static var corrections: Set<EventType> { get }
    /// True for a kind whose entities follow from what a person does to other kinds. Undo leaves them to be
    /// derived again where an event changed them along with others, unless the event is one of `corrections`.
    static var isDerived: Bool { get }
    /// Whether entities of this kind ever count time or wait for a moment.
    static var isTimed: Bool { get }

    /// Rules that hold between this entity and all others.
    static var rules: Rules<Self> { get }

    /// How entities of this kind are shared with a person's other machines; `nil` for a kind that stays on its machine.
    static var sharing: Sharing<Self>? { get }

    /// Number of the first local day that a change of an entity affects, in its figures or in what reports say
    /// about it; `nil` for none, `.max` for the present day alone.
    ///
    /// - Parameters:
    ///   - former: the entity before the change; `nil` for one that is new or unknown.
    ///   - new: the entity after the change; `nil` for one that is removed.
    static func firstDay(affectedFrom former: Self?, to new: Self?) -> Int?

    var id: String { get }

    /// Visits each column of the row, the id first. While a row is written, the values are those of
    /// `entity`; while one is read, `entity` is `nil` and the values come from the row.
    ///
    /// - Throws: `RowVisitor.WrongKind`, or the error of reading a nested value.
    init(_ row: inout RowVisitor, writing entity: Self?) throws

    /// Throws a rejection for a state that no command could have produced; used for rows from outside. The
    /// check looks at this entity alone, not at whether it fits the others.
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
    /// Name of the kind in a sentence: the table's name with spaces.
    package static var noun: String { String(table.map { $0 == "_" ? " " : $0 }) }
    package func deadline(at now: Moment) -> Deadline? { nil }
    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool { false }
    package mutating func adjustToClock(at now: Moment) -> Int64? { nil }

    /// Whether a person may undo an event of this type that changed an entity of this kind.
    package static func isUndoable(in event: String) -> Bool {
        isUndoable || corrections.contains { $0.rawValue == event }
    }
}

/// Kind with at most one entity.
package protocol OnlyEntity: Entity {
    static var onlyID: String { get }
}

/// Moment at which an entity changes by itself, on the clock that decides it.
package enum Deadline: Sendable, Hashable {
    /// Nanoseconds of CLOCK_BOOTTIME, for countdowns.
    case boot(Int64)
    /// UTC milliseconds, for calendar times.
    case wall(Int64)
}
