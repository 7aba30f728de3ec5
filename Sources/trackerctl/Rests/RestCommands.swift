import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct RestCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<RestGet>.self }

    static let configuration = CommandConfiguration.group(
        "rest", abstract: "Time the rest between two sets.",
        subcommands: [
            Start.self, Command<RestSkip>.self, Command<RestPause>.self, Command<RestResume>.self,
            Extend.self, Command<RestGet>.self,
        ], defaultSubcommand: Start.self, aliases: ["rests"])
}

extension RestCommands {
    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "rest", abstract: "Start a rest.",
            discussion: """
                It replaces the rest that is in progress, unless you add --no-replace. A session's \
                own rest can only be extended or skipped.
                """,
            examples: ["rest start 90", "rest start 2m --warn-at 10,3 --label squats"])

        @Argument(
            help: "How long, such as 90s or 2m; a bare number is seconds.",
            transform: SpanArgument.seconds)
        var duration: Span

        @Option(
            name: .customLong("warn-at"), parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "How long before the end to warn; a bare number is seconds.",
                discussion: """
                    Can be repeated, or given as a list with commas. Default: as in the \
                    configuration.
                    """, valueName: "spans"),
            transform: {
                try $0.split(separator: ",", omittingEmptySubsequences: false)
                    .map { try SpanArgument.seconds(String($0)) }
            })
        var warnAt: [[Span]] = []

        @Flag(help: "Don't warn before the end.")
        var noWarning = false

        @Option("Name of the exercise or set before the rest.", "text")
        var label: String?

        @Flag(inversion: .prefixedNo, help: "End the current rest first, instead of refusing.")
        var replace = true

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard !noWarning || warnAt.isEmpty else {
                throw ValidationError("give --warn-at or --no-warning, not both")
            }
        }

        func request() -> RestStart {
            RestStart(
                duration: duration,
                warnAt: noWarning ? [] : warnAt.isEmpty ? nil : warnAt.flatMap(\.self),
                label: label, replace: replace ? true : nil)
        }

        func text(of result: RestView, in style: Style) -> String { result.started(in: style) }
    }

    struct Extend: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "extend", of: "rest", abstract: "Lengthen or shorten the rest.",
            discussion: """
                If you shorten the rest past its end, it is over. 'trackerctl rest +15' does the \
                same.
                """,
            examples: ["rest extend 30", "rest +15", "rest -15"])

        @Argument(
            help: "Time to add, such as 30s; a bare number is seconds.",
            transform: SpanArgument.signedSeconds)
        var by: Span

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RestExtend { RestExtend(by: by) }
    }
}

enum RestSkip: PlainCommandWord {
    static let word = RestWord.skip
    static let command = CommandConfiguration.leaf(
        "skip", of: "rest", abstract: "End the rest now.", aliases: ["stop"])
}

enum RestPause: PlainCommandWord {
    static let word = RestWord.pause
    static let command = CommandConfiguration.leaf("pause", of: "rest", abstract: "Pause the rest.")
}

enum RestResume: PlainCommandWord {
    static let word = RestWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "rest", abstract: "Resume a paused rest.")
}

extension RestGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "rest", abstract: "Show the current rest, or the last one.")
}
