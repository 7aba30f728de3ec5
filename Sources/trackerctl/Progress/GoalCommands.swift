import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct GoalCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<GoalList>.self }

    static let configuration = CommandConfiguration.group(
        "goal", abstract: "Set goals for a day or a week.",
        discussion: """
            A goal counts the reps or seconds of an exercise, or your 'workouts', 'trainings' \
            (completed training sessions), 'efforts' (logged exercises of any kind) or 'focus' \
            (minutes of work in runs of interval programs).
            """,
        examples: [
            "goal add push-ups 50 --daily",
            "goal add workouts 3 --weekly",
            "goals",
            "goal show push-ups",
        ],
        subcommands: [
            Command<GoalList>.self, Add.self, Command<GoalGet>.self, Update.self,
            Command<GoalDelete>.self,
        ],
        aliases: ["goals"])
}

extension GoalCommands {
    struct Add: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "goal", abstract: "Add a goal.",
            discussion: """
                The goal is named after its period and what it counts, such as 'Daily Push-ups'; \
                --name gives another name. With --weekdays, Saturday and Sunday neither count nor \
                end your streak. A week begins on the weekday in your settings.
                """,
            examples: [
                "goal add push-ups 50 --daily",
                "goal add push-ups 200 --weekly",
                "goal add plank 5m --weekdays",
                "goal add workouts 3 --weekly --name gym",
                "goal add focus 2h --weekdays",
            ])

        @Argument(
            help: ArgumentHelp(
                "What to count, with the target before or after it.", valueName: "words"),
            completion: .exercises)
        var words: [String]

        @Flag(help: "Every day; the default.")
        var daily = false

        @Flag(help: "Every day from Monday to Friday.")
        var weekdays = false

        @Flag(help: "Every week.")
        var weekly = false

        @Option("Name.", "text", isShort: true)
        var name: String?

        @OptionGroup(title: Options.title) var options: Options

        func check() throws {
            guard [daily, weekdays, weekly].count(where: \.self) <= 1 else {
                throw ValidationError("give only one of --daily, --weekdays and --weekly")
            }
            guard try LogNotation(words).count != nil else {
                throw ValidationError("no target given. Try: trackerctl goal add push-ups 50")
            }
        }

        func request() throws -> GoalAdd {
            let goal = try LogNotation(words)
            let measure = Goal.Measure.named(goal.exercise)
            return GoalAdd(
                exercise: measure == nil ? goal.exercise : nil, measure: measure,
                count: goal.isTime ? nil : goal.count, seconds: goal.isTime ? goal.count : nil,
                period: period, name: name)
        }

        private var period: Goal.Period? {
            weekly ? .weekly : weekdays ? .weekdays : daily ? .daily : nil
        }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "goal", abstract: "Change a goal's target or name.",
            discussion: "'edit' does the same. Days and weeks that are over keep their target.",
            examples: ["goal edit push-ups 60", "goal edit gym --name workouts"],
            aliases: ["edit"])

        @OptionGroup var target: GoalArgument

        @Argument(
            help: ArgumentHelp(
                "New target; a time such as 5m or 1:30 is seconds.", valueName: "target"),
            transform: count)
        var count: LogNotation.Count?

        @Option("New name.", "text", isShort: true)
        var name: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard count != nil || name != nil else {
                throw ValidationError("nothing to change: give a target or --name")
            }
        }

        func request() -> GoalUpdate {
            GoalUpdate(
                goal: target.goal, count: count?.isTime == false ? count?.value : nil,
                seconds: count?.isTime == true ? count?.value : nil, name: name)
        }

        @Sendable private static func count(_ text: String) throws -> LogNotation.Count {
            try telling { try LogNotation.Count.read(text) }
        }
    }
}

struct GoalArgument: ParsableArguments {
    @Argument(
        help: "The goal: its name, some words of it, or the start of its id.", completion: .goals)
    var goal: String

    static func completions(for goals: [GoalView]) -> [String] {
        goals.map(\.name).filter(LiveNames.isOffered).sorted()
    }
}

extension GoalList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "goal", abstract: "List your goals with their progress.",
        discussion: """
            STRENGTH is how well you have kept to a goal in the last weeks. A day or week that you \
            miss lowers it a little, and older ones count less and less.
            """)
}

extension GoalGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "goal", abstract: "Show one goal, with a year's map.",
        discussion: "'show' does the same.",
        examples: ["goal show push-ups", "goal show 'weekly push-ups'"], aliases: ["show"])
    static func request(_ target: GoalArgument) -> Self { Self(goal: target.goal) }
}

extension GoalDelete: DeletionRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "goal", abstract: "Delete a goal, but keep your log.",
        discussion: "'rm' does the same. 'trackerctl undo' puts it back.", aliases: ["rm"])
    static func request(_ target: GoalArgument) -> Self { Self(goal: target.goal) }
}
