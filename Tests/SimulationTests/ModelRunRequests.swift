import Rig
import TestSupport
import TrackerAPI

extension Model {
    fileprivate func newestRun(isLive: Bool = true) throws -> RunModel {
        guard let run = runs.last else { throw Refusal("not_found", field: "run", state: "none") }
        try require(run.isLive || !isLive, .conflict(run.state))
        return run
    }

    fileprivate mutating func startRun(_ params: Params) throws -> Expected {
        let name = try params.text("program")
        let from = try params.optionalInt("from")
        let rounds = try params.optionalInt("rounds")
        let (work, rest) = (try params.optionalSpan("work"), try params.optionalSpan("rest"))
        let auto = try params.optionalTruth("auto") ?? false
        let leaves = try params.truth("pause_when_away")
        let sound = try params.optionalText("sound")
        let ringAgain = try params.spanOrFalse("ring_again")
        try Params.checkSound(sound, "sound")
        let program = try program(name)
        try require(
            ringAgain.map { $0 == 0 || RingingModel.spans.contains($0) } ?? true,
            .invalid("ring_again"))
        let steps = try program.steps(
            rounds: rounds, work: work, rest: rest, auto: auto, sound: sound,
            ringAgain: ringAgain)
        try checkExercises(of: steps.all)
        let first = Int(exactly: from ?? 0) ?? -1
        try require(
            (0..<(steps.loop == nil ? steps.all.count : 1000)).contains(first), .invalid("from"))
        if let run = liveRun { throw Refusal.conflict(run.state) }
        var run = RunModel(
            id: newID(), program: program.id, name: program.name, steps: steps.all,
            loop: steps.loop,
            startedMs: now.wallMs, day: day(now.wallMs), order: seq + 1, leaves: leaves,
            since: now)
        run.place(first, after: 0)
        runs.append(run)
        _ = tell("started", run, byTime: false)
        return .result(wait(or: tell("interval_started", run, byTime: false)))
    }

    /// Lets a run wait in an open step, and returns the last view of it.
    private mutating func wait(or view: Json) -> Json {
        guard let run = liveRun, run.state != "waiting_for_confirmation", run.step.isOpen,
            run.length == 0
        else { return view }
        return arrive(run, at: run.end, byTime: false)
    }

    /// - Parameter done: amount done; `nil` for the amount in the step.
    fileprivate mutating func confirmRun(done: Int64?) throws -> Expected {
        let run = try newestRun(isLive: false)
        let isWaiting = run.state == "waiting_for_confirmation"
        if isWaiting, done != nil, run.step.exercise == nil { throw Refusal.invalid("count") }
        if isWaiting, let text = run.step.exercise, let count = done ?? run.step.count {
            let exercise = try exercise(text)
            try require((1...100_000).contains(count), .invalid("count"))
            _ = try add(
                EntryModel(
                    id: newID(), exercise: exercise.id, count: count, unit: exercise.unit,
                    atMs: now.wallMs, note: nil, order: seq + 1, day: day(written: nil)))
        }
        return try changeRun("interval_started", from: ["waiting_for_confirmation"]) {
            $0.leave($1)
        }
    }

    fileprivate mutating func changeRun(
        _ change: String, from states: [String] = RunModel.live,
        _ move: (inout RunModel, Instant) -> Void
    ) throws -> Expected {
        var run = try newestRun(isLive: false)
        try require(states.contains(run.state), .conflict(run.state))
        move(&run, now)
        let isOver = run.state == "completed"
        let result = tell(isOver ? "completed" : change, run, byTime: false)
        guard let run = liveRun, run.state == "running", !run.isTold else {
            return .result(wait(or: result))
        }
        return .result(wait(or: tell("interval_started", run, byTime: false)))
    }

    fileprivate mutating func extendRun(_ params: Params) throws -> Expected {
        let by = try params.span("by")
        var run = try newestRun()
        if run.step.isOpen { throw Refusal.conflict(run.state) }
        let (sum, overflow) = run.length.addingReportingOverflow(by)
        try require(by != 0 && !overflow && sum <= dayMs, .invalid("by"))
        if run.state == "waiting_for_confirmation" {
            try require(by > 0, .invalid("by"))
            (run.state, run.since) = ("running", now)
            run.dropQuestion()
        }
        let done = run.elapsed(now) - run.begun
        guard sum <= done else {
            run.length = sum
            run.marks = run.heard(sum - done)
            return .result(tell("extended", run, byTime: false))
        }
        (run.length, run.marks) = (done, [])
        _ = tell("interval_finished", run, byTime: false)
        return .result(wait(or: arrive(run, at: run.end, byTime: false)))
    }

    fileprivate mutating func jump(_ params: Params) throws -> Expected {
        let index = try needed(params.optionalInt("index"), "index")
        let run = try newestRun()
        guard (0..<Int64(run.loop == nil ? run.steps.count : 1000)).contains(index) else {
            throw Refusal.invalid("index")
        }
        return try changeRun("jumped") { $0.go(Int(index), $1) }
    }

    fileprivate func listRuns(_ params: Params) throws -> Expected {
        let (from, to) = (try given("from", params), try given("to", params))
        let limit = try params.limit()
        let span = try span(from, to)
        let found = runs.filter { span.contains($0.startedMs, $0.day) }
        let sorted = found.sorted { ($0.startedMs, $0.order) > ($1.startedMs, $1.order) }
        return .result([
            "runs": .list(sorted.prefix(Int(limit)).map { $0.view(self) }),
            "total": .int(Int64(sorted.count)),
        ])
    }
}

extension RunModel {
    /// Goes to the beginning of a step; a paused run stays paused.
    fileprivate mutating func go(_ index: Int, _ now: Instant) {
        if state == "waiting_for_confirmation" { (state, since) = ("running", now) }
        dropQuestion()
        enter(index, after: elapsed(now))
    }

    fileprivate mutating func leave(_ now: Instant) {
        if hasStep(index + 1) { return go(index + 1, now) }
        finish("completed", now)
    }

    fileprivate mutating func finish(_ state: String, _ now: Instant) {
        stop(now)
        count(upTo: counted)
        (self.state, endedMs, marks) = (state, now.wallMs, [])
        dropQuestion()
        absence = nil
    }
}

extension Arm {
    static let runs: [Arm] = [
        Arm("run.start", 10, expect: { try $0.startRun($1) }) { dice, model in
            var params = ["program": dice.program(model)]
            if dice.chance(20) { params["from"] = .int(Int64.random(in: -1...5, using: &dice)) }
            if dice.chance(20) { params["rounds"] = .int(Int64.random(in: 0...3, using: &dice)) }
            if dice.chance(40) { params["pause_when_away"] = dice.truth() }
            if dice.spoils(3) { params["rounds"] = dice.one(of: "x", 1000, 1001) }
            for field in ["work", "rest"] where dice.chance(15) {
                params[field] = dice.one(of: "10s", 2500, "2m")
                if dice.spoils(5) { params[field] = dice.one(of: 99, "25h", "x", true) }
            }
            if dice.chance(10) { params["sound"] = dice.sound() }
            if dice.chance(15) { params["ring_again"] = dice.ringAgain() }
            if dice.chance(15) { params["auto"] = dice.spoils(5) ? 1 : true }
            return params
        },
        Arm("run.pause", 3) { model, _ in
            try model.changeRun("paused", from: ["running"]) { run, now in
                run.stop(now)
                run.state = "paused"
            }
        },
        Arm("run.resume", 5) { model, _ in
            try model.changeRun("resumed", from: ["paused"]) {
                ($0.state, $0.since, $0.absence) = ("running", $1, nil)
            }
        },
        Arm("run.confirm", 5) {
            try $0.confirmRun(done: $1.optionalInt("count"))
        } make: { dice, _ in
            guard dice.chance(40) else { return [:] }
            if dice.spoils(6) { return ["count": dice.one(of: 0, -1, 100_001, "x")] }
            return ["count": .int(Int64.random(in: 1...60, using: &dice))]
        },
        Arm("run.skip", 4) { model, _ in try model.changeRun("skipped") { $0.leave($1) } },
        Arm("run.back", 4) { model, _ in
            try model.changeRun("jumped") { run, now in
                let isNew =
                    run.step.isOpen
                    || run.elapsed(now) - run.begun < 2000
                        && run.state != "waiting_for_confirmation"
                run.go(isNew && run.index > 0 ? run.index - 1 : run.index, now)
            }
        },
        Arm("run.jump", 4, expect: { try $0.jump($1) }) { dice, model in
            let count = Int64(model.runs.last?.steps.count ?? 3)
            if dice.spoils(8) { return ["index": dice.one(of: -1, .int(count), 1000, "1")] }
            return ["index": .int(Int64.random(in: 0..<count, using: &dice))]
        },
        Arm("run.extend", 6, expect: { try $0.extendRun($1) }) { dice, _ in
            ["by": dice.extent(2 * hourMs, upTo: dayMs, negative: 45)]
        },
        Arm("run.stop", 2) { model, _ in
            try model.changeRun("stopped") { $0.finish("stopped", $1) }
        },
        Arm("run.get", 3, .none) { model, _ in
            .result(try model.newestRun(isLive: false).view(model))
        },
        Arm("run.list", 2, .none, expect: { try $0.listRuns($1) }) { dice, _ in
            var params: [String: Json] = [:]
            if dice.chance(30) { params["from"] = dice.one(of: "-7d", "2026-03-02", "10:15") }
            if dice.chance(20) { params["to"] = dice.one(of: "-10m", "2026-03-05") }
            if dice.spoils(4) { params["from"] = dice.one(of: "soon", 5) }
            params["limit"] = .int(Int64.random(in: 1...5, using: &dice))
            if dice.spoils(4) { params["limit"] = dice.one(of: 0, 1001, "x") }
            return params
        },
    ]
}
