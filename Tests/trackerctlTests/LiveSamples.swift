import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Live views in all their states.
enum LiveScene: CaseIterable {
    case waiting, quiet, quietAway, holding, holdPaused, reached, repping, typing, resting
    case running, confirming, runPaused, rest, timer, stopwatch, paused, many, degraded
    case sessionComplete, runComplete, runStopped, timerFinished, restFinished
    case pending, question, notice, away, help
    case beginning, beginningLine, refusedLine, setLine
    case workout, workoutBegun, setRest, setRestOver, workoutFinished
    case breakForReminder, breakForRest

    /// The time of the sample daemon's replies.
    static let start = LiveTime(bootMs: 50_000, wallMs: 1_772_353_800_000)

    static func later(_ ms: Int64) -> LiveTime {
        LiveTime(bootMs: start.bootMs + ms, wallMs: start.wallMs + ms)
    }

    static let restOver = Sample.rest.replacing("running", with: "finished")

    func model() throws -> LiveModel {
        switch self {
        case .waiting, .quietAway:
            var model = self == .waiting ? Self.fresh() : try Self.model()
            model.take(.offline(.unreachable(path: "/run/s", code: 2)), at: Self.start)
            return model
        case .quiet: return try Self.model(reminders: [Sample.pills, Sample.walk])
        case .holding: return try Self.model(training: Sample.holding)
        case .holdPaused, .reached: return try Self.model(training: Sample.reached)
        case .repping: return try Self.model(training: Sample.repping)
        case .typing: return try Self.model(training: Sample.repping).pressing("1", "2")
        case .resting: return try Self.model(training: Sample.resting)
        case .running: return try Self.model(run: Sample.run())
        case .confirming: return try Self.model(run: Sample.run("waiting_for_confirmation"))
        case .runPaused: return try Self.model(run: Sample.run("paused"))
        case .rest: return try Self.model(rest: Sample.rest)
        case .timer: return try Self.model(timers: [Sample.tea])
        case .stopwatch: return try Self.model(timers: [Sample.stopwatch])
        case .paused: return try Self.model(timers: [Sample.paused])
        case .many, .pending, .notice, .away, .help, .question: return try crowd()
        case .degraded: return try Self.model(timers: [Sample.tea], storage: "degraded")
        case .sessionComplete: return try Self.ended("training.completed", Sample.complete)
        case .runComplete: return try Self.ended("run.completed", Sample.run("completed"))
        case .runStopped: return try Self.ended("run.stopped", Sample.run("stopped"))
        case .timerFinished: return try Self.ended("timer.finished", Sample.finished)
        case .restFinished:
            return try Self.ended("rest.finished", Self.restOver)
        case .beginning: return try crowd().pressing("n")
        case .beginningLine: return try crowd().withLists().pressing("n", "2", "⏎", "p")
        case .refusedLine:
            var model = try crowd().withLists().pressing("n", "1", "⏎", "x")
            _ = model.ran(by: .enter)
            model.take(LiveAnswer(.refused, ["no duration given"]), at: Self.start)
            return model
        case .setLine: return try Self.model(workout: Sample.workout()).pressing("5")
        case .workout: return try Self.model(workout: Sample.workout())
        case .workoutBegun:
            return try Self.model(
                workout: Sample.workout(exercises: []), next: #"{"why":"done"}"#)
        case .setRest:
            return try Self.model(rest: Sample.setRest, workout: Sample.workout())
        case .setRestOver:
            var model = try Self.model(workout: Sample.workout())
            let over = Sample.setRest.replacing("running", with: "finished")
            model.take(try Self.event("rest.finished", over), at: Self.start)
            return model
        case .workoutFinished:
            return try Self.ended("workout.finished", Sample.finishedWorkout)
        case .breakForReminder: return try Self.pause(reminders: [Self.expiring])
        case .breakForRest: return try Self.pause(rest: Sample.rest)
        }
    }

    private func crowd() throws -> LiveModel {
        var model = try Self.model(
            training: Sample.holding, run: Sample.run(), rest: Sample.rest,
            timers: [Sample.paused, Sample.stopwatch, Sample.tea],
            reminders: self == .pending ? [Sample.move, Sample.pills] : [])
        switch self {
        case .notice: model.tell("the hold\u{1b}[31m has only begun", at: Self.start)
        case .away: model.take(.offline(.closed), at: Self.start)
        case .help: return model.pressing("?")
        case .question: return model.pressing("r")
        default: break
        }
        return model
    }

    // MARK: Making models

    static func fresh(isBellOn: Bool = false) -> LiveModel {
        LiveModel(path: "/run/s", style: .plain, isBellOn: isBellOn)
    }

    static func status(
        training: String? = nil, run: String? = nil, rest: String? = nil, timers: [String] = [],
        reminders: [String] = [], storage: String = "ok", workout: String? = nil,
        isDesktopQuiet: Bool = false
    ) throws -> Status.Response {
        let members =
            (isDesktopQuiet ? "\"desktop_do_not_disturb\":true," : "")
            + (training.map { "\"training\":\($0)," } ?? "") + (run.map { "\"run\":\($0)," } ?? "")
            + (workout.map { "\"workout\":\($0)," } ?? "")
        return try Sample.read(
            Sample.status(
                timers: timers, rest: rest, storage: storage, reminders: reminders, quiet: members))
    }

    /// The next set of the sample workout.
    static let nextSet = """
        {"set":{"exercise":"b7aaaaaaaaaa","exercise_name":"Bench Press","index":3,"of":4,\
        "type":"working","reps":5,"load":100,"unit":"kg","load_mode":"external"},"why":"template"}
        """

    /// - Parameter next: the next set of the workout; empty for a daemon that doesn't tell.
    static func model(
        training: String? = nil, run: String? = nil, rest: String? = nil, timers: [String] = [],
        reminders: [String] = [], storage: String = "ok", workout: String? = nil,
        next: String = nextSet, isBellOn: Bool = false
    ) throws -> LiveModel {
        var model = fresh(isBellOn: isBellOn)
        let status = try status(
            training: training, run: run, rest: rest, timers: timers, reminders: reminders,
            storage: storage, workout: workout)
        model.take(.online(status, seq: 800), at: start)
        try model.takeNext(next)
        return model
    }

    /// A pending reminder of which the daemon says when it expires.
    static let expiring = Sample.move.replacing(
        "\"snoozes\":1", with: "\"snoozes\":1,\"expires_at\":\"2026-03-01T09:55:00.000+01:00\"")

    /// The view that shows a break alone.
    static func pause(
        run: String? = nil, rest: String? = nil, reminders: [String] = []
    ) throws -> LiveModel {
        var model = LiveModel(path: "/run/s", style: .plain, isBellOn: false, isBreak: true)
        let status = try status(run: run, rest: rest, reminders: reminders)
        model.take(.online(status, seq: 800), at: start)
        return model
    }

    private static func ended(_ type: String, _ data: String) throws -> LiveModel {
        var model = try model()
        model.take(try event(type, data), at: start)
        return model
    }

    static func event(_ type: String, _ data: String, seq: Int = 812) throws -> EventStream.Item {
        .event(try Sample.read(Sample.event(seq, type, data: data)))
    }
}

extension LiveModel {
    /// The model after some keys, whose effects are dropped.
    func pressing(_ keys: Character...) -> LiveModel {
        var model = self
        for key in keys {
            _ = model.press(key == "⏎" ? .enter : .character(key), at: LiveScene.start)
        }
        return model
    }

    /// The model with what the daemon knows by name.
    func withLists() throws -> LiveModel {
        var model = self
        model.lists.exercises = try Sample.read("[\(Sample.exercise)]")
        return model
    }

    /// The commands that a key runs.
    mutating func ran(by key: Key) -> [String] {
        press(key, at: LiveScene.start).compactMap { effect in
            guard case .run(let words) = effect else { return nil }
            return words.joined(separator: " ")
        }
    }

    /// Answers the model's question for the next set, if it has one.
    ///
    /// - Parameter next: empty for a daemon that doesn't tell.
    /// - Returns: the question's parameters; `nil` for none.
    @discardableResult
    mutating func takeNext(
        _ next: String = LiveScene.nextSet, at now: LiveTime = LiveScene.start
    ) throws -> String? {
        guard let request = takePlanRequest() else { return nil }
        take(.next(next.isEmpty ? nil : try Sample.read(next)), at: now)
        return try RequestTests.wire(of: request).params
    }

    /// The requests that a key sends.
    mutating func sent(by key: Key) throws -> [(method: String, params: String)] {
        try press(key, at: LiveScene.start).compactMap { effect in
            guard case .send(let request) = effect else { return nil }
            return try RequestTests.wire(of: request)
        }
    }
}
