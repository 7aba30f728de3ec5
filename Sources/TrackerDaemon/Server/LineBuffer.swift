import TrackerCore

/// Cuts what a client sends into lines.
package struct LineBuffer {
    package enum Piece: Sendable, Hashable {
        /// Without its newline and a carriage return before it; never empty.
        case line([UInt8])
        /// A line over the limit began; it is skipped to its end.
        case tooLong

        /// Its size.
        var bytes: Int {
            if case .line(let line) = self { line.count } else { 0 }
        }
    }

    private static let newline = UInt8(ascii: "\n")

    private var bytes: [UInt8] = []
    /// The place where the present line begins.
    private var start = 0
    /// Up to where no newline was found.
    private var searched = 0
    private var isSkipping = false

    package init() {}

    /// Whether a line has begun that hasn't ended.
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

    /// The next whole line, or a note that one is too long; `nil` until more has come.
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

    /// Keeps what there is of a line as long as it may still fit.
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
