import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// Options for the start and end of a period.
struct SpanOptions: ParsableArguments {
    @Option("First day or time to include.", "time", read: WhenArgument.read)
    var from: When?

    @Option("Last day or time to include.", "time", read: WhenArgument.read)
    var to: When?
}

/// Options for the first and last day of statistics. By default, the daemon takes four weeks up to today.
struct DaySpan: ParsableArguments {
    @Option("First day.", "time", read: WhenArgument.read)
    var from: When?

    @Option("Last day.", "time", read: WhenArgument.read)
    var to: When?
}

struct LimitOption<List: Limited>: ParsableArguments {
    @Option(
        "How many to list: \(List.defaultLimit) by default, up to \(List.maximumLimit).", "count",
        isShort: true)
    var limit: Int?
}

struct ListOptions<List: Limited>: ParsableArguments {
    @Argument(
        help: "Only this day, such as today, yesterday, monday or 2026-03-01.",
        transform: WhenArgument.read)
    var day: When?

    @OptionGroup var span: SpanOptions
    @OptionGroup var length: LimitOption<List>

    var from: When? { day ?? span.from }
    var to: When? { day ?? span.to }
    var limit: Int? { length.limit }

    func validate() throws {
        guard let day else { return }
        guard day.time.isDay else { throw ValidationError("give a day such as today or monday") }
        guard span.from == nil, span.to == nil else {
            throw ValidationError("give a day, or --from and --to, not both")
        }
    }
}
