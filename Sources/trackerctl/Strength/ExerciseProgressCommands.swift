import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ProgressMetric: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

/// The options for an exercise's progress.
struct ProgressOptions: ParsableArguments {
    static let discussion = """
        On a terminal it draws a chart of one value, the best of each workout; elsewhere it is a \
        table of all of them. The values: 1rm (estimated), load (the heaviest), volume (reps x \
        load), reps, hold (the longest, in seconds); by default the first of these that there is. \
        Warm-ups are left out.

        Examples:
          trackerctl progress bench
          trackerctl progress bench --metric volume --from 2026-01-01
          trackerctl progress plank --from -90d
          trackerctl progress bench | tail -5
        """

    @Argument(
        help: "The exercise: a name, an id or the beginning of one.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: [String]

    @Option("What to draw.", "value", isShort: true)
    var metric: ProgressMetric?

    @OptionGroup var span: SpanOptions
}

/// A command that shows the progress of an exercise.
protocol ProgressCommand: MethodCommand where Call == ExerciseProgress {
    var progress: ProgressOptions { get }
}

extension ProgressCommand {
    func request() -> ExerciseProgress {
        ExerciseProgress(
            exercise: progress.exercise.joined(separator: " "), from: progress.span.from,
            to: progress.span.to)
    }

    func text(of result: ExerciseProgress.Response, in style: Style) -> String {
        ProgressText(progress: result, metric: progress.metric).text(in: style)
    }
}

extension ExerciseCommands {
    struct Progress: ProgressCommand {
        static let configuration = CommandConfiguration.leaf(
            "progress", of: "exercise", abstract: "Show how an exercise went.",
            discussion: ProgressOptions.discussion)

        @OptionGroup var progress: ProgressOptions
        @OptionGroup(title: Options.title) var options: Options
    }
}

/// The short form of 'exercise progress'.
struct ShortProgress: ProgressCommand {
    static let configuration = CommandConfiguration.leaf(
        "progress", abstract: "Show how an exercise went: 'progress bench'.",
        discussion: ProgressOptions.discussion)

    @OptionGroup var progress: ProgressOptions
    @OptionGroup(title: Options.title) var options: Options
}
