/// Rows of comma-separated values (RFC 4180), from bytes that come in pieces.
///
/// Common deviations are accepted, too: any line end, even within quotes, and quotes within an unquoted
/// value, which are taken literally.
struct CSVRows {
    /// Largest size of a row, in bytes. Rows of the known programs have a few hundred bytes, so this limit
    /// catches an unclosed quote.
    static let maximumBytes = 262_144
    static let maximumColumns = 64

    struct Row {
        /// Line on which the row begins, from 1.
        let line: Int
        let fields: [[UInt8]]
        /// Whether there are characters between a closing quote and the end of its value.
        let isMalformed: Bool
    }

    private enum State { case atStart, plain, quoted, afterQuote, afterBlank }

    private let separator: UInt8
    private var state = State.atStart
    private var field: [UInt8] = []
    private var fields: [[UInt8]] = []
    private var bytes = 0
    private var isMalformed = false
    private var sawReturn = false
    private var line: Int
    private var firstLine: Int
    private var quoteLine = 0

    /// - Parameters:
    ///   - line: line of the next byte, from 1.
    ///   - sawReturn: whether the byte before was a carriage return.
    init(separator: UInt8, line: Int, sawReturn: Bool = false) {
        self.separator = separator
        self.line = line
        self.sawReturn = sawReturn
        firstLine = line
    }

    /// Takes one byte, and returns the row that it completes; `nil` if it completes none. Blank lines don't
    /// count as rows.
    mutating func push(_ byte: UInt8) throws(TrainingLogError) -> Row? {
        let isSecondHalf = sawReturn && byte == newline
        sawReturn = byte == carriageReturn
        if isSecondHalf { return nil }
        guard byte == newline || byte == carriageReturn else {
            try parse(byte)
            return nil
        }
        line += 1
        guard state != .quoted else {
            try add(newline)
            return nil
        }
        return endRow()
    }

    /// Ends the file, and returns the last row if it has no line end.
    mutating func finish() throws(TrainingLogError) -> Row? {
        guard state != .quoted else {
            throw TrainingLogError(
                line: quoteLine,
                "the quotes that begin here are never closed: the file was cut off")
        }
        return endRow()
    }

    private mutating func parse(_ byte: UInt8) throws(TrainingLogError) {
        switch (state, byte) {
        case (.quoted, quote): state = .afterQuote
        case (.quoted, _): try add(byte)
        case (.afterQuote, quote):
            state = .quoted
            try add(quote)
        case (_, separator): try endField()
        case (.atStart, quote):
            state = .quoted
            quoteLine = line
        case (.afterQuote, UInt8(ascii: " ")), (.afterBlank, UInt8(ascii: " ")):
            state = .afterBlank
        case (.afterQuote, _), (.afterBlank, _):
            // Only this row is lost: further quotes in it are taken literally.
            isMalformed = true
            state = .plain
            try add(byte)
        default:
            state = .plain
            try add(byte)
        }
    }

    private mutating func add(_ byte: UInt8) throws(TrainingLogError) {
        bytes += 1
        guard bytes <= Self.maximumBytes else {
            let advice =
                state == .quoted
                ? "; the quotes that begin on line \(quoteLine) may not be closed" : ""
            throw TrainingLogError(
                line: firstLine,
                "the row is longer than \(Self.maximumBytes / 1024) KiB\(advice)")
        }
        field.append(byte)
    }

    private mutating func endField() throws(TrainingLogError) {
        fields.append(field)
        guard fields.count < Self.maximumColumns else {
            throw TrainingLogError(
                line: firstLine, "the row has more than \(Self.maximumColumns) columns")
        }
        field.removeAll(keepingCapacity: true)
        state = .atStart
    }

    private mutating func endRow() -> Row? {
        defer {
            fields.removeAll(keepingCapacity: true)
            field.removeAll(keepingCapacity: true)
            (bytes, isMalformed, state, firstLine) = (0, false, .atStart, line)
        }
        let wasQuoted = state == .afterQuote || state == .afterBlank
        let isBlank = fields.isEmpty && !wasQuoted && field.allSatisfy { $0 == 0x20 }
        guard !isBlank else { return nil }
        fields.append(field)
        return Row(line: firstLine, fields: fields, isMalformed: isMalformed)
    }
}

let newline = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")
let quote = UInt8(ascii: "\"")
