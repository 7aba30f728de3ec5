/// The parts of a kind's rows that are shared with a person's other machines.
///
/// A part is columns that change together. Its name is its columns joined by `+`; `*` stands for all columns that are
/// in no other part. A column that this version doesn't know is a part of its own.
package struct SharedParts: Sendable, Hashable {
    /// The part of all columns that are in no other.
    package static let others = "*"

    /// What decides between two rows with the same part, before their stamps do.
    package enum Precedence: Sendable, Hashable {
        case none
        /// Of a kind's states, the one that stands further ahead in a list: an answer ends what another machine has
        /// only let expire.
        case states([String])
        /// The earlier stamp: what was made once, from the rows of its moment, stays.
        case earlier
    }

    /// Parts besides `*`.
    package let named: [[String]]
    /// Columns that only tell of an edit. Each is a part of its own.
    package let marks: Set<String>
    /// Columns that mean nothing on another machine, such as moments of its own clock.
    package let local: Set<String>
    /// Columns that stand for those on the way.
    package let added: Set<String>
    /// What decides about `*`.
    package let precedence: Precedence

    package init(
        _ named: [[String]] = [], marks: Set<String> = [], local: Set<String> = [],
        added: Set<String> = [], precedence: Precedence = .none
    ) {
        self.named = named + marks.sorted().map { [$0] }
        self.marks = marks
        self.local = local
        self.added = added
        self.precedence = precedence
    }

    /// The part of a column.
    ///
    /// - Parameter known: columns of the kind in this version.
    package func part(of column: String, known: Set<String>) -> String {
        if let part = named.first(where: { $0.contains(column) }) {
            return part.joined(separator: "+")
        }
        return isKnown(column, known) ? Self.others : column
    }

    /// Whether this version knows a column.
    package func isKnown(_ column: String, _ known: Set<String>) -> Bool {
        known.contains(column) || added.contains(column)
    }
}

/// How a kind's entities come to a person's other machines.
package struct Sharing<E: Entity>: Sendable {
    package let parts: SharedParts
    /// Whether an entity is shared as it is now. One that has been, and isn't any more, stays elsewhere as it was.
    package let isShared: @Sendable (E) -> Bool
    /// An entity that came with the program, for a new one: what is the same in both isn't a person's work, and gives
    /// way to all else.
    package let initial: (@Sendable () -> E)?
    /// Whether an entity comes with the program. What nobody has changed of it isn't a person's work, either.
    package let comesWithProgram: @Sendable (E) -> Bool
    private let leaving: @Sendable (E, inout [String: Cell]) -> Void
    private let arriving: @Sendable (inout [String: Cell], Moment) -> Void

    /// - Parameters:
    ///   - named: parts besides `*`.
    ///   - leaving: adds what stands for the columns that mean nothing elsewhere.
    ///   - arriving: makes those columns again, at a moment of this machine.
    package init(
        _ named: [[String]] = [], marks: Set<String> = [], local: Set<String> = [],
        added: Set<String> = [], precedence: SharedParts.Precedence = .none,
        initial: (@Sendable () -> E)? = nil,
        comesWithProgram: @escaping @Sendable (E) -> Bool = { _ in false },
        while isShared: @escaping @Sendable (E) -> Bool = { _ in true },
        leaving: @escaping @Sendable (E, inout [String: Cell]) -> Void = { _, _ in },
        arriving: @escaping @Sendable (inout [String: Cell], Moment) -> Void = { _, _ in }
    ) {
        parts = SharedParts(
            named, marks: marks, local: local, added: added, precedence: precedence)
        self.isShared = isShared
        self.initial = initial
        self.comesWithProgram = comesWithProgram
        self.leaving = leaving
        self.arriving = arriving
    }

    /// The columns of an entity as they are shared, by name. Whole numbers are integers, as they are in JSON.
    package func columns(of entity: E) throws -> [String: Cell] {
        var visitor = RowVisitor(leavesOutDerived: true)
        _ = try E(&visitor, writing: entity)
        var columns: [String: Cell] = [:]
        for (name, cell) in zip(visitor.row.names, visitor.row.cells)
        where name != "id" && !parts.local.contains(name) {
            if case .number(let number) = cell, let whole = Int64(exactly: number) {
                columns[name] = .integer(whole)
            } else {
                columns[name] = cell
            }
        }
        leaving(entity, &columns)
        return columns
    }

    /// The entity that shared columns make on this machine.
    ///
    /// - Parameter present: the entity as it is here, with the columns that mean nothing elsewhere; `nil` for none.
    /// - Throws: `RowVisitor.WrongKind`, or the error of reading a nested value.
    package func entity(
        _ id: String, _ columns: [String: Cell], at now: Moment, beside present: E? = nil
    ) throws -> E {
        var columns = columns
        arriving(&columns, now)
        columns["id"] = .text(id)
        if let row = try present?.row, !parts.local.isEmpty {
            for (name, cell) in zip(row.names, row.cells)
            where parts.local.contains(name) && columns[name] == nil {
                columns[name] = cell
            }
        }
        return try E(EntityRow(names: Array(columns.keys), cells: Array(columns.values)))
    }
}
