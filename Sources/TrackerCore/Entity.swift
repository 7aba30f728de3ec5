/// A kind of thing that is kept: a table whose columns are the coded properties.
package protocol Entity: Sendable, Hashable, Codable {
    /// The table's name, and the entity's in the journal.
    static var table: String { get }
    /// Whether a person may take back an event that changed one of these.
    static var isUndoable: Bool { get }

    var id: String { get }

    /// The next moment at which it changes by itself.
    func deadline(at now: Moment) -> Deadline?

    /// Carries running counts over a reboot.
    ///
    /// - Returns: whether anything changed.
    mutating func reanchor(at now: Moment) -> Bool

    /// Follows the wall clock after it was set.
    ///
    /// - Returns: by how many milliseconds it was set; `nil` where that doesn't matter.
    mutating func followClock(at now: Moment) -> Int64?
}

extension Entity {
    package static var isUndoable: Bool { false }
    package func deadline(at now: Moment) -> Deadline? { nil }
    package mutating func reanchor(at now: Moment) -> Bool { false }
    package mutating func followClock(at now: Moment) -> Int64? { nil }
}

/// When an entity changes by itself, and by which clock.
package enum Deadline: Sendable, Hashable {
    /// Nanoseconds of CLOCK_BOOTTIME: countdowns.
    case boot(Int64)
    /// Milliseconds UTC: calendar times.
    case wall(Int64)
}
