import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct WaitCommand: DaemonCommand {
    static let methods: [String] = [
        EventsSubscribe.method, EventsList.method, TimerGet.method, RestGet.method, RunGet.method,
        TrainingGet.method,
    ]
    static let configuration = CommandConfiguration.leaf(
        "wait", abstract: "Wait until something ends.",
        discussion: """
            Waits for timers, the rest, the run or the training session. The exit status is 0 if \
            all reached their ends, and 1 if one was cancelled, skipped or stopped early: for a \
            session, before its target. A timer that has already ended answers at once; without a \
            rest, run or session, the status is 1. If the daemon restarts, it keeps waiting. If a \
            timer is named 'rest', 'run' or 'training', use its id.
            """,
        examples: [
            "timer start 4m tea && trackerctl wait tea && paplay done.ogg",
            "wait eggs tea",
            "run tabata && trackerctl wait run && trackerctl log plank",
        ])

    @Argument(
        help: ArgumentHelp(
            "Timers (names, starts of ids, or 'last'), 'rest', 'run' or 'training'.",
            valueName: "what"),
        completion: .custom { words, _, _ in
            TimerArgument.completions(words) + ["rest", "run", "training"]
        })
    var targets: [String]

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        // All are found first, so that none is missed while another one is waited for.
        let waits = try begunWaits()
        var failure: (any Error)?
        for wait in waits {
            var answer = try wait()
            failure = failure ?? answer.failure
            answer.failure = nil
            try options.delivery.deliver(answer)
        }
        if let failure { throw failure }
    }

    /// Waits that have begun. Each lasts until its timer, rest or run ends. Several words are one timer if it has that
    /// name.
    private func begunWaits() throws -> [() throws -> Answer] {
        let name = targets.joined(separator: " ")
        guard targets.count > 1 else { return [try begun(name)] }
        do {
            return [try begunTimer(name)]
        } catch let error as ClientError where error.isOfUnknown {
            return try targets.map { try begun($0) }
        }
    }

    private func begun(_ target: String) throws -> () throws -> Answer {
        switch target {
        case "rest": return try begun(forLive: "rest") { _ in RestGet() }
        case "run": return try begun(forLive: "run") { _ in RunGet() }
        case "training": return try begun(forLive: "training session", TrainingGet.init(training:))
        default: return try begunTimer(target)
        }
    }

    private func begunTimer(_ name: String) throws -> () throws -> Answer {
        let waiting = Waiting<TimerView>(try options.path(), options)
        return answer(waiting, to: try waiting.begin(TimerGet(timer: name))) { TimerGet(timer: $0) }
    }

    /// The wait for the only active thing of a kind.
    ///
    /// - Parameter request: the request that reads it, given its id or `nil`.
    private func begun<Call: Request>(
        forLive noun: String, _ request: @escaping (String?) -> Call
    ) throws -> () throws -> Answer where Call.Response: Awaited {
        let waiting = Waiting<Call.Response>(try options.path(), options)
        let thing = try waiting.begin(request(nil))
        guard !thing.value.isOver else { throw Refusal(message: "no \(noun) is in progress") }
        return answer(waiting, to: thing) { request($0) }
    }

    private func answer<Call: Request>(
        _ waiting: Waiting<Call.Response>, to thing: Whole<Call.Response>,
        _ request: @escaping (String) -> Call
    ) -> () throws -> Answer where Call.Response: Awaited {
        return {
            let end = thing.value.isOver ? thing : try waiting.end(of: thing.value.id, request)
            var answer = Answer(json: try Output.line(end.json), quiet: end.value.id + "\n") {
                AnswerText(end.value.sentence(in: $0) + "\n")
            }
            answer.failure = end.value.isFinished ? nil : ExitCode(ExitStatus.refused)
            return answer
        }
    }
}

/// A thing whose end can be waited for.
private protocol Awaited: Sentence, Decodable {
    /// Types of the events that end it.
    static var ends: [String] { get }
    var isOver: Bool { get }
    /// Whether it ran to its end and wasn't stopped before.
    var isFinished: Bool { get }
}

extension TimerView: Awaited {
    fileprivate static var ends: [String] { ["timer.finished", "timer.cancelled"] }
    fileprivate var isOver: Bool { hasEnded }
    fileprivate var isFinished: Bool { state == .finished }
}

extension RestView: Awaited {
    fileprivate static var ends: [String] { ["rest.finished", "rest.skipped"] }
    fileprivate var isOver: Bool { !isLive }
    fileprivate var isFinished: Bool { state == .finished }
}

extension RunView: Awaited {
    fileprivate static var ends: [String] { ["run.completed", "run.stopped"] }
    fileprivate var isOver: Bool { !isLive }
    fileprivate var isFinished: Bool { state == .completed }
}

extension TrainingView: Awaited {
    fileprivate static var ends: [String] { ["training.completed", "training.reset"] }
    fileprivate var isOver: Bool { !isLive }
    fileprivate var isFinished: Bool { !isLive && accumulated >= target }
}

/// Waits for one thing, across restarts of the daemon.
private final class Waiting<Thing: Awaited> {
    private let path: String
    private let stream: EventStream
    private let silenceMs: Int
    private var teller: AbsenceTeller

    init(_ path: String, _ options: Options) {
        self.path = path
        silenceMs = options.delivery.silenceMs
        stream = EventStream(path: path, types: Thing.ends + ["journal.*"], silenceMs: silenceMs)
        teller = AbsenceTeller(isQuiet: options.quiet)
    }

    /// The thing's initial state. The subscription begins before it is read, so that an end in between isn't
    /// missed.
    func begin<Call: Request>(_ request: Call) throws -> Whole<Thing> where Call.Response == Thing {
        try stream.connect()
        return try ask(request, as: Whole<Thing>.self)
    }

    /// The thing's state at its end.
    func end<Call: Request>(
        of id: String, _ request: (String) -> Call
    ) throws -> Whole<Thing> where Call.Response == Thing {
        while true {
            let item = try stream.next()
            teller.tell(item)
            switch item {
            case .event(let received) where Thing.ends.contains(received.event.type):
                guard received.event.subject == id else { continue }
                return try received.event.data.decoded()
            // After a change of journal, or an undo, the end never comes as an event of its own.
            case .online, .event: if let end = try knownEnd(of: id, request(id)) { return end }
            default: continue
            }
        }
    }

    /// The thing's state at its end, if it is over by now; `nil` otherwise.
    ///
    /// - Throws: `Refusal` if the daemon no longer knows it.
    private func knownEnd<Call: Request>(
        of id: String, _ request: Call
    ) throws -> Whole<Thing>? where Call.Response == Thing {
        do {
            let present = try ask(request, as: Whole<Thing>.self)
            // Another one may have started since.
            if present.value.id == id { return present.value.isOver ? present : nil }
        } catch let error as ClientError where error.isRefusal {
            // It may have been discarded.
        }
        let events = EventsList(types: Thing.ends, subject: id, limit: 1, newestFirst: true)
        guard let last = try ask(events, as: EventsList.Response.self).events.first else {
            throw Refusal(message: "it was deleted")
        }
        return try last.data.decoded()
    }

    /// The reply to a request. If the daemon goes away or is stopped meanwhile, waits for its reply once it
    /// is back.
    private func ask<Call: Request, Reply: Decodable>(
        _ request: Call, as type: Reply.Type
    ) throws -> Reply {
        while true {
            do {
                return try Client.connect(path: path, silenceMs: silenceMs).call(request, as: type)
            } catch ClientError.silent(let path, let ms, _) {
                // The stream's connection may seem to be all right, and so report nothing.
                teller.tell(.offline(.silent(path: path, afterMs: ms, mayChange: false)))
            } catch let error as ClientError where error.isPassing && !error.isRefusal {
                var isBack = false
                while !isBack {
                    let item = try stream.next()
                    teller.tell(item)
                    if case .online = item { isBack = true }
                }
            }
        }
    }
}
