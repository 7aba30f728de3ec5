import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct TemplateCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Templates, which workouts begin with.",
        discussion: """
            \(PlanNotation.help)

            Examples:
              trackerctl template create push 'bench 3x5x100 rest 3m' 'chest dips 3x10'
              trackerctl template edit push --add 'plank 3x60s' --remove 'chest dips'
              trackerctl template copy 5x5
              trackerctl workout start push
            """,
        subcommands: [
            List.self, Command<TemplateGet>.self, Create.self, TemplateCopy.self, Update.self,
            Command<TemplateDelete>.self,
        ], aliases: ["templates"])
}

/// Reads the exercises of templates.
enum PlanArgument {
    static func exercises(_ texts: [String]) throws -> [TemplateExercises.Exercise] {
        do {
            return try PlanNotation.read(all: texts).map(TemplateExercises.Exercise.init)
        } catch {
            throw ValidationError(error.message)
        }
    }
}

extension TemplateCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "template",
            abstract: "Create a template.",
            discussion: """
                'add' and 'save' are the same. \(PlanNotation.help)

                Examples:
                  trackerctl template create push 'bench 3x5x100 rest 3m' 'chest dips 3x10'
                  trackerctl template create 'full body' 'squats 5x5' 'plank 3x60s' -r 2m
                  trackerctl template create legs 'leg curl 3 superset a' 'lunges 3 superset a'
                  trackerctl template create push bench w 1x5x60 3x5x100 chest dips 3x8-12
                  trackerctl template create squats 'squat 5x5x60 +2.5 reset 3x10%' --days 3
                  trackerctl template save push --from last
                  trackerctl template create heavy --from '5x5 A'
                """, aliases: ["add", "save"])

        @Argument(help: "Its name.")
        var name: String

        @Argument(help: ArgumentHelp("Its exercises with their sets.", valueName: "exercises"))
        var exercises: [String] = []

        @Option(
            "A workout to take the sets of, an id or 'last', or a template of 'list --shipped'.",
            "workout", completion: .custom(WorkoutArgument.completions))
        var from: String?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "The rest after a set, or 'no'; a bare number is seconds. By default that of the"
                    + " settings.", valueName: "span"),
            transform: RemovableArgument.span)
        var rest: Removable<Span>?

        @Option(
            name: .customLong("days"), parsing: .unconditional,
            help: ArgumentHelp("On how many days a week, 1 to 7.", valueName: "count"))
        var daysPerWeek: Int64?

        @Option("A note.", "text", isShort: true)
        var note: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard exercises.isEmpty == (from != nil) else {
                throw ValidationError(
                    from == nil
                        ? "give its exercises with their sets, or --from a workout"
                        : "exercises and --from exclude each other: give one of them")
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
            return request
        }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "template",
            abstract: "Change a template.",
            discussion: """
                'edit' is the same. What isn't given stays as it is; exercises that are given take the \
                place of all that there were, --add and --remove change some. A workout that is open \
                goes on as it began.

                Examples:
                  trackerctl template edit push --name 'push a' --days 2
                  trackerctl template edit push 'bench 5x5x102.5' 'chest dips 3x12'
                  trackerctl template edit push --add 'plank 3x60s' --remove 'chest dips'
                  trackerctl template edit push --rest usual --note ''
                """, aliases: ["edit"])

        @OptionGroup var target: TemplateArgument

        @Argument(help: ArgumentHelp("Its exercises with their sets.", valueName: "exercises"))
        var exercises: [String] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "An exercise to add, or to have other sets; may be given several times.",
                valueName: "exercise"))
        var add: [String] = []

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "An exercise to take out; may be given several times.", valueName: "name"),
            completion: .custom(ExerciseArgument.completions))
        var remove: [String] = []

        @Option("Another name.", "text")
        var name: String?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "The rest after a set, 'no' for none, 'usual' for that of the settings.",
                valueName: "span"),
            transform: TemplateRest.read)
        var rest: Removable<Span>?

        @Option(
            name: .customLong("days"), parsing: .unconditional,
            help: ArgumentHelp("On how many days a week, 1 to 7, or 'no'.", valueName: "count"),
            transform: RemovableArgument.whole)
        var daysPerWeek: Removable<Int64>?

        @Option("A note; an empty text removes it.", "text", isShort: true)
        var note: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard exercises.isEmpty || add.isEmpty && remove.isEmpty else {
                throw ValidationError(
                    "exercises take the place of all: leave them out, or --add and --remove")
            }
            guard
                !exercises.isEmpty || !add.isEmpty || !remove.isEmpty || name != nil
                    || rest != nil || daysPerWeek != nil || note != nil
            else { throw ValidationError("give exercises, or an option such as --name") }
        }

        func request() throws -> TemplateUpdate {
            var request = TemplateUpdate(template: target.template)
            request.name = name
            request.rest = rest
            request.daysPerWeek = daysPerWeek
            request.note = note
            if !exercises.isEmpty {
                request.exercises = TemplateExercises(try PlanArgument.exercises(exercises))
            } else if !add.isEmpty || !remove.isEmpty {
                let added = try PlanArgument.exercises(add)
                request.exercises = TemplateExercises(try changed(added))
            }
            return request
        }

        /// The exercises with the added ones. The daemon takes the exercises as a whole, so the present
        /// ones are asked for.
        private func changed(
            _ added: [TemplateExercises.Exercise]
        ) throws -> [TemplateExercises.Exercise] {
            let client = try options.connect()
            let template = try client.call(TemplateGet(template: target.template))
            let removed = try remove.map { text in
                guard let id = try template.id(ofExercise: text, asking: client) else {
                    throw Refusal(
                        message: "\(template.name) has no \(text)",
                        hint: "'trackerctl template show \(template.name)' shows what it has")
                }
                return id
            }
            var exercises = try template.exercises.filter { !removed.contains($0.exercise) }
                .map { try TemplateExercises.Exercise($0) }
            for exercise in added {
                let id = try template.id(ofExercise: exercise.exercise, asking: client)
                if let id, let index = exercises.firstIndex(where: { $0.exercise == id }) {
                    exercises[index] = exercise.keeping(exercises[index])
                } else {
                    exercises.append(exercise)
                }
            }
            return exercises
        }
    }

}

extension TemplateView {
    /// The id of the template's exercise that a text refers to: by the exact name, here or elsewhere, and
    /// else by the daemon's reading; `nil` where the template has no such exercise.
    fileprivate func id(ofExercise text: String, asking client: Client) throws -> String? {
        let key = NameKey.of(text)
        if let named = exercises.first(where: { NameKey.of($0.name) == key }) {
            return named.exercise
        }
        do {
            let id = try client.call(ExerciseGet(exercise: text)).id
            return exercises.contains { $0.exercise == id } ? id : nil
        } catch ClientError.refused(let refusal) where refusal.data.kind == "not_found" {
            return nil
        } catch ClientError.refused(let refusal) where refusal.data.kind == "ambiguous" {
            // Of several equally good exercises, the one in the template is taken.
            let present = exercises.map(\.exercise).filter {
                refusal.data.matches?.contains($0) ?? false
            }
            guard present.count == 1 else { throw ClientError.refused(refusal) }
            return present[0]
        }
    }
}

/// Reads a template's rest: none at all differs from the settings' one.
enum TemplateRest {
    static func read(_ text: String) throws -> Removable<Span> {
        switch text {
        case "usual": .removed
        case RemovableArgument.none: .value(Span(ms: 0))
        default: .value(try SpanArgument.seconds(text))
        }
    }
}

extension TemplateExercises.Exercise {
    /// The exercise as the template has it.
    fileprivate init(_ exercise: TemplateView.Exercise) throws {
        self.init(
            exercise: exercise.exercise, groups: try exercise.target.groups.map(GivenGroup.init))
        rest = exercise.target.restMs.map { Span(ms: $0) }
        superset = exercise.superset
        progression = try exercise.target.progression.map(GivenProgression.init(told:))
    }

    /// This exercise, with the former values of members that aren't given.
    fileprivate func keeping(_ former: Self) -> Self {
        var exercise = self
        exercise.exercise = former.exercise
        exercise.rest = rest ?? former.rest
        exercise.superset = superset ?? former.superset
        exercise.progression = progression ?? former.progression
        return exercise
    }
}

extension GivenProgression {
    /// The progression as the template has it.
    fileprivate init(told progression: ProgressionView) throws {
        self.init()
        add = progression.add
        addUnit = try progression.addUnit.map { try Load.Unit(told: $0) }
        resetAfter = progression.resetAfter
        resetPercent = progression.resetPercent
    }
}

extension GivenGroup {
    /// The group as the template has it.
    fileprivate init(_ group: SetGroupView) throws {
        self.init(sets: group.sets)
        type = WorkoutSet.Kind(rawValue: group.type)
        reps = group.reps
        repsTo = group.repsTo
        seconds = group.seconds
        load = group.load
        loadUnit = try group.loadUnit.map { try Load.Unit(told: $0) }
        loadMode = group.loadMode.flatMap(WorkoutSet.LoadMode.init)
        percent = group.percent
        rpe = group.rpe
    }
}

extension TemplateCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "template", abstract: "List the templates.",
            discussion: """
                Examples:
                  trackerctl templates
                  trackerctl template list --shipped
                """)

        @Flag(help: "Those that come with trackerd, for 'trackerctl template copy'.")
        var shipped = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TemplateList { TemplateList(shipped: shipped ? true : nil) }
    }
}

extension TemplateGet: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "template", abstract: "Show one template.",
        discussion: "'show' is the same.", aliases: ["show"])
    init(target: TemplateArgument) { self.init(template: target.template) }
}

extension TemplateDelete: CommandRequest {
    static let command = CommandConfiguration.leaf(
        "delete", of: "template",
        abstract: "Delete a template; workouts that were begun with it stay.",
        discussion: "'rm' is the same. 'trackerctl undo' puts it back.",
        aliases: ["rm"])
    init(target: TemplateArgument) { self.init(template: target.template) }

    static func text(of result: TemplateView, in style: Style) -> String {
        "deleted: \(result.sentence(in: style))\n"
    }
}
