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
    static let methods: [String] = [JournalUndo.method, JournalUndoable.method]
    static let configuration = CommandConfiguration.leaf(
        "undo",
        abstract: "Undo your last command.",
        discussion: """
            A command is undone as a whole, and with the next 'undo' the one before it. That goes for \
            everything you log, change or delete, for timers, for answers to reminders and for imports. \
            A timer goes on as if you hadn't touched it; a reminder waits for your answer again. \
            Rests, runs and trainings can't be undone: then nothing happens, and you are told what can. \
            'trackerctl train undo' undoes the last attempt of a training.

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
                throw event == nil ? explained(error) : error
            }
            return
        }
        try options.delivery.send(
            JournalUndoable(),
            text: { (steps: JournalUndoable.Response, style) in steps.text(in: style) },
            id: { _ in nil })
    }
}

extension Undo {
    /// The refusal of the last command, with what can be undone instead.
    private func explained(_ error: ClientError) -> any Error {
        let style = options.style.plain
        guard let steps = try? options.connect().call(JournalUndoable(limit: 2)),
            let refused = steps.refused(in: style)
        else { return error }
        var hints: [String] = []
        if steps.last?.events.contains(where: { $0.type.hasPrefix("training.") }) == true {
            hints.append("'trackerctl train undo' undoes the last attempt of a training")
        }
        if let before = steps.before(in: style) {
            hints.append("'trackerctl undo \(before.seq)' undoes the one before: \(before.text)")
        }
        return Refusal(
            message: steps.last == nil
                ? "'\(refused)' can't be undone: \(error.description)"
                : "your last command can't be undone: \(refused)",
            hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
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
