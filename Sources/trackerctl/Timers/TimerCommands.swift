import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct TimerCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "timer", abstract: "Start and change countdowns.",
        subcommands: [
            Start.self, TimerChange<TimerPause>.self, TimerChange<TimerResume>.self, Extend.self,
            TimerChange<TimerRestart>.self, TimerChange<TimerFinish>.self,
            TimerChange<TimerCancel>.self, TimerChange<TimerDone>.self, Rename.self,
            Command<TimerGet>.self, List.self, Command<TimerClear>.self,
        ], defaultSubcommand: Start.self, aliases: ["timers"])
}

extension TimerCommands {
    struct Start: MethodCommand, NamingCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "timer", abstract: "Start a countdown.",
            discussion: """
                You can leave out the word 'start'; 'add', 'set' and 'new' do the same. You can \
                run any number of countdowns at once. With 'until' or --at, it ends at a time of \
                day: today, or tomorrow if that is past. 'until monday' ends when that day begins.

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
                "timer until 18:30 dinner",
                "timer until monday 9am report",
                "timer --at 'tomorrow 9am' bread",
                "timer 1:30 --message 'Turn it over'",
                "timer 8h --on-suspend pause",
                "timer 25m deep --pause-when-away",
                "timer 4m eggs --sound ~/gong.wav",
                "timer 8m rice --ring-again 1m",
            ], aliases: ["add", "set", "new"])

        @Argument(
            help: ArgumentHelp(
                "Duration such as 25m or 1h30m (a bare number is minutes), and a name.",
                valueName: "words"))
        var words: [String] = []

        @Option(
            "When it ends, such as 18:30 or 6:30pm, instead of a duration.", "time",
            read: WhenArgument.readToCome)
        var at: When?

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

        @OptionGroup var ringing: RingingOptions

        @OptionGroup(title: Options.title) var options: Options

        func check() throws {
            _ = try request()
        }

        func request() throws -> TimerStart {
            let timer = try TimerNotation(words, until: at?.time)
            var request = TimerStart(
                name: timer.name, message: message, onSuspend: onSuspend,
                pauseWhenAway: pauseWhenAway ? true : nil, sound: sound,
                ringAgain: ringing.change)
            switch timer.end {
            case .after(let ms): request.duration = Span(ms: ms)
            case .at(let time): request.until = When(time)
            }
            return request
        }

        func text(of result: TimerView, in style: Style) -> String { result.started(in: style) }
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
            "list", of: "timer", abstract: "List the running and paused timers.",
            discussion: "Timers that are over and wait for you come first.")

        @Flag(name: .shortAndLong, help: "Include ended timers.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerList { TimerList(all: all ? true : nil) }
    }
}

extension TimerGet: CommandRequest {
    static func request(_ target: TimerArgument) -> Self { Self(timer: target.timer) }

    static let command = CommandConfiguration.leaf("get", of: "timer", abstract: "Show one timer.")

    static func text(of result: TimerView, in style: Style) -> String { result.details(in: style) }
}

extension TimerClear: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "clear", of: "timer", abstract: "Clear ended timers from the list.",
        discussion: """
            They stay in the journal: trackerctl events list

            Timers that are over and wait for you stay on the list: trackerctl done
            """)
}
