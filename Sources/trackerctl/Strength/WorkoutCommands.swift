import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct WorkoutCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Get.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration(
        commandName: "workout",
        abstract: "Workouts: one at a time is open, and 'trackerctl set' notes sets in it.",
        discussion: """
            Examples:
              trackerctl workout start push
              trackerctl set bench 5x100
              trackerctl workout show
              trackerctl workout finish
              trackerctl workout history
              trackerctl workout repeat
            """,
        subcommands: [
            Start.self, Repeat.self, Get.self, AddExercise.self, RemoveExercise.self,
            Reorder.self, Note.self, Edit.self, Finish.self, Discard.self, List.self,
            Command<WorkoutDelete>.self,
        ], aliases: ["workouts"])
}

extension WorkoutCommands {
    fileprivate static let startHelp = ArgumentHelp(
        "When it began: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago); now by default.",
        valueName: "time")

    struct Start: MethodCommand {
        static let methods: [String] = [
            WorkoutStart.method, WorkoutPropose.method, WorkoutGet.method,
        ]
        static let configuration = CommandConfiguration.leaf(
            "start", of: "workout",
            abstract: "Begin a workout: with a template, or with nothing.",
            discussion: """
                Where a template has the name, the workout begins with its exercises; otherwise it is \
                just called that. Without a name, on a terminal, the template is proposed whose turn it \
                is: of those that this week isn't done with yet ('--days' of a template) the one that \
                was done longest ago.

                With --at a workout of the past is written up: each set follows the one before by the \
                rest that is planned, a minute at least, and begins no rest; 'set --at 18:20' is a time \
                of that day. Where it goes on now, begin it without, and correct the start: 'workout \
                edit --start -10m'.

                Examples:
                  trackerctl workout start
                  trackerctl workout start push --name 'push, light'
                  trackerctl workout start push --at 'monday 18:00'
                """)

        @Argument(
            help: ArgumentHelp("A template, or what to call it.", valueName: "name"),
            completion: .custom(TemplateArgument.completions))
        var words: [String] = []

        @Option("What to call it.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditional, help: WorkoutCommands.startHelp, transform: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> WorkoutStart { try request(.atTerminal()) }

        func request(_ dialogue: Dialogue) throws -> WorkoutStart {
            guard !words.isEmpty else { return try proposed(dialogue) }
            let text = words.joined(separator: " ")
            let key = NameKey.of(text)
            let templates = try options.connect().call(TemplateList()).templates
            let found = templates.first { NameKey.of($0.name) == key || $0.id == text }
            if found == nil, name != nil {
                throw Refusal(
                    message: "no template is called '\(text)'",
                    hint: "'trackerctl template list' shows what there is")
            }
            return WorkoutStart(template: found?.id, name: found == nil ? text : name, at: at)
        }

        /// A workout of the template whose turn it is, where the person wants that.
        private func proposed(_ dialogue: Dialogue) throws -> WorkoutStart {
            let empty = WorkoutStart(name: name, at: at)
            guard dialogue.canAsk, name == nil, options.isForPeople else { return empty }
            let client = try options.connect()
            if let open = try? client.call(WorkoutGet()), open.isOpen {
                throw Refusal(
                    message: "\(open.name) is open",
                    hint: "'trackerctl workout show' shows it, 'trackerctl workout finish' ends it")
            }
            let proposal = try client.call(WorkoutPropose())
            guard let template = proposal.template,
                let question = proposal.question(in: options.style), dialogue.accepts(question)
            else { return empty }
            return WorkoutStart(template: template.id, at: at)
        }

        func text(of result: WorkoutView, in style: Style) -> String {
            guard !words.isEmpty, result.template == nil else { return result.details(in: style) }
            return result.details(in: style)
                + style.faint("no template is called that, so it begins without exercises") + "\n"
        }
    }

    struct Repeat: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "repeat", of: "workout",
            abstract: "Begin a workout like an earlier one, whose sets are then the target.",
            discussion: """
                Examples:
                  trackerctl workout repeat
                  trackerctl workout repeat k3v9
                """)

        @Argument(
            help: "The earlier one: an id or the beginning of one; the last by default.",
            completion: .custom(WorkoutArgument.completions))
        var workout = "last"

        @Option("What to call it; by default the same.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditional, help: WorkoutCommands.startHelp, transform: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutStart { WorkoutStart(repeat: workout, name: name, at: at) }
    }

    struct Get: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "get", of: "workout",
            abstract: "Show the workout that is open, else the last one, with all of its sets.",
            discussion: """
                'show' is the same. Beside each set stands what it is to be, and what was done at the \
                same place the last time.

                Examples:
                  trackerctl workout show
                  trackerctl workout show k3v9
                """, aliases: ["show"])

        @Argument(
            help:
                "Another one: an id or the beginning of one, or 'last' for the one you touched last.",
            completion: .custom(WorkoutArgument.completions))
        var workout: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutGet { WorkoutGet(workout: workout) }
    }

    struct AddExercise: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "workout",
            abstract: "Add an exercise, as its first set does by itself.",
            discussion: """
                One that is there already, and has sets, is added as a second block: 'Row (2)'. One \
                without sets joins the superset that --superset names.

                Examples:
                  trackerctl workout add overhead press
                  trackerctl workout add chest dips --position 2
                  trackerctl workout add barbell row --superset a
                """)

        @OptionGroup var target: ExerciseWords

        @Option("Done in turn with those of the same name, with one rest after all.", "name")
        var superset: String?

        @Option("Its place, from 1; the last by default.", "number", isShort: true)
        var position: Int64?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutAddExercise {
            WorkoutAddExercise(
                exercise: target.name, superset: superset, position: position,
                workout: which.workout)
        }
    }

    struct RemoveExercise: ConsentCommand {
        typealias Call = WorkoutRemoveExercise
        static let configuration = CommandConfiguration.leaf(
            "remove", of: "workout",
            abstract: "Take an exercise out, with its sets.",
            discussion: """
                Of one that has sets it asks first, unless --yes is given. 'trackerctl undo' puts \
                it back.

                Examples:
                  trackerctl workout remove chest dips
                  trackerctl workout remove bench press --yes
                  trackerctl workout remove row --block 2
                """)

        @OptionGroup var target: ExerciseWords

        @Option("Which block of it, where it stands in the workout twice: 1 or 2.", "number")
        var block: Int64?

        @Flag(name: .shortAndLong, help: "Yes, with its sets.")
        var yes = false

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutRemoveExercise {
            WorkoutRemoveExercise(
                exercise: target.name, block: block, confirm: consent, workout: which.workout)
        }
    }

    struct Reorder: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "reorder", of: "workout",
            abstract: "Put the exercises in another order.",
            discussion: """
                All of them are named; a name of several words stands in quotes. One that stands in the \
                workout twice is named twice: first its first block, then its second.

                Example:
                  trackerctl workout reorder bench 'overhead press' 'chest dips'
                """)

        @Argument(
            help: ArgumentHelp("The exercises, in their order from now on.", valueName: "exercise"),
            completion: .custom(ExerciseArgument.completions))
        var exercises: [String]

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutReorder {
            WorkoutReorder(exercises: exercises, workout: which.workout)
        }
    }

    struct Note: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "note", of: "workout",
            abstract: "Note something on the workout, or on one of its exercises.",
            discussion: """
                It takes the place of the note before; an empty text removes that.

                Examples:
                  trackerctl workout note slept badly
                  trackerctl workout note 'grip a finger wider' --exercise bench
                  trackerctl workout note ''
                """)

        @Argument(help: ArgumentHelp("The note.", valueName: "text"))
        var words: [String]

        @Option(
            "The exercise that it is on.", "name", isShort: true,
            completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @Option("Which block of it, where it stands in the workout twice: 1 or 2.", "number")
        var block: Int64?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutNote {
            WorkoutNote(
                note: words.joined(separator: " "), exercise: exercise, block: block,
                workout: which.workout)
        }
    }

    struct Finish: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "finish", of: "workout",
            abstract: "Finish the workout that is open.",
            discussion: """
                It tells what the workout came to: the difference to the last one with these \
                exercises, the rest between sets, and its records. A rest that its last set began \
                ends with it.

                One that was begun with --at ends with its last set, unless told.

                Examples:
                  trackerctl workout finish
                  trackerctl workout finish --at 18:40
                """)

        @Option(
            "When it ended: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago).", "time",
            read: WhenArgument.read)
        var at: When?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutFinish { WorkoutFinish(at: at, workout: which.workout) }
    }

    struct Edit: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "edit", of: "workout",
            abstract: "Change what a workout is called, when it began and when it ended.",
            discussion: """
                The open one, unless another is named. A time without a date is one of the workout's \
                day. All of its sets stay within it; 'set edit' moves a set. 'trackerctl undo' takes \
                it back.

                Examples:
                  trackerctl workout edit --start -10m
                  trackerctl workout edit last --name 'push, heavy' --end 19:30
                """)

        @Argument(
            help:
                "Another one: an id or the beginning of one, or 'last' for the one you touched last.",
            completion: .custom(WorkoutArgument.completions))
        var workout: String?

        @Option("What to call it.", "text", isShort: true)
        var name: String?

        @Option(
            "When it began: 18:00, 6pm, 'monday 18:00' or -10m (ago).", "time",
            read: WhenArgument.readWithinDay)
        var start: When?

        @Option("When it ended, of a finished one.", "time", read: WhenArgument.readWithinDay)
        var end: When?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard name != nil || start != nil || end != nil else {
                throw ValidationError("nothing to change: give --name, --start or --end")
            }
        }

        func request() -> WorkoutUpdate {
            WorkoutUpdate(workout: workout, name: name, startedAt: start, endedAt: end)
        }
    }
}
