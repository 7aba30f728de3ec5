import TrackerCore

/// Decoder that gives a type whatever it asks for and records the requests. A type's own decoder thus defines
/// its shape, so there is no second list that could differ.
package final class ShapeProbe {
    private var members: [Shape.Member] = []
    /// Names of members already asked for.
    private var asked: Set<String> = []
    private var shape: Shape?

    private init() {}

    package static func shape<T: Decodable>(of type: T.Type) -> Shape {
        do {
            return try found(type).shape
        } catch {
            preconditionFailure("\(type) reads too variously, so it must be Shaped: \(error)")
        }
    }

    /// Shape of a type, with an example value.
    fileprivate static func found<T: Decodable>(_ type: T.Type) throws -> (shape: Shape, value: T) {
        if let shape = known(type) {
            return (shape, try JSONText.value(type, from: JSONText.of(shape.example)))
        }
        let probe = ShapeProbe()
        let value = try T(from: probe)
        if let shape = probe.shape { return (shape, value) }
        let shape = Shape.object(probe.members)
        // Results and events consist of views.
        let name = "\(type)"
        let isView = name.hasSuffix(view) && name != view
        return (isView ? .named(String(name.dropLast(view.count)), shape) : shape, value)
    }

    private static let view = "View"

    private static func known<T>(_ type: T.Type) -> Shape? {
        if let shaped = type as? any Shaped.Type { return shaped.shape }
        let words = (type as? any CaseIterable.Type)?.words ?? []
        return words.isEmpty ? nil : .word(words)
    }

    /// Records a member and returns a value for it.
    fileprivate func member<T: Decodable>(
        _ type: T.Type, _ key: some CodingKey, isNeeded: Bool
    ) throws -> T {
        let (shape, value) = try Self.found(type)
        let name = key.memberName
        guard asked.insert(name).inserted else { return value }
        members.append(.init(name, shape, isNeeded: isNeeded))
        if shape == .moment {
            members.append(.init(name + MomentText<String>.suffix.description, .integer))
        }
        return value
    }

    /// Records the shape of the value itself and returns the value.
    fileprivate func single<T>(_ shape: Shape, _ value: T) -> T {
        self.shape = shape
        return value
    }
}

extension CaseIterable {
    /// Words of an enumeration of words; empty for other types.
    fileprivate static var words: [String] {
        allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    }
}

extension ShapeProbe: Decoder {
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ObjectProbe<Key>(probe: self))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ListProbe(probe: self)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueProbe(probe: self)
    }
}

private struct ObjectProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: ShapeProbe
    var codingPath: [any CodingKey] { [] }

    /// A decoder that asks for the names accepts any name.
    var allKeys: [Key] { Key(stringValue: "name").map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard Key.namesProperties else {
            let (shape, value) = try ShapeProbe.found(type)
            return probe.single(.map(shape), value)
        }
        return try probe.member(type, key, isNeeded: true)
    }

    // All of these are needed because the default implementations ask for a required member.

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        _ = try probe.member(type, key, isNeeded: false)
        return nil
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        _ = try probe.member(type, key, isNeeded: false)
        return nil
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        _ = try probe.member(type, key, isNeeded: false)
        return nil
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        _ = try probe.member(type, key, isNeeded: false)
        return nil
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        _ = try probe.member(type, key, isNeeded: false)
        return nil
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        _ = try probe.member(type, key, isNeeded: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw ShapeProbe.unshaped }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw ShapeProbe.unshaped
    }

    func superDecoder() throws -> any Decoder { throw ShapeProbe.unshaped }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ShapeProbe.unshaped }
}

/// A list of one element.
private struct ListProbe: UnkeyedDecodingContainer {
    let probe: ShapeProbe
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(probe: ShapeProbe) { self.probe = probe }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        let (shape, value) = try ShapeProbe.found(type)
        return probe.single(.list(shape), value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw ShapeProbe.unshaped }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw ShapeProbe.unshaped
    }

    mutating func superDecoder() throws -> any Decoder { throw ShapeProbe.unshaped }
}

private struct ValueProbe: SingleValueDecodingContainer {
    let probe: ShapeProbe
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { probe.single(.boolean, true) }
    func decode(_ type: String.Type) throws -> String { probe.single(.text, "tea") }
    func decode(_ type: Double.Type) throws -> Double { probe.single(.number, 1) }
    func decode(_ type: Float.Type) throws -> Float { probe.single(.number, 1) }
    func decode(_ type: Int.Type) throws -> Int { probe.single(.integer, 1) }
    func decode(_ type: Int8.Type) throws -> Int8 { probe.single(.integer, 1) }
    func decode(_ type: Int16.Type) throws -> Int16 { probe.single(.integer, 1) }
    func decode(_ type: Int32.Type) throws -> Int32 { probe.single(.integer, 1) }
    func decode(_ type: Int64.Type) throws -> Int64 { probe.single(.integer, 1) }
    func decode(_ type: UInt.Type) throws -> UInt { probe.single(.integer, 1) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { probe.single(.integer, 1) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { probe.single(.integer, 1) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { probe.single(.integer, 1) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { probe.single(.integer, 1) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (shape, value) = try ShapeProbe.found(type)
        return probe.single(shape, value)
    }
}

extension ShapeProbe {
    fileprivate static var unshaped: DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "nested containers aren't probed"))
    }
}
