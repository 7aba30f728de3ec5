import TrackerCore

/// The rows of trackerd's own export, from bytes that come in pieces.
///
/// The file is one object: first `"trackerd": {"format": 1, …}`, then a member for each table with the list
/// of its rows.
struct NativeRows {
    /// Largest size of a value, in bytes; an entity with all its texts is far smaller.
    static let maximumBytes = 1_048_576
    /// The format's number. A file with a larger number is from a newer trackerd.
    static let format = 1

    private enum State {
        case start, name, inName, colon, value, element, inValue, afterElement, afterList, done
    }

    private var state = State.start
    private var line: Int
    /// Name of the table being read.
    private var table = ""
    private var sawHead = false
    /// Time when the file was written, in UTC milliseconds; `nil` until the file gives it.
    private(set) var exportedMs: Int64?
    /// Bytes of the value being read.
    private var value: [UInt8] = []
    private var valueLine = 1
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// - Parameter line: line of the next byte, from 1.
    init(line: Int) { self.line = line }

    mutating func push(_ byte: UInt8) throws(TrainingLogError) -> TrainingLog.Row? {
        defer { if byte == newline { line += 1 } }
        if state == .inValue || state == .inName {
            try parse(byte)
            if state == .inName, !isInString { try endName() }
            if state == .inValue, depth == 0 { return try endValue() }
            return nil
        }
        guard ![0x20, 0x09, newline, carriageReturn].contains(byte) else { return nil }
        switch (state, byte) {
        case (.start, UInt8(ascii: "{")): state = .name
        case (.name, quote): try beginValue(.inName, byte)
        case (.name, UInt8(ascii: "}")) where sawHead: state = .done
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.value, UInt8(ascii: "[")) where sawHead: state = .element
        case (.value, UInt8(ascii: "{")) where !sawHead: try beginValue(.inValue, byte)
        case (.element, UInt8(ascii: "{")): try beginValue(.inValue, byte)
        case (.element, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .afterList
        case (.afterElement, UInt8(ascii: ",")): state = .element
        case (.afterList, UInt8(ascii: ",")): state = .name
        case (.afterList, UInt8(ascii: "}")): state = .done
        default: throw TrainingLogError(line: line, "this isn't JSON as trackerd exports it")
        }
        return nil
    }

    func finish() throws(TrainingLogError) {
        guard state == .done else {
            throw TrainingLogError(line: line, "the file ends too early: it was cut off")
        }
    }

    private mutating func beginValue(_ state: State, _ byte: UInt8) throws(TrainingLogError) {
        self.state = state
        value.removeAll(keepingCapacity: true)
        valueLine = line
        depth = 0
        try parse(byte)
    }

    private mutating func parse(_ byte: UInt8) throws(TrainingLogError) {
        guard value.count < Self.maximumBytes else {
            throw TrainingLogError(
                line: valueLine, "the row is longer than \(Self.maximumBytes / 1024) KiB")
        }
        value.append(byte)
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == quote {
                isInString = false
            }
            return
        }
        switch byte {
        case quote: isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
    }

    private mutating func endName() throws(TrainingLogError) {
        guard let name = try? JSONText.value(String.self, from: value) else {
            throw TrainingLogError(line: valueLine, "this isn't valid JSON: a name can't be read")
        }
        guard sawHead || name == "trackerd" else {
            throw TrainingLogError(
                line: valueLine,
                "this is JSON, but not an export from trackerd")
        }
        table = name
        state = .colon
    }

    private struct Head: Decodable { let format: Int }

    private struct Stamp: Decodable {
        let exportedAt: String
    }

    private mutating func endValue() throws(TrainingLogError) -> TrainingLog.Row? {
        guard (try? JSONDocument(value)) != nil,
            let text = String(validating: value, as: UTF8.self)
        else {
            throw TrainingLogError(line: valueLine, "the row that begins here isn't valid JSON")
        }
        guard !sawHead else {
            state = .afterElement
            return TrainingLog.Row(line: valueLine, table: table, json: text)
        }
        guard let head = try? JSONText.value(Head.self, from: value), head.format >= 1 else {
            throw TrainingLogError(line: valueLine, "the export doesn't name its format")
        }
        guard head.format <= Self.format else {
            throw TrainingLogError(
                line: valueLine, "the export is from a newer trackerd: import it with that version")
        }
        exportedMs = (try? JSONText.value(Stamp.self, from: value))
            .flatMap { GivenTime($0.exportedAt)?.instantMs }
        (sawHead, state) = (true, .afterList)
        return nil
    }
}
