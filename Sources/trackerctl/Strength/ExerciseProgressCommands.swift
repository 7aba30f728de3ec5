import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ProgressMetric: ChoiceArgument {}

struct ProgressCommand<Place: ParsableCommand>: MethodCommand {
    static var configuration: CommandConfiguration {
        .leaf(
            "progress", in: Place.self, abstract: "Show your progress with an exercise.",
            discussion: """
                On a terminal, it draws a chart of one value, the best of each workout; elsewhere \
                it prints a table of all values. They are: 1rm (estimated), load (the heaviest), \
                volume (reps x load), reps, hold (the longest, in seconds); by default the first \
                one available. Warm-ups are left out.
                """,
            examples: [
                "progress bench",
                "progress bench --metric volume --from 2026-01-01",
                "progress plank --from -90d",
                "progress bench | tail -5",
            ])
    }

    @Argument(help: "The exercise: its name, or the start of its id.", completion: .exercises)
    var exercise: [String]

    @Option("Value to draw.", "value", isShort: true)
    var metric: ProgressMetric?

    @OptionGroup var span: SpanOptions
    @OptionGroup(title: Options.title) var options: Options

    func request() -> ExerciseProgress {
        ExerciseProgress(exercise: exercise.joined(separator: " "), from: span.from, to: span.to)
    }

    func text(of result: ExerciseProgress.Response, in style: Style) -> String {
        ProgressText(progress: result, metric: metric).text(in: style)
    }
}
