import ArgumentParser
import TrackerAPI
import TrackerCore

/// Options for the repetition of an alert that asks something.
struct RingingOptions: ParsableArguments {
    @Option(
        "How often to ring again until you answer, such as 1m; a bare number is minutes.", "span",
        read: SpanArgument.minutes)
    var ringAgain: Span?

    @Flag(help: "Ring once, even if 'ring_again' is on in the configuration or the program.")
    var noRingAgain = false

    /// The chosen repetition; `nil` if none was chosen.
    var change: Removable<Span>? { noRingAgain ? .removed : ringAgain.map { .value($0) } }

    func validate() throws {
        guard ringAgain == nil || !noRingAgain else {
            throw ValidationError("give --ring-again or --no-ring-again, not both")
        }
    }
}
