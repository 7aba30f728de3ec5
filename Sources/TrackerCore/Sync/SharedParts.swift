/// Parts of a kind's rows, as the rows are shared with a person's other machines.
///
/// A part is a group of columns that change together. Its name is its columns joined by `+`. The part `*` has all
/// columns that are in no other part. A column that this version doesn't know is a part of its own.
package struct SharedParts: Sendable, Hashable {
    /// Name of the part with all columns that are in no other part.
    package static let others = "*"

    /// Rule that decides about the part `*` of two rows, before their stamps do.
    package enum Precedence: Sendable, Hashable {
        case none
        /// The state that comes later in this list wins: an answer wins over an expiry on another machine.
        case states([String])
        /// The earlier stamp wins: an entity that was made from the rows of its moment stays as it is.
        case earlier
    }

    /// Columns of each part besides `*`, the marks among them.
    package let named: [[String]]
    /// Columns that only tell that there was an edit. Each is a part of its own.
    package let marks: Set<String>
    /// Columns that mean nothing on another machine, such as moments of this machine's clock.
    package let local: Set<String>
    /// Columns that replace the local ones while a row travels.
    package let added: Set<String>
    /// Rule that decides about `*`.
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

    /// Name of the part that a column is in.
    ///
    /// - Parameter known: the kind's columns in this version.
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

/// How a kind's entities are shared with a person's other machines.
package struct Sharing<E: Entity>: Sendable {
    package let parts: SharedParts
    /// Whether an entity is shared in its present state. If it was shared before, other machines keep it as it was.
    package let isShared: @Sendable (E) -> Bool
    /// Entity with the values that the program gives a new one; `nil` for kinds without one. Values that a new
    /// entity has in common with it aren't a person's work and give way to everything else.
    package let initial: (@Sendable () -> E)?
    /// Whether an entity comes with the program. Parts that nobody has changed aren't a person's work either.
    package let comesWithProgram: @Sendable (E) -> Bool
    /// Tells whether a person has changed an entity that comes with the program, judged by its fields.
    private let isTouched: @Sendable (E) -> Bool
    private let sending: @Sendable (E, inout [String: Cell]) -> Void
    private let receiving: @Sendable (inout [String: Cell], Moment) -> Void

    /// - Parameters:
    ///   - named: parts besides `*`.
    ///   - sending: adds the columns that replace the local ones.
    ///   - receiving: turns those back into local columns, at a moment of this machine.
    package init(
        _ named: [[String]] = [], marks: Set<String> = [], local: Set<String> = [],
        added: Set<String> = [], precedence: SharedParts.Precedence = .none,
        initial: (@Sendable () -> E)? = nil,
        comesWithProgram: @escaping @Sendable (E) -> Bool = { _ in false },
        isTouched: @escaping @Sendable (E) -> Bool = { _ in false },
        while isShared: @escaping @Sendable (E) -> Bool = { _ in true },
        sending: @escaping @Sendable (E, inout [String: Cell]) -> Void = { _, _ in },
        receiving: @escaping @Sendable (inout [String: Cell], Moment) -> Void = { _, _ in }
    ) {
        parts = SharedParts(
            named, marks: marks, local: local, added: added, precedence: precedence)
        self.isShared = isShared
        self.initial = initial
        self.comesWithProgram = comesWithProgram
        self.isTouched = isTouched
        self.sending = sending
        self.receiving = receiving
    }

    /// Whether an entity is as it came with the program.
    package func isAsShipped(_ entity: E) -> Bool { comesWithProgram(entity) && !isTouched(entity) }

    /// Shared columns of an entity, by name. Whole numbers become integers, as they are in JSON.
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
        sending(entity, &columns)
        return columns
    }

    /// Entity that shared columns make on this machine.
    ///
    /// - Parameter present: the entity on this machine, for the columns that mean nothing elsewhere; `nil` for none.
    /// - Throws: `RowVisitor.WrongKind`, or the error of reading a nested value.
    package func entity(
        _ id: String, _ columns: [String: Cell], at now: Moment, beside present: E? = nil
    ) throws -> E {
        var columns = columns
        receiving(&columns, now)
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
