import Testing
import TrackerCore

@testable import TrackerDaemon

/// Tests of the note about given alerts, by which a killed daemon's successor gives the others.
@MainActor @Suite(.serialized) struct TellingTests {
    private func stage(_ script: String = "until [ -e $OUT/go ]; do sleep 0.01; done") throws
        -> HookStage
    {
        let stage = try HookStage(hooks: [Configuration.Hook(on: ["*"], run: ["tell"])])
        try stage.script("tell", "\(script)\necho $TRACKER_SEQ >>$OUT/told")
        return stage
    }

    @Test func anAlertThatIsQueuedIsNotToldYet() throws {
        let stage = try stage()
        for number in 1...12 { stage.handle(alert: .plain("\(number)")) }
        #expect(stage.runner.toldUpTo == 0)
        #expect(try stage.turn { stage.runner.toldUpTo == 8 })
        try stage.turn(milliseconds: 50)
        #expect(stage.runner.toldUpTo == 8)
        #expect(!stage.runner.hasToldAll)
        stage.touch("go")
        #expect(try stage.turn { stage.runner.toldUpTo == 12 })
        #expect(stage.runner.hasToldAll)
        #expect(try stage.turn { stage.lines("told").count == 12 })
    }

    @Test func whatIsQueuedAtTheEndIsLeftToTheNextDaemon() throws {
        let stage = try stage()
        for number in 1...12 { stage.handle(alert: .plain("\(number)")) }
        #expect(try stage.turn { stage.runner.toldUpTo == 8 })
        stage.runner.stop()
        #expect(stage.runner.toldUpTo == 8)
        #expect(!stage.runner.hasToldAll)
    }

    @Test func eventsWithoutAnAlertAreWaitedForByNobody() throws {
        let stage = try stage()
        for _ in 1...12 { stage.handle() }
        #expect(stage.runner.hasToldAll)
        #expect(stage.runner.toldUpTo == 0)
    }

    @Test func whereNoHookMatchesNobodyIsWaitedFor() throws {
        let stage = try HookStage()
        let seq = stage.handle(alert: .plain("a"))
        #expect(stage.runner.toldUpTo == seq)
        #expect(stage.runner.hasToldAll)
    }

    @Test func oneThatCannotBeStartedHasHadItsTurn() throws {
        let stage = try HookStage(hooks: [Configuration.Hook(on: ["*"], run: ["missing"])])
        let seq = stage.handle(alert: .plain("a"))
        #expect(stage.runner.toldUpTo == 0)
        #expect(try stage.turn { stage.runner.toldUpTo == seq })
    }

    /// Of several bubbles of a thread only the last is shown.
    @Test func bubblesCountToo() throws {
        let stage = try HookStage(showsNotifications: true)
        try stage.script("notify-send", "echo x >>$OUT/shown")
        for number in 1...20 { stage.handle(alert: .plain("\(number)", thread: "one")) }
        #expect(stage.runner.toldUpTo == 0)
        #expect(try stage.turn { stage.runner.toldUpTo == 20 })
        #expect(stage.runner.hasToldAll)
        #expect(try stage.turn { !stage.text("shown").isEmpty })
    }

    @Test func withoutNotifySendBubblesHaveHadTheirTurn() throws {
        let stage = try HookStage(showsNotifications: true, path: "/nonexistent")
        let seq = stage.handle(alert: .plain("a"))
        #expect(try stage.turn { stage.runner.toldUpTo == seq })
        #expect(try stage.turn { !stage.failures.isEmpty })
    }
}
