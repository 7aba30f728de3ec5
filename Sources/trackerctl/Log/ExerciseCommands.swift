import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ExerciseCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "exercise",
        abstract: "Find, create and change exercises.",
        discussion: """
            trackerd comes with a library of exercises. You can create your own here, or add them \
            to ~/.local/share/trackerd/exercises.toml.
            """,
        subcommands: [
            Search.self, List.self, Create.self, Update.self, Command<ExerciseGet>.self,
            Alias.self, Merge.self, Command<ExerciseArchive>.self, Command<ExerciseDelete>.self,
            ProgressCommand<ExerciseCommands>.self, History.self,
        ], aliases: ["exercises"])
}

extension ExerciseCommands {
    struct Search: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "search", of: "exercise",
            abstract: "Find exercises by any part of their names.",
            discussion: """
                Each word must occur in the name; case and accents don't matter. The best match \
                comes first, then the exercises you use most.
                """,
            examples: [
                "exercise search press",
                "exercise search paus ben",
                "exercise search --category core",
            ])

        @Argument(help: "Words, or parts of them.")
        var words: [String] = []

        @OptionGroup var filter: ExerciseFilter
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseList {
            filter.request(words.isEmpty ? nil : words.joined(separator: " "))
        }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "exercise",
            abstract: "List the exercises, most used first.")

        @OptionGroup var filter: ExerciseFilter
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseList { filter.request() }
    }

    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "exercise",
            abstract: "Create an exercise of your own.",
            discussion: """
                'add' does the same.
                """,
            examples: [
                "exercise add 'Ring Rows' --count 8 --category back",
                "exercise add 'Star Plank' --unit seconds --variant-of plank",
                "exercise add 'Spoto Press' --muscles chest --secondary triceps",
            ], aliases: ["add"])

        @Argument(help: "Name of the exercise.")
        var name: String

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Unit to count in.", valueName: "unit"))
        var unit = Exercise.Unit.reps

        @OptionGroup var fields: ExerciseFields
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseCreate {
            var request = ExerciseCreate(name: name, unit: unit)
            request.defaultCount = fields.count
            request.category = fields.category
            request.equipment = fields.equipment
            request.icon = fields.icon
            request.color = fields.tint
            request.variantOf = fields.variantOf
            request.muscles = fields.worked
            return request
        }
    }

    struct Alias: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "alias", of: "exercise",
            abstract: "Give an exercise another name.",
            discussion: """
                The new name works wherever you name an exercise, and in files that you import.
                """,
            examples: [
                "exercise alias overhead-press strict",
                "exercise alias overhead-press strict --remove",
            ])

        @OptionGroup var target: ExerciseArgument

        @Argument(help: "Additional name.")
        var alias: String

        @Flag(name: .long, help: "Remove this name again.")
        var remove = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseAlias {
            ExerciseAlias(exercise: target.exercise, alias: alias, remove: remove ? true : nil)
        }

        func text(of result: ExerciseView, in style: Style) -> String { result.names(in: style) }
    }

    struct Merge: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "merge", of: "exercise",
            abstract: "Merge two exercises.",
            discussion: """
                Whatever was logged or planned for the second one, and its reminders, become the \
                first one's. So do its names, also for the next import. The second one is \
                archived. 'trackerctl undo' undoes all of it.
                """,
            examples: [
                "exercise merge bench-press flat-bench",
                "exercise merge 'Pull-ups' 'Pull Up (Band)'",
            ])

        @OptionGroup var target: ExerciseArgument

        @Argument(
            help: "Exercise to merge into it, which is then archived.",
            completion: .custom(ExerciseArgument.completions))
        var other: String

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseMerge {
            ExerciseMerge(exercise: other, into: target.exercise)
        }

        func text(of result: ExerciseView, in style: Style) -> String { result.merger(in: style) }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "exercise",
            abstract: "Change an exercise.",
            discussion: """
                'edit' does the same. What you leave out stays as it is; an empty text removes it.
                """,
            examples: [
                "exercise edit push-ups --count 25",
                "exercise edit ring-rows --name 'Low Rows' --equipment rings",
                "exercise edit ring-rows --color '#ff8800'",
                "exercise edit ring-rows --no-archived",
            ], aliases: ["edit"])

        @OptionGroup var target: ExerciseArgument

        @Option("New name.", "text")
        var name: String?

        @Option("New unit, if nothing is logged for it yet.", "unit")
        var unit: Exercise.Unit?

        @OptionGroup var fields: ExerciseFields

        @Flag(inversion: .prefixedNo, help: "Hide it from lists, or show it again.")
        var archived: Bool?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseUpdate {
            var request = ExerciseUpdate(exercise: target.exercise)
            request.name = name
            request.unit = unit
            request.defaultCount = fields.count
            request.category = fields.category
            request.equipment = fields.equipment
            request.icon = fields.icon
            request.color = fields.tint
            request.variantOf = fields.variantOf
            request.archived = archived
            request.muscles = fields.muscles.map { _ in
                fields.worked.map { .value($0) } ?? .removed
            }
            return request
        }
    }

}

extension ExerciseGet: ExerciseCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "exercise", abstract: "Show one exercise.",
        discussion: "'show' does the same.", aliases: ["show"])

    static func text(of result: ExerciseView, in style: Style) -> String {
        result.details(in: style)
    }
}

extension ExerciseArchive: ExerciseCommandRequest {
    static let command = CommandConfiguration.leaf(
        "archive", of: "exercise",
        abstract: "Archive an exercise.",
        discussion: """
            It disappears from lists, but what you logged stays. To show it again: trackerctl \
            exercise edit NAME --no-archived
            """)
}

extension ExerciseDelete: ExerciseCommandRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "exercise",
        abstract: "Delete an unused exercise of your own.",
        discussion: """
            'rm' and 'remove' do the same. You can archive the others. 'trackerctl undo' puts it \
            back.
            """, aliases: CommandConfiguration.deletions)

    static func text(of result: ExerciseView, in style: Style) -> String {
        "deleted: " + result.text(in: style.behind("deleted: "))
    }
}
