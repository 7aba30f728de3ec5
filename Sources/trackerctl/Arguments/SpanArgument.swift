import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// Reads durations from the command line.
enum SpanArgument {
    static func minutes(_ text: String) throws -> Span { try long(text, bareUnitMs: 60_000) }
    static func seconds(_ text: String) throws -> Span { try long(text, bareUnitMs: 1000) }

    /// A duration that extends something. It may be negative, to shorten it, and may have a plus.
    static func signedSeconds(_ text: String) throws -> Span { try signed(text, bareUnitMs: 1000) }

    /// - Parameter bareUnitMs: milliseconds of a number without a unit; `nil` refuses one.
    static func signed(_ text: String, bareUnitMs: Int64?) throws -> Span {
        try read(text.hasPrefix("+") ? String(text.dropFirst()) : text, bareUnitMs: bareUnitMs)
    }

    /// Durations that people write without a number, in milliseconds.
    private static let spelled: [String: Int64] = [
        "hour": 3_600_000, "an hour": 3_600_000, "half an hour": 1_800_000,
        "half hour": 1_800_000, "quarter of an hour": 900_000, "day": 86_400_000,
    ]

    private static func read(_ text: String, bareUnitMs: Int64?) throws -> Span {
        if let ms = spelled[text.lowercased()] { return Span(ms: ms) }
        guard let ms = DurationText.milliseconds(text, bareUnitMs: bareUnitMs) else {
            throw ValidationError("give \(DurationText.allowed)")
        }
        return Span(ms: ms)
    }

    private static func long(_ text: String, bareUnitMs: Int64) throws -> Span {
        let span = try read(text, bareUnitMs: bareUnitMs)
        guard span.ms >= 0 else {
            throw ValidationError("it can't be negative: give \(DurationText.allowed)")
        }
        return span
    }
}
