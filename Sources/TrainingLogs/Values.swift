import TrackerCore

/// Numbers in files: `80`, `13.0`, `6.80388555`, `82,5`.
enum FileNumber {
    /// The value of a number; `nil` for any other text. No known file groups thousands, so one comma is a
    /// decimal comma. A comma and a point together are refused as ambiguous.
    static func value(_ text: String) -> Double? {
        var digits = 0
        var marks = 0
        var bytes: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "."), UInt8(ascii: ","): marks += 1
            case UInt8(ascii: "-") where index == 0: break
            case UInt8(ascii: "+") where index == 0: break
            default: return nil
            }
            bytes.append(byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte)
        }
        guard digits > 0, digits <= 24, marks <= 1 else { return nil }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// True if a number may have its thousands grouped by a comma, as in `1,000`, or be one with three decimals.
    static func isAmbiguous(_ text: String) -> Bool {
        let parts = text.drop { "+-".contains($0) }
            .split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2 && (1...3).contains(parts[0].count) && parts[0].first != "0"
            && parts[1].count == 3 && parts.allSatisfy { part in part.allSatisfy(\.isNumber) }
    }

    /// The value rounded to eight decimals, enough to keep pounds given in kilograms exact.
    static func rounded(_ value: Double) -> Double { (value * 1e8).rounded() / 1e8 }
}

/// Durations in files, in seconds: `1h 5m`, `11s`, `264h 1m`, `1:05:00`, `3900`.
enum FileSpan {
    static func seconds(_ text: String) -> Double? {
        let text = text.trimmed
        if let value = FileNumber.value(text) { return value }
        return text.contains(":") ? clock(text) : words(text)
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            guard let value = FileNumber.value(String(part)), value >= 0,
                index == 0 || value < 60
            else { return nil }
            total = total * 60 + value
        }
        return total
    }

    private static let units: [String: Double] = [
        "d": 86_400, "h": 3600, "hr": 3600, "m": 60, "min": 60, "s": 1, "sec": 1,
    ]

    private static func words(_ text: String) -> Double? {
        var total: Double?
        var rest = text.lowercased().filter { !$0.isWhitespace }[...]
        while !rest.isEmpty {
            let number = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(number.count)
            let word = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(word.count)
            guard let value = FileNumber.value(String(number)), value >= 0,
                let unit = units[String(word)]
            else { return nil }
            total = (total ?? 0) + value * unit
        }
        return total
    }
}

/// Times in files, most of them local and without a zone.
enum FileTime {
    enum Reading: Equatable {
        case time(CivilTime)
        case day(CivilTime)
        /// A time with its zone, in UTC milliseconds.
        case instant(Int64)
        /// A word in place of the month that isn't a known name.
        case foreignMonth(String)
        case unreadable
    }

    /// Order of day and month in a date such as `03/04/2025`.
    enum Order { case dayFirst, monthFirst }

    /// Reads a time such as `2025-09-15 07:48:03`, `2025-09-15`, `15 Sep 2025, 07:48`, `Sep 15, 2025, 7:48 AM`,
    /// `15.9.2025`, or with a zone, `2025-09-15T07:48:03.000Z` or `2025-09-15 07:48:03 +0200`.
    ///
    /// - Parameter order: the order of day and month in dates with slashes or hyphens; `nil` to leave these
    ///   unread.
    static func read(_ text: String, order: Order? = nil) -> Reading {
        let separators = text.split { $0.isWhitespace || $0 == "," || $0 == "T" }.map(String.init)
        guard separators.count <= 6, let first = separators.first else { return .unreadable }
        if let parts = figures(first) {
            return civilDay(parts, first, order).map { at($0, Array(separators.dropFirst())) }
                ?? .unreadable
        }
        // The text isn't split at T here, since words may have that letter.
        let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
            .filter { $0 != "de" }
        guard words.count >= 3 else { return .unreadable }
        let isDayFirst = words[0].first?.isNumber == true
        let (day, month) = isDayFirst ? (words[0], words[1]) : (words[1], words[0])
        let digits = day.last == "." ? String(day.dropLast()) : day
        guard let number = Int(digits), let year = Int(words[2]) else {
            return .unreadable
        }
        guard let index = Months.number(of: month) else {
            return month.contains(where: \.isLetter) ? .foreignMonth(month) : .unreadable
        }
        return at(CivilTime(year: year, month: index, day: number), Array(words.dropFirst(3)))
    }

    /// True if the text begins with a date that is all figures and has two of them for the year, as `3/4/24`.
    static func hasShortYear(_ text: String) -> Bool {
        let first = String(text.split { $0.isWhitespace || $0 == "," }.first ?? "")
        guard let parts = figures(first) else { return false }
        return parts[2].count == 2
            && parts.allSatisfy { part in (1...2).contains(part.count) && Int(part) != nil }
    }

    /// The three parts of a date that is all figures; `nil` for any other text.
    private static func figures(_ text: String) -> [String]? {
        for mark in ["-", "/", "."] as [Character] {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            if parts.count == 3 { return parts.map(String.init) }
        }
        return nil
    }

    private static func civilDay(
        _ parts: [String], _ text: String, _ order: Order?
    ) -> CivilTime? {
        let figures = parts.compactMap { Int($0) }
        guard figures.count == 3 else { return nil }
        if parts[0].count == 4 {
            return CivilTime(year: figures[0], month: figures[1], day: figures[2])
        }
        guard parts[2].count == 4 else { return nil }
        let isMonthFirst = order == .monthFirst
        // With points, the day comes first in all languages.
        guard order != nil || text.contains(".") else { return nil }
        return CivilTime(
            year: figures[2], month: figures[isMonthFirst ? 0 : 1],
            day: figures[isMonthFirst ? 1 : 0])
    }

    /// The day at the time in the remaining words: none, `07:48` or `7:48 AM`, with or without a zone.
    private static func at(_ day: CivilTime, _ words: [String]) -> Reading {
        guard (1000...9999).contains(day.year), (1...31).contains(day.day) else {
            return .unreadable
        }
        var words = words
        let offset = takeOffset(&words)
        guard let clock = words.first else { return day.isReal ? .day(day) : .unreadable }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        // Fractions of seconds are dropped, since they don't matter for a workout.
        let figures = parts.compactMap { Int($0.prefix { $0 != "." }) }
        guard (2...3).contains(parts.count), figures.count == parts.count, words.count <= 2 else {
            return .unreadable
        }
        var time = day
        (time.hour, time.minute) = (figures[0], figures[1])
        time.second = figures.count == 3 ? figures[2] : 0
        if words.count == 2 {
            guard (1...12).contains(time.hour) else { return .unreadable }
            switch words[1].lowercased() {
            case "am": time.hour %= 12
            case "pm": time.hour = time.hour % 12 + 12
            default: return .unreadable
            }
        }
        guard time.isReal else { return .unreadable }
        return offset.map { .instant(Zone.utc.wallMs(of: time) - $0 * 1000) } ?? .time(time)
    }

    /// Takes the zone from the end of a time: `Z`, `+0200` or `+02:00`.
    ///
    /// - Returns: its offset from UTC in seconds; `nil` where there is none.
    private static func takeOffset(_ words: inout [String]) -> Int64? {
        guard let last = words.last else { return nil }
        let rest: Substring
        let seconds: Int64
        if last.last == "Z" {
            (rest, seconds) = (last.dropLast(), 0)
        } else {
            guard let sign = last.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
            let digits = last[last.index(after: sign)...].filter { $0 != ":" }
            guard digits.utf8.count == 4, let figures = Int64(digits), figures >= 0,
                figures / 100 <= 14, figures % 100 < 60
            else { return nil }
            let size = figures / 100 * 3600 + figures % 100 * 60
            (rest, seconds) = (last[..<sign], last[sign] == "-" ? -size : size)
        }
        words.removeLast()
        if !rest.isEmpty { words.append(String(rest)) }
        return seconds
    }
}

/// Texts in the form in which they are stored.
enum FileText {
    /// A name without control characters or blanks at its ends; empty if nothing in it is visible.
    static func name(_ text: String) -> String {
        let isClean = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        guard !isClean else { return text.trimmed }
        let name = Text.trimmed(String(text.map { isBreak($0) ? " " : $0 }))
        return Text.isBlank(name) ? "" : name
    }

    /// A note with its line breaks as `\n`.
    ///
    /// - Returns: the note, `nil` if empty, and a description of any change made to it, `nil` for none.
    static func note(_ text: String) -> (text: String?, change: String?) {
        var note = text.trimmed
        var change: String?
        if note.contains(where: { $0 != "\n" && $0 != "\t" && isBreak($0) }) {
            note = String(note.map { isBreak($0) && $0 != "\n" && $0 != "\t" ? " " : $0 }).trimmed
            change = "control characters in a note were replaced with spaces"
        }
        if note.count > Text.maximumMessageLength
            || note.utf8.count > Text.maximumMessageLength * 64
        {
            note = cut(note, to: Text.maximumMessageLength)
            change = "a note was cut to \(Text.maximumMessageLength) characters"
        }
        return (note.isEmpty ? nil : note, change)
    }

    static func isShort(_ name: String) -> Bool {
        name.count <= Text.maximumNameLength && name.utf8.count <= Text.maximumNameLength * 64
    }

    /// The beginning of a text. Both characters and bytes are limited, since a character may have any number
    /// of bytes.
    static func cut(_ text: String, to length: Int) -> String {
        var kept = ""
        var bytes = 0
        for character in text.prefix(length) {
            bytes += character.utf8.count
            guard bytes <= length * 64 else { break }
            kept.append(character)
        }
        return kept.trimmed
    }

    private static func isBreak(_ character: Character) -> Bool {
        character.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
