/// Spans of time as people write them: `90s`, `90 sec`, `25m`, `1h30m`, `1h30`, `1 hour 30 minutes`, `1:30`
/// (m:s), `1:30:00`, `2d`.
package enum DurationText {
    /// The forms that are allowed, for messages to a person whose text can't be read.
    package static let allowed = "a duration such as 90s, 25m, 1h30m, 1:30 or 1:30:00"

    /// Whether a word is a unit by itself, such as `min`, in any case.
    package static func isUnit(_ word: some StringProtocol) -> Bool { unit(word) != nil }

    /// Reads a span.
    ///
    /// - Parameter bareUnitMs: the unit of a number without a unit, in milliseconds; `nil` refuses such a
    ///   number.
    /// - Returns: milliseconds, negative for a text that begins with `-`; `nil` where the text isn't a span
    ///   or doesn't fit into 64 bits.
    package static func milliseconds(_ text: String, bareUnitMs: Int64? = nil) -> Int64? {
        var body = Substring(text)
        let isNegative = body.utf8.first == UInt8(ascii: "-")
        if isNegative { body = Substring(body.utf8.dropFirst()) }
        let magnitude =
            body.utf8.contains(UInt8(ascii: ":"))
            ? clockForm(body) : unitForm(body, bareUnitMs: bareUnitMs)
        return magnitude.map { isNegative ? -$0 : $0 }
    }

    /// The milliseconds of `m:s` or `h:m:s`; the parts after the first have two digits and stay below 60.
    private static func clockForm(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let first = number(parts[0]) else { return nil }
        var seconds = first
        for part in parts.dropFirst() {
            guard part.utf8.count == 2, let value = number(part), value < 60 else { return nil }
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 60)
            let (sum, overrun) = product.addingReportingOverflow(value)
            guard !overflow, !overrun else { return nil }
            seconds = sum
        }
        return scaled(seconds, by: 1000)
    }

    private static func unit(_ name: some StringProtocol) -> (rank: Int, ms: Int64)? {
        switch name.lowercased() {
        case "d", "day", "days": (0, 86_400_000)
        case "h", "hr", "hrs", "hour", "hours": (1, 3_600_000)
        case "m", "min", "mins", "minute", "minutes": (2, 60_000)
        case "s", "sec", "secs", "second", "seconds": (3, 1000)
        case "ms": (4, 1)
        default: nil
        }
    }

    /// The milliseconds of numbers with units, larger units first and each unit at most once: `1h30m`, `1h
    /// 30m`, `1.5h`, `1 hour 30 min`. A last number of two digits right behind a unit has the next smaller one:
    /// `1h30`, `1m30`.
    private static func unitForm(_ text: Substring, bareUnitMs: Int64?) -> Int64? {
        var rest = text
        var total: Int64 = 0
        var smallest = -1
        var isFirst = true
        while !rest.isEmpty {
            let figure = Substring(rest.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: ".") })
            rest = rest[figure.endIndex...]
            if rest.utf8.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
            let name = Substring(rest.utf8.prefix(while: isLetter))
            rest = rest[name.endIndex...]
            let unit: Int64
            if name.isEmpty, !isFirst {
                guard let small = Self.unit(below: smallest), isLast(figure, of: text) else {
                    return nil
                }
                unit = small
            } else if name.isEmpty {
                guard figure.endIndex == text.endIndex, let bareUnitMs else { return nil }
                unit = bareUnitMs
            } else {
                guard let (rank, ms) = Self.unit(name), rank > smallest else { return nil }
                unit = ms
                smallest = rank
            }
            guard let ms = decimal(figure, unitMs: unit) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(ms)
            guard !overflow else { return nil }
            total = sum
            isFirst = false
            if rest.utf8.first == UInt8(ascii: " ") {
                rest = rest.dropFirst()
                guard !rest.isEmpty else { return nil }
            }
        }
        return isFirst ? nil : total
    }

    /// The milliseconds of the unit that a number without one has behind hours or minutes; `nil` behind others.
    private static func unit(below rank: Int) -> Int64? {
        switch rank {
        case 1: 60_000
        case 2: 1000
        default: nil
        }
    }

    /// Whether a number ends the text, with two digits below 60 and no blank before them.
    private static func isLast(_ figure: Substring, of text: Substring) -> Bool {
        guard figure.endIndex == text.endIndex, figure.utf8.count == 2, let value = number(figure),
            figure.startIndex > text.startIndex
        else { return false }
        return value < 60 && text[text.utf8.index(before: figure.startIndex)] != " "
    }

    /// The milliseconds of a number, with or without decimals, times a unit; a fraction of a millisecond is
    /// cut off.
    private static func decimal(_ text: Substring, unitMs: Int64) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = number(parts[0]),
            let ms = scaled(whole, by: unitMs)
        else { return nil }
        guard parts.count == 2 else { return ms }
        guard parts[1].utf8.count <= 9, let fraction = number(parts[1]) else { return nil }
        let scale = parts[1].utf8.reduce(Int64(1)) { power, _ in power * 10 }
        let (sum, overflow) = ms.addingReportingOverflow(fraction * unitMs / scale)
        return overflow ? nil : sum
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else { return nil }
        return Int64(text)
    }

    // Digits and letters are found by bytes, since looking up properties of characters takes much longer
    // than everything else here.

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

    private static func scaled(_ value: Int64, by factor: Int64) -> Int64? {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }

    /// Writes a time left in whole seconds, rounded up as views that count down show it: `30s`.
    package static func secondsLeft(ms: Int64) -> String { text(ms: (ms + 999) / 1000 * 1000) }

    /// Writes a span in its shortest exact form: `25m`, `1h30m`, `1.5s`, `0s`, `-5m`.
    package static func text(ms: Int64) -> String {
        guard ms != 0 else { return "0s" }
        var rest = ms.magnitude
        var text = ms < 0 ? "-" : ""
        for (name, ms) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000)] as [(_, UInt64)] {
            let count = rest / ms
            rest %= ms
            if count > 0 { text += "\(count)\(name)" }
        }
        guard rest > 0 else { return text }
        let fraction = rest % 1000
        text += "\(rest / 1000)"
        if fraction > 0 {
            var digits = String(1000 + fraction).dropFirst()
            while digits.last == "0" { digits = digits.dropLast() }
            text += ".\(digits)"
        }
        return text + "s"
    }
}
