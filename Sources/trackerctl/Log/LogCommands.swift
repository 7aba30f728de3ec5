import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct LogCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "log", abstract: "Log an exercise, or show what you did.",
        subcommands: [Add.self, List.self, Update.self, Command<LogDelete>.self, Undo.self],
        defaultSubcommand: Add.self, aliases: ["logs"])
}

struct EntryArgument: ParsableArguments {
    @Argument(help: "The entry: the start of its id, or 'last' for the one you changed last.")
    var entry: String
}

extension LogCommands {
    private static let atHelp = ArgumentHelp(
        "When you did it: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago).", valueName: "time")

    struct Add: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "log", abstract: "Log an exercise.",
            discussion: """
                You can leave out the word 'add'. Without a count, it logs as many as last time. \
                8/8, for both sides, counts 8.
                """,
            examples: [
                "log 20 push-ups",
                "log lunges 8/8",
                "log plank 90s --at 10:15 --note 'on the elbows'",
                "log squats --at yesterday",
            ])

        @Argument(
            help: ArgumentHelp(
                "The exercise, with the reps or seconds before or after it.",
                valueName: "words"),
            completion: .exercises)
        var words: [String]

        @Option(parsing: .unconditional, help: LogCommands.atHelp, transform: WhenArgument.read)
        var at: When?

        @Option("Note.", "text", isShort: true)
        var note: String?

        @OptionGroup(title: Options.title) var options: Options

        func check() throws { _ = try LogNotation(words) }

        func request() throws -> LogAdd {
            let done = try LogNotation(words)
            let isBare = done.metres != nil
            return LogAdd(
                exercise: done.exercise, count: done.isTime ? nil : done.count,
                seconds: done.isTime && !isBare ? done.count : nil, minutesOrMetres: done.metres,
                at: at, note: note)
        }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "log", abstract: "List what you did, newest first.",
            discussion: "The totals count all entries, even those that aren't listed.",
            examples: [
                "log list yesterday",
                "log list --from 2026-03-01 --to 2026-03-31 --exercise squats",
                "log list --from -7d --limit 500",
            ])

        @OptionGroup var part: ListOptions<LogList>

        @Option("Only this exercise.", "name", isShort: true, completion: .exercises)
        var exercise: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> LogList {
            LogList(from: part.from, to: part.to, exercise: exercise, limit: part.limit)
        }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "log", abstract: "Change a log entry.",
            discussion: """
                'edit' does the same. What you leave out stays as it is; an empty note removes it.
                """,
            examples: [
                "log edit last --count 25",
                "log edit last --count 5m",
                "log edit k3v9 --at 10:15 --exercise 'knee push-ups'",
            ], aliases: ["edit"])

        @OptionGroup var target: EntryArgument

        @Option("Reps or seconds; a time such as 5m or 1:30 is seconds.", "count", read: count)
        var count: LogNotation.Count?

        @Option(parsing: .unconditional, help: LogCommands.atHelp, transform: WhenArgument.read)
        var at: When?

        @Option("New exercise.", "name", isShort: true, completion: .exercises)
        var exercise: String?

        @Option("Note.", "text", isShort: true)
        var note: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard count != nil || at != nil || exercise != nil || note != nil else {
                throw ValidationError("nothing to change: give --count, --at, --exercise or --note")
            }
        }

        func request() -> LogUpdate {
            LogUpdate(
                entry: target.entry, exercise: exercise,
                count: count?.isTime == false ? count?.value : nil,
                seconds: count?.isTime == true ? count?.value : nil, at: at, note: note)
        }

        @Sendable private static func count(_ text: String) throws -> LogNotation.Count {
            try telling { try LogNotation.Count.read(text) }
        }
    }

    struct Undo: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "undo", of: "log", abstract: "Undo the last change to the log.",
            discussion: """
                An entry that you added is gone; one that you changed or deleted is as before. Run \
                it again to undo the change before that.
                """)

        @OptionGroup(title: Options.title) var options: Options

        func request() -> JournalUndo { JournalUndo(types: ["log.*"]) }

        func answerText(of result: JournalUndo.Response, in style: Style) -> AnswerText {
            result.answerText(in: style)
        }
    }
}

extension LogDelete: DeletionRequest {
    static let command = CommandConfiguration.deletion(of: "log", abstract: "Delete a log entry.")
    static func request(_ target: EntryArgument) -> Self { Self(entry: target.entry) }
}
