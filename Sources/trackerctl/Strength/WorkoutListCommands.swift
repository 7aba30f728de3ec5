import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension WorkoutCommands {
    struct Discard: ConsentCommand {
        typealias Call = WorkoutDiscard
        static let configuration = CommandConfiguration.leaf(
            "discard", of: "workout", abstract: "Discard the open workout and its sets.",
            discussion: """
                You are asked first, unless you add --yes. To keep the workout: trackerctl workout \
                finish
                """,
            examples: ["workout discard --yes"])

        @Flag(name: .shortAndLong, help: "Discard it without asking.")
        var yes = false

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutDiscard {
            WorkoutDiscard(confirm: consent, workout: which.workout)
        }

        func text(of result: WorkoutView, in style: Style) -> String {
            "discarded: \(result.name.forTerminal), \(result.totals)\n"
        }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "workout", abstract: "List workouts, newest first.",
            discussion: "'history' does the same.",
            examples: [
                "workout history",
                "workout history --exercise bench --limit 100",
                "workout history --from 2026-03-01 --to 2026-03-31",
            ], aliases: ["history"])

        @OptionGroup var part: ListOptions<WorkoutList>

        @Option(
            "Only those with sets of this exercise.", "name", isShort: true, completion: .exercises)
        var exercise: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutList {
            WorkoutList(from: part.from, to: part.to, exercise: exercise, limit: part.limit)
        }
    }

}

extension WorkoutDelete: DeletionRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "workout", abstract: "Delete a workout and its sets.",
        discussion: "'rm' does the same. 'trackerctl undo' puts it back.",
        examples: ["workout rm k3v9", "workout rm lower a", "workout rm last"], aliases: ["rm"])
    static func request(_ target: WorkoutArgument) -> Self { Self(workout: target.workout) }

    static func remark(on result: WorkoutView, of target: WorkoutArgument) -> String? {
        result.remark(onNamed: target.workout)
    }
}
