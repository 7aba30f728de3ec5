import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// Reads durations from the command line.
enum SpanArgument {
    static func minutes(_ text: String) throws -> Span { try long(signedMinutes(text)) }
    static func seconds(_ text: String) throws -> Span { try long(signedSeconds(text)) }

    // A duration that extends something may be negative, to shorten it.

    static func signedMinutes(_ text: String) throws -> Span { try read(text, bareUnitMs: 60_000) }
    static func signedSeconds(_ text: String) throws -> Span { try read(text, bareUnitMs: 1000) }

    private static func read(_ text: String, bareUnitMs: Int64) throws -> Span {
        guard let ms = DurationText.milliseconds(text, bareUnitMs: bareUnitMs) else {
            throw ValidationError("give \(DurationText.allowed)")
        }
        return Span(ms: ms)
    }

    private static func long(_ span: Span) throws -> Span {
        guard span.ms >= 0 else {
            throw ValidationError("it can't be negative: give \(DurationText.allowed)")
        }
        return span
    }
}
