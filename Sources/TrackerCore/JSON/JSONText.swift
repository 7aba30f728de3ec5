/// Writes values as JSON, with their members in the order of declaration and their names in snake_case.
///
/// Everything that goes over the wire or into the journal is written by this encoder, several times for
/// each request. It writes the text straight into one buffer, which takes a tenth of the time of building a
/// tree first.
package enum JSONText {
    /// The JSON of a value, on one line.
    ///
    /// - Throws: the error of the value's own encoding; `EncodingError` for a number that JSON can't
    ///   express.
    package static func of(_ value: some Encodable) throws -> String {
        let buffer = Buffer()
        try buffer.encode(value)
        return buffer.output.text
    }
}

extension JSONText {
    /// The JSON of a text, with its quotes.
    package static func quoted(_ text: String) -> String {
        var output = Output()
        output.writeString(text)
        return output.text
    }

    /// The JSON of a row: an object of the columns that aren't empty.
    ///
    /// - Parameter withEmpty: whether to include the empty ones, as `null`.
    /// - Throws: `EncodingError` for a number that JSON can't express.
    package static func object(_ row: EntityRow, withEmpty: Bool = false) throws -> String {
        var output = Output()
        output.write("{")
        for (name, cell) in zip(row.names, row.cells) where withEmpty || cell != .null {
            output.writeName(AnyKey(name))
            switch cell {
            case .null: output.write("null")
            case .integer(let value): output.writeInteger(value)
            case .number(let value): try output.writeNumber(value)
            case .text(let text): output.writeString(text)
            case .json(let text): output.bytes.append(contentsOf: text.utf8)
            }
        }
        output.write("}")
        return output.text
    }
}

/// The output that all writers of one value share.
private final class Buffer {
    var output = Output()

    func encode(_ value: some Encodable) throws {
        let writer = Writer(buffer: self)
        try value.encode(to: writer)
        writer.close()
    }
}

/// A text that is being written.
private struct Output {
    var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func writeBool(_ value: Bool) { write(value ? "true" : "false") }

    mutating func writeInteger(_ value: Int64) {
        guard value < 0 || value > 9 else { return bytes.append(UInt8(ascii: "0") + UInt8(value)) }
        var text = String(value)
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func writeNumber(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "JSON has no \(value)"))
        }
        if let whole = Int64(exactly: value) { return writeInteger(whole) }
        bytes.append(contentsOf: value.description.utf8)
    }

    mutating func writeString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            guard let first = utf8.firstIndex(where: Self.needsEscape) else {
                return bytes.append(contentsOf: utf8)
            }
            writeEscaped(utf8, cleanUntil: first)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ utf8: UnsafeBufferPointer<UInt8>, cleanUntil first: Int) {
        bytes.append(contentsOf: utf8[..<first])
        var clean = first
        for index in first..<utf8.count where Self.needsEscape(utf8[index]) {
            bytes.append(contentsOf: utf8[clean..<index])
            writeEscape(utf8[index])
            clean = index + 1
        }
        bytes.append(contentsOf: utf8[clean...])
    }

    /// Writes the comma before a member or an element; the first has none.
    mutating func separate() {
        if bytes.last != UInt8(ascii: "{") && bytes.last != UInt8(ascii: "[") { write(",") }
    }

    /// Writes a member's name with its colon.
    ///
    /// - Parameter ending: a suffix for the name.
    mutating func writeName<Key: CodingKey>(_ key: Key, ending: StaticString = "") {
        separate()
        guard Key.namesProperties else {
            writeString(key.stringValue + ending.description)
            return write(":")
        }
        write("\"")
        key.stringValue.spellInSnakeCase { bytes.append($0) }
        write(ending)
        write("\":")
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscape(_ byte: UInt8) {
        write("\\")
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "\n"): write("n")
        case UInt8(ascii: "\r"): write("r")
        case UInt8(ascii: "\t"): write("t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            write("u00")
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

/// The encoder of one value, which becomes an object, a list or a single value by the container it asks for.
private final class Writer: Encoder {
    private enum Shape { case none, object, list, single }

    let buffer: Buffer
    /// Always empty: a failed encoding is a programming error, which the value shows well enough.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var shape = Shape.none

    init(buffer: Buffer) { self.buffer = buffer }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        open(.object, "{")
        return KeyedEncodingContainer(ObjectWriter<Key>(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        open(.list, "[")
        return ListWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        open(.single, "")
        return ValueWriter(writer: self)
    }

    private func open(_ wanted: Shape, _ bracket: StaticString) {
        if shape == wanted { return }
        precondition(shape == .none, "a value is written as one thing only")
        shape = wanted
        buffer.output.write(bracket)
    }

    /// Ends the value; called once its members have been written.
    func close() {
        switch shape {
        case .object: buffer.output.write("}")
        case .list: buffer.output.write("]")
        case .none: buffer.output.write("{}")
        case .single: break
        }
    }
}

/// Writes the members of an object. Nested containers aren't supported, since neither derived encodings nor
/// the ones here ask for them.
private struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: Writer
    var codingPath: [any CodingKey] { writer.codingPath }

    private func begin(_ key: Key) { writer.buffer.output.writeName(key) }

    func encodeNil(forKey key: Key) {
        begin(key)
        writer.buffer.output.write("null")
    }

    func encode(_ value: String, forKey key: Key) {
        begin(key)
        writer.buffer.output.writeString(value)
    }

    func encode(_ value: Int64, forKey key: Key) {
        begin(key)
        writer.buffer.output.writeInteger(value)
    }

    func encode(_ value: Int, forKey key: Key) {
        begin(key)
        writer.buffer.output.writeInteger(Int64(value))
    }

    func encode(_ value: Double, forKey key: Key) throws {
        begin(key)
        try writer.buffer.output.writeNumber(value)
    }

    func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        writer.buffer.output.writeBool(value)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        begin(key)
        guard T.self == MomentText<String>.self, let moment = value as? MomentText<String> else {
            return try writer.buffer.encode(value)
        }
        writer.buffer.output.writeString(moment.wrappedValue)
        if let ms = Zone.ms(ofText: moment.wrappedValue) {
            writer.buffer.output.writeName(key, ending: MomentText<String>.suffix)
            writer.buffer.output.writeInteger(ms)
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        preconditionFailure("nested containers aren't written: give the member a type of its own")
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        preconditionFailure("nested containers aren't written: give the member a type of its own")
    }

    func superEncoder() -> any Encoder {
        preconditionFailure("nested encoders aren't written: give the member a type of its own")
    }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct ListWriter: UnkeyedEncodingContainer {
    let writer: Writer
    var codingPath: [any CodingKey] { writer.codingPath }
    private(set) var count = 0

    init(writer: Writer) { self.writer = writer }

    mutating func encodeNil() {
        begin()
        writer.buffer.output.write("null")
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        begin()
        try writer.buffer.encode(value)
    }

    private mutating func begin() {
        writer.buffer.output.separate()
        count += 1
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        preconditionFailure("nested containers aren't written: give the element a type of its own")
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("nested containers aren't written: give the element a type of its own")
    }

    mutating func superEncoder() -> any Encoder {
        preconditionFailure("nested encoders aren't written: give the element a type of its own")
    }
}

private struct ValueWriter: SingleValueEncodingContainer {
    let writer: Writer
    var codingPath: [any CodingKey] { writer.codingPath }

    func encodeNil() { writer.buffer.output.write("null") }
    func encode(_ value: Bool) { writer.buffer.output.writeBool(value) }
    func encode(_ value: String) { writer.buffer.output.writeString(value) }
    func encode(_ value: Double) throws {
        try writer.buffer.output.writeNumber(value)
    }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) { encode(Int64(value)) }
    func encode(_ value: Int8) { encode(Int64(value)) }
    func encode(_ value: Int16) { encode(Int64(value)) }
    func encode(_ value: Int32) { encode(Int64(value)) }
    func encode(_ value: Int64) { writer.buffer.output.writeInteger(value) }
    func encode(_ value: UInt) { encode(UInt64(value)) }
    func encode(_ value: UInt8) { encode(Int64(value)) }
    func encode(_ value: UInt16) { encode(Int64(value)) }
    func encode(_ value: UInt32) { encode(Int64(value)) }
    func encode(_ value: UInt64) {
        writer.buffer.output.bytes.append(contentsOf: String(value).utf8)
    }

    func encode<T: Encodable>(_ value: T) throws {
        try writer.buffer.encode(value)
    }
}
