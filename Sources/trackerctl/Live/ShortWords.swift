import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A one-word command that acts on what is live, if only one thing can be meant.
protocol ShortWord: MethodCommand where Call.Response == LiveResult, Result == LiveResult {
    /// The verb for a live item, such as `pause`.
    static func verb(for item: LiveItem) -> String
}

extension ShortWord {
    static func verb(for item: LiveItem) -> String { configuration.commandName ?? "" }

    func answer(_ asking: Asking) throws -> Answer { try act(asking) }

    func act(_ asking: Asking) throws -> Answer {
        do {
            return try answer(to: request(), asking)
        } catch let error as ClientError {
            throw try Self.refusal(error, status: asking.call(Status(), options)) ?? error
        }
    }

    /// The refusal, listing the long commands for what may be meant; `nil` if the daemon's own is enough.
    static func refusal(
        _ error: ClientError, status: @autoclosure () throws -> Status.Response
    ) rethrows -> Refusal? {
        guard case .refused(let error) = error else { return nil }
        let text = error.data.text ?? RefusalText(error.message)
        switch (error.data.kind, error.data.state, error.data.field) {
        case ("ambiguous", _, nil):
            let matches = error.data.matches ?? []
            let commands = try LiveCommands(status()).commands(for: matches, verb(for:))
            return Refusal(text, hint: LiveCommands.hint(of: commands))
        case ("conflict", "training", "count"):
            return Refusal(text, hint: "give the count: trackerctl done 12")
        case ("conflict", "just_now", _): return Refusal(text, hint: "run it again if you mean it")
        default: return nil
        }
    }
}

/// A short word that may name what it acts on.
protocol LiveMoveCommand: ShortWord where Call == LiveMove {
    static var word: LiveWord { get }
    /// Words that name live things; empty for the only one that can be meant.
    var names: [String] { get }
}

extension LiveMoveCommand {
    static var methods: [String] { [word.rawValue] }

    func request() -> LiveMove { LiveMove(Self.word, names: names.isEmpty ? nil : names) }
}

struct LiveArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "What is meant, if several things are running: timers, 'rest', 'training' or 'run'.",
            valueName: "what"),
        completion: .liveThings)
    var names: [String] = []
}

struct LiveCommands {
    private let status: Status.Response

    init(_ status: Status.Response) { self.status = status }

    /// The first of several commands, so that the hint stays short; `nil` for none.
    static func hint(of commands: [String]) -> String? {
        let most = 3
        guard !commands.isEmpty else { return nil }
        let hint = "say which one: " + commands.prefix(most).joined(separator: ", or ")
        return commands.count > most ? hint + "; 'trackerctl status' lists all" : hint
    }

    /// Commands that give things more time.
    ///
    /// - Parameter time: the time as it was typed.
    func extensions(of ids: [String], by time: String) -> [String] {
        let items = LiveItem.all(in: status)
        let names = items.flatMap(Self.names(of:))
        return ids.compactMap { id in items.first { $0.id == id } }.map { item in
            let name =
                switch item {
                case .timer(let timer): text(for: timer, mayHaveWords: true)
                case .run: "run"
                case .rest, .training, .workout: "rest"
                }
            // A name such as '1h' would be read as a part of the time.
            let words = "\(name) \(time)".split(separator: " ").map(String.init)
            let typed = try? ExtendWords(SplitUnits.joined(words))
            let isClear = typed?.name == name && names.count { $0 == name.lowercased() } == 1
            return "trackerctl extend \(isClear ? name : item.id) \(time)"
        }
    }

    /// Names by which something may be extended, in lower case.
    private static func names(of item: LiveItem) -> [String] {
        let names: [String?] =
            switch item {
            case .timer(let timer): [timer.name]
            case .run(let run): ["run", run.name]
            case .rest(let rest): ["rest", rest.label]
            case .training(let training): ["rest", "training", training.exerciseName]
            case .workout: []
            }
        return names.compactMap { $0?.lowercased() }
    }

    func commands(for ids: [String], _ verb: (LiveItem) -> String) -> [String] {
        let items = LiveItem.all(in: status)
        return ids.compactMap { id in
            if let item = items.first(where: { $0.id == id }) {
                return "trackerctl " + command(for: item, verb(item))
            }
            let reminder = status.reminders.first { $0.pending?.id == id }
            return reminder.map { "trackerctl remind done \($0.id)" }
        }
    }

    private func command(for item: LiveItem, _ verb: String) -> String {
        switch item {
        case .timer(let timer): "timer \(verb) \(text(for: timer))"
        case .rest: "rest \(verb)"
        case .training: "train \(verb)"
        case .run: "run \(verb)"
        case .workout: "workout \(verb)"
        }
    }

    /// The name that finds a timer, if it needs no quotes and is no other timer's; otherwise the id.
    ///
    /// - Parameter mayHaveWords: true where the name may have several words.
    private func text(for timer: TimerView, mayHaveWords: Bool = false) -> String {
        guard let name = timer.name, name.lowercased() != "last",
            status.timers.count(where: { $0.name?.lowercased() == name.lowercased() }) == 1
        else { return timer.id }
        let words = mayHaveWords ? name.split(separator: " ").map(String.init) : [name]
        return words.allSatisfy(LiveNames.isPlain) ? name : timer.id
    }
}

struct Stop: LiveMoveCommand {
    static let word = LiveWord.stop
    static let configuration = CommandConfiguration.leaf(
        "stop", abstract: "Stop what is running.",
        discussion: """
            Cancels a countdown, stops a stopwatch or a run, skips a rest, or completes a session, \
            in which the current hold counts in full. A timer that is over is done, if you name it. \
            --all stops all of these at once, stopwatches too. 'cancel' does the same as 'stop'. \
            'trackerctl undo' brings a timer back.
            """,
        examples: ["stop", "stop eggs", "cancel eggs tea", "stop --all"], aliases: ["cancel"])

    @OptionGroup var target: LiveArgument

    @Flag(name: .shortAndLong, help: "Everything that is running or paused.")
    var all = false

    @OptionGroup(title: Options.title) var options: Options

    var names: [String] { target.names }

    func check() throws {
        guard !all || names.isEmpty else {
            throw ValidationError("say what to stop, or give --all, not both")
        }
    }

    func request() -> LiveMove {
        LiveMove(Self.word, names: names.isEmpty ? nil : names, all: all ? true : nil)
    }

    static func verb(for item: LiveItem) -> String {
        switch item {
        case .timer(let timer): timer.isStopwatch ? "finish" : "cancel"
        case .rest: "skip"
        case .training, .run, .workout: "stop"
        }
    }
}

struct Skip: LiveMoveCommand {
    static let word = LiveWord.skip
    static let configuration = CommandConfiguration.leaf(
        "skip", abstract: "Skip the current rest or interval.",
        discussion: "In a session, the next set starts.")

    @OptionGroup var target: LiveArgument
    @OptionGroup(title: Options.title) var options: Options

    var names: [String] { target.names }
}

struct Pause: LiveMoveCommand {
    static let word = LiveWord.pause
    static let methods: [String] = [word.rawValue, DoNotDisturbSet.method]
    static let configuration = CommandConfiguration.leaf(
        "pause", abstract: "Pause what is running, or hold back reminders.",
        discussion: """
            Alone, or with a name, it pauses a timer, a stopwatch, the rest, the session or the \
            run: 'trackerctl pause eggs'. With a time, it holds back reminders, as 'trackerctl \
            remind pause' does:
            \(CommandConfiguration.lines(of: DoNotDisturbSet.examples))
            """)

    @Argument(
        help: ArgumentHelp(
            "What to pause; or how long to hold back reminders, until when, or 'off'.",
            valueName: "words"),
        completion: .liveThings)
    var words: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    var names: [String] { words }

    func check() throws { _ = try quiet() }

    /// The time for which reminders are held back; `nil` where the words name something live.
    private func quiet() throws -> DoNotDisturbSet? {
        words.isEmpty ? nil : try DoNotDisturbSet(words: words)
    }

    func answer(_ asking: Asking) throws -> Answer {
        guard let quiet = try quiet() else { return try act(asking) }
        return try options.delivery.ask(quiet, asking)
    }
}

struct Resume: LiveMoveCommand {
    static let word = LiveWord.resume
    static let methods: [String] = [word.rawValue, DoNotDisturbSet.method]
    static let configuration = CommandConfiguration.leaf(
        "resume",
        abstract: "Resume what is paused.",
        discussion:
            "Resumes a timer, a stopwatch, the rest, the session or the run. If none of them is"
            + " paused, it ends 'trackerctl pause 1h'.")

    @OptionGroup var target: LiveArgument
    @OptionGroup(title: Options.title) var options: Options

    var names: [String] { target.names }

    func answer(_ asking: Asking) throws -> Answer {
        do {
            return try act(asking)
        } catch let error as ClientError where error.isAboutNothing && names.isEmpty {
            guard try asking.call(Status(), options).doNotDisturb != nil else { throw error }
            return try options.delivery.ask(DoNotDisturbSet(off: true), asking)
        }
    }
}

/// The command for a single key within reach of somebody holding a plank: it always does the most natural
/// thing.
struct Next: ShortWord {
    static let configuration = CommandConfiguration.leaf(
        "next", abstract: "Do the obvious next step, for one key.",
        discussion: """
            It does one of these, and says which:
              a run             waits for confirmation: confirms the interval
                                is running: skips the interval
              a hold            bails; once the target is reached, stops
              a rest            skips it; in a session, the next set starts
              what is paused    resumes it: the run, the session or the rest
              a timer           is over: done, as 'timer done' does it
              a reminder        is pending: done, as 'remind done' does it
              a workout         if there is nothing else: logs the next set as planned

            Only you know how many reps you did: 'trackerctl next 8' logs them, for a session, a \
            set, a reminder or a step of a run. Running timers and stopwatches are left alone. If \
            two things could be meant, nothing happens and you are shown the long commands, except \
            that a timer or a reminder never gets in the way of a hold, and of several that wait \
            the newest is answered. Less than a second after something started \
            or ended, it won't skip, end or log anything, in case you pressed the key twice.
            """, examples: ["next", "next 8"])

    @Argument(help: "Reps that you did, if they are asked for.", transform: CountArgument.read)
    var count: Int64?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> LiveNext { LiveNext(count: count) }

    static func verb(for item: LiveItem) -> String {
        switch item {
        case .run(let run): run.isWaiting ? "confirm" : run.state == .paused ? "resume" : "skip"
        case .rest(let rest): rest.state == .paused ? "resume" : "skip"
        case .training(let training) where training.state == .paused: "resume"
        case .training(let training):
            training.rest != nil ? "skip" : training.mode == "reps" ? "done COUNT" : "bail"
        case .timer(let timer): timer.isWaiting ? "done" : "stop"
        case .workout: "stop"
        }
    }

    func text(of result: LiveResult, in style: Style) -> String {
        // With a count, nothing was bailed or skipped.
        count == nil ? result.words(in: style) : result.text(in: style)
    }
}
