import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct TimerCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "timer",
        abstract: "Start and change countdowns.",
        subcommands: [
            Start.self, Command<TimerPause>.self, Command<TimerResume>.self, Extend.self,
            Command<TimerRestart>.self, Command<TimerFinish>.self, Command<TimerCancel>.self,
            Command<TimerDone>.self, Rename.self, Command<TimerGet>.self, List.self,
            Command<TimerClear>.self,
        ], defaultSubcommand: Start.self, aliases: ["timers"])
}

extension TimerCommands {
    struct Start: MethodCommand, NamingCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "timer",
            abstract: "Start a countdown.",
            discussion: """
                You can leave out the word 'start'; 'add', 'set' and 'new' do the same. You can \
                run any number of countdowns at once.

                With --pause-when-away it pauses when the screen is locked, when there was no \
                input for a while ('idle' in the configuration, 3 minutes by default), and when \
                the machine sleeps. When you are back, a notification asks whether to resume; \
                'trackerctl resume' works, too.
                """,
            examples: [
                "timer 25m tea",
                "timer 90 sec eggs",
                "timer green tea 4",
                "timer 1h 30m",
                "timer 1:30 --message 'Turn it over'",
                "timer 8h --on-suspend pause",
                "timer 25m deep --pause-when-away",
                "timer 4m eggs --sound ~/gong.wav",
            ], aliases: ["add", "set", "new"])

        @Argument(
            help: ArgumentHelp(
                "Duration such as 25m or 1h30m (a bare number is minutes), and a name.",
                valueName: "words"))
        var words: [String] = []

        @Option("Text to show when it ends.", "text", isShort: true)
        var message: String?

        @Option("What it does while the machine sleeps: 'continue' counts the real time.", "what")
        var onSuspend: Timer.OnSuspend?

        @Flag(help: ArgumentHelp(pausingWhenAway))
        var pauseWhenAway = false

        @Option(
            "Sound at the end: a file, or a name from 'trackerctl sound list'.", "sound",
            completion: .file(), read: SoundArgument.read)
        var sound: String?

        @OptionGroup(title: Options.title) var options: Options

        func check() throws { _ = try request() }

        func request() throws -> TimerStart {
            let timer = try TimerNotation(words)
            return TimerStart(
                duration: Span(ms: timer.durationMs), name: timer.name, message: message,
                onSuspend: onSuspend, pauseWhenAway: pauseWhenAway ? true : nil, sound: sound)
        }

        func text(of result: TimerView, in style: Style) -> String { result.started(in: style) }
    }

    struct Extend: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "extend", of: "timer",
            abstract: "Lengthen or shorten a countdown.",
            discussion: """
                Put a negative duration after '--'. If you shorten the timer past its end, it \
                finishes now. A timer that is over and waits for you runs again for the time you give.
                """,
            examples: ["timer extend tea 5m", "timer extend tea -- -5m"])

        @OptionGroup var target: TimerArgument

        @Argument(
            help: "Time to add, such as 5m; a bare number is minutes.",
            transform: SpanArgument.signedMinutes)
        var by: Span

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerExtend { TimerExtend(timer: target.timer, by: by) }
    }

    struct Rename: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "rename", of: "timer", abstract: "Rename a timer.")

        @OptionGroup var target: TimerArgument

        @Argument(help: "The new name.")
        var name: String

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerRename { TimerRename(timer: target.timer, name: name) }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "timer",
            abstract: "List the running and paused timers.",
            discussion: "Timers that are over and wait for you come first.")

        @Flag(name: .shortAndLong, help: "Include ended timers.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerList { TimerList(all: all ? true : nil) }
    }

}

enum TimerPause: TimerCommandWord {
    static let word = TimerWord.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "timer", abstract: "Pause a running timer.")
}

enum TimerResume: TimerCommandWord {
    static let word = TimerWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "timer", abstract: "Resume a paused timer.")
}

enum TimerCancel: TimerCommandWord {
    static let word = TimerWord.cancel
    static let command = CommandConfiguration.leaf(
        "cancel", of: "timer",
        abstract: "Cancel a timer, without an alert.",
        discussion: "'stop' and 'delete' do the same.", aliases: ["stop", "delete"])
}

enum TimerRestart: TimerCommandWord {
    static let word = TimerWord.restart
    static let command = CommandConfiguration.leaf(
        "restart", of: "timer",
        abstract: "Restart a timer with its original duration.",
        discussion: "This works for ended timers, too, and drops extensions.")
}

enum TimerDone: TimerCommandWord {
    static let word = TimerWord.answer
    static let command = CommandConfiguration.leaf(
        "done", of: "timer",
        abstract: "Answer a timer that is over.",
        discussion: """
            A timer that is over stays in the list and the bar, and so does its notification, until \
            you answer it, restart it or give it more time with 'timer extend'. After 12 hours it is \
            no longer shown. 'trackerctl done' and 'trackerctl next' answer it, too.
            """, examples: ["timer done tea"])
}

enum TimerFinish: TimerCommandWord {
    static let word = TimerWord.finish
    static let command = CommandConfiguration.leaf(
        "finish", of: "timer",
        abstract: "Finish a timer as if time were up.")
}

extension TimerGet: CommandRequest {
    static func request(_ target: TimerArgument) -> Self { Self(timer: target.timer) }

    static let command = CommandConfiguration.leaf(
        "get", of: "timer", abstract: "Show one timer.")

    static func text(of result: TimerView, in style: Style) -> String {
        result.details(in: style)
    }
}

extension TimerClear: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "clear", of: "timer",
        abstract: "Clear ended timers from the list.",
        discussion: "They stay in the journal: trackerctl events list")
}
