import TrackerCore

/// Cuts the input of a client into lines.
package struct LineBuffer {
    package enum Piece: Sendable, Hashable {
        /// A line without its newline and a carriage return before that; never empty.
        case line([UInt8])
        /// The beginning of a line over the limit, which is skipped to its end.
        case tooLong

        /// Size of the line in bytes; 0 for one that is too long.
        var bytes: Int {
            if case .line(let line) = self { line.count } else { 0 }
        }
    }

    private static let newline = UInt8(ascii: "\n")

    private var bytes: [UInt8] = []
    /// Offset of the beginning of the present line.
    private var start = 0
    /// Offset up to which there is no newline.
    private var searched = 0
    private var isSkipping = false

    package init() {}

    /// Whether a line has begun that is incomplete.
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

    /// Ends the last line where the client has finished without a newline.
    package mutating func end() {
        if hasPartialLine { append(CollectionOfOne(Self.newline)) }
    }

    /// The next complete line, or the note that one is too long; `nil` until more has come.
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

    /// Keeps the beginning of a line as long as the line may fit; returns a note where it is too long.
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
