import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A command of one word that acts on what is live, where only one thing can be meant.
protocol ShortWord: MethodCommand where Call == LiveMove {
    static var word: LiveWord { get }

    /// The word's own verb for a live thing, such as `pause`.
    static func verb(for item: LiveItem) -> String
}

extension ShortWord {
    static func verb(for item: LiveItem) -> String { configuration.commandName ?? "" }

    static var methods: [String] { [word.rawValue] }

    func request() -> LiveMove { LiveMove(Self.word) }

    func run() throws { try act() }

    func act() throws {
        do {
            try options.delivery.send(request(), text: text, id: id)
        } catch let error as ClientError {
            throw try Self.refusal(error, status: options.connect().call(Status())) ?? error
        }
    }

    /// The refusal with the long commands of what can be meant; `nil` where the daemon's own says all.
    static func refusal(
        _ error: ClientError, status: @autoclosure () throws -> Status.Response
    ) rethrows -> Refusal? {
        guard case .refused(let error) = error else { return nil }
        switch (error.data.kind, error.data.state, error.data.field) {
        case ("ambiguous", _, _):
            let matches = error.data.matches ?? []
            let commands = try LiveCommands(status()).commands(for: matches, verb(for:))
            return Refusal(
                message: error.message,
                hint: commands.isEmpty
                    ? nil : "say which: " + commands.joined(separator: ", or "))
        case ("conflict", "training", "count"):
            return Refusal(message: error.message, hint: "say it: trackerctl done 12")
        case ("conflict", "just_now", _):
            return Refusal(message: error.message, hint: "once more, if you mean it")
        default: return nil
        }
    }
}

/// The long commands for what is live.
private struct LiveCommands {
    private let status: Status.Response

    init(_ status: Status.Response) { self.status = status }

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
        case .timer(let timer): "timer \(verb) \(timer.id)"
        case .rest: "rest \(verb)"
        case .training: "train \(verb)"
        case .run: "run \(verb)"
        case .workout: "workout \(verb)"
        }
    }
}

struct Stop: ShortWord {
    static let word = LiveWord.stop
    static let configuration = CommandConfiguration.leaf(
        "stop",
        abstract: "End what is live: cancel a countdown, stop a stopwatch or a run, skip a rest.",
        discussion: "A training is completed: a hold counts in full.")

    @OptionGroup(title: Options.title) var options: Options

    static func verb(for item: LiveItem) -> String {
        switch item {
        case .timer(let timer): timer.isStopwatch ? "finish" : "cancel"
        case .rest: "skip"
        case .training, .run, .workout: "stop"
        }
    }
}

struct Skip: ShortWord {
    static let word = LiveWord.skip
    static let configuration = CommandConfiguration.leaf(
        "skip",
        abstract: "Skip the rest that is on, or the interval of a run.",
        discussion: "In a training the next effort begins.")

    @OptionGroup(title: Options.title) var options: Options
}

struct Pause: ShortWord {
    static let word = LiveWord.pause
    static let methods: [String] = [word.rawValue, DoNotDisturbSet.method]
    static let configuration = CommandConfiguration.leaf(
        "pause",
        abstract: "Pause what runs: a timer, a stopwatch, the rest, the training or a run.",
        discussion: """
            With a time it holds back reminders, as 'trackerctl remind pause' does:
              trackerctl pause 1h
              trackerctl pause off
            """)

    @Argument(
        help: ArgumentHelp(
            "How long to hold back reminders, until when, or 'off'.", valueName: "time"))
    var time: String?

    @OptionGroup(title: Options.title) var options: Options

    func validate() throws { _ = try time.map(DoNotDisturbSet.init(argument:)) }

    func run() throws {
        guard let time else { return try act() }
        try options.delivery.send(
            DoNotDisturbSet(argument: time),
            text: { (result: DoNotDisturbView, style) in result.sentence(in: style) + "\n" },
            id: { _ in nil })
    }
}

struct Resume: ShortWord {
    static let word = LiveWord.resume
    static let methods: [String] = [word.rawValue, DoNotDisturbSet.method]
    static let configuration = CommandConfiguration.leaf(
        "resume",
        abstract:
            "Let run on what is paused: a timer, a stopwatch, the rest, the training or a run.",
        discussion: "Where none of these is paused, it ends 'trackerctl pause 1h'.")

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        do {
            try act()
        } catch let error as ClientError where error.isAboutNothing {
            guard try options.connect().call(Status()).doNotDisturb != nil else { throw error }
            try options.delivery.send(
                DoNotDisturbSet(off: true),
                text: { (result: DoNotDisturbView, style) in result.sentence(in: style) + "\n" },
                id: { _ in nil })
        }
    }
}

/// The command for a single key within reach of somebody who holds a plank: it does the most natural thing
/// at each time.
struct Next: ShortWord {
    static let word = LiveWord.next
    static let configuration = CommandConfiguration.leaf(
        "next",
        abstract: "Go on: one command for one key, which does what is natural now.",
        discussion: """
            It does one of these, and says which:
              a run             waits for confirmation: confirms the interval
                                is running: skips the interval
              a hold            bails; once the target is reached, stops
              a rest            skips it; in a training the next effort begins
              what is paused    resumes it: the run, the training or the rest
              a reminder        is pending: done, as 'remind done' does it
              a workout         with nothing else: notes the next set as planned

            How many reps an effort was, only you know: 'trackerctl done 12'. Timers and stopwatches \
            are left alone. It refuses where two things can be meant, and names the long commands; \
            but a reminder keeps nobody in a hold. Nor does it skip or end anything, or log, less than \
            a second after something began or ended: a key is easily hit twice.
            """)

    @OptionGroup(title: Options.title) var options: Options

    static func verb(for item: LiveItem) -> String {
        switch item {
        case .run(let run): run.isWaiting ? "confirm" : run.state == .paused ? "resume" : "skip"
        case .rest(let rest): rest.state == .paused ? "resume" : "skip"
        case .training(let training) where training.state == .paused: "resume"
        case .training(let training):
            training.rest != nil ? "skip" : training.mode == "reps" ? "done COUNT" : "bail"
        case .timer, .workout: "stop"
        }
    }

    func text(of result: LiveResult, in style: Style) -> String { result.words(in: style) }
}
