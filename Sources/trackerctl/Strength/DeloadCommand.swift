import ArgumentParser
import TrackerAPI
import TrackerView

extension WorkoutCommands {
    /// Makes a workout one of a deload.
    struct Deload: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "deload", of: "workout", abstract: "Mark the workout as a deload.",
            discussion: """
                The planned loads become this share of themselves, as your plates allow. Its sets \
                make no records, no plan counts them as a success or a failure, and charts leave \
                them out. 'no' makes it a regular workout again. To start one: 'workout start push \
                --deload 60%'.
                """,
            examples: ["workout deload 60%", "workout deload no --workout last"])

        @Argument(
            help: ArgumentHelp("Share of the loads, such as 60%, or 'no'.", valueName: "percent"),
            transform: DeloadArgument.removable)
        var deload: Removable<Double>

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutUpdate {
            var request = WorkoutUpdate(workout: which.workout)
            request.deload = deload
            return request
        }

        func answerText(of result: WorkoutView, in style: Style) -> AnswerText {
            result.answerText(in: style)
        }
    }
}

/// Reads the share of the loads in a deload: `60%` or `60`.
enum DeloadArgument {
    @Sendable static func read(_ text: String) throws -> Double {
        let number = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let percent = NumberArgument.read(number) else {
            throw ValidationError("give a percentage, such as 60%")
        }
        return percent
    }

    @Sendable static func removable(_ text: String) throws -> Removable<Double> {
        text == RemovableArgument.none ? .removed : .value(try read(text))
    }
}
