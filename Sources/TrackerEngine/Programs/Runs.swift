import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The plan of a run.
    private func plan(of run: Run) throws -> RunPlan {
        if let plan = dependencies.memos.runPlan.value(for: run.id) { return plan }
        guard let plan = try keptPlan(of: run) else {
            throw Rejection(.internalError, "the intervals of run \(run.id) are missing")
        }
        if run.isLive { dependencies.memos.runPlan.keep(plan, for: run.id) }
        return plan
    }

    private func keptPlan(of run: Run) throws -> RunPlan? {
        let plan = try transaction.runPlan(ofRun: run.id)
        return plan?.hasStep(run.index) == true ? plan : nil
    }

    /// Records a change of a run.
    ///
    /// - Returns: the run as it is now, which is the event's data and the request's result.
    @discardableResult
    func append(
        _ change: Run.Change, _ run: Run, beside others: [any StoredEntity] = []
    ) throws -> Written<RunView> {
        try record(change.event, run, as: view(run, after: change), beside: others)
    }

    fileprivate func view(_ run: Run, after change: Run.Change? = nil) throws -> RunView {
        RunView(
            run, waitingSinceMs: try waitingSinceMs(run, after: change), at: now, zone: zone,
            after: change)
    }

    /// The moment at which a run began to wait for confirmation; `nil` where it doesn't wait.
    private func waitingSinceMs(_ run: Run, after change: Run.Change?) throws -> Int64? {
        guard run.state == .waiting else { return nil }
        if case .confirmationNeeded(let late) = change { return now.wallMs - (late?.byMs ?? 0) }
        return try transaction.waitingSinceMs(ofRun: run.id)
    }

    /// The live run, else the last one.
    fileprivate func run() throws -> Run {
        if let run = try transaction.liveRun() ?? transaction.lastRun() { return run }
        throw Rejection(.notFound, "no run has been started yet", field: "run", state: "none")
    }

    fileprivate func startRun(
        of program: Program, from first: Int?, _ changes: RunChanges, pausesWhenAway: Bool
    ) throws -> Written<RunView> {
        let parts = try changes.applied(to: program.fields)
        try checkExercises(of: parts)
        let plan = RunPlan(
            run: newID(), parts: parts, ringAgainMs: changes.ringAgainMs(of: program.fields))
        let order = try transaction.nextOrder(of: Run.self)
        var run = try Run(
            plan, of: program, from: first ?? 0, pausesWhenAway: pausesWhenAway, order: order,
            day: local(now.wallMs).day, at: now)
        var result = try append(.started, run, beside: [plan])
        if let begun = run.begin() { result = try append(begun, run) }
        // An open interval waits at once.
        while let change = advance(&run, plan) { result = try append(change, run) }
        return result
    }

    fileprivate func changeRun(
        _ move: (inout Run, RunPlan) throws -> Run.Change
    ) throws -> Written<RunView> {
        var run = try run()
        let plan = try plan(of: run)
        var result = try append(move(&run, plan), run)
        if let begun = run.begin() { result = try append(begun, run) }
        // An interval that was shortened past its end is over.
        while let change = advance(&run, plan) { result = try append(change, run) }
        return result
    }

    /// Applies the next change of a run that is due by now; `nil` where none is due.
    private func advance(_ run: inout Run, _ plan: RunPlan) -> Run.Change? {
        run.advance(
            plan, to: now, ringAtMost: dependencies.configuration.timers.ringAtMost)
    }

    /// Logs the exercise of an interval.
    ///
    /// - Parameter done: amount done; `nil` for the amount in the program.
    fileprivate func logExercise(of interval: Interval, done: Int64?) throws {
        guard let name = interval.exercise, let count = done ?? interval.count else {
            guard done != nil else { return }
            throw Rejection.invalid(
                "count",
                "\(interval.label) logs no exercise: leave out the count to confirm it")
        }
        let exercise = try exercise(name)
        let entry = try LogEntry(
            id: newID(), exercise: exercise, count: count, time: local(now.wallMs),
            order: transaction.nextOrder(of: LogEntry.self), at: now)
        try add(entry, of: exercise)
    }

    /// Checks that the exercises are known that a run would log.
    func checkExercises(of parts: [ProgramPart]) throws {
        for name in parts.intervals.compactMap(\.exercise) { _ = try exercise(name) }
    }

    fileprivate func stop(_ run: Run) throws -> Written<RunView> {
        var run = run
        return try append(run.stop(at: now), run)
    }

    /// Whether the live run's plan is lost, as it may be in a salvaged database.
    func hasLostPlan() throws -> Bool {
        try transaction.liveRun().map { try keptPlan(of: $0) == nil } ?? false
    }

    /// Stops a live run whose plan is lost, since nobody knows what would come next.
    func stopWithoutPlan() throws {
        guard let run = try transaction.liveRun(), try keptPlan(of: run) == nil else { return }
        _ = try stop(run)
    }

    func liveRun() throws -> RunView? { try transaction.liveRun().map { try view($0) } }

    /// Pauses a run that pauses while nobody is there, once the machine has slept.
    func wakeRun() throws {
        guard let run = try transaction.liveRun(), run.hasSlept(at: now) else { return }
        try advanceRun(run.id)
    }

    /// Carries out the deadline of a run.
    func advanceRun(_ id: String) throws {
        guard var run = try transaction.run(id: id) else { return }
        let plan = try plan(of: run)
        var isChanged = false
        while let change = advance(&run, plan) {
            try append(change, run)
            isChanged = true
        }
        if !isChanged { try transaction.rearm(run) }
    }
}

extension RunStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        if let sound { _ = try context.chosenSound(sound, field: "sound") }
        return try context.startRun(
            of: context.program(program), from: from, changes,
            pausesWhenAway: pauseWhenAway ?? false)
    }
}

extension RunWord: SpokenWord {
    func reply(on target: Target, in context: Context) throws -> Written<RunView> {
        let now = context.now
        return switch self {
        case .pause: try context.changeRun { run, _ in try run.pause(at: now) }
        case .resume: try context.changeRun { run, _ in try run.resume(at: now) }
        case .skip: try context.changeRun { run, plan in try run.skip(plan, at: now) }
        case .back: try context.changeRun { run, plan in try run.back(plan, at: now) }
        case .stop: try context.stop(context.run())
        }
    }
}

extension RunConfirm: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let run = try context.run()
        if run.state == .waiting {
            try context.logExercise(of: run.place.interval, done: count)
        }
        return try context.changeRun { run, plan in try run.confirm(plan, at: context.now) }
    }
}

extension RunJump: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.changeRun { run, plan in try run.jump(to: index, plan, at: context.now) }
    }
}

extension RunExtend: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.changeRun { run, _ in try run.extend(byMs: by.ms, at: context.now) }
    }
}

extension RunGet: Performable {
    func perform(in context: Context) throws -> RunView { try context.view(context.run()) }
}

extension RunList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let span = try context.span(from: from, to: to)
        let runs = try context.transaction.runs(in: span, limit: limit)
        let total = try total(listed: runs.count, limit: limit) {
            try context.transaction.runCount(in: span)
        }
        return Response(runs: try runs.map { try context.view($0) }, total: total)
    }
}
