import ArgumentParser
import TrackerAPI
import TrackerView

struct JournalCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Check the journal, or take back what was done.",
        subcommands: [Verify.self, Undo.self])
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

    struct Undo: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "undo", of: "journal",
            abstract: "Take back what a person did, as a new event.",
            discussion: """
                Records can be put back as they were before; the course of time (timers, rests) \
                can't.
                """)

        @Argument(
            help: "The event's number; the newest that can be undone by default.",
            transform: CountArgument.read)
        var seq: Int64?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> JournalUndo { JournalUndo(seq: seq) }
    }
}
