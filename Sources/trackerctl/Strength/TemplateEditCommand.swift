import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension TemplateCommands {
    struct Update: LookupCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "template", abstract: "Change a template.",
            discussion: """
                'edit' does the same. What you leave out stays as it is. The exercises you give \
                replace all of the current ones; --change, --add, --remove and --order change only \
                some. If the template has an exercise twice, add a number to its name, 'bench 2'; \
                a number alone is a position in 'template show'. An open workout stays as it was \
                started.
                """,
            examples: [
                "template edit push --name 'push a' --days 2",
                "template edit push 'bench 5x5x102.5' 'chest dips 3x12'",
                "template edit push --change 'bench 3x5x105'",
                "template edit push --add 'bench 2x12x40' --remove 'chest dips'",
                "template edit push --change 'bench 2 2x12x45'",
                "template edit push --order 'dips, bench'",
                "template edit push --order 3,1,2",
                "template edit push --rest usual --note ''",
            ], aliases: ["edit"])

        @OptionGroup var target: TemplateArgument

        @Argument(help: ArgumentHelp("Exercises with their sets.", valueName: "exercises"))
        var exercises: [String] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Exercise to add at the end; can be repeated.",
                valueName: "exercise"))
        var add: [String] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Exercise with its new sets; can be repeated.",
                valueName: "exercise"))
        var change: [String] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Exercise to remove; can be repeated.", valueName: "name"), completion: .exercises)
        var remove: [String] = []

        @Option(
            "Names or numbers, separated by commas; these come first, then the others.",
            "exercises")
        var order: String?

        @Option("New name.", "text")
        var name: String?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "Rest after a set, 'no' for none, 'usual' for that of the settings.",
                valueName: "span"),
            transform: TemplateRest.read)
        var rest: Removable<Span>?

        @Option(
            name: .customLong("days"), parsing: .unconditional,
            help: ArgumentHelp("Days a week, 1 to 7, or 'no'.", valueName: "count"),
            transform: RemovableArgument.whole)
        var daysPerWeek: Removable<Int64>?

        @Option("Note; an empty text removes it.", "text", isShort: true)
        var note: String?

        @Option(
            "A deload: the share of the loads, such as 60%, or 'no'.", "percent",
            read: DeloadArgument.removable)
        var deload: Removable<Double>?

        @OptionGroup(title: Options.title) var options: Options

        private var changes: TemplateChanges? {
            let changes = TemplateChanges(
                added: add, changed: change, removed: remove, order: order)
            return changes.isEmpty ? nil : changes
        }

        func validate() throws {
            guard exercises.isEmpty || changes == nil else {
                throw ValidationError(
                    "exercises replace all the others: leave them out, or leave out --add,"
                        + " --change, --remove and --order")
            }
            guard
                !exercises.isEmpty || changes != nil || name != nil || rest != nil
                    || daysPerWeek != nil || note != nil || deload != nil
            else {
                throw ValidationError(
                    "nothing to change: give exercises, or an option such as --name")
            }
        }

        func request(_ asking: Asking) throws -> TemplateUpdate {
            var request = TemplateUpdate(template: target.template)
            request.name = name
            request.rest = rest
            request.daysPerWeek = daysPerWeek
            request.note = note
            request.deload = deload
            if !exercises.isEmpty {
                request.exercises = TemplateExercises(try PlanArgument.exercises(exercises))
            } else if let changes {
                // Anything unreadable is refused before a request is sent.
                let plans = try changes.plans()
                let client = try asking.client(options)
                let template = try client.call(TemplateGet(template: target.template))
                let changed = try changes.applied(plans, to: template, asking: client)
                request.exercises = TemplateExercises(changed)
            }
            return request
        }
    }
}

/// Reads a template's rest. No rest at all differs from the rest of the settings.
enum TemplateRest {
    static func read(_ text: String) throws -> Removable<Span> {
        switch text {
        case "usual": .removed
        case RemovableArgument.none: .value(Span(ms: 0))
        default: .value(try SpanArgument.seconds(text))
        }
    }
}
