import TrackerCore

/// Cuts a client's input into lines.
package struct LineBuffer {
    package enum Piece: Sendable, Hashable {
        /// A line without its newline, and without a carriage return before that; never empty.
        case line([UInt8])
        /// The beginning of a line over the limit, the rest of which is skipped.
        case tooLong

        /// Size of the line in bytes; 0 for one over the limit.
        var bytes: Int {
            if case .line(let line) = self { line.count } else { 0 }
        }
    }

    private static let newline = UInt8(ascii: "\n")

    private var bytes: [UInt8] = []
    /// Offset at which the current line begins.
    private var start = 0
    /// Offset up to which no newline was found.
    private var searched = 0
    private var isSkipping = false

    package init() {}

    /// Whether the input ends with an incomplete line.
    package var hasPartialLine: Bool { isSkipping || start < bytes.count }

    package mutating func append(_ more: some Collection<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 17)
            (start, searched) = (0, 0)
        } else if start > 1 << 16 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Ends the last line if the client finished without a newline.
    package mutating func end() {
        if hasPartialLine { append(CollectionOfOne(Self.newline)) }
    }

    /// The next complete line, or a note that it was too long; `nil` until more input has come.
    package mutating func next(limit: Int) -> Piece? {
        while true {
            guard let end = bytes[searched...].firstIndex(of: Self.newline) else {
                searched = bytes.count
                return holdPartialLine(limit: limit)
            }
            let line = bytes[start..<end]
            (start, searched) = (end + 1, end + 1)
            if isSkipping {
                isSkipping = false
                continue
            }
            if line.count > limit { return .tooLong }
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) {
                return .line(Array(text))
            }
        }
    }

    /// Keeps an incomplete line while it is within the limit; returns a note if it is too long.
    private mutating func holdPartialLine(limit: Int) -> Piece? {
        if isSkipping {
            drop()
            return nil
        }
        guard bytes.count - start > limit else { return nil }
        isSkipping = true
        drop()
        return .tooLong
    }

    private mutating func drop() {
        bytes.removeAll()
        (start, searched) = (0, 0)
    }
}
