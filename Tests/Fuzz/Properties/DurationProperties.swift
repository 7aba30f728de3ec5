import TrackerCore

/// A printed duration reads as the same duration, and any text is read or refused.
///
/// The input is taken as a text, and its first eight bytes as a number of milliseconds.
enum DurationProperties {
    static func check(_ bytes: [UInt8]) throws {
        var input = Input(bytes)
        try checkPrinted(input.number())
        let text = String(decoding: bytes, as: UTF8.self)
        for unit in [nil, 1000, 60_000] as [Int64?] {
            guard let ms = DurationText.milliseconds(text, bareUnitMs: unit) else { continue }
            try checkPrinted(ms)
            try checkSigns(text, ms, bareUnitMs: unit)
        }
        let strict = DurationText.milliseconds(text)
        let lenient = DurationText.milliseconds(text, bareUnitMs: 1000)
        try demand(strict == nil || strict == lenient, "\(text) means \(lenient ?? 0) ms, too")
    }

    private static func checkPrinted(_ ms: Int64) throws {
        // The only number whose magnitude doesn't fit.
        guard ms != .min else { return }
        let text = DurationText.text(ms: ms)
        let again = DurationText.milliseconds(text)
        try demand(again == ms, "\(ms) ms is printed as \(text), which means \(again ?? 0) ms")
        try demand(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "\(ms) ms is \(text)")
    }

    /// A minus before a span negates it, and before a negative span makes the text invalid.
    private static func checkSigns(_ text: String, _ ms: Int64, bareUnitMs: Int64?) throws {
        let other = DurationText.milliseconds("-" + text, bareUnitMs: bareUnitMs)
        if text.hasPrefix("-") {
            try demand(other == nil, "-\(text) is \(other ?? 0) ms")
        } else {
            try demand(ms >= 0 && other == -ms, "\(text) is \(ms) ms, and -\(text) \(other ?? 0)")
        }
    }
}
