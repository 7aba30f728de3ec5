import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Keys while things change: a key acts on what the person has seen.
@Suite struct LiveKeysTests {
    private let now = LiveScene.start

    private static let soup = Sample.tea.replacing("k3v9x2m4q7wd", with: "soupaaaaaaaa")
        .replacing("725000", with: "755000").replacing("\"tea\"", with: "\"soup\"")
    private static let teaPaused = Sample.tea.replacing("\"running\"", with: "\"paused\"")

    private func sent(_ model: inout LiveModel, _ key: Character, laterMs: Int64 = 0) throws
        -> [String]
    {
        try model.press(.character(key), at: LiveScene.later(laterMs)).compactMap { effect in
            guard case .send(let request) = effect else { return nil }
            let wire = try RequestTests.wire(of: request)
            return "\(wire.method) \(wire.params)"
        }
    }

    private func read(
        _ model: inout LiveModel, laterMs: Int64 = 0, training: String? = nil, run: String? = nil,
        timers: [String] = [], reminders: [String] = []
    ) throws {
        let status = try LiveScene.status(
            training: training, run: run, timers: timers, reminders: reminders)
        model.take(.status(status), at: LiveScene.later(laterMs))
    }

    // MARK: Display

    @Test func aKeyTwiceIsForTheSameTimer() throws {
        var model = try LiveScene.model(timers: [Sample.tea, Self.soup])
        #expect(try sent(&model, "p") == [#"timer.pause {"timer":"k3v9x2m4q7wd"}"#])
        // A paused timer is the last in order.
        try read(&model, laterMs: 5, timers: [Self.teaPaused, Self.soup])
        #expect(model.items.map(\.id) == ["soupaaaaaaaa", "k3v9x2m4q7wd"])
        #expect(
            try sent(&model, "p", laterMs: 100) == [#"timer.resume {"timer":"k3v9x2m4q7wd"}"#])
    }

    @Test(
        arguments: [
            ("d", #"timer.answer {"timer":"0verx2m4q7wd"}"#),
            ("r", #"timer.restart {"timer":"0verx2m4q7wd"}"#),
            ("+", #"timer.extend {"by":300000,"timer":"0verx2m4q7wd"}"#),
        ] as [(Character, String)])
    func aTimerThatIsOverIsAnsweredAtOnce(_ key: Character, _ request: String) throws {
        var model = try LiveScene.model(timers: [Sample.tea, Sample.over])
        #expect(try sent(&model, key) == [request])
        // A pending reminder has the key for done, and Enter still answers the timer.
        model = try LiveScene.model(timers: [Sample.over], reminders: [Sample.move])
        #expect(try sent(&model, "d") == [])
        model = try LiveScene.model(timers: [Sample.over], reminders: [Sample.move])
        #expect(model.press(.enter, at: now).count == 1)
    }

    /// It stays among the live items, where one that somebody has ended is shown until a key.
    @Test func aTimerThatIsOverAndWaitsIsNoOutcome() throws {
        var model = try LiveScene.model(timers: [Sample.tea])
        model.take(try LiveScene.event("timer.finished", Sample.over), at: now)
        #expect(model.outcome == nil && model.main?.id == "k3v9x2m4q7wd")
        #expect(model.notice?.text == "eggs is over")
    }

    @Test(arguments: [
        ("run.stopped", Sample.run("stopped"), LiveScene.holding, "Tabata is over"),
        ("timer.finished", soup, .timer, "soup is over"),
        ("training.completed", Sample.complete, .running, "Pla\\u{1b}nk is over"),
    ])
    func whatEndsDoesntHideWhatWeighsAsMuch(
        _ type: String, _ data: String, _ scene: LiveScene, _ notice: String
    ) throws {
        var model = try scene.model()
        let before = model.main?.id
        model.take(try LiveScene.event(type, data), at: now)
        #expect(model.outcome == nil && model.main?.id == before && model.notice?.text == notice)
    }

    @Test func whatBeginsComesToTheFrontIfItWeighsAsMuch() throws {
        var model = try LiveScene.model(training: Sample.holding, run: Sample.run())
        _ = model.press(.tab, at: now)
        #expect(model.main?.id == "r7naaaaaaaaa")
        // A timer doesn't take the place of what was chosen.
        model.take(try LiveScene.event("timer.started", Sample.tea), at: now)
        try read(&model, training: Sample.holding, run: Sample.run(), timers: [Sample.tea])
        #expect(model.main?.id == "r7naaaaaaaaa")
        model.take(try LiveScene.event("training.effort_started", Sample.holding), at: now)
        try read(&model, training: Sample.holding, run: Sample.run(), timers: [Sample.tea])
        #expect(model.main?.id == "t7a9x2m4q7wd")
        // Among timers, the one that has just begun is shown, not the first.
        model = try LiveScene.timer.model()
        model.take(try LiveScene.event("timer.started", Self.soup), at: now)
        #expect(model.main?.id == "k3v9x2m4q7wd")
        try read(&model, timers: [Sample.tea, Self.soup])
        #expect(model.main?.id == "soupaaaaaaaa")
    }

    @Test func aSummaryStaysUntilSomethingThatWeighsAsMuch() throws {
        var model = try LiveScene.sessionComplete.model()
        model.take(try LiveScene.event("timer.started", Sample.tea), at: now)
        try read(&model, timers: [Sample.tea])
        #expect(model.outcome != nil)
        model.take(try LiveScene.event("run.started", Sample.run()), at: now)
        try read(&model, run: Sample.run(), timers: [Sample.tea])
        #expect(model.outcome == nil && model.main?.id == "r7naaaaaaaaa")
    }

    // MARK: Keys that come just too late

    @Test func aKeyIsForWhatWasSeen() throws {
        func changed() throws -> LiveModel {
            var model = try LiveScene.running.model()
            model.take(try LiveScene.event("training.started", Sample.holding), at: now)
            try read(&model, training: Sample.holding, run: Sample.run())
            return model
        }
        var model = try changed()
        #expect(model.main?.id == "t7a9x2m4q7wd")
        // `b` meant "back" in the run and must not bail from the hold.
        #expect(try sent(&model, "b", laterMs: 299).isEmpty)
        #expect(model.notice?.text == "this has just changed: press the key again")
        #expect(try sent(&model, "b", laterMs: 300) == ["training.bail {}"])
        // A key without a meaning in the run is meant for the hold.
        model = try changed()
        #expect(model.pressing("r").question != nil)
    }

    @Test func aRestThatBecomesAHoldIsntStopped() throws {
        var model = try LiveScene.resting.model()
        try read(&model, training: Sample.holding)
        #expect(try sent(&model, "s", laterMs: 200).isEmpty)
        // A person who has skipped the rest can go on at once.
        model = try LiveScene.resting.model()
        #expect(try sent(&model, "k") == ["training.skip_rest {}"])
        try read(&model, laterMs: 5, training: Sample.holding)
        #expect(try sent(&model, "s", laterMs: 200) == ["training.stop {}"])
    }

    /// Keys that work everywhere work while things change, too.
    @Test func undoIsForWhatWasDone() throws {
        var model = try LiveScene.setRest.model()
        let workout = Sample.workout()
        model.take(.status(try LiveScene.status(workout: workout)), at: now)
        #expect(model.main?.id == "w7aaaaaaaaaa")
        #expect(model.ran(by: .redo) == ["redo"])
    }

    @Test func skippingTwiceSkipsTwo() throws {
        var model = try LiveScene.running.model()
        #expect(try sent(&model, "k") == ["run.skip {}"])
        let next = Sample.run().replacing("\"index\":3", with: "\"index\":4")
        #expect(next != Sample.run())
        try read(&model, laterMs: 5, run: next)
        #expect(try sent(&model, "k", laterMs: 100) == ["run.skip {}"])
        // The key for an interval doesn't skip the next one if the run has gone on by itself.
        model = try LiveScene.running.model()
        try read(&model, laterMs: 5, run: next)
        #expect(try sent(&model, "k", laterMs: 100).isEmpty)
    }

    /// A person who has confirmed the end of an interval has seen it, and can go on at any speed.
    @Test func afterAKeyNothingIsIgnored() throws {
        var model = try LiveScene.running.model()
        try read(&model, run: Sample.run("waiting_for_confirmation"))
        #expect(try sent(&model, "c", laterMs: 100) == ["run.confirm {}"])
        try read(&model, laterMs: 105, run: Sample.run())
        #expect(try sent(&model, "k", laterMs: 200) == ["run.skip {}"])
    }

    @Test func aKeyThatBouncesDoesntHideTheSummary() throws {
        var model = try LiveScene.holding.model()
        #expect(try sent(&model, "s") == ["training.stop {}"])
        model.take(try LiveScene.event("training.completed", Sample.complete), at: now)
        #expect(try sent(&model, "s", laterMs: 100).isEmpty && model.outcome != nil)
        #expect(try sent(&model, "s", laterMs: 400).isEmpty && model.outcome == nil)
    }

    // MARK: Reminders

    private static let second = Sample.move.replacing("0cc9x2m4q7wd", with: "0ccaaaaaaaaa")
        .replacing("\"move\"", with: "\"walk\"").replacing("r3m9x2m4q7wd", with: "r3maaaaaaaaa")

    @Test(arguments: [("d", "done"), ("z", "snooze"), ("x", "dismiss")] as [(Character, String)])
    func aReminderIsAnsweredOnce(_ key: Character, _ word: String) throws {
        var model = try LiveScene.model(reminders: [Sample.move, Self.second])
        let first = try #require(model.pending?.reminder.id)
        #expect(model.ran(by: .character(key)) == ["remind \(word) \(first)"])
        model.take(LiveAnswer(.done, ["logged 10 Push-ups, 45 today"]), at: now)
        #expect(model.notice?.text == "logged 10 Push-ups, 45 today")
        try read(&model, laterMs: 5, reminders: [Self.second])
        let second = try #require(model.pending?.reminder.id)
        // A bouncing key would answer the next one.
        #expect(model.press(.character(key), at: LiveScene.later(1004)).isEmpty)
        #expect(model.notice?.text == "this has just changed: press the key again")
        guard case .run(let words)? = model.press(.character("x"), at: LiveScene.later(1005)).first
        else {
            Issue.record("the next one can be answered")
            return
        }
        #expect(words == ["remind", "dismiss", second])
    }

    @Test func aRefusedAnswerIsSaid() throws {
        var model = try LiveScene.model(reminders: [Sample.move])
        _ = model.ran(by: .character("d"))
        model.take(LiveAnswer(.refused, ["move has expired"]), at: now)
        #expect(model.notice?.text == "move has expired")
    }

    // MARK: Messages

    @Test func aMessageGoesWithWhatItWasAbout() throws {
        let reply: JSONValue = try Sample.read(Sample.error("conflict", "only begun"))
        var model = try LiveScene.holding.model()
        model.take(.refused(try #require(reply["error"]).decoded()), at: now)
        model.take(try LiveScene.event("timer.started", Sample.tea), at: now)
        #expect(model.notice != nil)
        #expect(model.pressing("w").notice == nil)
        model.take(try LiveScene.event("training.rest_started", Sample.resting), at: now)
        #expect(model.notice == nil)
    }

    @Test func aBailThatCanOnlyBeRefusedIsntSent() throws {
        var model = try LiveScene.holding.model()
        #expect(try sent(&model, "b", laterMs: 80_000).isEmpty)
        #expect(model.notice?.text.contains("press s") == true)
        #expect(try sent(&model, "s", laterMs: 80_000) == ["training.stop {}"])
    }

    // MARK: Numbers

    @Test func whileANumberIsTypedNothingElseIsDone() throws {
        var model = try LiveScene.running.model().pressing("j", "4")
        for key in "bkspq+d?m" { #expect(model.press(.character(key), at: now).isEmpty) }
        for key in [Key.tab, .up, .unknown] { #expect(model.press(key, at: now).isEmpty) }
        #expect(model.prompt?.text([]) == "4" && !model.showsHelp && model.question == nil)
        guard case .quit? = model.press(.interrupt, at: now).first else {
            Issue.record("Ctrl-C always leaves")
            return
        }
    }

    @Test func stepsAreCountedAsTheyAreShown() throws {
        var model = try LiveScene.running.model().pressing("j")
        #expect(model.prompt?.line([]) == "to which step of 18? _")
        model = model.pressing("1", "9")
        #expect(model.ran(by: .enter) == ["run jump 19"])
        model.take(LiveAnswer(.refused, ["no step 19"]), at: now)
        #expect(model.prompt?.trouble == "no step 19")
        _ = model.press(.backspace, at: now)
        model = model.pressing("8")
        #expect(model.ran(by: .enter) == ["run jump 18"])
    }

    @Test func aDigitInTheRestIsAnswered() throws {
        let resting = Sample.resting.replacing("\"mode\":\"time\"", with: "\"mode\":\"reps\"")
        #expect(resting != Sample.resting)
        let model = try LiveScene.model(training: resting).pressing("8")
        #expect(model.prompt == nil && model.notice?.text == "wait until the rest is over")
    }

    // MARK: A silent daemon

    @Test func aCountdownThatStandsAtNothingIsAskedFor() throws {
        var model = try LiveScene.timer.model()
        let due = now.bootMs + 726_000
        #expect(model.checkMs == due)
        let early = model.takeCheck(at: LiveScene.later(725_999))
        #expect(!early)
        let isDue = model.takeCheck(at: LiveScene.later(726_000))
        // The check is repeated once in a while, not all the time.
        let again = model.takeCheck(at: LiveScene.later(726_500))
        #expect(isDue && !again && model.checkMs == due + 1000)
        model.take(.offline(.timedOut), at: now)
        #expect(model.checkMs == nil)
        #expect(try LiveScene.holding.model().checkMs == nil)
        #expect(try LiveScene.paused.model().checkMs == nil)
    }
}
