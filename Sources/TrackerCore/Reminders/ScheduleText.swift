let minutesPerDay: Int64 = 1440

/// Times of day as people write them, as minutes after midnight.
enum TimeOfDay {
    /// The minutes of `09:30` or `9:30`, up to `24:00`; `nil` for any other text.
    static func minute(_ text: Substring) -> Int64? {
        let bytes = trimmed(text).utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let hour = number(bytes[..<colon]),
            case let minutes = bytes[bytes.index(after: colon)...], minutes.count == 2,
            let minute = number(minutes), minute < 60, hour * 60 + minute <= minutesPerDay
        else { return nil }
        return hour * 60 + minute
    }

    /// The number of one or two digits; `nil` for any other text.
    private static func number(_ bytes: Substring.UTF8View) -> Int64? {
        guard (1...2).contains(bytes.count) else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        return value
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.utf8.first == UInt8(ascii: " ") { text = text.dropFirst() }
        while text.utf8.last == UInt8(ascii: " ") { text = text.dropLast() }
        return text
    }

    /// The windows of a text such as `09:00-12:00, 13:00-17:00`, in the order of the day; a window that
    /// ends before it starts crosses midnight.
    static func windows(_ text: String) throws(Rejection) -> [(start: Int64, end: Int64)] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        try Schedule.checkCount(parts.count, "between", "windows in a day")
        var windows: [(start: Int64, end: Int64)] = []
        for part in parts {
            let times = part.split(separator: "-", omittingEmptySubsequences: false)
            guard times.count == 2, let start = minute(times[0]), let end = minute(times[1]),
                start < minutesPerDay
            else {
                throw .invalid(
                    "between",
                    """
                    \(field: "between") has \"\(part)\": a window is HH:MM-HH:MM, between 00:00 and \
                    24:00; separate several with commas
                    """)
            }
            guard start != end else {
                throw .invalid(
                    "between",
                    "\(field: "between") has an empty window, \"\(part)\": the whole day is 00:00-24:00"
                )
            }
            windows.append((start, end < start ? end + minutesPerDay : end))
        }
        return windows.sorted { $0.start < $1.start }
    }

    /// The time of day as `HH:MM`; 26 h after midnight is the `02:00` of the day after.
    static func text(_ minute: Int64) -> String {
        let minute = minute > minutesPerDay ? minute - minutesPerDay : minute
        return "\((minute / 60).twoDigits):\((minute % 60).twoDigits)"
    }
}

/// Days of the week; 0 is Monday.
package struct Weekdays: Sendable, Hashable, Sequence {
    private var bits: UInt8

    package static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let longNames = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    /// The first weekday of a day or a range of days, 0 for Monday; 7 for any other word.
    static func place(of words: String) -> Int {
        names.firstIndex { words.lowercased().hasPrefix($0) } ?? names.count
    }

    package static let workdays = Weekdays(bits: 0b001_1111)
    static let allowed =
        "use mon, tue, wed, thu, fri, sat or sun, a range such as mon-fri or sat-mon, or daily"

    private init(bits: UInt8) { self.bits = bits }

    /// The days of `mon`, `mon-fri`, `sat-mon` or `daily`; `nil` for any other text.
    init?(_ text: Substring) {
        let word = TimeOfDay.trimmed(text).lowercased()
        guard word != "daily" else {
            self.init(bits: 0b111_1111)
            return
        }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map {
            Self.day(TimeOfDay.trimmed($0))
        }
        guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
            return nil
        }
        var day = first
        var bits: UInt8 = 1 << day
        while day != last {
            day = (day + 1) % 7
            bits |= 1 << day
        }
        self.init(bits: bits)
    }

    private static func day(_ name: Substring) -> Int? {
        names.firstIndex { $0 == name } ?? longNames.firstIndex { $0 == name }
    }

    var isEmpty: Bool { bits == 0 }

    package func contains(_ day: Int64) -> Bool { bits & (1 << day) != 0 }

    func isDisjoint(with other: Weekdays) -> Bool { bits & other.bits == 0 }

    mutating func formUnion(_ other: Weekdays) { bits |= other.bits }

    package func makeIterator() -> some IteratorProtocol<Int64> {
        (0..<Int64(7)).lazy.filter { contains($0) }.makeIterator()
    }
}

extension Weekdays: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Int64...) {
        bits = elements.reduce(0) { $0 | 1 << $1 }
    }
}
