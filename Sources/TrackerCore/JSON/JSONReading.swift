extension JSONText {
    /// Reads a value from JSON.
    ///
    /// - Throws: `JSONDocument.SyntaxError` where the bytes aren't JSON; `DecodingError` or `Rejection` where
    ///   a member is missing, of the wrong kind, or can't be read.
    package static func value<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try value(type, in: JSONDocument(bytes))
    }

    /// Reads a value from a JSON text; throws as `value(_:from:)` does for bytes.
    package static func value<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try value(type, from: Array(text.utf8))
    }

    /// Reads a value from a document, or from a place in it.
    package static func value<T: Decodable>(
        _ type: T.Type, in document: JSONDocument, at place: Int = 0
    ) throws -> T {
        try T(from: Reader(document: document, place: place, path: nil))
    }
}

extension JSONText {
    /// The JSON text of the value at which a decoder stands, as it was written.
    ///
    /// - Throws: `DecodingError` for a decoder that isn't this reader's.
    package static func source(of decoder: any Decoder) throws -> String {
        guard let reader = decoder as? Reader else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a decoder without a text"))
        }
        let text = String(decoding: reader.document.text(reader.token), as: UTF8.self)
        return reader.token.kind == .string ? "\"\(text)\"" : text
    }
}

extension JSONText {
    /// The row whose JSON `object` makes.
    ///
    /// - Throws: `JSONDocument.SyntaxError` where the text isn't JSON; `DecodingError` where it isn't an
    ///   object, or a text or a number in it can't be read.
    package static func row(from text: String) throws -> EntityRow {
        let document = try JSONDocument(Array(text.utf8))
        let whole = Reader(document: document, place: 0, path: nil)
        guard whole.token.kind == .object else { throw whole.mismatch([String: Any].self) }
        var names: [String] = []
        var cells: [Cell] = []
        var place = 1
        while place < Int(whole.token.next) {
            guard let name = document.string(document.tokens[place]) else {
                throw whole.mismatch(String.self)
            }
            let value = Reader(document: document, place: place + 1, path: nil)
            names.append(name)
            cells.append(try cell(value))
            place = Int(value.token.next)
        }
        return EntityRow(names: names, cells: cells)
    }

    private static func cell(_ value: Reader) throws -> Cell {
        switch value.token.kind {
        case .null: .null
        case .true: .integer(1)
        case .false: .integer(0)
        case .string: .text(try value.decode(String.self))
        case .number:
            if let integer = value.document.integer(value.token) {
                .integer(integer)
            } else {
                .number(try value.decode(Double.self))
            }
        case .array, .object:
            .json(String(decoding: value.document.text(value.token), as: UTF8.self))
        }
    }
}

/// The coding path to a value, kept only for nested values.
private final class Path {
    let key: any CodingKey
    let above: Path?

    init(_ key: any CodingKey, above: Path?) {
        self.key = key
        self.above = above
    }

    /// Keys of a path, the outermost first, with their names as in the text.
    static func keys(_ path: Path?) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var step = path
        while let current = step {
            let key = current.key
            keys.append(key.intValue == nil ? AnyKey(key.memberName) : key)
            step = current.above
        }
        return keys.reversed()
    }
}

/// The decoder of the value at a place of a document.
struct Reader: Decoder, SingleValueDecodingContainer {
    let document: JSONDocument
    let place: Int
    fileprivate let path: Path?

    var codingPath: [any CodingKey] { Path.keys(path) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var token: JSONDocument.Token { document.tokens[place] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard token.kind == .object else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(ObjectReader<Key>(object: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard token.kind == .array else { throw mismatch([Any].self) }
        return ListReader(list: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func mismatch(_ type: Any.Type) -> DecodingError {
        // A decoder that tries several types in turn ignores most of these errors, so the description stays
        // cheap.
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "another kind"))
    }

    /// The rejection of a value that is of the right kind, but isn't acceptable.
    func unreadable(_ wanted: String) -> Rejection {
        let field = codingPath.fieldName ?? "params"
        return .invalid(field, "\(field: field) \(wanted)")
    }

    func decodeNil() -> Bool { token.kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch token.kind {
        case .true: return true
        case .false: return false
        default: throw mismatch(type)
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard token.kind == .string else { throw mismatch(type) }
        if let value = document.string(token) { return value }
        throw unreadable("has a string with a broken escape or a bare control character")
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard token.kind == .number else { throw mismatch(type) }
        if let value = document.double(token) { return value }
        throw unreadable("must be a number")
    }

    func decode(_ type: Int64.Type) throws -> Int64 {
        guard token.kind == .number else { throw mismatch(type) }
        if let value = document.integer(token) { return value }
        throw unreadable("must be a whole number that fits in 64 bits")
    }

    func decode(_ type: UInt64.Type) throws -> UInt64 {
        guard token.kind == .number else { throw mismatch(type) }
        let text = String(decoding: document.text(token), as: UTF8.self)
        if let value = UInt64(text) { return value }
        throw unreadable("must be a whole number that fits in 64 bits")
    }

    private func narrow<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        if let value = Number(exactly: try decode(Int64.self)) { return value }
        throw unreadable("must be a whole number that fits in \(Number.bitWidth) bits")
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try narrow(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try narrow(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try narrow(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try narrow(type) }
    func decode(_ type: UInt.Type) throws -> UInt { UInt(try decode(UInt64.self)) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try narrow(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try narrow(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try narrow(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
}

private struct ObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: Reader

    var codingPath: [any CodingKey] { object.codingPath }

    /// Keys of the object. Only key types that take any name are looked up this way; others are asked for one
    /// by one.
    var allKeys: [Key] {
        var keys: [Key] = []
        var place = object.place + 1
        let end = Int(object.token.next)
        while place < end {
            let name = object.document.string(object.document.tokens[place])
            if let key = name.flatMap(Key.init(stringValue:)) { keys.append(key) }
            place = Int(object.document.tokens[place + 1].next)
        }
        return keys
    }

    private func place(_ key: Key) -> Int? {
        object.document.member(key.memberName, of: object.place)
    }

    private func value(_ key: Key) throws -> Reader {
        guard let place = place(key) else {
            throw DecodingError.keyNotFound(
                AnyKey(key.memberName),
                .init(codingPath: codingPath, debugDescription: "missing"))
        }
        return Reader(
            document: object.document, place: place, path: Path(key, above: object.path))
    }

    func contains(_ key: Key) -> Bool { place(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        if let place = place(key) { return object.document.tokens[place].kind == .null }
        return try value(key).decodeNil()
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try T(from: value(key))
    }

    // The methods below read a value directly; a reader with a coding path is made only where that fails,
    // since the path matters only in errors.

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        if let place = place(key), object.document.tokens[place].kind == .string,
            let value = object.document.string(object.document.tokens[place])
        {
            return value
        }
        return try value(key).decode(type)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        if let place = place(key), object.document.tokens[place].kind == .number,
            let value = object.document.integer(object.document.tokens[place])
        {
            return value
        }
        return try value(key).decode(type)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { object }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

private struct ListReader: UnkeyedDecodingContainer {
    let list: Reader
    private(set) var currentIndex = 0
    private var place: Int

    init(list: Reader) {
        self.list = list
        place = list.place + 1
    }

    var codingPath: [any CodingKey] { list.codingPath }
    var isAtEnd: Bool { place >= Int(list.token.next) }

    var count: Int? {
        var count = 0
        var place = list.place + 1
        while place < Int(list.token.next) {
            count += 1
            place = Int(list.document.tokens[place].next)
        }
        return count
    }

    private mutating func next() throws -> Reader {
        let path = Path(Index(intValue: currentIndex), above: list.path)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self, .init(codingPath: Path.keys(path), debugDescription: "the list's end"))
        }
        let reader = Reader(document: list.document, place: place, path: path)
        place = Int(list.document.tokens[place].next)
        currentIndex += 1
        return reader
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, list.document.tokens[place].kind == .null else { return false }
        _ = try next()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: next()) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }
}
