import ArgumentParser
import TrackerAPI

/// Reads the time that trackerd may give no sign of life, in milliseconds.
enum SilenceArgument {
    static func read(_ text: String) throws -> Int {
        let span = try SpanArgument.seconds(text)
        guard (100...3_600_000).contains(span.ms) else {
            throw ValidationError("give a duration from 0.1s to 1h, such as 30s")
        }
        return Int(span.ms)
    }
}
