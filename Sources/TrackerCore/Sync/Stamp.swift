/// The moment at which a machine wrote a part of a row: `MMMMMMMMMMMMMMM.CCCCC.writer`, 15 digits of UTC
/// milliseconds, 5 of a counter, and the machine's id. The text has a fixed width, so that the order of its bytes is
/// the order of time.
package struct Stamp: Sendable, Hashable, Comparable {
    /// The stamp before all others: that of what came with the program.
    package static let zero = Stamp(known: "0")
    /// Milliseconds from which on a stamp isn't one.
    fileprivate static let endMs: Int64 = 127_000_000_000_000
    fileprivate static let maximumCount = 65_535

    private static let msDigits = 15
    private static let countDigits = 5

    package let text: String

    private init(known text: String) { self.text = text }

    /// - Parameters:
    ///   - ms: UTC milliseconds, not negative and before `endMs`.
    ///   - count: a number that tells stamps of the same millisecond apart, up to 65535.
    ///   - writer: the id of the machine.
    package init(ms: Int64, count: Int, writer: String) {
        func digits(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        text = "\(digits(ms, Self.msDigits)).\(digits(Int64(count), Self.countDigits)).\(writer)"
    }

    /// The stamp with a text; `nil` where the text is none.
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

    /// The machine that has written the part; `nil` for what came with the program.
    package var writer: String? {
        self == .zero ? nil : String(text.suffix(Identifier.length))
    }

    /// UTC milliseconds; 0 for what came with the program.
    package var ms: Int64 { Int64(text.prefix(Self.msDigits)) ?? 0 }

    fileprivate var count: Int {
        Int(text.dropFirst(Self.msDigits + 1).prefix(Self.countDigits)) ?? 0
    }

    package static func < (left: Stamp, right: Stamp) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

/// The clock of one machine's stamps, each of which is later than all that the machine has given or met before.
package struct StampClock: Sendable, Hashable {
    /// The furthest that the stamps of other machines set the clock, in UTC milliseconds: far enough before the end
    /// of all stamps that this machine never runs out of them.
    package static let furthestMs: Int64 = 126_000_000_000_000

    package let writer: String
    /// The latest stamp that was given or met; `.zero` before the first.
    package private(set) var last: Stamp

    package init(writer: String, last: Stamp = .zero) {
        self.writer = writer
        self.last = last
    }

    /// The next stamp.
    ///
    /// - Parameter wallMs: the time by the wall clock, UTC milliseconds, which may be set back at any time.
    package mutating func next(atMs wallMs: Int64) -> Stamp {
        let nowMs = min(max(0, wallMs), Self.furthestMs)
        if last == .zero || nowMs > last.ms {
            last = Stamp(ms: nowMs, count: 0, writer: writer)
        } else if last.count < Stamp.maximumCount {
            last = Stamp(ms: last.ms, count: last.count + 1, writer: writer)
        } else if last.ms + 1 < Stamp.endMs {
            last = Stamp(ms: last.ms + 1, count: 0, writer: writer)
        } else {
            // Only stamps that somebody has made up come to the end of time.
            last = Stamp(ms: last.ms, count: Stamp.maximumCount, writer: writer)
        }
        return last
    }

    /// Sets the clock to a stamp that was met, where that is later.
    package mutating func meet(_ stamp: Stamp) {
        guard stamp > last else { return }
        last =
            stamp.ms < Self.furthestMs
            ? stamp : max(last, Stamp(ms: Self.furthestMs, count: 0, writer: writer))
    }
}
