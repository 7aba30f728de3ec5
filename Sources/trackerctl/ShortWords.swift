import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

/// A command of one word that acts on the live entity, where there is only one that it can act on.
protocol ShortWord: DaemonCommand {
    var options: Options { get }

    /// The entities to act on.
    static func candidates(in status: Status.Response) -> [Candidate]

    /// The verb for messages where there is nothing to act on; by default the command's name.
    static var verb: String { get }
}

/// A live entity, the request that a short word sends for it, and the long form of the command.
struct Candidate {
    let name: String
    let command: String
    /// The request; `nil` where a word isn't enough: a number of reps that only the person knows.
    let request: (any Request)?
    /// The deed in words, where the command's name doesn't tell it.
    var deed: String?

    init(_ timer: TimerView, _ verb: String, _ request: any TimerRequest) {
        name = timer.title
        command = "timer \(verb) \(timer.id)"
        self.request = request
    }

    init(_ run: RunView, _ verb: String, _ request: any Request) {
        name = run.name
        command = "run \(verb)"
        self.request = request
    }

    init(rest verb: String, _ request: any Request) {
        name = "rest"
        command = "rest \(verb)"
        self.request = request
    }

    init(training verb: String, _ request: (any Request)?) {
        name = "training"
        command = "train \(verb)"
        self.request = request
    }

    init(_ reminder: ReminderView, _ verb: String, _ request: ReminderAnswer) {
        name = reminder.title
        command = "remind \(verb) \(reminder.id)"
        self.request = request
    }

    func saying(_ deed: String) -> Candidate {
        var candidate = self
        candidate.deed = deed
        return candidate
    }
}

extension ShortWord {
    static var verb: String { configuration.commandName ?? "\(Self.self)" }

    func run() throws { try runOnWhatIsLive() }

    func runOnWhatIsLive() throws {
        let client = try options.connect()
        let chosen = try Self.choose(in: client.call(Status()))
        try perform(chosen, on: client)
    }

    static func choose(in status: Status.Response) throws -> Candidate {
        let candidates = candidates(in: status)
        guard let first = candidates.first else {
            throw Refusal(message: "there is nothing to \(verb)")
        }
        guard candidates.count == 1 else {
            let names = candidates.map(\.name).joined(separator: ", ")
            let commands = candidates.map { "trackerctl \($0.command)" }
            throw Refusal(
                message: "several things can be meant: \(names)",
                hint: "say which: " + commands.joined(separator: ", or "))
        }
        return first
    }

    func perform(_ candidate: Candidate, on client: Client) throws {
        guard let request = candidate.request else {
            throw Refusal(
                message: "this effort counts reps: only you know how many they were",
                hint: "say it: trackerctl done 12")
        }
        try perform(request, saying: candidate.deed, on: client)
    }

    private func perform<R: Request>(
        _ request: R, saying deed: String?, on client: Client
    ) throws {
        let whole = try client.call(request, as: Whole<R.Response>.self)
        guard options.isForPeople, let sentence = whole.value as? any Sentence else {
            if options.json { try Output.print(whole.json) }
            if options.quiet, let id = whole.json["id"]?.string { try Output.print(id + "\n") }
            return
        }
        let beginning = deed.map { "\($0); " } ?? ""
        try Output.print(beginning + sentence.sentence(in: options.style) + "\n")
    }
}

struct Stop: ShortWord {
    static let methods: [any Request.Type] = [
        TimerCancel.self, TimerFinish.self, RestSkip.self, TrainingStop.self, RunStop.self,
    ]
    static let configuration = CommandConfiguration.leaf(
        "stop",
        abstract: "End what is live: cancel a countdown, stop a stopwatch or a run, skip a rest.",
        discussion: "A training is completed: a hold counts in full.")

    @OptionGroup(title: Options.title) var options: Options

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.timers.map { timer in
            timer.isStopwatch
                ? Candidate(timer, "finish", TimerFinish(timer: timer.id))
                : Candidate(timer, "cancel", TimerCancel(timer: timer.id))
        } + status.liveRest(in: ["running", "paused"], Candidate(rest: "skip", RestSkip()))
            + status.liveTraining(Candidate(training: "stop", TrainingStop()))
            + status.liveRun("stop", RunStop())
    }
}

struct Skip: ShortWord {
    static let methods: [any Request.Type] = [RestSkip.self, TrainingSkipRest.self, RunSkip.self]
    static let configuration = CommandConfiguration.leaf(
        "skip",
        abstract: "Skip the rest that is on, or the interval of a run.",
        discussion: "In a training the next effort begins.")

    @OptionGroup(title: Options.title) var options: Options

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.liveRest(in: ["running", "paused"], Candidate(rest: "skip", RestSkip()))
            + (status.training?.rest == nil
                ? [] : status.liveTraining(Candidate(training: "skip", TrainingSkipRest())))
            + status.liveRun("skip", RunSkip())
    }
}

struct Pause: ShortWord {
    static let methods: [any Request.Type] = [
        TimerPause.self, RestPause.self, TrainingPause.self, RunPause.self,
    ]
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
        guard let time else { return try runOnWhatIsLive() }
        try options.delivery.send(
            DoNotDisturbSet(argument: time),
            text: { (result: DoNotDisturbView, style) in result.sentence(in: style) + "\n" },
            id: { _ in nil })
    }

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.timers.filter { $0.state == "running" }.map {
            Candidate($0, "pause", TimerPause(timer: $0.id))
        } + status.liveRest(in: ["running"], Candidate(rest: "pause", RestPause()))
            + (status.training?.state == "paused"
                ? [] : status.liveTraining(Candidate(training: "pause", TrainingPause())))
            + status.liveRun(in: ["running"], "pause", RunPause())
    }
}

struct Resume: ShortWord {
    static let methods: [any Request.Type] = [
        TimerResume.self, RestResume.self, TrainingResume.self, RunResume.self,
    ]
    static let configuration = CommandConfiguration.leaf(
        "resume",
        abstract:
            "Let run on what is paused: a timer, a stopwatch, the rest, the training or a run.")

    @OptionGroup(title: Options.title) var options: Options

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.timers.filter { $0.state == "paused" }.map {
            Candidate($0, "resume", TimerResume(timer: $0.id))
        } + status.liveRest(in: ["paused"], Candidate(rest: "resume", RestResume()))
            + (status.training?.state == "paused"
                ? status.liveTraining(Candidate(training: "resume", TrainingResume())) : [])
            + status.liveRun(in: ["paused"], "resume", RunResume())
    }
}

extension Status.Response {
    /// - Parameter states: the states that the run may have; `nil` for any.
    func liveRun(
        in states: [String]? = nil, _ verb: String, _ request: any Request
    ) -> [Candidate] {
        guard let run, run.isLive, states?.contains(run.state) ?? true else { return [] }
        return [Candidate(run, verb, request)]
    }

    /// The live rest, unless it belongs to the training.
    func liveRest(in states: [String], _ candidate: Candidate) -> [Candidate] {
        guard let rest, training?.rest?.id != rest.id else { return [] }
        return states.contains(rest.state) ? [candidate] : []
    }

    func liveTraining(_ candidate: Candidate) -> [Candidate] {
        training.map(\.isLive) == true ? [candidate] : []
    }
}
