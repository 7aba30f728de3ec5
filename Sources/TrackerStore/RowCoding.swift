import GRDB
import TrackerCore

// GRDB can code rows itself, at ten times the cost, which would be the larger part of a request.

/// Reads an entity from a row whose columns stand in the table's order.
struct RowDecoder: Decoder {
    let cells: Cells
    let columns: [String]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Columns<Key>(cells: cells, columns: columns))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RowCodingError.noColumn }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw RowCodingError.noColumn
    }
}

enum RowCodingError: Error {
    /// An entity asks for something that isn't a column: a mistake in the program.
    case noColumn
    /// A column holds a value of another kind than its property, or none.
    case wrongKind(column: Int)
    /// The value wants to be read as a list or an object.
    case isNested
}

private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let cells: Cells
    let columns: [String]
    let codingPath: [any CodingKey] = []

    var allKeys: [Key] { columns.compactMap(Key.init(stringValue:)) }

    private func index(_ key: Key) throws -> Int {
        guard let index = columns.firstIndex(of: key.stringValue) else {
            throw RowCodingError.noColumn
        }
        return index
    }

    func contains(_ key: Key) -> Bool { columns.contains(key.stringValue) }
    func decodeNil(forKey key: Key) throws -> Bool { cells.isNull(try index(key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try cells.integer(index(key)) != 0
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try cells.text(index(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try cells.integer(index(key))
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try cells.number(index(key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let index = try index(key)
        do {
            return try T(from: ColumnDecoder(cells: cells, index: index))
        } catch RowCodingError.isNested {
            return try JSONText.value(type, from: cells.text(index))
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw RowCodingError.noColumn }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw RowCodingError.noColumn
    }

    func superDecoder() throws -> any Decoder { throw RowCodingError.noColumn }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw RowCodingError.noColumn }
}

/// Reads what stands in one column, unless it is nested.
private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
    let cells: Cells
    let index: Int
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw RowCodingError.isNested
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw RowCodingError.isNested
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { cells.isNull(index) }
    func decode(_ type: Bool.Type) throws -> Bool { try cells.integer(index) != 0 }
    func decode(_ type: String.Type) throws -> String {
        try cells.text(index)
    }
    func decode(_ type: Double.Type) throws -> Double {
        try cells.number(index)
    }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int64.Type) throws -> Int64 { try cells.integer(index) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    private func whole<Number: FixedWidthInteger>() throws -> Number {
        guard let number = Number(exactly: try decode(Int64.self)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "out of range for \(Number.self)"))
        }
        return number
    }
}

/// Gathers an entity's values in the order of the table's columns; what is nested becomes JSON.
final class RowEncoder: Encoder {
    private let columns: [String]
    fileprivate(set) var values: [(any DatabaseValueConvertible)?]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(columns: [String]) {
        self.columns = columns
        values = Array(repeating: nil, count: columns.count)
    }

    fileprivate func set(
        _ value: (any DatabaseValueConvertible)?, _ key: some CodingKey
    ) throws {
        guard let index = columns.firstIndex(of: key.stringValue) else {
            throw RowCodingError.noColumn
        }
        values[index] = value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ColumnValues<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("an entity is coded by its members")
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("an entity is coded by its members")
    }
}

private struct ColumnValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RowEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) throws { try encoder.set(nil, key) }
    func encode(_ value: Bool, forKey key: Key) throws { try encoder.set(value, key) }
    func encode(_ value: String, forKey key: Key) throws { try encoder.set(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try encoder.set(value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try encoder.set(value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try encoder.set(value, key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let text = try JSONText.of(value)
        // Words and moments are texts: they stand in their column without JSON's quotes.
        let isPlain =
            text.utf8.first == UInt8(ascii: "\"") && !text.utf8.contains(UInt8(ascii: "\\"))
        let inner = Substring(text.utf8.dropFirst().dropLast())
        try encoder.set(isPlain ? String(inner) : text, key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        preconditionFailure("a nested value is given a type of its own")
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        preconditionFailure("a nested value is given a type of its own")
    }

    func superEncoder() -> any Encoder {
        preconditionFailure("a nested value is given a type of its own")
    }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}
