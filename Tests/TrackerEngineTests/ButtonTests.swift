import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Buttons do what they say to what was shown, once.
@Suite struct ButtonTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        for (name, unit) in [("Push-ups", "reps"), ("Squats", "reps"), ("Plank", "seconds")] {
            try bench.call(
                "exercise.create",
                "{\"name\":\"\(name)\",\"unit\":\"\(unit)\",\"default_count\":15}")
        }
    }

    /// Presses a button of the last alert that has it, and returns the types of the events that follow.
    @discardableResult
    private func press(_ label: String) throws -> [String] {
        try press(try button(label))
    }

    private func button(_ label: String) throws -> Alert.Action {
        try #require(bench.alerts.flatMap(\.actions).last { $0.label == label })
    }

    @discardableResult
    private func press(_ action: Alert.Action) throws -> [String] {
        let pressed = bench.engine.pressed(action.purpose, at: bench.clock)
        #expect(pressed.refusal == nil && pressed.confirmation == nil)
        bench.take(pressed.outcome)
        return pressed.outcome.published.map(\.event.type)
    }

    // MARK: Rests

    @Test func aRestIsSkippedOnce() throws {
        let id = try bench.call("rest.start", #"{"duration":"1m"}"#).id()
        bench.advance(ms: 57_000)
        let alert = try #require(bench.alerts.last)
        #expect(alert.actions.map(\.label) == ["Skip", "+15 s"] && !alert.isQuestion)
        #expect(try press("Skip") == ["rest.skipped"])
        #expect(bench.published.last?.endsThread == "rest:\(id)")
        #expect(try press("Skip") == [])
        // Another rest isn't meant.
        try bench.call("rest.start", #"{"duration":"1m"}"#)
        #expect(try press("Skip") == [])
        #expect(try press("+15 s") == [])
    }

    @Test func aRestIsExtendedOnce() throws {
        let id = try bench.call("rest.start", #"{"duration":"1m"}"#).id()
        bench.advance(ms: 57_000)
        let extend = try button("+15 s")
        #expect(try press(extend) == ["rest.extended"])
        #expect(bench.published.last?.endsThread == "rest:\(id)")
        #expect(try bench.call("rest.get")["remaining_ms"] == .integer(18_000))
        #expect(try press(extend) == [])
        // Its mark warns again, and has a button of its own.
        bench.advance(ms: 15_000)
        #expect(try press("+15 s") == ["rest.extended"])
    }

    @Test func aRestThatIsPausedOrOverIsLeftAlone() throws {
        let id = try bench.call("rest.start", #"{"duration":"1m"}"#).id()
        bench.advance(ms: 57_000)
        let buttons = [try button("Skip"), try button("+15 s")]
        try bench.call("rest.pause")
        #expect(bench.published.last?.endsThread == "rest:\(id)")
        for button in buttons { #expect(try press(button) == []) }
        try bench.call("rest.resume")
        // It ends at the very moment of the press.
        bench.drift(ms: 3000)
        #expect(try press(buttons[0]) == ["rest.finished"])
    }

    // MARK: Runs

    private func startRun() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Gate","intervals":[{"label":"Warm up","duration":"5m","confirmation":"manual"},\
            {"label":"Hills","duration":"5m","confirmation":"manual"}]}
            """)
        try bench.call("run.start", #"{"program":"gate"}"#)
    }

    @Test func aGateGoesOnOnce() throws {
        try startRun()
        bench.advance(ms: 300_000)
        let gate = try #require(bench.alerts.last)
        #expect(gate.isQuestion && gate.actions.map(\.label) == ["Continue"])
        #expect(gate.actions.map(\.command) == ["trackerctl run confirm"])
        let first = try button("Continue")
        #expect(try press(first).contains("run.interval_started"))
        #expect(try press(first) == [])
        bench.advance(ms: 300_000)
        // It waits again, but at another interval.
        #expect(try bench.call("status")["run"]?["state"] == .string("waiting_for_confirmation"))
        #expect(try press(first) == [])
        #expect(try press("Finish").contains("run.completed"))
    }

    @Test func aGateIsFollowedUpOnce() throws {
        try startRun()
        bench.advance(ms: 300_000)
        let asked = try #require(bench.alerts.last)
        let count = bench.alerts.count
        bench.advance(ms: 299_000)
        #expect(bench.alerts.count == count)
        bench.advance(ms: 1000)
        let again = try #require(bench.alerts.last)
        #expect(bench.types.last == "run.followed_up")
        #expect(again.title == asked.title && again.thread == asked.thread && again.isQuestion)
        #expect(again.body.hasPrefix("Still there? It's been 5 min\nConfirm to continue"))
        #expect(again.urgency == .normal && again.actions == asked.actions)
        bench.forget()
        bench.advance(ms: 3_600_000)
        #expect(bench.alerts.isEmpty)
        #expect(try press(try #require(again.actions.first)).contains("run.interval_started"))
        try bench.verify()
    }

    @Test func aFollowUpOfAGateEscalatesIfAskedFor() throws {
        bench.dependencies.configuration.notifications.escalate = true
        try startRun()
        bench.advance(ms: 300_000)
        #expect(bench.alerts.last?.urgency == .normal)
        bench.advance(ms: 300_000)
        #expect(bench.alerts.last?.urgency == .critical)
        #expect(bench.alerts.last?.sound == .reminderEscalated)
    }

    @Test func aGateThatWasFollowedUpHasThatBubbleAfterACrash() throws {
        try startRun()
        bench.advance(ms: 300_000)
        bench.advance(ms: 300_000)
        bench.engine.noteAlerted(upTo: try #require(bench.published.last?.event.seq))
        bench.engine.noteAlerts(at: bench.clock)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.published.map(\.event.type) == ["run.followed_up"])
    }

    @Test func aRunIsDoneAgain() throws {
        try startRun()
        bench.advance(ms: 300_000)
        try press("Continue")
        bench.advance(ms: 300_000)
        try press("Finish")
        let again = try button("Again")
        #expect(bench.alerts.last?.isQuestion == false)
        #expect(try press(again).contains("run.started"))
        // Neither beside the next one, nor after it.
        #expect(try press(again) == [])
        try bench.call("run.stop")
        #expect(try press(again) == [])
    }

    @Test func aProgramThatIsGoneIsRefused() throws {
        try startRun()
        bench.advance(ms: 300_000)
        try press("Continue")
        bench.advance(ms: 300_000)
        try press("Finish")
        try bench.call("program.delete", #"{"program":"gate"}"#)
        let pressed = bench.engine.pressed(try button("Again").purpose, at: bench.clock)
        #expect(pressed.refusal?.kind == .notFound)
    }

    // MARK: Reminders

    private func fireReminder(_ more: String) throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","follow_up":["5m","10m"]\#(more)}"#)
        bench.advance(ms: 1_800_000)
    }

    /// The button names what it logs, and the bubble tells what that makes today.
    @Test(arguments: [
        ("push-ups", 15, "Log 15 Push-ups", "15 × Push-ups", "15 Push-ups, 45 today"),
        ("plank", 90, "Log 1m30s Plank", "1m30s Plank", "1m30s Plank, 2m today"),
    ])
    func whatIsLoggedIsConfirmed(
        exercise: String, count: Int, label: String, task: String, says: String
    ) throws {
        try bench.call("log.add", "{\"exercise\":\"\(exercise)\",\"count\":30}")
        try bench.call("log.add", #"{"exercise":"squats","count":7}"#)
        try fireReminder(#","message":"Up!","exercise":"\#(exercise)","count":\#(count)"#)
        let alert = try #require(bench.alerts.last)
        #expect(alert.isQuestion && alert.body == "Up!\n\(task)")
        let log = try button(label)
        let pressed = bench.engine.pressed(log.purpose, at: bench.clock)
        let confirmation = try #require(pressed.confirmation)
        #expect(confirmation.title == "move" && confirmation.body == says)
        #expect(confirmation.thread == alert.thread && confirmation.closesAfterMs == 5000)
        #expect(confirmation.actions.isEmpty && !confirmation.isQuestion)
        // The same button once more logs nothing, and so confirms nothing.
        #expect(try press(log) == [])
    }

    /// A press that comes late doesn't put off what was put off since.
    @Test func aSnoozedReminderIsLeftAlone() throws {
        try bench.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        let (snooze, dismiss) = (try button("Snooze 5 min"), try button("Dismiss"))
        try bench.call("reminder.answer", #"{"reminder":"move","action":"snooze","for":"30m"}"#)
        #expect(try press(snooze) == [])
        #expect(try press(dismiss) == [])
        let pending = try bench.call("reminder.get", #"{"reminder":"move"}"#)["pending"]
        #expect(pending?["state"] == .string("snoozed") && pending?["snoozes"] == .integer(1))
    }

    @Test func aRunBeginsAgainAsItWasChanged() throws {
        try bench.call(
            "program.create",
            """
            {"name":"laps","sound":"rest-warning","intervals":[{"repeat":2,"intervals":[\
            {"label":"a","duration":"10s","confirmation":"manual"},\
            {"label":"b","duration":"5s","kind":"rest"}]}]}
            """)
        try bench.call(
            "run.start",
            """
            {"program":"laps","rounds":1,"work":"20s","rest":"2s","auto":true,\
            "sound":"timer-finished"}
            """)
        bench.advance(ms: 22_000)
        #expect(try press("Again") == ["run.started", "run.interval_started"])
        let run = try bench.call("run.get")
        #expect(run["steps"] == .integer(2) && run["total_remaining_ms"] == .integer(22_000))
        #expect(run["interval"]?["confirmation"] == .string("automatic"))
        #expect(run["interval"]?["sound"] == .string("timer-finished"))
    }

    @Test func whatLogsNothingNeedsNoConfirmation() throws {
        try fireReminder("")
        #expect(try press("Snooze 5 min") == ["reminder.snoozed"])
        bench.advance(ms: 300_000)
        #expect(try press("Done") == ["reminder.answered"])
    }

    @Test func theLastFollowUpMayBeUrgent() throws {
        try fireReminder("")
        bench.advance(ms: 600_000)
        #expect(bench.alerts.map(\.urgency) == [.normal, .normal, .normal])
        try bench.call("reminder.answer", #"{"reminder":"move","action":"dismiss"}"#)
        bench.forget()
        bench.dependencies.configuration.notifications.escalate = true
        bench.advance(ms: 2_400_000)
        #expect(bench.alerts.map(\.urgency) == [.normal, .normal, .critical])
        let last = try #require(bench.alerts.last)
        #expect(last.sound == .reminderEscalated)
        #expect(last.body == "Still there? It's been 10 min")
        // Edited, or after a crash, it is urgent, too.
        try bench.call("reminder.update", #"{"reminder":"move","message":"Up!"}"#)
        #expect(bench.alerts.last?.urgency == .critical)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.alerts.map(\.urgency) == [.critical])
    }

    // MARK: Training

    @Test(arguments: [
        (#"{"mode":"time","target":7,"adjustment":0.5,"rest":"4s","exercise":"Plank"}"#),
        (#"{"mode":"reps","target":9,"adjustment":1,"rest":"4s"}"#),
    ])
    func aTrainingIsDoneAgain(parameters: String) throws {
        let first = try bench.call("training.start", parameters)
        bench.advance(ms: 10_000)
        if parameters.contains("reps") { try bench.call("training.reps", #"{"count":3}"#) }
        try bench.call("training.stop")
        let again = try button("Again")
        #expect(try press(again) == ["training.started", "training.effort_started"])
        let second = try bench.call("training.get")
        #expect(second["id"] != first["id"])
        for name in ["mode", "target", "adjustment", "rest_ms", "exercise"] {
            #expect(second[name] == first[name], "\(name)")
        }
        #expect(try press(again) == [])
    }
}
