import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ExerciseCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "exercise", abstract: "Find, create and change exercises.",
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
            "search", of: "exercise", abstract: "Find exercises by any part of their names.",
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
            "list", of: "exercise", abstract: "List the exercises, most used first.")

        @OptionGroup var filter: ExerciseFilter
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseList { filter.request() }
    }

    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "exercise", abstract: "Create an exercise of your own.",
            discussion: "'add' does the same.",
            examples: [
                "exercise add 'Ring Rows' --count 8 --category back",
                "exercise add 'Star Plank' --unit seconds --variant-of plank",
                "exercise add 'Spoto Press' --muscles chest --secondary triceps",
            ], aliases: ["add"])

        @Argument(help: "Name of the exercise.")
        var name: String

        @Option("What to count, reps by default, or the unit of its loads.", "unit")
        var unit: ExerciseUnitArgument?

        @OptionGroup var fields: ExerciseFields
        @OptionGroup var gear: GearFields
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ExerciseCreate {
            var request = ExerciseCreate(name: name, unit: unit?.counted ?? .reps)
            try gear.fill(&request, in: unit?.loaded)
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
            "alias", of: "exercise", abstract: "Give an exercise another name.",
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
            "merge", of: "exercise", abstract: "Merge two exercises.",
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
            help: "Exercise to merge into it, which is then archived.", completion: .exercises)
        var other: String

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseMerge { ExerciseMerge(exercise: other, into: target.exercise) }

        func text(of result: ExerciseView, in style: Style) -> String { result.merger(in: style) }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "exercise", abstract: "Change an exercise.",
            discussion: """
                'edit' does the same. What you leave out stays as it is; an empty text removes it. \
                With a unit, loads of the exercise are in kg or lb whatever the settings say; sets \
                that you have logged stay as they are. Loads that follow from a plan are those \
                that its bar or its machine can have.
                """,
            examples: [
                "exercise edit push-ups --count 25",
                "exercise edit ring-rows --name 'Low Rows' --equipment rings",
                "exercise edit ring-rows --color '#ff8800'",
                "exercise edit ring-rows --no-archived",
                "exercise edit leg-press --unit lb",
                "exercise edit bench-press --bar 15kg",
                "exercise edit dumbbell-bench-press --pair",
                "exercise edit lat-pulldown --step 5kg --start 2.5kg",
                "exercise edit leg-curl --steps 5,10,15,20,30",
            ], aliases: ["edit"])

        @OptionGroup var target: ExerciseArgument

        @Option("New name.", "text")
        var name: String?

        @Option(
            "What to count, if nothing is logged yet, or the unit of its loads ('no' for none).",
            "unit")
        var unit: ExerciseUnitArgument?

        @OptionGroup var fields: ExerciseFields
        @OptionGroup var gear: GearFields

        @Flag(inversion: .prefixedNo, help: "Hide it from lists, or show it again.")
        var archived: Bool?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ExerciseUpdate {
            var request = ExerciseUpdate(exercise: target.exercise)
            request.name = name
            request.unit = unit?.counted
            try gear.fill(&request, in: unit?.loaded)
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
        "archive", of: "exercise", abstract: "Archive an exercise.",
        discussion: """
            It disappears from lists, but what you logged stays. To show it again: trackerctl \
            exercise edit NAME --no-archived
            """)
}

extension ExerciseDelete: ExerciseCommandRequest, DeletionRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "exercise", abstract: "Delete an unused exercise of your own.",
        discussion: """
            'rm' and 'remove' do the same. You can archive the others. 'trackerctl undo' puts it \
            back.
            """, aliases: CommandConfiguration.deletions)
}
