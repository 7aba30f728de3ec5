/// A moment as people write it: `2026-03-01T09:30:00+01:00`, `2026-03-01 09:30` (local), `09:30` (today,
/// local), `-10m` (ago), and where a day will do, `2026-03-01`.
package struct GivenTime: Sendable, Hashable {
    /// Length of the longest text that is read, in bytes; longer ones mean nothing.
    static let longest = 64

    private enum Meaning: Hashable {
        /// UTC milliseconds, and the offset that was given in seconds east of UTC; `Z` gives none.
        case instant(Int64, offsetS: Int?)
        case local(CivilTime, ms: Int64)
        case today(hour: Int, minute: Int, second: Int)
        case day(CivilTime)
        /// Milliseconds before now.
        case ago(Int64)
    }

    /// The text as it was written.
    package let text: String
    private let meaning: Meaning

    /// Reads a moment or a day; `nil` for any other text.
    package init?(_ text: String) {
        guard let meaning = Self.meaning(of: text) else { return nil }
        self.text = text
        self.meaning = meaning
    }

    /// A day by its number, alone or with a time of day in seconds from midnight.
    init(day number: Int, second: Int64? = nil) {
        let time = CivilTime(unixSeconds: Int64(number) * secondsPerDay + (second ?? 0))
        guard second != nil else {
            text = time.dateText
            meaning = .day(time)
            return
        }
        let clock =
            time.second == 0
            ? "\(time.hour.twoDigits):\(time.minute.twoDigits)" : time.timeText
        text = "\(time.dateText)T\(clock)"
        meaning = .local(time, ms: 0)
    }

    /// Whether the text means a whole day rather than a moment.
    package var isDay: Bool { day != nil }

    /// Whether the text is a time of today without a date.
    package var isTimeOfDay: Bool { secondOfDay != nil }

    /// Seconds from midnight to a time without a date; `nil` for others.
    var secondOfDay: Int64? {
        guard case .today(let hour, let minute, let second) = meaning else { return nil }
        return Int64((hour * 60 + minute) * 60 + second)
    }

    /// The moment in UTC milliseconds, if the text gives its offset from UTC, too; otherwise `nil`.
    package var instantMs: Int64? {
        guard case .instant(let ms, _) = meaning else { return nil }
        return ms
    }

    /// The offset in the text, in seconds east of UTC, which is that of the clock from which the time was
    /// read. `nil` without one, and for `Z`, which says nothing about a clock.
    var offsetS: Int? {
        guard case .instant(_, let offset) = meaning else { return nil }
        return offset
    }

    /// Whether the text has a date and a time of day, and so means one moment whenever it is read.
    var hasDate: Bool {
        switch meaning {
        case .instant, .local: true
        case .today, .day, .ago: false
        }
    }

    /// The moment of a date with a time of day, in UTC milliseconds; `nil` for others.
    func datedMs(in zone: Zone) -> Int64? {
        switch meaning {
        case .instant(let ms, _): ms
        case .local(let local, let ms): zone.wallMs(of: local) + ms
        case .today, .day, .ago: nil
        }
    }

    /// The date of a whole day; `nil` for a moment.
    var day: CivilTime? {
        guard case .day(let day) = meaning else { return nil }
        return day
    }

    /// The moment, or the beginning of the day, in UTC milliseconds.
    package func ms(at now: Moment, zone: Zone) -> Int64 {
        switch meaning {
        case .instant(let ms, _): return ms
        case .local(let local, let ms): return zone.wallMs(of: local) + ms
        case .day(let day): return zone.wallMs(of: day)
        case .ago(let span): return now.wallMs.subtractingReportingOverflow(span).partialValue
        case .today(let hour, let minute, let second):
            var local = zone.civilTime(atMs: now.wallMs)
            (local.hour, local.minute, local.second) = (hour, minute, second)
            return zone.wallMs(of: local)
        }
    }

    // MARK: Reading

    private static func meaning(of text: String) -> Meaning? {
        guard text.utf8.count <= longest else { return nil }
        if text.utf8.first == UInt8(ascii: "-") {
            return DurationText.milliseconds(text).flatMap { $0 < 0 ? .ago(-$0) : nil }
        }
        var scanner = Scanner(text)
        if let day = scanner.date() {
            guard !scanner.isAtEnd else { return day.isReal ? .day(day) : nil }
            return moment(on: day, &scanner)
        }
        scanner = Scanner(text)
        guard let time = scanner.time(), scanner.isAtEnd, time.second < 60, time.ms == 0 else {
            return nil
        }
        return .today(hour: time.hour, minute: time.minute, second: time.second)
    }

    private static func moment(on day: CivilTime, _ scanner: inout Scanner) -> Meaning? {
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let time = scanner.time()
        else { return nil }
        var local = day
        // A leap second, :60, counts as the second after it.
        (local.hour, local.minute, local.second) = (time.hour, time.minute, min(time.second, 59))
        guard local.isReal else { return nil }
        let more = Int64(time.second - local.second) * 1000 + Int64(time.ms)
        if scanner.isAtEnd { return .local(local, ms: more) }
        let isUTC = scanner.skip("Z") || scanner.skip("z")
        guard let offset = isUTC ? 0 : scanner.offset(), scanner.isAtEnd else { return nil }
        return .instant(
            (local.unixSeconds - offset) * 1000 + more, offsetS: isUTC ? nil : Int(offset))
    }
}

/// Reads the parts of a time one after the other.
private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func number(digits: Int) -> Int? {
        let figure = rest.prefix(digits)
        guard figure.count == digits, figure.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        return figure.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// Reads a date such as `2026-03-01`, which may not exist in the calendar; `nil` for anything else.
    mutating func date() -> CivilTime? {
        guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
            let day = number(digits: 2)
        else { return nil }
        return CivilTime(year: year, month: month, day: day)
    }

    /// Reads a time such as `09:30`, `09:30:15` or `09:30:15.250`; the second may be 60.
    mutating func time() -> (hour: Int, minute: Int, second: Int, ms: Int)? {
        guard let hour = number(digits: 2), hour < 24, skip(":"),
            let minute = number(digits: 2), minute < 60
        else { return nil }
        guard skip(":") else { return (hour, minute, 0, 0) }
        guard let second = number(digits: 2), second <= 60 else { return nil }
        guard skip(".") else { return (hour, minute, second, 0) }
        let fraction = rest.prefix { (48...57).contains($0) }
        guard !fraction.isEmpty else { return nil }
        rest = rest.dropFirst(fraction.count)
        let digits = Array(fraction.prefix(3)) + [48, 48]
        return (hour, minute, second, digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 48) })
    }

    /// Reads an offset such as `+01:00` as seconds east of UTC.
    mutating func offset() -> Int64? {
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(digits: 2), hours < 24, skip(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return isWest ? -seconds : seconds
    }
}
