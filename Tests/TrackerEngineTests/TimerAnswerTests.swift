import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Countdowns that are over and wait for an answer: how they are shown, answered and asked about again.
@Suite struct TimerAnswerTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call("timer.start", #"{"duration":"25m","name":"tea"}"#)
    }

    private func start(_ name: String, _ duration: String) throws {
        try bench.call("timer.start", "{\"duration\":\"\(duration)\",\"name\":\"\(name)\"}")
    }

    private func ring(everyMs: Int64 = 60_000, atMost: Int = 5) {
        bench.dependencies.configuration.timers.ringAgainMs = everyMs
        bench.dependencies.configuration.timers.ringAtMost = atMost
    }

    /// Names and waits of the timers in the status.
    private var shown: [String] {
        get throws {
            try bench.call("status")["timers"]?.list.map { timer in
                let wait = timer["waiting_ms"]?.integer.map { " \($0)" } ?? ""
                return "\(timer["name"]?.string ?? "?")\(wait)"
            } ?? []
        }
    }

    private func did(_ method: String, _ params: String = "{}") throws -> String? {
        try bench.call(method, params)["did"]?.string
    }

    @Test func itStaysFirstUntilItIsAnswered() throws {
        try start("eggs", "26m")
        try start("roast", "2h")
        bench.advance(ms: 25 * 60_000)
        #expect(try shown == ["tea 0", "eggs", "roast"])
        bench.advance(ms: 3 * 60_000)
        // The newest alert comes first.
        #expect(try shown == ["eggs 120000", "tea 180000", "roast"])
        #expect(try bench.names("timer.list") == ["eggs", "tea", "roast"])
        #expect(try bench.names("timer.list", #"{"all":true}"#) == ["eggs", "tea", "roast"])
        let answered = try bench.call("timer.answer", #"{"timer":"tea"}"#)
        #expect(answered["waiting_ms"] == nil && answered["state"] == .string("finished"))
        #expect(answered["answered_at"] == .string("2026-03-01T09:28:00.000+01:00"))
        #expect(try shown == ["eggs 120000", "roast"])
        #expect(try bench.names("timer.list", #"{"all":true}"#) == ["eggs", "tea", "roast"])
        let refusal = try bench.refusal("timer.answer", #"{"timer":"tea"}"#)
        #expect(refusal.kind == .conflict && refusal.state == "finished")
        #expect(try bench.refusal("timer.answer", #"{"timer":"roast"}"#).state == "running")
        // Nobody has seen the end of the eggs.
        #expect(try bench.call("timer.clear")["cleared"] == .integer(1))
        #expect(try shown == ["eggs 120000", "roast"])
        try bench.call("timer.answer", #"{"timer":"eggs"}"#)
        #expect(try bench.call("timer.clear")["cleared"] == .integer(1))
        #expect(try shown == ["roast"])
        try bench.verify()
    }

    /// One that runs again under the same name can't be meant.
    @Test func aNameMeansTheOneThatWaits() throws {
        bench.advance(ms: 25 * 60_000)
        try start("tea", "10m")
        try bench.call("timer.answer", #"{"timer":"TEA"}"#)
        #expect(try shown == ["tea"])
        #expect(try bench.refusal("timer.answer", #"{"timer":"tea"}"#).state == "running")
    }

    @Test func afterTwelveHoursItIsLetBe() throws {
        bench.advance(ms: 25 * 60_000)
        let thread = try #require(bench.alerts.last?.thread)
        bench.forget()
        bench.advance(ms: 43_199_999)
        #expect(bench.published.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["timer.expired"])
        #expect(bench.published.last?.endsThread == thread && bench.alerts.isEmpty)
        #expect(try shown == [])
        try bench.verify()
    }

    // MARK: Repeated alerts

    @Test func theAlertIsRepeatedUntilTheAnswer() throws {
        ring()
        bench.advance(ms: 25 * 60_000)
        bench.forget()
        bench.advance(ms: 2 * 60_000)
        #expect(bench.types == ["timer.rang_again", "timer.rang_again"])
        #expect(bench.alerts.map(\.title) == ["tea", "tea"])
        #expect(bench.alerts.last?.body == "Still there? It's been 2 min\nTime's up: 25m")
        #expect(bench.alerts.allSatisfy { $0.isQuestion })
        #expect(try bench.data(of: "timer.rang_again")["rings"] == .integer(2))
        try bench.call("timer.answer", #"{"timer":"tea"}"#)
        bench.forget()
        bench.advance(ms: 3_600_000)
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    @Test func itIsRepeatedSoManyTimes() throws {
        ring(atMost: 2)
        bench.advance(ms: 25 * 60_000)
        bench.forget()
        bench.advance(ms: 3_600_000)
        #expect(bench.types == ["timer.rang_again", "timer.rang_again"])
        #expect(try shown == ["tea 3600000"])
    }

    /// The line that the service manager shows.
    @Test func theSummaryHasThemFirst() throws {
        var summary: String { bench.engine.summary(at: bench.clock) }
        try start("eggs", "25m")
        try start("roast", "2h")
        bench.advance(ms: 25 * 60_000)
        #expect(summary == "2 timers over, 1 timer running; next at 11:00:00")
        try bench.call("timer.cancel", #"{"timer":"roast"}"#)
        try bench.call("timer.answer", #"{"timer":"tea"}"#)
        #expect(summary == "1 timer over; next at 21:25:00")
        try bench.call("timer.answer", #"{"timer":"eggs"}"#)
        #expect(summary == "Nothing is running")
    }

    @Test func byDefaultItRingsOnce() throws {
        bench.advance(ms: 25 * 60_000)
        bench.forget()
        bench.advance(ms: 3_600_000)
        #expect(bench.types.isEmpty)
    }

    /// A timer's own setting, whatever the configuration says; `ring_at_most` holds for it, too.
    @Test(
        arguments: [
            (own: "\"2m\"", configured: nil, rings: 2, everyMs: 120_000),
            (own: "\"2m\"", configured: 60_000, rings: 2, everyMs: 120_000),
            (own: "false", configured: 60_000, rings: 0, everyMs: 0),
            (own: "0", configured: 60_000, rings: 0, everyMs: 0),
            (own: "false", configured: nil, rings: 0, everyMs: 0),
        ] as [(own: String, configured: Int64?, rings: Int, everyMs: Int64)])
    func aTimerHasARepetitionOfItsOwn(
        _ row: (own: String, configured: Int64?, rings: Int, everyMs: Int64)
    ) throws {
        bench.dependencies.configuration.timers.ringAgainMs = row.configured
        bench.dependencies.configuration.timers.ringAtMost = 2
        let started = try bench.call(
            "timer.start", "{\"duration\":\"10m\",\"name\":\"rice\",\"ring_again\":\(row.own)}")
        #expect(started["ring_again_ms"] == .integer(row.everyMs))
        bench.advance(ms: 10 * 60_000)
        bench.forget()
        bench.advance(ms: 10 * 60_000)
        #expect(bench.types == Array(repeating: "timer.rang_again", count: row.rings))
        // It holds after a restart of the timer and of the daemon.
        try bench.restart()
        let again = try bench.call("timer.restart", #"{"timer":"rice"}"#)
        #expect(again["ring_again_ms"] == .integer(row.everyMs))
        bench.forget()
        bench.advance(ms: 20 * 60_000)
        let own = bench.published.filter {
            $0.event.type == "timer.rang_again" && $0.event.data.contains("\"rice\"")
        }
        #expect(own.count == row.rings)
        try bench.verify()
    }

    @Test(arguments: ["\"9s\"", "43200001", "-1", "\"13h\""])
    func aRepetitionOutOfRangeIsRefused(_ own: String) throws {
        let refusal = try bench.refusal(
            "timer.start", "{\"duration\":\"10m\",\"ring_again\":\(own)}")
        #expect(refusal.kind == .invalidParams && refusal.field == "ring_again")
        #expect(refusal.message == "ring_again is out of range: 10 s to 12 h")
    }

    @Test func aRestartAndSleepRepeatNothingTwice() throws {
        ring()
        bench.advance(ms: 25 * 60_000 + 30_000)
        bench.forget()
        try bench.restart()
        #expect(bench.types.isEmpty)
        // The buttons of the former daemon's notification work no more, so that it is shown again.
        #expect(bench.published.map(\.audience) == [.person])
        #expect(bench.alerts.map(\.title) == ["tea"])
        bench.forget()
        bench.advance(ms: 29_999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["timer.rang_again"])
        bench.suspend(ms: 150_000)
        bench.wake()
        #expect(bench.types == ["timer.rang_again", "timer.rang_again"])
        bench.wake()
        try bench.crash()
        bench.reboot(offMs: 20_000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["clock.rebooted"])
        #expect(bench.alerts.map(\.title) == ["tea"])
        bench.advance(ms: 40_000)
        #expect(bench.types == ["clock.rebooted", "timer.rang_again"])
        try bench.verify()
    }

    // MARK: Short words

    @Test func doneAnswersTheNewestAlert() throws {
        try bench.call(
            "reminder.create", #"{"name":"stand","every":"30m","days":"daily"}"#)
        try start("eggs", "26m")
        bench.advance(ms: 28 * 60_000)
        let first = try bench.call("live.done")
        #expect(first["did"] == .string("timer.answered"))
        #expect(first["view"]?["name"] == .string("eggs"))
        bench.advance(ms: 3 * 60_000)
        // By now the reminder is newer than the timer that still waits.
        #expect(try did("live.done") == "reminder.answered")
        #expect(try did("live.done") == "timer.answered")
        #expect(try shown == [])
        #expect(try bench.refusal("live.done").state == "none")
        try bench.verify()
    }

    @Test(arguments: ["reminder", "named"])
    func doneAnswersTheOneThatIsNamed(_ member: String) throws {
        try start("eggs", "26m")
        bench.advance(ms: 28 * 60_000)
        let named = try bench.call("live.done", "{\"\(member)\":\"tea\"}")
        #expect(named["did"] == .string("timer.answered"))
        #expect(named["view"]?["name"] == .string("tea"))
        // A count, a time or an exercise is for a reminder.
        for params in [
            "{\"\(member)\":\"eggs\",\"count\":12}", "{\"\(member)\":\"eggs\",\"seconds\":60}",
            "{\"\(member)\":\"nobody\"}",
        ] {
            #expect(try bench.refusal("live.done", params).kind == .notFound)
        }
        #expect(try bench.refusal("live.done", #"{"count":12}"#).state == "none")
        #expect(try shown == ["eggs 120000"])
    }

    @Test func aPendingReminderOfThatNameComesFirst() throws {
        try bench.call("reminder.create", #"{"name":"tea","every":"2h","days":"daily"}"#)
        bench.advance(ms: 25 * 60_000)
        // Its reminder isn't pending yet.
        #expect(try did("live.done", #"{"reminder":"tea"}"#) == "timer.answered")
        try bench.call("timer.restart", #"{"timer":"tea"}"#)
        bench.advance(ms: 25 * 60_000)
        try bench.call("reminder.fire", #"{"reminder":"tea"}"#)
        #expect(try did("live.done", #"{"reminder":"tea"}"#) == "reminder.answered")
        #expect(try did("live.done", #"{"reminder":"tea"}"#) == "timer.answered")
    }

    @Test func nextAnswersIt() throws {
        bench.advance(ms: 25 * 60_000)
        // Whoever presses a key in this moment may mean something else.
        #expect(try bench.refusal("live.next").state == "just_now")
        bench.advance(ms: 1000)
        #expect(try did("live.next") == "timer.answered")
        #expect(try bench.refusal("live.next").state == "none")
        try bench.call("timer.restart", #"{"timer":"tea"}"#)
        try start("eggs", "26m")
        bench.advance(ms: 27 * 60_000)
        // The newest alert is meant.
        #expect(try did("live.next") == "timer.answered")
        #expect(try shown == ["tea 120000"])
    }

    @Test func nextAnswersTheNewestAlert() throws {
        for name in ["stand", "walk"] {
            try bench.call("reminder.create", "{\"name\":\"\(name)\",\"at\":[\"21:00\"]}")
        }
        bench.advance(ms: 24 * 60_000)
        for name in ["stand", "walk"] {
            try bench.call("reminder.fire", "{\"reminder\":\"\(name)\"}")
            bench.advance(ms: 10_000)
        }
        bench.advance(ms: 2 * 60_000)
        try start("eggs", "1m")
        func name() throws -> String? {
            bench.advance(ms: 2000)
            return try bench.call("live.next")["view"]?["name"]?.string
        }
        // While anything else could be meant, it is asked.
        try bench.call("rest.start", #"{"duration":"1h"}"#)
        bench.advance(ms: 2000)
        #expect(try bench.refusal("live.next").matches?.count == 4)
        try bench.call("rest.skip")
        #expect(try [name(), name(), name()] == ["tea", "walk", "stand"])
        bench.advance(ms: 60_000)
        #expect(try name() == "eggs")
        #expect(try bench.refusal("live.next").state == "none")
        try bench.verify()
    }

    @Test func nextEndsAHoldAllTheSame() throws {
        bench.advance(ms: 24 * 60_000)
        try bench.call("training.start", #"{"mode":"time","target":600,"rest":"1m"}"#)
        bench.advance(ms: 60_000)
        #expect(try did("live.next") == "training.attempted")
    }

    /// What counts down is meant before what waits.
    @Test func aNameGivesItMoreTime() throws {
        bench.advance(ms: 25 * 60_000)
        #expect(try bench.refusal("live.extend", #"{"by":"5m"}"#).state == "none")
        let less = try bench.refusal("live.extend", #"{"names":["tea"],"by":"-5m"}"#)
        #expect(less.kind == .conflict && less.state == "finished")
        let more = try bench.call("live.extend", #"{"names":["TEA"],"by":"5m"}"#)
        #expect(more["did"] == .string("timer.extended"))
        #expect(more["view"]?["remaining_ms"] == .integer(300_000))
        bench.advance(ms: 5 * 60_000)
        try start("tea", "10m")
        let other = try bench.call("live.extend", #"{"names":["tea"],"by":"5m"}"#)
        #expect(other["view"]?["remaining_ms"] == .integer(900_000))
        #expect(try shown == ["tea 0", "tea"])
        try bench.verify()
    }

    @Test func amongSeveralItIsAsAlone() throws {
        try start("eggs", "1h")
        bench.advance(ms: 25 * 60_000)
        for action in ["pause", "cancel", "finish"] {
            let refusal = try bench.refusal(
                "timer.each", "{\"action\":\"\(action)\",\"timers\":[\"eggs\",\"tea\"]}")
            #expect(refusal.kind == .conflict && refusal.state == "finished", "\(action)")
        }
        #expect(try bench.call("timer.each", #"{"action":"cancel"}"#)["timers"]?.list.count == 1)
        #expect(try shown == ["tea 0"])
        try bench.call("timer.each", #"{"action":"restart","timers":["eggs","tea"]}"#)
        #expect(try shown == ["eggs", "tea"])
        try bench.verify()
    }

    // MARK: Buttons

    @Test(arguments: ["done", "again", "extend"]) func buttons(_ key: String) throws {
        bench.advance(ms: 25 * 60_000)
        bench.advance(ms: 3 * 60_000)
        let alert = try #require(bench.alerts.last)
        let action = try #require(alert.actions.first { $0.key == key })
        let pressed = bench.engine.pressed(action.purpose, at: bench.clock)
        #expect(pressed.refusal == nil)
        #expect(pressed.outcome.published.first?.endsThread == alert.thread)
        let timer = try bench.call("timer.get", #"{"timer":"tea"}"#)
        #expect(timer["waiting_ms"] == nil)
        let left = ["again": 25 * 60_000, "extend": 5 * 60_000][key] ?? 0
        #expect(timer["remaining_ms"] == .integer(Int64(left)))
        #expect(timer["state"] == .string(key == "done" ? "finished" : "running"))
        // A second press does nothing.
        bench.advance(ms: 1000)
        let again = bench.engine.pressed(action.purpose, at: bench.clock)
        #expect(again.refusal == nil && again.outcome.published.isEmpty)
    }

    @Test func anotherNameIsShownAtOnce() throws {
        bench.advance(ms: 25 * 60_000)
        bench.forget()
        try bench.call("timer.rename", #"{"timer":"tea","name":"green tea"}"#)
        #expect(bench.published.map(\.event.type) == ["timer.renamed", "timer.finished"])
        #expect(bench.published.last?.audience == .shown)
        #expect(bench.alerts.map(\.title) == ["green tea"])
        #expect(bench.alerts.last?.actions.first?.command == "trackerctl done 'green tea'")
        bench.forget()
        try bench.call("timer.answer", #"{"timer":"green tea"}"#)
        try bench.call("timer.rename", #"{"timer":"green tea","name":"tea"}"#)
        #expect(bench.alerts.isEmpty)
    }

    // MARK: Undo, a full disk

    @Test func anAnswerIsUndone() throws {
        ring()
        bench.advance(ms: 25 * 60_000 + 10_000)
        try bench.call("timer.answer", #"{"timer":"tea"}"#)
        bench.advance(ms: 20_000)
        try bench.call("journal.undo")
        #expect(try shown == ["tea 30000"])
        bench.forget()
        bench.advance(ms: 30_000)
        #expect(bench.types == ["timer.rang_again"])
        try bench.call("timer.answer", #"{"timer":"tea"}"#)
        bench.advance(ms: 43_200_000)
        let refusal = try bench.refusal("journal.undo")
        #expect(refusal.kind == .conflict && refusal.state == "over")
        #expect(refusal.message == "the timer ended more than 12 hours ago")
        try bench.verify()
    }
}
