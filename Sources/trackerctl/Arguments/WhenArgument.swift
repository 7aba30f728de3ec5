import ArgumentParser
import TrackerAPI
import TrackerCore

/// Reads times from the command line. What a word such as `yesterday` means, the daemon says.
enum WhenArgument {
    /// A time in the past, or a day.
    static func read(_ text: String) throws -> When {
        guard let time = TypedTime(text) else { throw ValidationError("give \(TypedTime.allowed)") }
        return When(time)
    }

    static func readToCome(_ text: String) throws -> When {
        guard let time = TypedTime(text), time.isToCome else {
            throw ValidationError("give \(TypedTime.allowedToCome)")
        }
        return When(time)
    }
}
