import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct NextCommandTests {
    private func status(
        run: String? = nil, training: String? = nil, rest: String? = nil, timers: [String] = [],
        reminders: [String] = []
    ) throws -> Status.Response {
        try Sample.read(
            statusText(
                run: run, training: training, rest: rest, timers: timers, reminders: reminders))
    }

    private func statusText(
        run: String? = nil, training: String? = nil, rest: String? = nil, timers: [String] = [],
        reminders: [String] = []
    ) -> String {
        let members =
            (run.map { "\"run\":\(Sample.run($0))," } ?? "")
            + (training.map { "\"training\":\($0)," } ?? "")
        return Sample.status(timers: timers, rest: rest, reminders: reminders, quiet: members)
    }

    private static let heldToTheTarget = Sample.reached.replacing("paused", with: "training")
    private static let fresh = Sample.holding
        .replacing("\"elapsed\":12.379", with: "\"elapsed\":0.5")
        .replacing("\"can_bail\":true", with: "\"can_bail\":false")
    private static let pausedInRest = Sample.resting.replacing("resting", with: "paused")
    private static let pausedRest = Sample.rest.replacing("running", with: "paused")

    // MARK: Natural choices

    @Test func aRun() throws {
        #expect(try Next.choose(in: status(run: "running")).request is RunSkip)
        #expect(try Next.choose(in: status(run: "paused")).request is RunResume)
        let waiting = try Next.choose(in: status(run: "waiting_for_confirmation"))
        #expect(waiting.request is RunConfirm && waiting.command == "run confirm")
        for over in ["completed", "stopped"] {
            #expect(throws: Refusal.self) { try Next.choose(in: status(run: over)) }
        }
    }

    @Test func aTraining() throws {
        func request(_ training: String, rest: String? = nil) throws -> (any Request)? {
            try Next.choose(in: status(training: training, rest: rest)).request
        }
        #expect(try request(Sample.holding) is TrainingBail)
        #expect(try request(Self.heldToTheTarget) is TrainingStop)
        #expect(try request(Self.fresh) is TrainingBail)
        #expect(try request(Sample.reached) is TrainingResume)
        #expect(try request(Self.pausedInRest) is TrainingResume)
        // The training's own rest is no separate thing.
        let rest = Sample.rest.replacing("r3s7aaaaaaaa", with: "r3s7bbbbbbbb")
        #expect(try request(Sample.resting, rest: rest) is TrainingSkipRest)
        #expect(throws: Refusal.self) { try request(Sample.complete) }
    }

    @Test func aFreeRestAndAReminder() throws {
        #expect(try Next.choose(in: status(rest: Sample.rest)).request is RestSkip)
        #expect(try Next.choose(in: status(rest: Self.pausedRest)).request is RestResume)
        let move = try Next.choose(in: status(reminders: [Sample.move, Sample.pills]))
        let answer = move.request as? ReminderAnswer
        #expect(answer?.occurrence == "0cc9x2m4q7wd" && answer?.action == .log)
        #expect(move.command == "remind done r3m9x2m4q7wd")
    }

    @Test func otherThingsAreLeftAlone() throws {
        let snoozed = Sample.move.replacing("\"pending\",\"f", with: "\"snoozed\",\"f")
        let error = #expect(throws: Refusal.self) {
            try Next.choose(
                in: status(
                    timers: [Sample.tea, Sample.stopwatch, Sample.paused],
                    reminders: [snoozed, Sample.pills]))
        }
        #expect(error?.message == "there is nothing to go on with")
        let hold = try status(
            training: Sample.holding, timers: [Sample.tea], reminders: [snoozed])
        #expect(try Next.choose(in: hold).request is TrainingBail)
        // A reminder that comes up during a hold doesn't keep the person in it.
        let both = try status(training: Sample.holding, reminders: [Sample.move])
        #expect(try Next.choose(in: both).request is TrainingBail)
    }

    @Test func severalThingsAreNamed() throws {
        let error = #expect(throws: Refusal.self) {
            try Next.choose(
                in: status(
                    run: "paused", training: Sample.repping, rest: Sample.rest,
                    reminders: [Sample.move]))
        }
        #expect(error?.message == "several things can be meant: Tabata, training, rest")
        #expect(
            error?.hint
                == "say which: trackerctl run resume, or trackerctl train done COUNT, or "
                + "trackerctl rest skip")
        let reminders = [Sample.move, Sample.move.replacing("0cc9x2m4q7wd", with: "0cc9x2m4q7we")]
        #expect(throws: Refusal.self) { try Next.choose(in: status(reminders: reminders)) }
        // Only a hold goes before a reminder: nobody means to skip 25 minutes of work by answering a
        // reminder.
        for state in ["running", "paused", "waiting_for_confirmation"] {
            let both = try status(run: state, reminders: [Sample.move])
            let error = #expect(throws: Refusal.self) { try Next.choose(in: both) }
            #expect(error?.message == "several things can be meant: Tabata, move")
        }
    }

    // MARK: Over the wire

    private func run(
        _ status: String, events: [String] = [], result: String? = nil,
        _ options: [String] = ["--quiet"]
    ) throws -> [String] {
        let page = #"{"events":[\#(events.joined(separator: ","))]}"#
        var steps: [FakeServer.Step] = [
            .read, .send(Sample.result(status)), .read, .send(Sample.result(page, id: 2)),
        ]
        if let result { steps += [.read, .send(Sample.result(result, id: 3))] }
        let server = try FakeServer([steps])
        try Next.parse(["--socket", server.path] + options).run()
        return try server.received.map {
            try Sample.read($0, as: JSONValue.self)["method"]?.string ?? ""
        }
    }

    /// Resuming and confirming end nothing, so that a second press can't take away what the first one
    /// began.
    @Test func whatEndsNothingIsNeverHeldBack() throws {
        for (state, method) in [
            ("paused", "run.resume"), ("waiting_for_confirmation", "run.confirm"),
        ] {
            let server = try FakeServer([
                [
                    .read, .send(Sample.result(statusText(run: state))), .read,
                    .send(Sample.result(Sample.run(), id: 2)),
                ]
            ])
            try Next.parse(["--socket", server.path, "-q"]).run()
            #expect(server.received.count == 2 && server.received[1].contains(method))
        }
    }

    @Test func itDoesIt() throws {
        let calls = try run(statusText(run: "running"), result: Sample.run())
        #expect(calls == ["status", "events.list", "run.skip"])
        let bail = try run(
            statusText(training: Sample.holding), result: Sample.resting, ["--json"])
        #expect(bail.last == "training.bail")
    }

    @Test func aSecondPressIsAnAccident() throws {
        let status = statusText(training: Sample.resting)
        let resting = Sample.event(812, "training.resting", data: Sample.resting)
        let error = #expect(throws: Refusal.self) {
            try run(status, events: [resting], result: Sample.holding)
        }
        let message = "something ended or went on just now: a second press"
        #expect(error?.message.hasPrefix(message) == true)
        #expect(error?.hint == "once more, if you mean it; or trackerctl train skip")
        // The second press doesn't log anything that nobody did either.
        let skipped = Sample.event(812, "rest.skipped", data: Sample.rest)
        #expect(throws: Refusal.self) {
            try run(statusText(reminders: [Sample.move]), events: [skipped], result: Sample.move)
        }
        // A press a second later is no accident.
        let earlier = resting.replacing("T09:30:00.000", with: "T09:29:59.000")
        #expect(try run(status, events: [earlier], result: Sample.holding).count == 3)
        let later = resting.replacing("T09:30:00.000", with: "T09:30:00.001")
        #expect(try run(status, events: [later], result: Sample.holding).count == 3)
    }

    /// The target may be reached soon after the rest before it is skipped.
    @Test(arguments: [(Self.heldToTheTarget, true), (Sample.holding, false)])
    func aHoldThatHasJustBegunIsntStopped(_ training: String, _ isGuarded: Bool) throws {
        let server = try FakeServer([
            [
                .read, .send(Sample.result(statusText(training: training))), .read,
                .send(Sample.result(#"{"events":[]}"#, id: 2)), .read,
                .send(Sample.result(Sample.resting, id: 3)),
            ]
        ])
        try Next.parse(["--socket", server.path, "-q"]).run()
        #expect(server.received[1].contains("effort_started") == isGuarded)
    }

    @Test func onlyRecentMovesAreAskedFor() throws {
        let server = try FakeServer([
            [
                .read, .send(Sample.result(statusText(run: "running"))), .read,
                .send(Sample.result(#"{"events":[]}"#, id: 2)), .read,
                .send(Sample.result(Sample.run(), id: 3)),
            ]
        ])
        try Next.parse(["--socket", server.path, "-q"]).run()
        let params = try Sample.read(server.received[1], as: JSONValue.self)["params"]
        #expect(params?["since"] == .integer(712) && params?["limit"] == .integer(1))
        #expect(params?["newest_first"] == .bool(true))
        // The cues of a run's last seconds keep nobody from going on.
        let types = try #require(params?["types"])
        for cue in ["halfway", "countdown", "interval_finished", "confirmation_needed"] {
            #expect(!"\(types)".contains(cue), "\(cue)")
        }
    }

    @Test func repsAreOnlyForThePersonToSay() throws {
        let server = try FakeServer([
            [.read, .send(Sample.result(statusText(training: Sample.repping)))]
        ])
        let error = #expect(throws: Refusal.self) {
            try Next.parse(["--socket", server.path]).run()
        }
        #expect(error?.message.contains("only you know how many") == true)
        #expect(error?.hint == "say it: trackerctl done 12")
    }

    @Test func everyRequestOfItsIsOneOfItsMethods() throws {
        let all: [Status.Response] = try [
            status(run: "running"), status(run: "paused"), status(run: "waiting_for_confirmation"),
            status(training: Sample.holding), status(training: Sample.reached),
            status(training: Self.heldToTheTarget), status(training: Sample.resting),
            status(rest: Sample.rest), status(rest: Self.pausedRest),
            status(reminders: [Sample.move]),
        ]
        let sent = try all.map { status in
            let candidate = try Next.choose(in: status)
            #expect(candidate.deed != nil)
            return try type(of: #require(candidate.request)).method
        }
        #expect(Set(sent) == Set(Next.methods.map { $0.method }))
    }
}
