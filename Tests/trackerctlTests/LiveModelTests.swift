import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct LiveModelTests {
    private let now = LiveScene.start

    // MARK: Order

    @Test func theMostUrgentIsFirst() throws {
        let soon = Sample.tea.replacing("k3v9x2m4q7wd", with: "soonaaaaaaaa")
            .replacing("725000", with: "5000")
        var parts: (training: String?, run: String) = (Sample.holding, Sample.run())
        func ids() throws -> [String] {
            try LiveScene.model(
                training: parts.training, run: parts.run, rest: Sample.rest,
                timers: [Sample.paused, Sample.stopwatch, Sample.tea, soon]
            ).items.map(\.id)
        }
        let timers = [
            "r3s7aaaaaaaa", "soonaaaaaaaa", "k3v9x2m4q7wd", "zz00aaaaaaaa", "k3v9aaaaaaaa",
        ]
        #expect(try ids() == ["t7a9x2m4q7wd", "r7naaaaaaaaa"] + timers)
        parts.run = Sample.run("waiting_for_confirmation")
        #expect(try ids() == ["r7naaaaaaaaa", "t7a9x2m4q7wd"] + timers)
        (parts.training, parts.run) = (Sample.complete, Sample.run("completed"))
        #expect(try ids() == timers)
    }

    @Test func aTrainingsRestGoesWithIt() throws {
        let rest = Sample.rest.replacing("r3s7aaaaaaaa", with: "r3s7bbbbbbbb")
        let model = try LiveScene.model(training: Sample.resting, rest: rest)
        #expect(model.items.map(\.id) == ["t7a9x2m4q7wd"])
    }

    @Test func tabMoves() throws {
        var model = try LiveScene.many.model()
        let ids = model.items.map(\.id)
        func seen(_ keys: Key...) -> [String?] {
            keys.map { key in
                _ = model.press(key, at: now)
                return model.main?.id
            }
        }
        #expect(
            seen(.tab, .down, .up, .backTab, .backTab) == [ids[1], ids[2], ids[1], ids[0], ids[5]])
        #expect(seen(.tab) == [ids[0]])
        #expect(model.others.map(\.id) == Array(ids.dropFirst()))
        // An item that is gone can't stay in front.
        _ = seen(.tab)
        model.take(.status(try LiveScene.status(timers: [Sample.tea])), at: now)
        #expect(model.main?.id == "k3v9x2m4q7wd")
    }

    // MARK: Keys

    @Test(
        arguments: [
            (LiveScene.holding, "b", "training.bail", "{}"), (.holding, "s", "training.stop", "{}"),
            (.holding, "p", "training.pause", "{}"), (.holding, " ", "training.pause", "{}"),
            (.holdPaused, "p", "training.resume", "{}"),
            (.resting, "k", "training.skip_rest", "{}"),
            (.resting, "+", "rest.extend", #"{"by":15000}"#),
            (.repping, "p", "training.pause", "{}"),
            (.running, "p", "run.pause", "{}"), (.runPaused, " ", "run.resume", "{}"),
            (.running, "k", "run.skip", "{}"), (.running, "b", "run.back", "{}"),
            (.running, "-", "run.extend", #"{"by":-10000}"#),
            (.confirming, "c", "run.confirm", "{}"),
            (.rest, "k", "rest.skip", "{}"), (.rest, "p", "rest.pause", "{}"),
            (.rest, "=", "rest.extend", #"{"by":15000}"#),
            (.timer, "p", "timer.pause", #"{"timer":"k3v9x2m4q7wd"}"#),
            (.paused, "p", "timer.resume", #"{"timer":"k3v9aaaaaaaa"}"#),
            (.timer, "_", "timer.extend", #"{"by":-60000,"timer":"k3v9x2m4q7wd"}"#),
            (.stopwatch, "l", "stopwatch.lap", #"{"timer":"zz00aaaaaaaa"}"#),
        ] as [(LiveScene, Character, String, String)])
    func whatKeysSend(
        _ scene: LiveScene, _ key: Character, _ method: String, _ params: String
    ) throws {
        var model = try scene.model()
        let sent = try model.sent(by: .character(key))
        #expect(sent.map(\.method) == [method] && sent.map(\.params) == [params])
    }

    @Test(
        arguments: [
            (LiveScene.holding, "r", "training.reset", #"{"confirm":true}"#),
            (.repping, "s", "training.stop", "{}"), (.resting, "s", "training.stop", "{}"),
            (.running, "s", "run.stop", "{}"),
            (.timer, "c", "timer.cancel", #"{"timer":"k3v9x2m4q7wd"}"#),
            (.timer, "f", "timer.finish", #"{"timer":"k3v9x2m4q7wd"}"#),
            (.stopwatch, "s", "timer.finish", #"{"timer":"zz00aaaaaaaa"}"#),
            (.stopwatch, "r", "timer.restart", #"{"timer":"zz00aaaaaaaa"}"#),
        ] as [(LiveScene, Character, String, String)])
    func whatLosesSomethingAsksFirst(
        _ scene: LiveScene, _ key: Character, _ method: String, _ params: String
    ) throws {
        var model = try scene.model()
        #expect(try model.sent(by: .character(key)).isEmpty && model.question != nil)
        #expect(try model.sent(by: .character("n")).isEmpty && model.question == nil)
        _ = try model.sent(by: .character(key))
        let sent = try model.sent(by: .character("y"))
        #expect(sent.map(\.method) == [method] && sent.map(\.params) == [params])
        #expect(model.question == nil)
        // The question goes together with its subject.
        _ = try model.sent(by: .character(key))
        model.take(.status(try LiveScene.status()), at: now)
        #expect(model.question == nil)
    }

    /// Stopping a hold loses nothing, so that the question asked during the rest before it goes.
    @Test func aQuestionGoesWithWhatItAsked() throws {
        var model = try LiveScene.resting.model().pressing("s")
        model.take(.status(try LiveScene.status(training: Sample.resting)), at: now)
        #expect(model.question != nil)
        model.take(.status(try LiveScene.status(training: Sample.holding)), at: now)
        #expect(model.question == nil)
    }

    @Test func repsAreTyped() throws {
        var model = try LiveScene.repping.model().pressing("1", "2", "5")
        _ = model.press(.backspace, at: now)
        #expect(model.prompt?.line([]) == "how many reps? 12_")
        #expect(model.ran(by: .enter) == ["train done 12"])
        // One command runs at a time, so that a second press logs nothing twice.
        #expect(model.ran(by: .enter).isEmpty)
        model.take(LiveAnswer(.done, ["Push-ups: resting"]), at: now)
        #expect(model.prompt == nil && model.notice?.text == "Push-ups: resting")
        model = model.pressing("7")
        _ = model.press(.escape, at: now)
        #expect(model.prompt == nil)
        // Enter begins typing a number, and asks for one if there are no digits.
        #expect(model.ran(by: .enter).isEmpty && model.prompt?.text([]) == "")
        #expect(model.ran(by: .enter).isEmpty)
        #expect(model.prompt?.trouble == "type something first, such as 12")
        model = model.pressing("1", "x", "1", "1", "1", "1", "1", "1", "1", "1")
        #expect(model.prompt?.text([]) == "111111")
        // Once the rest is on, there is no number to type.
        model.take(.status(try LiveScene.status(training: Sample.resting)), at: now)
        #expect(model.prompt == nil)
        #expect(model.pressing("1").prompt == nil)
    }

    @Test func aCountIsTypedWhereARunLogsAnExercise() throws {
        #expect(try LiveScene.confirming.model().pressing("1").prompt == nil)
        let run = Sample.run("waiting_for_confirmation").replacing(
            "\"interval\":{", with: "\"interval\":{\"exercise\":\"push-ups\",\"count\":20,")
        var model = try LiveScene.model(run: run).pressing("1", "2")
        #expect(model.prompt?.line([]) == "how many did you do? 12_")
        #expect(model.ran(by: .enter) == ["run confirm 12"])
    }

    @Test func leavingAndTheRest() throws {
        for key in [Key.character("q"), .interrupt] {
            for scene in [LiveScene.many, .help, .sessionComplete, .waiting] {
                var model = try scene.model()
                guard case .quit? = model.press(key, at: now).first else {
                    Issue.record("\(key) doesn't leave \(scene)")
                    continue
                }
            }
        }
        var model = try LiveScene.holding.model()
        guard case .suspend? = model.press(.suspend, at: now).first,
            case .redraw? = model.press(.redraw, at: now).first
        else {
            Issue.record("Ctrl-Z and Ctrl-L have effects")
            return
        }
        #expect(model.pressing("?").showsHelp && !model.pressing("?", "?").showsHelp)
        // A key that closes the help does nothing else.
        #expect(try model.pressing("?").withKey(.character("b")).isEmpty)
        #expect(try model.withKey(.unknown).isEmpty && model.withKey(.character("w")).isEmpty)
    }

    @Test func nobodyIsAskedWhileTheDaemonIsAway() throws {
        var model = try LiveScene.question.model()
        model.take(.offline(.closed), at: now)
        #expect(model.question == nil && model.actions(at: now).isEmpty && model.answers.isEmpty)
        #expect(try model.sent(by: .character("b")).isEmpty)
        // The display counts on, as the daemon's own clocks do.
        #expect(model.nextChangeMs(at: now) != nil)
        model.take(.online(try LiveScene.status(), seq: 1), at: now)
        #expect(model.isOnline && model.items.isEmpty)
    }

    // MARK: Events

    @Test func whatHasEndedStaysUntilAKey() throws {
        var model = try LiveScene.sessionComplete.model()
        model.take(.status(try LiveScene.status(timers: [Sample.tea])), at: now)
        #expect(model.outcome != nil && model.main?.id == "t7a9x2m4q7wd")
        #expect(model.others.map(\.id) == ["k3v9x2m4q7wd"])
        // The key has no other effect.
        #expect(try model.withKey(.character("p")).isEmpty)
        #expect(model.pressing("p").main?.id == "k3v9x2m4q7wd")
    }

    /// Of two that have ended, the second is shown large and the first is told of beside it, and then shown.
    @Test func aSecondEndLeavesTheFirst() throws {
        let (tea, eggs) = (Sample.tea, Sample.tea.replacing("k3v9x2m4q7wd", with: "e665bbbbbbbb"))
        let named = eggs.replacing("\"tea\"", with: "\"eggs\"")
        var free = try LiveScene.model(timers: [])
        free.take(try LiveScene.event("timer.finished", tea), at: now)
        free.take(try LiveScene.event("timer.finished", named), at: now)
        #expect(free.main?.id == "e665bbbbbbbb" && free.notice?.text == "tea is over")
        _ = free.press(.character("x"), at: now)
        #expect(free.main?.id == "k3v9x2m4q7wd" && free.notice == nil)
        _ = free.press(.character("x"), at: now)
        #expect(free.outcome == nil)
        // Behind a rest both are told of.
        var resting = try LiveScene.model(rest: Sample.rest, timers: [tea, named])
        resting.take(try LiveScene.event("timer.finished", tea), at: now)
        resting.take(try LiveScene.event("timer.finished", named), at: now)
        #expect(resting.notice?.text == "tea, eggs are over")
    }

    @Test func refusalsStayForSomeSeconds() throws {
        var model = try LiveScene.holding.model()
        let error = Sample.error("conflict", "the hold has only just begun")
        let reply: JSONValue = try Sample.read(error)
        model.take(.refused(try #require(reply["error"]).decoded()), at: now)
        model.forgetOldNotice(at: LiveScene.later(4999))
        #expect(model.notice?.text == "the hold has only just begun")
        model.forgetOldNotice(at: LiveScene.later(5000))
        #expect(model.notice == nil)
    }

    @Test func bells() throws {
        var model = try LiveScene.model(isBellOn: true)
        func rings(_ type: String, seq: Int = 812) throws -> Bool {
            model.take(try LiveScene.event(type, Sample.tea, seq: seq), at: now)
            return model.takeBell()
        }
        #expect(try rings("rest.warning") && rings("run.countdown") && rings("timer.finished"))
        #expect(try !rings("timer.paused"))
        let again = model.takeBell()
        #expect(!again)
        // Cues from before the connection don't ring.
        #expect(try !rings("rest.warning", seq: 800))
        model = model.pressing("m")
        #expect(!model.isBellOn)
        #expect(try !rings("rest.warning"))
    }

    /// The bell rings for the cues that would be heard without it.
    @Test func anIntervalSaysWhichOfItsCuesAreHeard() throws {
        func rings(_ type: String, _ cues: String) throws -> Bool {
            let every = #""cues":["start","half","countdown","end"]"#
            let run = Sample.run().replacing(every, with: "\"cues\":\(cues)")
            #expect(run != Sample.run())
            return LiveCue.rings(try Sample.read(Sample.event(812, type, data: run)))
        }
        #expect(try rings("run.interval_started", #"["start"]"#))
        #expect(try !rings("run.interval_started", #"["end"]"#))
        #expect(try rings("run.interval_finished", #"["end"]"#))
        // The bell rings for the beginning of the next interval instead.
        #expect(try !rings("run.interval_finished", #"["start","end"]"#))
        #expect(try !rings("run.interval_finished", "[]"))
        #expect(try rings("run.completed", "[]") && rings("run.confirmation_needed", "[]"))
    }

    /// Events after which the status is another one, although no request was made here.
    @Test(arguments: ["break.taken", "timer.expired", "reminder.suppressed", "journal.undone"])
    func whatHappensElsewhereIsHeard(_ type: String) {
        #expect(Glob.anyMatches(LiveCue.types, type))
    }

    // MARK: Pace

    @Test func theLargeFiguresSetThePace() throws {
        func wait(_ model: LiveModel) -> Int64? {
            model.nextChangeMs(at: now).map { $0 - now.bootMs }
        }
        #expect(try wait(LiveScene.holding.model()) == 21)
        #expect(try wait(LiveScene.many.model()) == 21)
        #expect(try wait(LiveScene.timer.model()) == 1000)
        let quiet = [LiveScene.quiet, .repping, .confirming, .paused, .sessionComplete, .help]
        for scene in quiet { #expect(try wait(scene.model()) == nil, "\(scene)") }
        let both = try LiveScene.model(training: Sample.repping, timers: [Sample.stopwatch])
        #expect(wait(both) == 1)
        #expect(try wait(LiveScene.notice.model()) == 21)
        var told = try LiveScene.quiet.model()
        told.tell("no", at: now)
        #expect(wait(told) == 5000)
    }
}

extension LiveModel {
    fileprivate func withKey(_ key: Key) throws -> [(method: String, params: String)] {
        var model = self
        return try model.sent(by: key)
    }
}
