import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore

/// Spans of time as they are typed.
enum SpanArgument {
    static func minutes(_ text: String) throws -> Span { try read(text, bareUnitMs: 60_000) }
    static func seconds(_ text: String) throws -> Span { try read(text, bareUnitMs: 1000) }

    private static func read(_ text: String, bareUnitMs: Int64) throws -> Span {
        guard let ms = DurationText.milliseconds(text, bareUnitMs: bareUnitMs) else {
            throw ValidationError("give \(DurationText.allowed)")
        }
        return Span(ms: ms)
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
        guard let client = try? Options.parse([]).connect(),
            let list = try? client.call(ExerciseList())
        else { return [] }
        return completions(for: list.exercises)
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
        name: .long,
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
        guard let client = try? Options.parse([]).connect(),
            let list = try? client.call(TimerList(all: true))
        else { return [] }
        return completions(for: list.timers)
    }

    /// The names, and the ids of timers without one. So are those whose name a shell might take for
    /// more than a word: bash expands what it is offered, and would run a `$(command)` in it.
    static func completions(for timers: [TimerView]) -> [String] {
        let words = timers.map { timer in
            let isPlain = timer.name?.allSatisfy {
                $0.isLetter || $0.isNumber || "-_.".contains($0)
            }
            return isPlain == true ? timer.name ?? timer.id : timer.id
        }
        return Set(words).sorted() + ["last"]
    }
}
