import ArgumentParser
import TrackerAPI
import TrackerCore

/// Spans of time as they are typed.
enum SpanArgument {
    static func minutes(_ text: String) throws -> Span { try long(signedMinutes(text)) }
    static func seconds(_ text: String) throws -> Span { try long(signedSeconds(text)) }

    // What something is lengthened by may be negative, and shortens it.

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

/// Counts as they are typed.
enum CountArgument {
    static func read(_ text: String) throws -> Int64 {
        guard let count = Int64(text), count >= 0 else {
            throw ValidationError("give a whole number that isn't negative")
        }
        return count
    }
}

extension Timer.OnSuspend: ExpressibleByArgument {
    // The parser's own way to these goes through reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

/// Moments as they are typed.
enum WhenArgument {
    static func read(_ text: String) throws -> When {
        guard let time = GivenTime(text) else { throw ValidationError("give \(GivenTime.allowed)") }
        return When(time)
    }
}

extension Exercise.Unit: ExpressibleByArgument {
    // The parser's own way to these goes through reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}

/// Which exercise is meant.
struct ExerciseArgument: ParsableArguments {
    @Argument(
        help: "The exercise: a name, an id or the beginning of one.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(ExerciseList(), words).map { completions(for: $0.exercises) } ?? []
    }

    /// Names as one word each; ids where there is none.
    static func completions(for exercises: [ExerciseView]) -> [String] {
        Set(exercises.map { word(for: $0.name) ?? $0.id }).sorted()
    }

    /// A name in a form that is one word to every shell, `push-ups`; `nil` where there is none.
    static func word(for name: String) -> String? {
        let word = NameKey.of(name).split(separator: " ").joined(separator: "-")
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        return isPlain && !word.isEmpty ? word : nil
    }
}

/// Which entry of the log is meant.
struct EntryArgument: ParsableArguments {
    @Argument(help: "The entry: an id or the beginning of one, or 'last' for the one added last.")
    var entry: String
}

/// From when to when.
struct SpanOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only from this day or time on.", valueName: "time"),
        transform: WhenArgument.read)
    var from: When?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only up to this time, or to the end of this day.", valueName: "time"),
        transform: WhenArgument.read)
    var to: When?
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

/// Which timer is meant.
struct TimerArgument: ParsableArguments {
    @Argument(
        help: "The timer: an id or the beginning of one, a name, or 'last'.",
        completion: .custom(TimerArgument.completions))
    var timer: String

    @Sendable private static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        // Options come after the command.
        let verb = words.dropFirst().first == "wait" ? "wait" : words.dropFirst(2).first
        let list = LiveNames.ask(TimerList(all: true), words)
        return list.map { completions(for: $0.timers, verb: verb ?? "") } ?? []
    }

    /// The names of those that a command has something to do with, and the ids of those without one.
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
    /// Whether a command of 'timer' or 'stopwatch' would do something to it.
    fileprivate func suits(_ verb: String) -> Bool {
        switch verb {
        case "pause": state == "running"
        case "resume": state == "paused"
        case "finish", "cancel", "wait": !hasEnded
        case "extend": !hasEnded && !isStopwatch
        case "lap", "stop": !hasEnded && isStopwatch
        default: true
        }
    }
}
