import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The short words: they act where only one thing can be meant, and never twice for one press.
@Suite struct LiveMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    private func did(_ word: String) throws -> String? {
        try bench.call("live.\(word)")["did"]?.string
    }

    private func start(_ method: String, _ params: String) throws -> String {
        try #require(try bench.call(method, params)["id"]?.string)
    }

    @Test func nothingIsMeant() throws {
        for word in ["next", "stop", "pause", "resume", "skip"] {
            let refusal = try bench.refusal("live.\(word)")
            #expect(refusal.kind == .conflict && refusal.state == "none")
        }
    }

    @Test func aTimer() throws {
        let tea = try start("timer.start", #"{"duration":"5m","name":"tea"}"#)
        let paused = try bench.call("live.pause")
        #expect(paused["did"]?.string == "timer.paused")
        #expect(paused["view"]?["id"]?.string == tea)
        #expect(paused["view"]?["state"]?.string == "paused")
        #expect(try bench.refusal("live.pause").state == "none")
        #expect(try did("resume") == "timer.resumed")
        #expect(try bench.refusal("live.next").state == "none")
        #expect(try bench.refusal("live.skip").state == "none")
        #expect(try did("stop") == "timer.cancelled")
        _ = try start("stopwatch.start", "{}")
        #expect(try did("stop") == "timer.finished")
        try bench.verify()
    }

    @Test func severalThingsAreNamed() throws {
        let tea = try start("timer.start", #"{"duration":"5m","name":"tea"}"#)
        let rest = try start("rest.start", #"{"duration":"90s"}"#)
        let refusal = try bench.refusal("live.stop")
        #expect(refusal.kind == .ambiguous && refusal.matches == [tea, rest])
        #expect(refusal.message == "several things match: tea, rest")
        bench.advance(ms: 1000)
        // A timer is left alone by next.
        #expect(try did("next") == "rest.skipped")
    }

    /// Where several things can be meant, the one that is named is.
    @Test func theOneThatIsNamed() throws {
        let tea = try start("timer.start", #"{"duration":"5m","name":"tea"}"#)
        let eggs = try start("timer.start", #"{"duration":"4m","name":"eggs"}"#)
        let rest = try start("rest.start", #"{"duration":"90s"}"#)
        bench.advance(ms: 2000)
        func id(_ word: String, _ id: String) throws -> String? {
            try bench.call("live.\(word)", "{\"id\":\"\(id)\"}")["view"]?["id"]?.string
        }
        for thing in [tea, eggs, rest] {
            #expect(try id("pause", thing) == thing)
            #expect(try bench.refusal("live.pause", "{\"id\":\"\(thing)\"}").state == "none")
            #expect(try id("resume", thing) == thing)
        }
        bench.advance(ms: 2000)
        // A timer is left alone by next, a rest is skipped, and what isn't live can't be meant.
        #expect(try bench.refusal("live.next", "{\"id\":\"\(tea)\"}").state == "none")
        #expect(try bench.refusal("live.next", #"{"id":"k3v9x2m4q7wd"}"#).state == "none")
        #expect(try id("next", rest) == rest)
        #expect(try id("stop", eggs) == eggs)
        #expect(try id("stop", tea) == tea)
        try bench.verify()
    }

    @Test func aSecondPressIsTakenForAnAccident() throws {
        _ = try start("rest.start", #"{"duration":"90s"}"#)
        let refusal = try bench.refusal("live.next")
        #expect(refusal.kind == .conflict && refusal.state == "just_now")
        bench.advance(ms: 999)
        #expect(try bench.refusal("live.next").state == "just_now")
        bench.advance(ms: 1)
        #expect(try did("next") == "rest.skipped")
        _ = try start("rest.start", #"{"duration":"90s"}"#)
        // Whoever pressed first: another client's command counts.
        #expect(try bench.refusal("live.next").state == "just_now")
        // What only pauses isn't refused.
        #expect(try did("pause") == "rest.paused")
        #expect(try did("next") == "rest.resumed")
    }

    /// A script that begins something and ends it means both.
    @Test func explicitWordsDoWhatTheySay() throws {
        for (word, did) in [("stop", "rest.skipped"), ("skip", "rest.skipped")] {
            _ = try start("rest.start", #"{"duration":"90s"}"#)
            #expect(try self.did(word) == did)
        }
        _ = try start("timer.start", #"{"duration":"5m"}"#)
        #expect(try did("stop") == "timer.cancelled")
        try bench.call(
            "program.create",
            #"""
            {"name":"two","intervals":[{"label":"a","duration":"20s"},{"label":"b","duration":"20s"}]}
            """#)
        _ = try start("run.start", #"{"program":"two"}"#)
        #expect(try did("skip") == "run.skipped")
        #expect(try did("stop") == "run.stopped")
        try bench.verify()
    }

    @Test func twoPressesInOneBatchDoOneThing() throws {
        _ = try start("training.start", #"{"mode":"time","target":60,"rest":"15s"}"#)
        bench.advance(ms: 20_000)
        let replies = bench.send(
            #"[{"id":1,"method":"live.next"},{"id":2,"method":"live.next"}]"#)
        guard case .result(let first) = replies[0], case .refused(let second) = replies[1] else {
            Issue.record("not one result and one refusal")
            return
        }
        #expect(first.contains("training.attempted"))
        #expect(second.state == "just_now")
        #expect(try bench.call("training.get")["state"]?.string == "resting")
    }

    @Test func aHoldGoesBeforeAReminder() throws {
        try bench.call(
            "reminder.create", #"{"name":"stand","every":"30m","days":"daily","follow_up":false}"#)
        try bench.call("training.start", #"{"mode":"time","target":30,"rest":"15s"}"#)
        try bench.call("reminder.fire", #"{"reminder":"stand"}"#)
        bench.advance(ms: 10_000)
        #expect(try did("next") == "training.attempted")
        bench.advance(ms: 1000)
        let refusal = try bench.refusal("live.next")
        #expect(refusal.message == "several things match: training, stand")
        #expect(try did("skip") == "training.effort_started")
        bench.advance(ms: 40_000)
        // The target is reached: the whole hold counts.
        #expect(try did("next") == "training.completed")
        bench.advance(ms: 1000)
        #expect(try did("next") == "reminder.answered")
        try bench.verify()
    }

    /// Intervals begin by themselves every second, so that each press comes soon after one.
    @Test func aRunOfShortIntervalsCanBeStopped() throws {
        try bench.call(
            "program.create",
            """
            {"name":"ticks","intervals":[{"repeat":30,"intervals":[{"label":"t","duration":"1s"}]}]}
            """)
        try bench.call("run.start", #"{"program":"ticks"}"#)
        bench.advance(ms: 5200)
        #expect(try bench.refusal("live.next").state == "just_now")
        #expect(try did("skip") == "run.skipped")
        #expect(try did("stop") == "run.stopped")
    }

    @Test func skippingTheLastIntervalCompletesTheRun() throws {
        try bench.call(
            "program.create", #"{"name":"one","intervals":[{"label":"a","duration":"1m"}]}"#)
        try bench.call("run.start", #"{"program":"one"}"#)
        bench.advance(ms: 5000)
        let skipped = try bench.call("live.skip")
        #expect(skipped["did"]?.string == "run.completed")
        #expect(skipped["view"]?["state"]?.string == "completed")
    }

    @Test func repsAreKnownByThePersonAlone() throws {
        try bench.call("training.start", #"{"mode":"reps","target":20}"#)
        let refusal = try bench.refusal("live.next")
        #expect(refusal.kind == .conflict && refusal.field == "count")
        #expect(refusal.state == "training")
        bench.advance(ms: 2000)
        #expect(try did("stop") == "training.reset")
    }

    // MARK: Done

    @discardableResult
    private func fire() throws -> String {
        try bench.call("reminder.fire", #"{"reminder":"stand"}"#).id()
    }

    private func createStand() throws {
        try bench.call(
            "reminder.create", #"{"name":"stand","every":"30m","days":"daily","follow_up":false}"#)
    }

    @Test func doneAddsReps() throws {
        try createStand()
        let training = try start("training.start", #"{"mode":"reps","rest":0,"target":100}"#)
        let done = try bench.call("live.done", #"{"count":12}"#)
        #expect(done["did"]?.string == "training.attempted")
        #expect(done["view"]?["id"]?.string == training)
        for params in ["{}", #"{"seconds":60}"#, #"{"count":5,"seconds":60}"#] {
            let refusal = try bench.refusal("live.done", params)
            #expect(refusal.kind == .conflict && refusal.field == "count", "\(params)")
            #expect(refusal.state == "training", "\(params)")
        }
        // A snoozed reminder has been answered for now.
        try fire()
        try bench.call("reminder.answer", #"{"action":"snooze"}"#)
        #expect(try bench.call("live.done", #"{"count":7}"#)["did"]?.string == "training.attempted")
        try bench.verify()
    }

    @Test func aPendingReminderMayBeMeantToo() throws {
        try createStand()
        let training = try start("training.start", #"{"mode":"reps","rest":0,"target":100}"#)
        let pending = try fire()
        for params in ["{}", #"{"count":12}"#] {
            let refusal = try bench.refusal("live.done", params)
            #expect(refusal.kind == .ambiguous && refusal.matches == [training, pending])
            #expect(refusal.message == "that could be the training session or stand")
        }
        // A reminder that is named, or an exercise, makes it an answer.
        let answered = try bench.call("live.done", #"{"reminder":"stand"}"#)
        #expect(answered["did"]?.string == "reminder.answered")
        #expect(answered["view"]?["id"]?.string == pending)
        let late = try bench.call("live.done", #"{"reminder":"stand"}"#)
        #expect(late["view"] == answered["view"]?.repeated)
        try fire()
        let squats = try bench.call("live.done", #"{"exercise":"squats","count":5}"#)
        #expect(squats["did"]?.string == "reminder.answered")
        #expect(squats["view"]?["log"] != nil)
        try bench.verify()
    }

    @Test func aWordMayBeAMistypedCount() throws {
        #expect(try bench.refusal("live.done", #"{"reminder":"twelve"}"#).state == nil)
        _ = try start("training.start", #"{"mode":"reps","rest":0,"target":100}"#)
        let refusal = try bench.refusal("live.done", #"{"reminder":"twelve"}"#)
        #expect(refusal.kind == .notFound && refusal.field == "reminder")
        #expect(refusal.state == "training")
        let counted = try bench.refusal("live.done", #"{"reminder":"twelve","count":12}"#)
        #expect(counted.kind == .notFound && counted.state == nil)
    }

    @Test func withoutATrainingOfRepsDoneAnswers() throws {
        try createStand()
        _ = try start("training.start", #"{"mode":"time","target":60}"#)
        let refusal = try bench.refusal("live.done")
        #expect(refusal.kind == .conflict && refusal.state == "none")
        let pending = try fire()
        let answered = try bench.call("live.done")
        #expect(answered["did"]?.string == "reminder.answered")
        #expect(answered["view"]?["id"]?.string == pending)
        #expect(answered["view"]?["state"]?.string == "answered")
        try bench.verify()
    }

    @Test func aRun() throws {
        try bench.call(
            "program.create",
            """
            {"name":"hills","intervals":[{"label":"up","duration":"1m","confirmation":"manual"},
            {"label":"down","duration":"1m","confirmation":"manual"}]}
            """)
        try bench.call("run.start", #"{"program":"hills"}"#)
        bench.advance(ms: 5000)
        #expect(try did("pause") == "run.paused")
        #expect(try did("next") == "run.resumed")
        bench.advance(ms: 60_000)
        #expect(try bench.refusal("live.pause").state == "none")
        #expect(try did("next") == "run.interval_started")
        bench.advance(ms: 2000)
        #expect(try did("skip") == "run.completed")
        try bench.call("run.start", #"{"program":"hills"}"#)
    }
}
