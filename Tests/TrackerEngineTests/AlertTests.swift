import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Alerts for the person, none of which is lost in a crash.
@Suite struct AlertTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func aFinishedTimerByItsNameAndMessage() throws {
        let id = try bench.call(
            "timer.start", #"{"duration":"1h30m","name":"tea","message":"pour it\nnow"}"#
        ).id()
        bench.advance(ms: 5_400_000)
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "tea")
        #expect(alert.body == "pour it\nnow")
        #expect(alert.urgency == .normal)
        #expect(alert.sound.rawValue == "timer-finished")
        #expect(alert.thread == "timer:\(id)")
        #expect(alert.isQuestion)
        #expect(alert.actions.map(\.label) == ["Done", "Again", "+5 min"])
        #expect(alert.actions.map(\.key) == ["done", "again", "extend"])
        #expect(
            alert.actions.map(\.command) == [
                "trackerctl done tea", "trackerctl timer restart tea",
                "trackerctl timer extend tea 5m",
            ])
    }

    /// What is answered or begun anew is over, with its bubble and its sound.
    @Test(arguments: ["timer.answer", "timer.restart", "timer.extend"])
    func aFinishedTimerUntilItIsDealtWith(_ method: String) throws {
        let id = try bench.call("timer.start", #"{"duration":"5m"}"#).id()
        bench.advance(ms: 300_000)
        #expect(bench.published.last?.endsThread == nil)
        let by = method == "timer.extend" ? ",\"by\":\"5m\"" : ""
        try bench.call(method, "{\"timer\":\"\(id)\"\(by)}")
        #expect(bench.published.last?.endsThread == "timer:\(id)")
    }

    @Test func aRefusedConfigurationUntilAnotherIsInEffect() throws {
        let data = ConfigRefused(reason: "config.toml is empty")
        let refused = bench.engine.append(.configRefused, data: data, at: bench.clock)
        let alert = try #require(refused.published.first?.alert)
        #expect(alert.title == "The old settings stay in effect")
        #expect(alert.body == "config.toml is empty")
        let reloaded = bench.engine.append(
            .configReloaded, data: ["changed": [String]()], at: bench.clock)
        #expect(reloaded.published.first?.endsThread == alert.thread)
    }

    @Test func aFinishedTimerWithoutEither() throws {
        try bench.call("timer.start", #"{"duration":"1h30m"}"#)
        bench.advance(ms: 5_400_000)
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "Timer finished")
        #expect(alert.body == "Time's up: 1h30m")
    }

    @Test func latenessIsToldInWholeSeconds() throws {
        for (late, body) in [
            (1999, "Time's up: 1m"), (2000, "Time's up: 1m\n(2s late)"),
            (90_700, "Time's up: 1m\n(1m30s late)"),
        ] as [(Int64, String)] {
            try bench.call("timer.start", #"{"duration":"1m"}"#)
            bench.drift(ms: 60_000 + late)
            bench.wake()
            #expect(bench.alerts.last?.body == body)
        }
    }

    @Test func cuesOfARest() throws {
        let id = try bench.call("rest.start", #"{"duration":"1m","label":"squats"}"#).id()
        bench.advance(ms: 57_000)
        let warning = try #require(bench.alerts.last)
        #expect(warning.title == "Rest ends in 3s")
        #expect(warning.body == "squats")
        #expect(warning.urgency == .low)
        #expect(warning.sound.rawValue == "rest-warning")
        #expect(warning.thread == "rest:\(id)")
        bench.advance(ms: 3000)
        let over = try #require(bench.alerts.last)
        #expect(over.title == "Rest is over")
        #expect(over.urgency == .normal)
        #expect(over.sound.rawValue == "rest-finished")
        #expect(over.thread == warning.thread)
        #expect(bench.alerts.count == 2)
    }

    @Test func whatIsNotedIsNotGivenAgain() throws {
        try bench.call("rest.start", #"{"duration":"1m"}"#)
        bench.advance(ms: 60_000)
        let seq = try #require(bench.published.last?.event.seq)
        #expect(!bench.engine.hasUnnotedAlerts)
        bench.engine.noteAlerted(upTo: seq)
        #expect(bench.engine.hasUnnotedAlerts)
        bench.engine.noteAlerts(at: bench.clock)
        #expect(!bench.engine.hasUnnotedAlerts)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.published.isEmpty)
    }

    @Test func anyCommitNotesWhatAlerted() throws {
        try bench.call("rest.start", #"{"duration":"1m"}"#)
        bench.advance(ms: 60_000)
        bench.engine.noteAlerted(upTo: try #require(bench.published.last?.event.seq))
        try bench.call("stopwatch.start")
        #expect(!bench.engine.hasUnnotedAlerts)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.published.isEmpty)
    }

    @Test func whatIsADayOldIsNotGivenAgain() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"t"}"#)
        bench.advance(ms: 60_000)
        try bench.crash()
        bench.drift(ms: 86_400_000)
        bench.forget()
        try bench.start()
        #expect(bench.alerts.isEmpty)
        #expect(bench.types == ["timer.expired", "timer.cleared"])
    }

    // MARK: Edits

    private func fireReminder() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"stand up","every":"30m","days":"daily","follow_up":"5m"}"#)
        bench.advance(ms: 1_800_000)
        bench.forget()
    }

    @Test func anEditOfWhatIsPendingIsShownAtOnce() throws {
        try fireReminder()
        try bench.call(
            "reminder.update", #"{"reminder":"stand up","name":"it's time","message":"Up!"}"#)
        #expect(bench.types == ["reminder.updated"])
        #expect(bench.published.map(\.event.type) == ["reminder.updated", "reminder.fired"])
        let update = try #require(bench.published.last)
        #expect(update.audience == .shown)
        let alert = try #require(update.alert)
        #expect(alert.title == "it's time" && alert.body == "Up!")
        #expect(alert.actions.first?.command == #"trackerctl done 'it'\''s time'"#)
        // The button of the new alert answers the reminder like the button of the former one.
        let log = try #require(alert.actions.first).purpose
        let pressed = bench.engine.pressed(log, at: bench.clock)
        #expect(pressed.outcome.published.first?.endsThread == alert.thread)
    }

    @Test func soIsTakingTheEditBack() throws {
        try fireReminder()
        bench.advance(ms: 300_000)
        try bench.call("reminder.update", #"{"reminder":"stand up","name":"sit"}"#)
        #expect(bench.alerts.last?.title == "sit")
        #expect(bench.alerts.last?.body == "Still there? It's been 5 min")
        bench.forget()
        try bench.call("journal.undo")
        #expect(bench.alerts.map(\.title) == ["stand up"])
        #expect(bench.published.last?.audience == .shown)
    }

    @Test(arguments: [true, false]) func afterARestartItSaysWhatItSaysNow(
        _ wasTold: Bool
    ) throws {
        try fireReminder()
        if wasTold { bench.engine.noteAlerted(upTo: .max) }
        try bench.call("reminder.update", #"{"reminder":"stand up","name":"sit"}"#)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.alerts.map(\.title) == ["sit"])
        #expect(bench.published.map(\.audience) == [wasTold ? .person : .hooks])
    }

    @Test func commandsNameTheReminder() throws {
        for (name, word) in [
            ("move", "move"), ("stand up", "'stand up'"), ("7-up", nil), ("12", nil), ("-x", nil),
            ("Füße.hoch_2", "Füße.hoch_2"), ("a$(b)", "'a$(b)'"),
        ] as [(String, String?)] {
            let id = try bench.call("reminder.create", "{\"name\":\"\(name)\",\"every\":\"30m\"}")
                .id()
            try bench.call("reminder.fire", "{\"reminder\":\"\(id)\"}")
            let word = word ?? id
            #expect(
                bench.alerts.last?.actions.map(\.command) == [
                    "trackerctl done \(word)", "trackerctl snooze \(word)",
                    "trackerctl dismiss \(word)",
                ])
        }
    }

    /// The daemon died in between and left the alert on the screen.
    @Test func whatWasPassedJustBeforeACrashIsClosedByTheNextDaemon() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Gate","intervals":[{"label":"a","duration":"10s","confirmation":"manual"},\
            {"label":"b","duration":"10s","cues":[]}]}
            """)
        let run = try bench.call("run.start", #"{"program":"gate"}"#).id()
        bench.advance(ms: 10_000)
        bench.engine.noteAlerted(upTo: .max)
        bench.engine.noteAlerts(at: bench.clock)
        try bench.call("run.confirm")
        try bench.crash()
        try bench.start()
        #expect(bench.endedThreads == ["run:\(run)"])
    }
}
