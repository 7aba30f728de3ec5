/// One value of an entity's row.
package enum Cell: Sendable, Hashable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A list or an object: in the database a text, in the journal the JSON that it is.
    case json(String)
}

/// A type whose values a column can hold.
package protocol ColumnValue: Sendable {
    /// Reads what `cell` gives; `nil` for anything else.
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

/// A row: its cells by the names of their columns.
package struct EntityRow: Sendable, Hashable {
    package var names: [String]
    package var cells: [Cell]

    package init(names: [String], cells: [Cell]) {
        self.names = names
        self.cells = cells
    }
}

/// Visits the columns of an entity's row, once to write it and once to read it.
///
/// An entity names each of its columns in one place, with the value that is to be written:
///
///     note = try row.optional("note", entity?.note)
///
/// While a row is written, `entity` is the one to write, and each visit gives its value back. While one is
/// read, there is no `entity`, and each visit gives the value of the column with that name. A row may have
/// further columns, and a column may be missing from an older row: then it is empty, or has the value that
/// the entity gives as `absent`.
package struct RowVisitor {
    /// As it is read, or as far as it is written.
    package private(set) var row: EntityRow
    private let isReading: Bool
    /// The cell after the one that was read last.
    private var next = 0
    /// The local day of a moment for a row that was written before rows had one.
    private let olderDay: (_ atMs: Int64) -> LocalDay?

    /// For a row to be written.
    package init() {
        row = EntityRow(names: [], cells: [])
        row.names.reserveCapacity(24)
        row.cells.reserveCapacity(24)
        isReading = false
        olderDay = { _ in nil }
    }

    /// For a row to be read.
    ///
    /// - Parameter olderDay: the local day of a moment in UTC milliseconds, for rows that keep none.
    package init(
        _ row: EntityRow, olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) {
        self.row = row
        self.olderDay = olderDay
        isReading = true
    }

    /// A column that holds nothing or a value of another kind than its entity wants: the row is damaged.
    package struct WrongKind: Error, Hashable {
        package let column: String

        package init(column: String) { self.column = column }
    }

    // MARK: Columns

    /// A column that always holds a value.
    ///
    /// - Parameter absent: the value of older rows, which don't have the column.
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

    /// A column that follows from others: it is written for the database's sake and never read.
    package mutating func derived(_ name: String, _ value: (some ColumnValue)?) {
        if !isReading { write(name, value?.cell ?? .null) }
    }

    /// A column with a list, which may have no elements.
    package mutating func list<Element: Codable>(
        _ name: String, _ value: [Element]?
    ) throws -> [Element] {
        guard isReading else {
            let isEmpty = value?.isEmpty ?? true
            write(name, .json(isEmpty ? "[]" : try JSONText.of(value)))
            return value ?? []
        }
        guard let text = try text(name) else { throw WrongKind(column: name) }
        return text == "[]" ? [] : try JSONText.value([Element].self, from: text)
    }

    /// A column with a value that has fields of its own.
    package mutating func json<Value: Codable>(_ name: String, _ value: Value?) throws -> Value {
        guard let value = try optionalJSON(name, value) else { throw WrongKind(column: name) }
        return value
    }

    /// The same, where it may be empty.
    package mutating func optionalJSON<Value: Codable>(
        _ name: String, _ value: Value?
    ) throws -> Value? {
        guard isReading else {
            write(name, try value.map { .json(try JSONText.of($0)) } ?? .null)
            return value
        }
        return try text(name).map { try JSONText.value(Value.self, from: $0) }
    }

    /// The two columns of the local day that a moment belongs to.
    ///
    /// - Parameter atMs: the moment, UTC milliseconds, by which the day of an older row is told.
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

    /// The JSON of a nested value; the database doesn't know which of its texts are JSON.
    private mutating func text(_ name: String) throws(WrongKind) -> String? {
        switch cell(name) {
        case .json(let text), .text(let text): return text
        case .null: return nil
        default: throw WrongKind(column: name)
        }
    }

    /// The cell of a column. Rows mostly have their columns in the order of the visits.
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

    /// - Parameter olderDay: the local day of a moment in UTC milliseconds, for rows that keep none.
    package init(
        _ row: EntityRow, olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) throws {
        var visitor = RowVisitor(row, olderDay: olderDay)
        try self.init(&visitor, writing: nil)
    }

    /// An entity as the journal has it, and an export.
    package init(
        json: String, olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) throws {
        try self.init(JSONText.row(from: json), olderDay: olderDay)
    }

    /// As the journal has it, and an export.
    package var json: String {
        get throws { try JSONText.object(row) }
    }
}
