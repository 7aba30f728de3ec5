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

enum CountArgument {
    static func read(_ text: String) throws -> Int64 {
        guard let count = Int64(text) else {
            throw ValidationError("give a whole number, 0 or more")
        }
        guard count >= 0 else {
            throw ValidationError("it can't be negative: give a whole number, 0 or more")
        }
        return count
    }
}

extension Timer.OnSuspend: ExpressibleByArgument {
    // The parser's own implementation uses reflection at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

/// Reads times from the command line.
enum WhenArgument {
    /// A time. A word for a day, such as `yesterday`, means the current time on that day.
    static func read(_ text: String) throws -> When {
        try when(ClockNotation.moment(text, now: .local()))
    }

    /// A time. Any day, even a date, means the current time on that day.
    static func readOnDay(_ text: String) throws -> When {
        try when(ClockNotation.momentOrDate(text, now: .local()))
    }

    /// A time. A bare time of day means the day of the item itself.
    static func readWithinDay(_ text: String) throws -> When {
        let time = ClockNotation.dayOrMoment(text, now: .local())
        return try time?.isTimeOfDay == true ? when(time) : read(text)
    }

    /// A time or a whole day.
    static func readDay(_ text: String) throws -> When {
        try when(ClockNotation.dayOrMoment(text, now: .local()))
    }

    /// A coming day or a time. The name of a weekday means the next one, today included.
    static func readComingDay(_ text: String) throws -> When {
        try when(ClockNotation.dayToCome(text, now: .local()))
    }

    private static func when(_ time: GivenTime?) throws -> When {
        guard let time else { throw ValidationError("give \(ClockNotation.allowed)") }
        return When(time)
    }
}

extension Exercise.Unit: ExpressibleByArgument {
    // The parser's own implementation uses reflection at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}

struct ExerciseArgument: ParsableArguments {
    @Argument(
        help: "The exercise: its name, or the start of its id.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(ExerciseList(query: prefix), words).map { completions(for: $0.exercises) }
            ?? []
    }

    /// Names as one word each, or ids for names that can't be one word.
    static func completions(for exercises: [ExerciseView]) -> [String] {
        Set(exercises.map { word(for: $0.name) ?? $0.id }).sorted()
    }

    /// The name as one word in every shell, such as `push-ups`; `nil` if it can't be one word.
    static func word(for name: String) -> String? {
        let word = NameKey.of(name).split(separator: " ").joined(separator: "-")
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        return isPlain && !word.isEmpty ? word : nil
    }
}

struct EntryArgument: ParsableArguments {
    @Argument(
        help: "The entry: the start of its id, or 'last' for the one you changed last.")
    var entry: String
}

/// Options for the start and end of a period.
struct SpanOptions: ParsableArguments {
    @Option("First day or time to include.", "time", read: WhenArgument.readDay)
    var from: When?

    @Option("Last day or time to include.", "time", read: WhenArgument.readDay)
    var to: When?
}

/// Options for the first and last day of statistics; the default is four weeks up to today.
struct DaySpan: ParsableArguments {
    private static let usual = 28

    @Option("First day.", "time", read: WhenArgument.readDay)
    var from: When?

    @Option("Last day.", "time", read: WhenArgument.readDay)
    var to: When?

    /// - Parameter today: the person's current day, asked for if a day isn't given.
    func days(today: () throws -> String) throws -> (from: When, to: When) {
        if let from, let to { return (from, to) }
        let today = try today()
        let first = Days.number(ofDate: today).map { Days.text(of: $0 - Self.usual + 1) }
        return (
            try from ?? WhenArgument.readDay(first ?? today), try to ?? WhenArgument.readDay(today)
        )
    }
}

/// Option for the length of a list.
struct LimitOption<List: Limited>: ParsableArguments {
    @Option(
        "How many to list: \(List.defaultLimit) by default, up to \(List.maximumLimit).", "count",
        isShort: true)
    var limit: Int?
}

/// Options for the days and the length of a list.
struct ListOptions<List: Limited>: ParsableArguments {
    @Argument(
        help: "Only this day, such as today, yesterday, monday or 2026-03-01.",
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
            throw ValidationError("give a day, or --from and --to, not both")
        }
    }
}

/// Globs of `--types`.
struct EventTypes: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only events of these types, such as 'timer.*'.",
            discussion: "Can be repeated, or given as a list with commas.",
            valueName: "globs"))
    var types: [String] = []

    var globs: [String]? {
        let globs = types.flatMap { $0.split(separator: ",").map(String.init) }
        return globs.isEmpty ? nil : globs
    }
}

struct TimerArgument: ParsableArguments {
    @Argument(
        help: "The timer: its name, the start of its id, or 'last'.",
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

    /// Names of the timers that a command would affect; ids for timers whose names can't be offered.
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
    /// Whether a command of 'timer' or 'stopwatch' would affect the timer.
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
