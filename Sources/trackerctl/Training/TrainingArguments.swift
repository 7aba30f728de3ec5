import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// An amount as typed: a number of seconds or reps, or a duration.
struct Amount: Equatable {
    /// Seconds or reps.
    let value: Double
    let isSpan: Bool

    static func read(_ text: String) throws -> Amount {
        let allowed = "a number, or a duration such as 2m or 1:30"
        let amount: Amount
        if let number = NumberArgument.read(text.hasPrefix("-") ? String(text.dropFirst()) : text) {
            amount = Amount(value: number, isSpan: false)
        } else if let ms = DurationText.milliseconds(text) {
            amount = Amount(value: Double(ms.magnitude) / 1000, isSpan: true)
        } else {
            throw ValidationError("give \(allowed)")
        }
        guard !text.hasPrefix("-") else {
            throw ValidationError("it can't be negative: give \(allowed)")
        }
        return amount
    }
}

/// Options for a session, apart from its mode.
struct TrainingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Target for all sets together.",
            discussion: """
                For time, seconds or a duration such as 2m or 1:30; for reps, their number. By \
                default 60 s or 20 reps.
                """, valueName: "amount"),
        transform: Amount.read)
    var target: Amount?

    @Option(
        "Rest between sets; a bare number is seconds. By default 15s; 0 for none.", "span",
        isShort: true, read: SpanArgument.seconds)
    var rest: Span?

    @Option(
        "Time to get ready before a hold, with 3, 2, 1; a bare number is seconds, 0 is none.",
        "span", read: SpanArgument.seconds)
    var ready: Span?

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds subtracted when you bail, or reps added to each set.",
            discussion: "By default 5 s or 2 reps; 0 for none.", valueName: "amount"),
        transform: Amount.read)
    var adjustment: Amount?

    @Option("Exercise to log at the end.", "name", isShort: true, completion: .exercises)
    var exercise: String?

    @Option(
        "Preset for what you leave out; one of the other mode sets only the rest.",
        "name", isShort: true, completion: .presets)
    var preset: String?

    private var hasSpan: Bool { target?.isSpan == true || adjustment?.isSpan == true }

    /// The request's parameters.
    ///
    /// - Parameter mode: `nil` for that of the exercise or the preset.
    /// - Throws: if durations are given for reps.
    func parameters(mode: Training.Mode?) throws -> TrainingParameters {
        guard mode != .reps || !hasSpan else {
            throw ValidationError("reps are counted: give --target and --adjustment as numbers")
        }
        var parameters = TrainingParameters()
        parameters.mode = mode
        parameters.target = target?.value
        parameters.rest = rest
        parameters.ready = ready
        parameters.adjustment = adjustment?.value
        if mode == nil, hasSpan { parameters.timed = true }
        parameters.exercise = exercise
        parameters.preset = preset
        return parameters
    }

    var isEmpty: Bool {
        target == nil && rest == nil && ready == nil && adjustment == nil && exercise == nil
            && preset == nil
    }
}

struct PresetArgument: ParsableArguments {
    @Argument(help: "Name of the preset.", completion: .presets)
    var name: String

    static func completions(for presets: [PresetView]) -> [String] {
        presets.map(\.name).filter(LiveNames.isOffered).sorted()
    }
}

extension Training.Mode: ChoiceArgument {}
