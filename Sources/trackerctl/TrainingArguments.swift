import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore

/// An amount as it is typed: a number of seconds or reps, or a span of time.
struct Amount: ExpressibleByArgument, Equatable {
    /// Seconds or reps.
    let value: Double
    let isSpan: Bool

    init?(argument: String) {
        let isNumber = argument.allSatisfy { $0.isASCII && ($0.isNumber || ".-".contains($0)) }
        if isNumber, let number = Double(argument) {
            (value, isSpan) = (number, false)
        } else if let ms = DurationText.milliseconds(argument) {
            (value, isSpan) = (Double(ms) / 1000, true)
        } else {
            return nil
        }
    }

    // The parser's own ways to these go through reflection, at every start.
    static var allValueStrings: [String] { [] }
    static var allValueDescriptions: [String: String] { [:] }
    var defaultValueDescription: String { "\(value)" }
}

/// What may be said of a session beside its mode.
struct TrainingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "What all efforts together are to come to.",
            discussion: """
                For time seconds, or a span such as 2m or 1:30; for reps how many. By default 60 s \
                or 20 reps.
                """, valueName: "amount"))
    var target: Amount?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The rest between efforts; a bare number is seconds. By default 15s; 0 for none.",
            valueName: "span"),
        transform: SpanArgument.seconds)
    var rest: Span?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Seconds taken off a hold that you bail from, or reps added to each effort.",
            discussion: "By default 5 s or 2 reps; 0 for none.", valueName: "amount"))
    var adjustment: Amount?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The exercise, which is logged in the end.", valueName: "name"),
        completion: .custom(ExerciseArgument.completions))
    var exercise: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "What isn't given is as this preset has it; one of the other mode tells the rest alone.",
            valueName: "name"),
        completion: .custom(PresetArgument.completions))
    var preset: String?

    private var hasSpan: Bool { target?.isSpan == true || adjustment?.isSpan == true }

    /// Where the preset says the mode, and a span of time is given, the daemon is asked for that first: it
    /// would take `2m` for 120 reps.
    ///
    /// - Throws: where spans of time are given for reps.
    func members(mode: Training.Mode?, asking options: Options) throws -> TrainingMembers {
        guard mode == nil, hasSpan, let preset else { return try members(mode: mode) }
        let key = NameKey.of(preset)
        let presets = try options.connect().call(PresetList()).presets
        let found = presets.first { NameKey.of($0.name) == key }
        return try members(mode: found.flatMap { Training.Mode(rawValue: $0.mode) })
    }

    /// - Throws: where spans of time are given for reps.
    func members(mode: Training.Mode?) throws -> TrainingMembers {
        guard mode != .reps || !hasSpan else {
            throw ValidationError("reps are counted: give --target and --adjustment as numbers")
        }
        var members = TrainingMembers()
        members.mode = mode
        members.target = target?.value
        members.rest = rest
        members.adjustment = adjustment?.value
        members.exercise = exercise
        members.preset = preset
        return members
    }

    var isEmpty: Bool {
        target == nil && rest == nil && adjustment == nil && exercise == nil && preset == nil
    }
}

/// Which preset is meant.
struct PresetArgument: ParsableArguments {
    @Argument(help: "The preset, by its name.", completion: .custom(PresetArgument.completions))
    var name: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        guard let client = try? Options.parse([]).connect(),
            let list = try? client.call(PresetList())
        else { return [] }
        return completions(for: list.presets)
    }

    /// Those whose names are one word to every shell.
    static func completions(for presets: [PresetView]) -> [String] {
        presets.map(\.name).filter(PlainWord.isPlain).sorted()
    }
}

extension Training.Mode: ExpressibleByArgument {
    // The parser's own way to these goes through reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}
