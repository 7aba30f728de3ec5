import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

struct JournalCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "journal", abstract: "Check the journal.",
        subcommands: [Verify.self])
}

extension JournalCommands {
    struct Verify: MethodCommand {
        typealias Call = JournalVerify
        static let configuration = CommandConfiguration.leaf(
            "verify", of: "journal", abstract: "Check that journal and tables agree.",
            discussion: "The exit status is 1 if they differ.")

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
        "undo", abstract: "Undo your last command.",
        discussion: """
            A command is undone as a whole; the next 'undo' undoes the one before it. This works \
            for everything you log, change or delete, for timers, for answers to reminders and for \
            imports. A timer, or a rest that you skipped, continues as if you hadn't touched it; a \
            reminder waits for your answer again. Other changes of rests, runs and training \
            sessions can't be undone: nothing happens, and you are told what can be. 'trackerctl \
            train undo' undoes the last attempt of a session.
            """,
        examples: ["undo", "undo --list"])

    @Argument(
        help: "Undo only the event with this number, from 'trackerctl events list'.",
        transform: CountArgument.read)
    var event: Int64?

    @Flag(help: "Show what can be undone and redone, but do nothing.")
    var list = false

    @OptionGroup(title: Options.title) var options: Options

    func validate() throws {
        guard !list || event == nil else { throw ValidationError("--list takes no number") }
    }

    func request() -> JournalUndo { JournalUndo(seq: event) }

    func answerText(of result: JournalUndo.Response, in style: Style) -> AnswerText {
        result.answerText(in: style)
    }

    func answer(_ asking: Asking) throws -> Answer {
        guard !list else { return try options.delivery.ask(JournalUndoable(), asking) }
        do {
            return try answer(to: request(), asking)
        } catch let error as ClientError where error.isStandingInTheWay {
            throw event == nil ? explained(error, asking) : error
        }
    }
}

extension Undo {
    /// The refusal of the last command, with what can be undone instead.
    private func explained(_ error: ClientError, _ asking: Asking) -> any Error {
        let style = asking.style(options).plain
        guard let steps = try? asking.call(JournalUndoable(limit: 2), options),
            let refused = steps.refused(in: style)
        else { return error }
        var hints: [String] = []
        if steps.last?.events.contains(where: { $0.type.hasPrefix("training.") }) == true {
            hints.append("'trackerctl train undo' undoes the last attempt of a session")
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
        "redo", abstract: "Redo what 'trackerctl undo' undid.",
        discussion: """
            You can redo everything you have undone. What has changed since then stays as it is. \
            Imports can't be redone: import the file again.
            """)

    @Argument(help: "Redo only the undone event with this number.", transform: CountArgument.read)
    var event: Int64?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> JournalRedo { JournalRedo(seq: event) }
}
