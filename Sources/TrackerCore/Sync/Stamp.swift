/// Moment at which a machine wrote a part of a row: `MMMMMMMMMMMMMMM.CCCCC.writer`, with 15 digits of UTC
/// milliseconds, 5 digits of a counter, and the machine's id. The text has a fixed width, so its byte order is the
/// order in time.
package struct Stamp: Sendable, Hashable, Comparable {
    /// Stamp before all others, for what came with the program.
    package static let zero = Stamp(known: "0")
    /// First UTC millisecond that is too late for a valid stamp.
    fileprivate static let endMs: Int64 = 127_000_000_000_000
    fileprivate static let maximumCount = 65_535

    private static let msDigits = 15
    private static let countDigits = 5

    package let text: String

    private init(known text: String) { self.text = text }

    /// - Parameters:
    ///   - ms: UTC milliseconds, not negative and before `endMs`.
    ///   - count: a counter that tells stamps of the same millisecond apart, from 0 to 65535.
    ///   - writer: the machine's id.
    package init(ms: Int64, count: Int, writer: String) {
        func digits(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        text = "\(digits(ms, Self.msDigits)).\(digits(Int64(count), Self.countDigits)).\(writer)"
    }

    /// Stamp from its text; `nil` if the text isn't a valid stamp.
    package init?(_ text: String) {
        guard text != Self.zero.text else {
            self = .zero
            return
        }
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 3, let ms = Self.number(words[0], Self.msDigits), ms < Self.endMs,
            let count = Self.number(words[1], Self.countDigits), count <= Self.maximumCount,
            Identifier.isWhole(String(words[2]))
        else { return nil }
        self.text = text
    }

    private static func number(_ text: Substring, _ width: Int) -> Int64? {
        guard text.utf8.count == width,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text)
    }

    /// Id of the machine that wrote the part; `nil` for what came with the program.
    package var writer: String? {
        self == .zero ? nil : String(text.suffix(Identifier.length))
    }

    /// Time of the stamp, UTC milliseconds; 0 for what came with the program.
    package var ms: Int64 { Int64(text.prefix(Self.msDigits)) ?? 0 }

    fileprivate var count: Int {
        Int(text.dropFirst(Self.msDigits + 1).prefix(Self.countDigits)) ?? 0
    }

    package static func < (left: Stamp, right: Stamp) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

/// Clock for one machine's stamps. Each stamp that it gives is later than those that it gave or met before.
package struct StampClock: Sendable, Hashable {
    /// Latest time to which other machines' stamps can set the clock, UTC milliseconds. It is early enough that this
    /// machine never runs out of stamps.
    package static let furthestMs: Int64 = 126_000_000_000_000

    package let writer: String
    /// Latest stamp that was given or met; `.zero` before the first. Met stamps count up to `furthestMs`.
    package private(set) var last: Stamp

    package init(writer: String, last: Stamp = .zero) {
        self.writer = writer
        self.last = last
    }

    /// Gives the next stamp.
    ///
    /// - Parameter wallMs: the wall clock's time, UTC milliseconds. It may have been set back.
    package mutating func next(atMs wallMs: Int64) -> Stamp {
        let nowMs = min(max(0, wallMs), Self.furthestMs)
        if last == .zero || nowMs > last.ms {
            last = Stamp(ms: nowMs, count: 0, writer: writer)
        } else if last.count < Stamp.maximumCount {
            last = Stamp(ms: last.ms, count: last.count + 1, writer: writer)
        } else if last.ms + 1 < Stamp.endMs {
            last = Stamp(ms: last.ms + 1, count: 0, writer: writer)
        } else {
            // Only made-up stamps reach the last millisecond.
            last = Stamp(ms: last.ms, count: Stamp.maximumCount, writer: writer)
        }
        return last
    }

    /// Sets the clock to a stamp that was met, if that is later, but not past `furthestMs`.
    package mutating func observe(_ stamp: Stamp) {
        guard stamp > last else { return }
        last =
            stamp.ms < Self.furthestMs
            ? stamp : max(last, Stamp(ms: Self.furthestMs, count: 0, writer: writer))
    }
}
