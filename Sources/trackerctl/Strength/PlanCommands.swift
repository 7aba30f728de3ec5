import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct PlanCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<PlanList>.self }

    static let configuration = CommandConfiguration.group(
        "plan", abstract: "Order templates in a plan.",
        discussion: """
            The templates of a plan are done in turn. An exercise that several of them have with \
            the same reps progresses in all of them together: 5x80 done in A asks for 82.5 in B. \
            With --apart, an exercise progresses in each template by itself, as on a heavy and a \
            light day.
            """,
        examples: [
            "plan copy 5x5",
            "plan next",
            "plan add week 'upper a' 'lower a' 'upper b' 'lower b'",
            "plan edit week --apart squat",
        ],
        subcommands: [
            Command<PlanList>.self, Add.self, Copy.self, Command<PlanGet>.self, Next.self,
            Update.self, Command<PlanDelete>.self,
        ],
        aliases: ["plans"])
}

extension PlanCommands {
    struct Add: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "plan", abstract: "Add a plan.", discussion: "'create' does the same.",
            examples: [
                "plan add week push pull legs",
                "plan add squats 'heavy day' 'light day' --apart squat",
            ], aliases: ["create"])

        @Argument(help: "Name of the plan.")
        var name: String

        @Argument(
            help: ArgumentHelp("Templates, in the order you do them.", valueName: "template"),
            completion: .templates)
        var templates: [String]

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Exercise that progresses in each template by itself; can be repeated.",
                valueName: "exercise"),
            completion: .exercises)
        var apart: [String] = []

        @OptionGroup(title: Options.title) var options: Options

        func request() -> PlanCreate {
            PlanCreate(name: name, templates: templates, apart: apart.isEmpty ? nil : apart)
        }
    }

    struct Copy: DaemonCommand, AnsweringCommand {
        static let methods = ShippedCopy.methods

        static let configuration = CommandConfiguration.leaf(
            "copy", of: "plan", abstract: "Copy a shipped plan.",
            discussion: """
                Its templates become yours, too. They have no loads: you choose them in the first \
                workout, and the next ones follow from it. A plan that goes by training maxes, such \
                as 5/3/1, asks for those that you haven't set.
                """,
            examples: ["plan copy 5x5", "workout next"])

        @Argument(
            help: "Name, as 'trackerctl template list --shipped' shows it.",
            completion: .asking(TemplateList(shipped: true)) {
                ShippedCopy.plans(of: $0.templates)
            })
        var name: String

        @OptionGroup(title: Options.title) var options: Options

        func answer(_ asking: Asking) throws -> Answer {
            try ShippedCopy(name: name, isPlan: true).answer(asking, options)
        }
    }

    struct Next: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "next", of: "plan", abstract: "Show the next workout of a plan.",
            discussion: """
                It is the template after the one you started last, with its loads and the plates on \
                each side of the bar. Without a name, it uses the plan you trained last. To start \
                it: trackerctl workout start PLAN
                """,
            examples: ["plan next", "plan next 5x5"])

        @Argument(help: "The plan; by default the one you trained last.", completion: .plans)
        var plan: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> PlanNext { PlanNext(plan: plan) }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "plan", abstract: "Change a plan.",
            discussion: """
                'edit' does the same. The templates you give replace the current ones, in this \
                order. --apart names all exercises that progress apart; --shared ends that for all \
                of them. The loads of the coming workouts follow at once.
                """,
            examples: [
                "plan edit week legs push pull",
                "plan edit week --name 'my week'",
                "plan edit week --apart squat --apart bench",
                "plan edit week --shared",
            ], aliases: ["edit"])

        @OptionGroup var target: PlanNameArgument

        @Argument(
            help: ArgumentHelp("Templates, in the order you do them.", valueName: "template"),
            completion: .templates)
        var templates: [String] = []

        @Option("New name.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Exercise that progresses in each template by itself; can be repeated.",
                valueName: "exercise"),
            completion: .exercises)
        var apart: [String] = []

        @Flag(help: "All exercises progress together.")
        var shared = false

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard !shared || apart.isEmpty else {
                throw ValidationError("give only one of --apart and --shared")
            }
            guard !templates.isEmpty || name != nil || shared || !apart.isEmpty else {
                throw ValidationError(
                    "nothing to change: give templates, --name, --apart or --shared")
            }
        }

        func request() -> PlanUpdate {
            PlanUpdate(
                plan: target.plan, name: name, templates: templates.isEmpty ? nil : templates,
                apart: shared ? [] : apart.isEmpty ? nil : apart)
        }
    }
}

struct PlanNameArgument: ParsableArguments {
    @Argument(help: "The plan: its name, or the start of its id.", completion: .plans)
    var plan: String

    static func completions(for plans: [PlanView]) -> [String] {
        plans.map { LiveNames.isOffered($0.name) ? $0.name : $0.id }.sorted()
    }
}

extension PlanList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "plan", abstract: "List your plans.",
        discussion: "'trackerctl template list --shipped' lists those to copy.")
}

extension PlanGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "plan", abstract: "Show one plan.",
        discussion: """
            'show' does the same. You see its templates with their exercises, and which of these \
            progress together.
            """,
        examples: ["plan show 5x5"], aliases: ["show"])
    static func request(_ target: PlanNameArgument) -> Self { Self(plan: target.plan) }
}

extension PlanDelete: DeletionRequest {
    static let command = CommandConfiguration.deletion(
        of: "plan", abstract: "Delete a plan, but keep its templates.")
    static func request(_ target: PlanNameArgument) -> Self { Self(plan: target.plan) }
}
