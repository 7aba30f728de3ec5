/// One value of an entity's row.
package enum Cell: Sendable, Hashable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    /// The JSON text of a list or an object. The database keeps it as a text, the journal as the JSON
    /// itself.
    case json(String)
}

/// A type whose values a column can hold.
package protocol ColumnValue: Sendable {
    /// Reads a value from `cell`; `nil` for a cell of another kind or an unknown value.
    init?(cell: Cell)
    var cell: Cell { get }
}

extension String: ColumnValue {
    package init?(cell: Cell) {
        guard case .text(let value) = cell else { return nil }
        self = value
    }

    package var cell: Cell { .text(self) }
}

extension Int64: ColumnValue {
    package init?(cell: Cell) {
        guard case .integer(let value) = cell else { return nil }
        self = value
    }

    package var cell: Cell { .integer(self) }
}

extension Int: ColumnValue {
    package init?(cell: Cell) {
        guard case .integer(let value) = cell else { return nil }
        self = Int(value)
    }

    package var cell: Cell { .integer(Int64(self)) }
}

extension Double: ColumnValue {
    package init?(cell: Cell) {
        switch cell {
        case .number(let value): self = value
        case .integer(let value): self = Double(value)
        default: return nil
        }
    }

    package var cell: Cell { .number(self) }
}

extension Bool: ColumnValue {
    package init?(cell: Cell) {
        guard case .integer(let value) = cell else { return nil }
        self = value != 0
    }

    package var cell: Cell { .integer(self ? 1 : 0) }
}

extension ColumnValue where Self: RawRepresentable<String> {
    package init?(cell: Cell) {
        guard case .text(let word) = cell else { return nil }
        self.init(rawValue: word)
    }

    package var cell: Cell { .text(rawValue) }
}

extension ElapsedTime: ColumnValue {
    package init?(cell: Cell) {
        guard case .text(let text) = cell else { return nil }
        self.init(text: text)
    }

    package var cell: Cell { .text(text) }
}

extension Moment: ColumnValue {
    package init?(cell: Cell) {
        guard case .text(let text) = cell else { return nil }
        self.init(text: text)
    }

    package var cell: Cell { .text(text) }
}

/// A row: cells, and the names of their columns in the same order.
package struct EntityRow: Sendable, Hashable {
    package var names: [String]
    package var cells: [Cell]

    package init(names: [String], cells: [Cell]) {
        self.names = names
        self.cells = cells
    }
}

/// Visits the columns of an entity's row, once to write the row and once to read it.
///
/// An entity names each of its columns in one place, with the value that is to be written:
///
///     note = try row.optional("note", entity?.note)
///
/// While a row is written, `entity` is the entity to write, and each visit returns the value it was given.
/// While a row is read, `entity` is `nil`, and each visit returns the value of the column with that name. A
/// row may have further columns. A column may also be missing from an older row; its value is then `nil`,
/// or the value that the entity gives as `absent`.
package struct RowVisitor {
    /// The whole row when reading; when writing, the columns written so far.
    package private(set) var row: EntityRow
    private let isReading: Bool
    /// Whether to leave out columns whose values follow from others.
    private let leavesOutDerived: Bool
    /// Index of the cell after the one that was read last.
    private var next = 0
    /// Local day of a moment, for rows from before rows kept their day.
    private let olderDay: (_ atMs: Int64) -> LocalDay?

    /// A visitor that writes a row.
    ///
    /// - Parameter leavesOutDerived: whether to leave out columns whose values follow from others.
    package init(leavesOutDerived: Bool = false) {
        self.leavesOutDerived = leavesOutDerived
        row = EntityRow(names: [], cells: [])
        row.names.reserveCapacity(24)
        row.cells.reserveCapacity(24)
        isReading = false
        olderDay = { _ in nil }
    }

    /// A visitor that reads a row.
    ///
    /// - Parameter olderDay: the local day of a moment in UTC milliseconds, for rows that hold none.
    package init(
        _ row: EntityRow, olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) {
        self.row = row
        self.olderDay = olderDay
        isReading = true
        leavesOutDerived = false
    }

    /// The error for a damaged row: a column is empty or holds a value of the wrong kind.
    package struct WrongKind: Error, Hashable {
        package let column: String

        package init(column: String) { self.column = column }
    }

    // MARK: Columns

    /// A column that always has a value.
    ///
    /// - Parameter absent: the value for older rows, which don't have the column.
    package mutating func column<Value: ColumnValue>(
        _ name: String, _ value: Value?, absent: Value? = nil
    ) throws(WrongKind) -> Value {
        guard let value = try optional(name, value) ?? absent else {
            throw WrongKind(column: name)
        }
        return value
    }

    /// A column that may be empty.
    package mutating func optional<Value: ColumnValue>(
        _ name: String, _ value: Value?
    ) throws(WrongKind) -> Value? {
        guard isReading else {
            write(name, value?.cell ?? .null)
            return value
        }
        let cell = cell(name)
        if cell == .null { return nil }
        guard let value = Value(cell: cell) else { throw WrongKind(column: name) }
        return value
    }

    /// A column whose value follows from others. It is written for the queries of the database and never
    /// read.
    package mutating func derived(_ name: String, _ value: (some ColumnValue)?) {
        if !isReading, !leavesOutDerived { write(name, value?.cell ?? .null) }
    }

    /// A column with a list, which may be empty.
    ///
    /// - Parameter absent: the JSON for older rows, which don't have the column.
    package mutating func list<Element: Codable>(
        _ name: String, _ value: [Element]?, absent: String? = nil
    ) throws -> [Element] {
        guard isReading else {
            let isEmpty = value?.isEmpty ?? true
            write(name, .json(isEmpty ? "[]" : try JSONText.of(value)))
            return value ?? []
        }
        guard let text = try text(name) ?? absent else { throw WrongKind(column: name) }
        return text == "[]" ? [] : try JSONText.value([Element].self, from: text)
    }

    /// A column with the JSON of a nested value.
    package mutating func json<Value: Codable>(_ name: String, _ value: Value?) throws -> Value {
        guard let value = try optionalJSON(name, value) else { throw WrongKind(column: name) }
        return value
    }

    /// A column with the JSON of a nested value, which may be empty.
    package mutating func optionalJSON<Value: Codable>(
        _ name: String, _ value: Value?
    ) throws -> Value? {
        guard isReading else {
            write(name, try value.map { .json(try JSONText.of($0)) } ?? .null)
            return value
        }
        return try text(name).map { try JSONText.value(Value.self, from: $0) }
    }

    /// The two columns of the local day of a moment.
    ///
    /// - Parameter atMs: the moment, UTC milliseconds, from which the day of an older row is found.
    package mutating func day(_ day: LocalDay?, of atMs: Int64) throws(WrongKind) -> LocalDay {
        let number = try optional("day", day?.number)
        let offset = try optional("offset_s", day?.offsetS)
        if let number, let offset { return LocalDay(number: number, offsetS: offset) }
        guard let day = olderDay(atMs) else { throw WrongKind(column: "day") }
        return day
    }

    // MARK: Cells

    private mutating func write(_ name: String, _ cell: Cell) {
        row.names.append(name)
        row.cells.append(cell)
    }

    /// The JSON text of a nested value; `nil` for an empty column. A text counts as JSON, too, since the
    /// database doesn't tell the two apart.
    private mutating func text(_ name: String) throws(WrongKind) -> String? {
        switch cell(name) {
        case .json(let text), .text(let text): return text
        case .null: return nil
        default: throw WrongKind(column: name)
        }
    }

    /// The cell of a column; `.null` where the row doesn't have the column. Rows mostly have their columns
    /// in the order of the visits, so the search begins at `next`.
    private mutating func cell(_ name: String) -> Cell {
        if next < row.names.count, row.names[next] == name {
            next += 1
            return row.cells[next - 1]
        }
        guard let index = row.names.firstIndex(of: name) else { return .null }
        next = index + 1
        return row.cells[index]
    }
}

extension Entity {
    package var row: EntityRow {
        get throws {
            var visitor = RowVisitor()
            _ = try Self(&visitor, writing: self)
            return visitor.row
        }
    }

    /// An entity from its row.
    ///
    /// - Parameter olderDay: the local day of a moment in UTC milliseconds, for rows that hold none.
    package init(
        _ row: EntityRow, olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) throws {
        var visitor = RowVisitor(row, olderDay: olderDay)
        try self.init(&visitor, writing: nil)
    }

    /// An entity from its JSON in the journal or in an export.
    package init(
        json: String, olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) throws {
        try self.init(JSONText.row(from: json), olderDay: olderDay)
    }

    /// The JSON of the entity as the journal and exports hold it.
    package var json: String {
        get throws { try JSONText.object(row) }
    }
}
