import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct TemplateCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "template", abstract: "Create and change workout templates.",
        discussion: PlanNotation.help,
        examples: [
            "template create push 'bench 3x5x100 rest 3m' 'chest dips 3x10'",
            "template edit push --add 'plank 3x60s' --remove dips",
            "template copy 5x5",
            "workout start push",
        ],
        subcommands: [
            List.self, Command<TemplateGet>.self, Create.self, TemplateCopy.self, Update.self,
            Delete.self,
        ], aliases: ["templates"])
}

/// Reads the exercises of templates.
enum PlanArgument {
    static func exercises(_ texts: [String]) throws(Rejection) -> [TemplateExercises.Exercise] {
        let plans = try PlanNotation.read(all: texts)
        return plans.map { TemplateExercises.Exercise($0) }
    }
}

extension TemplateCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "template", abstract: "Create a template.",
            discussion: "'add' and 'save' do the same. \(PlanNotation.help)",
            examples: [
                "template create push 'bench 3x5x100 rest 3m' 'chest dips 3x10'",
                "template create 'full body' 'squats 5x5' 'plank 3x60s' -r 2m",
                "template create legs 'leg curl 3 superset a' 'lunges 3 superset a'",
                "template create push bench w 1x5x60 3x5x100 chest dips 3x8-12",
                "template create squats 'squat 5x5x60 +2.5 reset 3x10%' --days 3",
                "template save push --from last",
                "template create heavy --from '5x5 A'",
            ], aliases: ["add", "save"])

        @Argument(help: "Name of the template.")
        var name: String

        @Argument(help: ArgumentHelp("Exercises with their sets.", valueName: "exercises"))
        var exercises: [String] = []

        @Option(
            "Workout to take the sets from (a name, an id or 'last'), or a template of 'list --shipped'.",
            "workout", completion: .workouts)
        var from: String?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "Rest after a set, or 'no'; a bare number is seconds. Default: that of the"
                    + " settings.", valueName: "span"),
            transform: RemovableArgument.span)
        var rest: Removable<Span>?

        @Option(
            name: .customLong("days"), parsing: .unconditional,
            help: ArgumentHelp("Days a week, 1 to 7.", valueName: "count"))
        var daysPerWeek: Int64?

        @Option("Note.", "text", isShort: true)
        var note: String?

        @Option(
            "A deload: the share of the loads, such as 60%.", "percent", read: DeloadArgument.read)
        var deload: Double?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard exercises.isEmpty == (from != nil) else {
                throw ValidationError(
                    from == nil
                        ? "no exercises given. Give them with their sets, or --from a workout"
                        : "give exercises or --from, not both")
            }
        }

        func request() throws -> TemplateCreate {
            var request = TemplateCreate(name: name, from: from)
            if from == nil {
                request.exercises = TemplateExercises(try PlanArgument.exercises(exercises))
            }
            request.rest = rest.map { $0.value ?? Span(ms: 0) }
            request.daysPerWeek = daysPerWeek
            request.note = note
            request.deload = deload
            return request
        }
    }
}

extension TemplateCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "template", abstract: "List the templates.",
            examples: ["templates", "template list --shipped"])

        @Flag(help: "Only those that come with trackerd, for 'trackerctl template copy'.")
        var shipped = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TemplateList { TemplateList(shipped: shipped ? true : nil) }
    }
}

extension TemplateGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "template", abstract: "Show one template.",
        discussion: "'show' does the same.", aliases: ["show"])
    static func request(_ target: TemplateArgument) -> Self { Self(template: target.template) }
}

extension TemplateCommands {
    struct Delete: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [TemplateDelete.method]

        static let configuration = CommandConfiguration.leaf(
            "delete", of: "template", abstract: "Delete templates, but keep their workouts.",
            discussion: """
                'rm' and 'remove' do the same. Of several, all or none are deleted. 'trackerctl \
                undo' puts them back.
                """,
            examples: ["template delete push", "template delete 'upper a' 'upper b'"],
            aliases: CommandConfiguration.deletions)

        @Argument(
            help: ArgumentHelp(
                "Templates: their names, or the starts of their ids.", valueName: "template"),
            completion: .templates)
        var templates: [String]

        @OptionGroup(title: Options.title) var options: Options

        func answer(_ asking: Asking) throws -> Answer {
            let client = try asking.client(options)
            let calls = templates.map { TemplateDelete(template: $0) }
            let (gone, json) = try client.answers(to: calls)
            return Answer(
                json: try Output.line(json), quiet: gone.map { $0.id + "\n" }.joined(),
                after: client.after
            ) { style in
                let lines = gone.map { "deleted: \($0.sentence(in: style.behind("deleted: ")))\n" }
                return AnswerText(lines.joined())
            }
        }
    }
}
