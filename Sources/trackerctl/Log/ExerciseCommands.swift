import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ExerciseCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration(
        commandName: "exercise",
        abstract: "The exercises that can be logged.",
        discussion: """
            A library comes with the program. Movements of your own are created here, or stand in \
            ~/.local/share/trackerd/exercises.toml.
            """,
        subcommands: [
            Search.self, List.self, Create.self, Update.self, Command<ExerciseGet>.self,
            Alias.self, Merge.self, Command<ExerciseArchive>.self, Command<ExerciseDelete>.self,
            Progress.self, History.self,
        ], aliases: ["exercises"])
}

/// The options for the exercises to list.
struct ExerciseFilter: ParsableArguments {
    @Option("Only of this category.", "name", isShort: true)
    var category: String?

    @Flag(name: .shortAndLong, help: "Archived ones too.")
    var all = false

    @OptionGroup var length: LimitOption<ExerciseList>

    func request(_ query: String? = nil) -> ExerciseList {
        ExerciseList(
            query: query, category: category, archived: all ? true : nil, limit: length.limit)
    }
}

/// The options for the members of an exercise beside its name and unit.
struct ExerciseFields: ParsableArguments {
    @Option("What logging it counts by default.", "count", isShort: true)
    var count: Int64?

    @Option("Such as legs or core.", "name")
    var category: String?

    @Option("Such as barbell or band.", "name")
    var equipment: String?

    @Option("The name of an icon.", "name")
    var icon: String?

    @Option("Its colour, such as '#1a9fff', which --color may give, too.", "colour")
    var tint: String?

    @Option(
        "The exercise that it varies.", "exercise",
        completion: .custom(ExerciseArgument.completions))
    var variantOf: String?

    @Option(
        "The muscles that it is for, such as chest or quads,glutes.", "muscles",
        read: MusclesArgument.read)
    var muscles: [Muscle]?

    @Option(
        "Those that help, such as triceps,front-delts; a set is half a one for them.",
        "muscles", read: MusclesArgument.read)
    var secondary: [Muscle]?

    func validate() throws {
        guard secondary == nil || muscles?.isEmpty == false else {
            throw ValidationError("--secondary goes with --muscles, which names the main ones")
        }
    }

    /// The muscles that are given; `nil` for none.
    var worked: Muscles? {
        muscles.flatMap { $0.isEmpty ? nil : Muscles(primary: $0, secondary: secondary ?? []) }
    }
}

/// Reads muscles such as `chest,front-delts`; an empty text is none.
enum MusclesArgument {
    static func read(_ text: String) throws -> [Muscle] {
        try text.split(separator: ",").map { word in
            guard let muscle = Muscle(written: String(word)) else {
                throw ValidationError(
                    "'\(word)' is no muscle: give some of \(Muscle.allowed)")
            }
            return muscle
        }
    }
}

extension ExerciseCommands {
    struct Search: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "search", of: "exercise",
            abstract: "Find exercises by any part of their names.",
            discussion: """
                Every word must be in the name somewhere; case and accents don't matter. The best \
                match comes first, and among equals what you use most.

                Examples:
                  trackerctl exercise search press
                  trackerctl exercise search paus ben
                  trackerctl exercise search --category core
                """)

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
            abstract: "List the exercises, those you use most first.")

        @OptionGroup var filter: ExerciseFilter
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ExerciseList { filter.request() }
    }

    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "exercise",
            abstract: "Create an exercise of your own.",
            discussion: """
                'add' is the same.

                Examples:
                  trackerctl exercise add 'Ring Rows' --count 8 --category back
                  trackerctl exercise add 'Star Plank' --unit seconds --variant-of plank
                  trackerctl exercise add 'Spoto Press' --muscles chest --secondary triceps
                """, aliases: ["add"])

        @Argument(help: "Its name.")
        var name: String

        @Option(parsing: .unconditional, help: ArgumentHelp("What it counts.", valueName: "unit"))
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
                It is understood wherever an exercise is asked for, and in files that are imported.

                Examples:
                  trackerctl exercise alias overhead-press strict
                  trackerctl exercise alias overhead-press strict --remove
                """)

        @OptionGroup var target: ExerciseArgument

        @Argument(help: "The other name.")
        var alias: String

        @Flag(name: .long, help: "Take it away again.")
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
            abstract: "Make one exercise of two: 'exercise merge bench-press flat-bench'.",
            discussion: """
                What was logged, planned and reminded of the second one becomes the first one's, and so do \
                its names, also for the next import. The second one is archived. \
                'trackerctl undo' takes all of it back.

                Examples:
                  trackerctl exercise merge bench-press flat-bench
                  trackerctl exercise merge 'Pull-ups' 'Pull Up (Band)'
                """)

        @OptionGroup var target: ExerciseArgument

        @Argument(
            help: "The exercise that becomes it, and goes.",
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
                'edit' is the same. What isn't given stays as it is; an empty text removes it.

                Examples:
                  trackerctl exercise edit push-ups --count 25
                  trackerctl exercise edit ring-rows --name 'Low Rows' --equipment rings
                  trackerctl exercise edit ring-rows --color '#ff8800'
                  trackerctl exercise edit ring-rows --no-archived
                """, aliases: ["edit"])

        @OptionGroup var target: ExerciseArgument

        @Option("Another name.", "text")
        var name: String?

        @Option("What it counts, while the log has none of it.", "unit")
        var unit: Exercise.Unit?

        @OptionGroup var fields: ExerciseFields

        @Flag(inversion: .prefixedNo, help: "Take it off the lists, or bring it back.")
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
        discussion: "'show' is the same.", aliases: ["show"])

    static func text(of result: ExerciseView, in style: Style) -> String {
        result.details(in: style)
    }
}

extension ExerciseArchive: ExerciseCommandRequest {
    static let command = CommandConfiguration.leaf(
        "archive", of: "exercise",
        abstract: "Take an exercise off the lists.",
        discussion: """
            What was logged of it stays. 'trackerctl exercise edit NAME --no-archived' brings \
            it back.
            """)
}

extension ExerciseDelete: ExerciseCommandRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "exercise",
        abstract: "Delete an exercise of your own that was never used.",
        discussion: "Others can be archived. 'trackerctl undo' puts it back.")

    static func text(of result: ExerciseView, in style: Style) -> String {
        "deleted: " + result.text(in: style.behind("deleted: "))
    }
}

/// The colour of an exercise, given by the name of the common option for the terminal's colours.
enum ExerciseColor {
    /// The words with `--tint` in place of a `--color` that has no word for when to use colours.
    ///
    /// - Returns: the words as they are for commands that give an exercise no colour.
    static func named(_ words: [String]) -> [String] {
        guard words.contains(where: { $0.hasPrefix("--color") }),
            let command = try? CommandWords(words).command,
            command is ExerciseCommands.Create.Type || command is ExerciseCommands.Update.Type
        else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        var words = words
        for place in words.indices.prefix(end) {
            let (option, given) = split(words[place])
            guard option == "--color" else { continue }
            let next = words.indices.contains(place + 1) ? words[place + 1] : nil
            guard let value = given ?? next, ColorChoice(rawValue: value) == nil else { continue }
            words[place] = given.map { "--tint=\($0)" } ?? "--tint"
        }
        return words
    }

    private static func split(_ word: String) -> (option: String, value: String?) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : nil)
    }
}
