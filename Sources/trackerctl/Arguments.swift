import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// Reads spans of time from the command line.
enum SpanArgument {
    static func minutes(_ text: String) throws -> Span { try long(signedMinutes(text)) }
    static func seconds(_ text: String) throws -> Span { try long(signedSeconds(text)) }

    // A span that lengthens something may be negative, which shortens it.

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

/// Reads counts from the command line.
enum CountArgument {
    static func read(_ text: String) throws -> Int64 {
        guard let count = Int64(text), count >= 0 else {
            throw ValidationError("give a whole number that isn't negative")
        }
        return count
    }
}

extension Timer.OnSuspend: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

/// Reads moments from the command line.
enum WhenArgument {
    /// A moment; a word for a day, such as `yesterday`, is meant at the present time of day.
    static func read(_ text: String) throws -> When {
        try when(ClockNotation.moment(text, now: .local()))
    }

    /// A moment; any day, also a date, is meant at the present time of day.
    static func readOnDay(_ text: String) throws -> When {
        try when(ClockNotation.momentOrDate(text, now: .local()))
    }

    /// A moment, where a time of day is one of the thing's own day.
    static func readWithinDay(_ text: String) throws -> When {
        let time = ClockNotation.dayOrMoment(text, now: .local())
        return try time?.isTimeOfDay == true ? when(time) : read(text)
    }

    /// A moment or a whole day.
    static func readDay(_ text: String) throws -> When {
        try when(ClockNotation.dayOrMoment(text, now: .local()))
    }

    /// A day to come or a moment; the name of a weekday is the next one, today included.
    static func readComingDay(_ text: String) throws -> When {
        try when(ClockNotation.dayToCome(text, now: .local()))
    }

    private static func when(_ time: GivenTime?) throws -> When {
        guard let time else { throw ValidationError("give \(ClockNotation.allowed)") }
        return When(time)
    }
}

extension Exercise.Unit: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}

/// The argument that names an exercise.
struct ExerciseArgument: ParsableArguments {
    @Argument(
        help: "The exercise: a name, an id or the beginning of one.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(ExerciseList(query: prefix), words).map { completions(for: $0.exercises) }
            ?? []
    }

    /// Names as one word each; ids for exercises whose names have no such form.
    static func completions(for exercises: [ExerciseView]) -> [String] {
        Set(exercises.map { word(for: $0.name) ?? $0.id }).sorted()
    }

    /// The name as one word in every shell, such as `push-ups`; `nil` where it has no such form.
    static func word(for name: String) -> String? {
        let word = NameKey.of(name).split(separator: " ").joined(separator: "-")
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        return isPlain && !word.isEmpty ? word : nil
    }
}

/// The argument that names a log entry.
struct EntryArgument: ParsableArguments {
    @Argument(
        help: "The entry: an id or the beginning of one, or 'last' for the one you touched last.")
    var entry: String
}

/// The options for the beginning and end of a span.
struct SpanOptions: ParsableArguments {
    @Option("Only from this day or time on.", "time", read: WhenArgument.readDay)
    var from: When?

    @Option("Only up to this time, or to the end of this day.", "time", read: WhenArgument.readDay)
    var to: When?
}

/// The options for the first and the last day of statistics: four weeks by default, today included.
struct DaySpan: ParsableArguments {
    private static let usual = 28

    @Option("The first day.", "time", read: WhenArgument.readDay)
    var from: When?

    @Option("The last day.", "time", read: WhenArgument.readDay)
    var to: When?

    /// - Parameter today: the person's present day, asked for where a day isn't given.
    func days(today: () throws -> String) throws -> (from: When, to: When) {
        if let from, let to { return (from, to) }
        let today = try today()
        let first = Days.number(ofDate: today).map { Days.text(of: $0 - Self.usual + 1) }
        return (
            try from ?? WhenArgument.readDay(first ?? today), try to ?? WhenArgument.readDay(today)
        )
    }
}

/// The option for the length of a list.
struct LimitOption<List: Limited>: ParsableArguments {
    @Option(
        "At most so many: \(List.defaultLimit) by default, up to \(List.maximumLimit).", "count",
        isShort: true)
    var limit: Int?
}

/// The days of a list, and its length.
struct ListOptions<List: Limited>: ParsableArguments {
    @Argument(
        help: "Only of this day, such as today, yesterday, monday or 2026-03-01.",
        transform: WhenArgument.readDay)
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
            throw ValidationError("a day goes without --from and --to")
        }
    }
}

/// The globs of `--types`.
struct EventTypes: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only events of these types, such as 'timer.*'.",
            discussion: "May be given several times, or as a list with commas.",
            valueName: "globs"))
    var types: [String] = []

    var globs: [String]? {
        let globs = types.flatMap { $0.split(separator: ",").map(String.init) }
        return globs.isEmpty ? nil : globs
    }
}

/// The argument that names a timer.
struct TimerArgument: ParsableArguments {
    @Argument(
        help: "The timer: an id or the beginning of one, a name, or 'last'.",
        completion: .custom(TimerArgument.completions))
    var timer: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        // Options come after the command.
        let verb = words.dropFirst().first == "wait" ? "wait" : words.dropFirst(2).first
        let list = LiveNames.ask(TimerList(all: true), words)
        return list.map { completions(for: $0.timers, verb: verb ?? "") } ?? []
    }

    /// Names of the timers on which a command has an effect; ids for timers without a name that can be
    /// offered.
    static func completions(for timers: [TimerView], verb: String) -> [String] {
        let suited = timers.filter { $0.suits(verb) }
        let words = suited.map { timer in
            timer.name.flatMap { LiveNames.isOffered($0) ? $0 : nil } ?? timer.id
        }
        let newest = timers.max { $0.startedAt < $1.startedAt }
        let isNewestSuited = suited.contains { $0.id == newest?.id }
        return Set(words).sorted() + (isNewestSuited ? ["last"] : [])
    }
}

extension TimerView {
    /// Whether a command of 'timer' or 'stopwatch' would have an effect on the timer.
    fileprivate func suits(_ verb: String) -> Bool {
        switch verb {
        case "pause": state == .running
        case "resume": state == .paused
        case "finish", "cancel", "wait": !hasEnded
        case "extend": !hasEnded && !isStopwatch
        case "lap", "stop": !hasEnded && isStopwatch
        default: true
        }
    }
}
