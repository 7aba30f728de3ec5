import ArgumentParser
import TrackerAPI
import TrackerClient

/// A word that acts on what is live, where only one thing is meant.
protocol ShortWord: DaemonCommand {
    var options: Options { get }

    /// What there is to act on.
    static func candidates(in status: Status.Response) -> [Candidate]
}

/// A live thing, the request that a short word makes of it, and the long way to say it.
struct Candidate {
    let name: String
    let command: String
    let request: any Request

    init(_ timer: TimerView, _ verb: String, _ request: any TimerRequest) {
        name = timer.title
        command = "timer \(verb) \(timer.id)"
        self.request = request
    }

    init(rest verb: String, _ request: any Request) {
        name = "rest"
        command = "rest \(verb)"
        self.request = request
    }
}

extension ShortWord {
    func run() throws { try runOnWhatIsLive() }

    func runOnWhatIsLive() throws {
        let client = try options.connect()
        let chosen = try Self.choose(in: client.call(Status()))
        try perform(chosen.request, on: client)
    }

    static func choose(in status: Status.Response) throws -> Candidate {
        let candidates = candidates(in: status)
        let word = configuration.commandName ?? "\(Self.self)"
        guard let first = candidates.first else {
            throw Refusal(message: "there is nothing to \(word)")
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

    private func perform<R: Request>(_ request: R, on client: Client) throws {
        let whole = try client.call(request, as: Whole<R.Response>.self)
        guard options.isForPeople, let sentence = whole.value as? any Sentence else {
            if options.json { try Output.print(whole.json) }
            if options.quiet, let id = whole.json["id"]?.string { try Output.print(id + "\n") }
            return
        }
        try Output.print(sentence.sentence(in: options.style) + "\n")
    }
}

struct Stop: ShortWord {
    static let methods: [any Request.Type] = [TimerCancel.self, TimerFinish.self, RestSkip.self]
    static let configuration = CommandConfiguration.leaf(
        "stop",
        abstract: "End what is live: cancel a countdown, stop a stopwatch, skip a rest.")

    @OptionGroup(title: Options.title) var options: Options

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.timers.map { timer in
            timer.isStopwatch
                ? Candidate(timer, "finish", TimerFinish(timer: timer.id))
                : Candidate(timer, "cancel", TimerCancel(timer: timer.id))
        } + status.liveRest(in: ["running", "paused"], Candidate(rest: "skip", RestSkip()))
    }
}

struct Skip: ShortWord {
    static let methods: [any Request.Type] = [RestSkip.self]
    static let configuration = CommandConfiguration.leaf(
        "skip", abstract: "Skip the rest that is on.")

    @OptionGroup(title: Options.title) var options: Options

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.liveRest(in: ["running", "paused"], Candidate(rest: "skip", RestSkip()))
    }
}

struct Pause: ShortWord {
    static let methods: [any Request.Type] = [TimerPause.self, RestPause.self]
    static let configuration = CommandConfiguration.leaf(
        "pause", abstract: "Pause what runs: a timer, a stopwatch or the rest.",
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
    }
}

struct Resume: ShortWord {
    static let methods: [any Request.Type] = [TimerResume.self, RestResume.self]
    static let configuration = CommandConfiguration.leaf(
        "resume",
        abstract: "Let run on what is paused: a timer, a stopwatch or the rest.")

    @OptionGroup(title: Options.title) var options: Options

    static func candidates(in status: Status.Response) -> [Candidate] {
        status.timers.filter { $0.state == "paused" }.map {
            Candidate($0, "resume", TimerResume(timer: $0.id))
        } + status.liveRest(in: ["paused"], Candidate(rest: "resume", RestResume()))
    }
}

extension Status.Response {
    fileprivate func liveRest(in states: [String], _ candidate: Candidate) -> [Candidate] {
        rest.map { states.contains($0.state) } == true ? [candidate] : []
    }
}
