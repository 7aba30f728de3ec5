/// One value of an entity's row.
package enum Cell: Sendable, Hashable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A list or an object: in the database a text, in the journal the JSON that it is.
    case json(String)
}

/// Takes an entity's values, in the order of its columns.
package struct RowWriter {
    package private(set) var cells: [Cell] = []

    package init(columns: Int) { cells.reserveCapacity(columns) }

    package mutating func write(_ value: Int64?) { cells.append(value.map(Cell.integer) ?? .null) }
    package mutating func write(_ value: Double?) { cells.append(value.map(Cell.number) ?? .null) }
    package mutating func write(_ value: String?) { cells.append(value.map(Cell.text) ?? .null) }
    package mutating func write(_ value: Bool) { cells.append(.integer(value ? 1 : 0)) }

    package mutating func write<Word: RawRepresentable<String>>(_ word: Word?) {
        write(word?.rawValue)
    }

    package mutating func write(_ values: [some Encodable]) throws {
        cells.append(.json(values.isEmpty ? "[]" : try JSONText.of(values)))
    }

    /// Writes a value that has members of its own.
    package mutating func write(nested value: (some Encodable)?) throws {
        cells.append(try value.map { .json(try JSONText.of($0)) } ?? .null)
    }
}

/// Gives an entity's values back, in the order of its columns.
package struct RowReader {
    private let cells: [Cell]
    private var next = 0

    package init(_ cells: [Cell]) { self.cells = cells }

    /// A row that holds a value of another kind than its entity wants, or none: it is damaged.
    package struct WrongKind: Error, Hashable {
        /// From 0.
        package let column: Int

        package init(column: Int) { self.column = column }
    }

    private mutating func take() throws(WrongKind) -> Cell {
        guard next < cells.count else { throw WrongKind(column: next) }
        next += 1
        return cells[next - 1]
    }

    private var wrongKind: WrongKind { WrongKind(column: next - 1) }

    package mutating func integer() throws(WrongKind) -> Int64 {
        guard case .integer(let value) = try take() else { throw wrongKind }
        return value
    }

    package mutating func optionalInteger() throws(WrongKind) -> Int64? {
        switch try take() {
        case .integer(let value): return value
        case .null: return nil
        default: throw wrongKind
        }
    }

    package mutating func number() throws(WrongKind) -> Double {
        guard let value = try optionalNumber() else { throw wrongKind }
        return value
    }

    package mutating func optionalNumber() throws(WrongKind) -> Double? {
        switch try take() {
        case .number(let value): return value
        case .integer(let value): return Double(value)
        case .null: return nil
        default: throw wrongKind
        }
    }

    package mutating func bool() throws(WrongKind) -> Bool { try integer() != 0 }

    package mutating func text() throws(WrongKind) -> String {
        guard let value = try optionalText() else { throw wrongKind }
        return value
    }

    package mutating func optionalText() throws(WrongKind) -> String? {
        switch try take() {
        case .text(let value): return value
        case .null: return nil
        default: throw wrongKind
        }
    }

    package mutating func word<Word: RawRepresentable<String>>(
        _ type: Word.Type
    ) throws(WrongKind) -> Word {
        guard let word = try optionalWord(type) else { throw wrongKind }
        return word
    }

    package mutating func optionalWord<Word: RawRepresentable<String>>(
        _ type: Word.Type
    ) throws(WrongKind) -> Word? {
        guard let text = try optionalText() else { return nil }
        guard let word = Word(rawValue: text) else { throw wrongKind }
        return word
    }

    package mutating func list<Element: Decodable>(of type: Element.Type) throws -> [Element] {
        guard let text = try nestedText() else { throw wrongKind }
        return text == "[]" ? [] : try JSONText.value([Element].self, from: text)
    }

    package mutating func nested<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try nestedText().map { try JSONText.value(type, from: $0) }
    }

    package mutating func required<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = try nested(type) else { throw wrongKind }
        return value
    }

    package mutating func tally() throws(WrongKind) -> Tally {
        guard let tally = Tally(text: try text()) else { throw wrongKind }
        return tally
    }

    package mutating func optionalTally() throws(WrongKind) -> Tally? {
        guard let text = try optionalText() else { return nil }
        guard let tally = Tally(text: text) else { throw wrongKind }
        return tally
    }

    package mutating func optionalMoment() throws(WrongKind) -> Moment? {
        guard let text = try optionalText() else { return nil }
        guard let moment = Moment(text: text) else { throw wrongKind }
        return moment
    }

    private mutating func nestedText() throws(WrongKind) -> String? {
        switch try take() {
        // The database doesn't know which of its texts are JSON.
        case .json(let text), .text(let text): return text
        case .null: return nil
        default: throw wrongKind
        }
    }
}

extension Entity {
    /// The values of its columns, in their order.
    package var cells: [Cell] {
        get throws {
            var row = RowWriter(columns: Self.columns.count)
            try write(to: &row)
            return row.cells
        }
    }

    package init(cells: [Cell]) throws {
        var row = RowReader(cells)
        try self.init(from: &row)
    }
}
