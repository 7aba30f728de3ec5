import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

struct JournalCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Check the journal.",
        subcommands: [Verify.self])
}

extension JournalCommands {
    struct Verify: MethodCommand {
        typealias Call = JournalVerify
        static let configuration = CommandConfiguration.leaf(
            "verify", of: "journal",
            abstract: "Check that the journal and the tables say the same.",
            discussion: "The exit status is 1 where they differ.")

        @OptionGroup(title: Options.title) var options: Options

        func judge(_ result: JournalVerify.Response) throws {
            guard !result.ok else { return }
            throw Refusal(message: "the journal and the tables differ")
        }
    }
}

struct Undo: MethodCommand {
    static let methods: [any Request.Type] = [JournalUndo.self, JournalUndoable.self]
    static let configuration = CommandConfiguration.leaf(
        "undo",
        abstract: "Take back what you did last.",
        discussion: """
            A command is taken back as a whole, and again the one before it: what was logged, \
            changed or deleted of the log, workouts and sets, exercises, programs, templates, presets, \
            reminders and settings, corrections of trainings, and imports. What time does goes on: \
            timers, rests, runs and holds aren't taken back.

            Examples:
              trackerctl undo
              trackerctl undo --list
            """)

    @Argument(
        help: """
            The number of an event, as 'trackerctl events list' shows it, to take back that one alone.
            """,
        transform: CountArgument.read)
    var event: Int64?

    @Flag(help: "Show what would be taken back, and what can be put back, but do nothing.")
    var list = false

    @OptionGroup(title: Options.title) var options: Options

    func validate() throws {
        guard !list || event == nil else {
            throw ValidationError("--list shows what is next: leave the number out")
        }
    }

    func request() -> JournalUndo { JournalUndo(seq: event) }

    func run() throws {
        guard list else {
            do {
                try options.delivery.send(request(), text: text, id: id)
            } catch let error as ClientError where error.isStandingInTheWay {
                let steps =
                    event == nil ? try? options.connect().call(JournalUndoable(limit: 1)) : nil
                let next = steps?.next(in: options.style.plain)
                throw Refusal(
                    message: next.map { "'\($0)' can't be taken back: \(error.description)" }
                        ?? error.description,
                    hint: "'trackerctl undo --list' shows the others, and 'trackerctl undo EVENT' "
                        + "takes one of them back")
            }
            return
        }
        try options.delivery.send(
            JournalUndoable(),
            text: { (steps: JournalUndoable.Response, style) in steps.text(in: style) },
            id: { _ in nil })
    }
}

struct Redo: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "redo",
        abstract: "Put back what 'trackerctl undo' took back.",
        discussion: """
            It goes as far back as was taken back. What was changed otherwise since then stays as it \
            is. Imports aren't put back: import the file again.
            """)

    @Argument(
        help: "The number of the event that was taken back, to put back that one alone.",
        transform: CountArgument.read)
    var event: Int64?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> JournalRedo { JournalRedo(seq: event) }
}
