import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct TimerMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func theEventOfAStartHasTheWholeTimer() throws {
        let timer = try bench.call(
            "timer.start",
            #"{"duration":"25m","name":"tea","message":"pour it","on_suspend":"pause"}"#)
        #expect(timer["name"] == .string("tea") && timer["message"] == .string("pour it"))
        #expect(timer["on_suspend"] == .string("pause"))
        #expect(timer["due_at"] == .string("2026-03-01T09:25:00.000+01:00"))
        #expect(try timer.id().count == 12)
        #expect(bench.types == ["timer.started"])
        #expect(try bench.data(of: "timer.started") == timer)
        try bench.verify()
    }

    @Test func pauseAndResumeKeepTheCount() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#)
        bench.advance(ms: 60_000)
        let paused = try bench.call("timer.pause", #"{"timer":"t"}"#)
        #expect(paused["state"] == .string("paused"))
        #expect(paused["paused_at"] == .string("2026-03-01T09:01:00.000+01:00"))
        #expect(paused["due_at"] == nil)
        bench.advance(ms: 3_600_000)
        let waiting = try bench.call("timer.get", #"{"timer":"t"}"#)
        #expect(waiting["remaining_ms"] == .integer(540_000))
        let resumed = try bench.call("timer.resume", #"{"timer":"t"}"#)
        #expect(resumed["state"] == .string("running"))
        #expect(resumed["paused_at"] == nil)
        #expect(resumed["due_at"] == .string("2026-03-01T10:10:00.000+01:00"))
        bench.advance(ms: 540_000)
        #expect(
            bench.types == ["timer.started", "timer.paused", "timer.resumed", "timer.finished"])
        try bench.verify()
    }

    @Test func cancelAndFinishEndIt() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"a"}"#)
        try bench.call("timer.start", #"{"duration":"10m","name":"b"}"#)
        bench.advance(ms: 1000)
        let cancelled = try bench.call("timer.cancel", #"{"timer":"a"}"#)
        #expect(cancelled["state"] == .string("cancelled"))
        #expect(cancelled["ended_at"] == .string("2026-03-01T09:00:01.000+01:00"))
        #expect(cancelled["remaining_ms"] == .integer(599_000))
        let finished = try bench.call("timer.finish", #"{"timer":"b"}"#)
        #expect(finished["state"] == .string("finished"))
        #expect(finished["late_by_ms"] == nil)
        bench.advance(ms: 3_600_000)
        #expect(bench.types.suffix(2) == ["timer.cancelled", "timer.finished"])
        #expect(bench.alerts.isEmpty)
    }

    @Test func extendLengthensAndShortens() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#)
        let longer = try bench.call("timer.extend", #"{"timer":"t","by":"5m"}"#)
        #expect(longer["duration_ms"] == .integer(900_000))
        let shorter = try bench.call("timer.extend", #"{"timer":"t","by":"-90s"}"#)
        #expect(shorter["duration_ms"] == .integer(810_000))
        #expect(shorter["due_at"] == .string("2026-03-01T09:13:30.000+01:00"))
        bench.advance(ms: 60_000)
        let over = try bench.call("timer.extend", #"{"timer":"t","by":-750000}"#)
        #expect(over["state"] == .string("finished"))
        #expect(over["remaining_ms"] == .integer(0))
        #expect(over["elapsed_ms"] == .integer(60_000))
        #expect(
            bench.types == [
                "timer.started", "timer.extended", "timer.extended", "timer.finished",
            ])
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    @Test func restartBeginsAgainWithTheFirstDuration() throws {
        let id = try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#).id()
        try bench.call("timer.extend", #"{"timer":"t","by":"1m"}"#)
        try bench.call("timer.cancel", #"{"timer":"t"}"#)
        let timer = try bench.call("timer.restart", #"{"timer":"t"}"#)
        #expect(try timer.id() == id)
        #expect(timer["remaining_ms"] == .integer(600_000))
        bench.advance(ms: 600_000)
        #expect(bench.types.suffix(2) == ["timer.restarted", "timer.finished"])
        try bench.verify()
    }

    @Test func renameWhateverTheState() throws {
        let id = try bench.call("timer.start", #"{"duration":"10m"}"#).id()
        let named = try bench.call("timer.rename", #"{"timer":"\#(id)","name":"soup"}"#)
        #expect(named["name"] == .string("soup"))
        try bench.call("timer.cancel", #"{"timer":"soup"}"#)
        try bench.call("timer.rename", #"{"timer":"soup","name":"stew"}"#)
        #expect(try bench.refusal("timer.get", #"{"timer":"soup"}"#).kind == .notFound)
    }

    @Test func stopwatchCountsUpWithLaps() throws {
        try bench.call("stopwatch.start", #"{"name":"run"}"#)
        bench.advance(ms: 61_000)
        try bench.call("stopwatch.lap", #"{"timer":"run"}"#)
        bench.advance(ms: 2000)
        let done = try bench.call("timer.finish", #"{"timer":"run"}"#)
        #expect(done["elapsed_ms"] == .integer(63_000))
        #expect(done["laps"]?.list.map { $0["elapsed_ms"] } == [.integer(61_000)])
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    @Test func whatIsRefusedChangesNothing() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#)
        try bench.call("stopwatch.start", #"{"name":"run"}"#)
        let before = try bench.call("timer.list")
        bench.forget()
        let refused = [
            ("timer.start", #"{"duration":"367d"}"#), ("timer.resume", #"{"timer":"t"}"#),
            ("timer.extend", #"{"timer":"t","by":"366d"}"#), ("stopwatch.lap", #"{"timer":"t"}"#),
            ("timer.extend", #"{"timer":"run","by":"1m"}"#),
            ("timer.rename", #"{"timer":"t","name":""}"#),
        ]
        for (method, params) in refused { _ = try bench.refusal(method, params) }
        #expect(try bench.call("timer.list") == before)
        #expect(bench.published.isEmpty)
    }

    /// A sound is a name or a file, which must be readable at first and may be gone later.
    @Test func aTimerHasASoundOfItsOwn() throws {
        bench.dependencies.soundFault = { $0 == "/gone.wav" ? "No such file or directory" : nil }
        let eggs = try bench.call(
            "timer.start", #"{"duration":"4m","name":"eggs","sound":"/home/me/gong.wav"}"#)
        #expect(eggs["sound"] == .string("/home/me/gong.wav"))
        let tea = try bench.call("timer.start", #"{"duration":"5m","sound":"rest-warning"}"#)
        #expect(tea["sound"] == .string("rest-warning"))
        for (sound, word) in [
            ("gong", "a sound's name"), ("run-interval-started", "a sound's name"),
            ("~/gong.wav", "a sound's name"), ("", "a sound's name"),
            ("/gone.wav", "/gone.wav can't be read: No such file or directory"),
            ("/a\\u0007b", "isn't a path"),
            ("/" + String(repeating: "x", count: 4095), "isn't a path"),
        ] {
            let refusal = try bench.refusal(
                "timer.start", #"{"duration":"4m","sound":"\#(sound)"}"#)
            #expect(refusal.kind == .invalidParams && refusal.field == "sound")
            #expect(refusal.message.contains(word), "\(refusal.message)")
        }
        bench.dependencies.soundFault = { _ in "No such file or directory" }
        bench.advance(ms: 300_000)
        #expect(bench.alerts.map(\.chosenSound) == ["/home/me/gong.wav", "rest-warning"])
        #expect(bench.alerts.map(\.sound) == [.timerFinished, .timerFinished])
        #expect(bench.alerts.map(\.themeSound) == ["alarm-clock-elapsed", "dialog-warning"])
        let again = try bench.call("timer.restart", #"{"timer":"eggs"}"#)
        #expect(again["sound"] == .string("/home/me/gong.wav"))
        try bench.verify()
    }

    @Test func listsInTheOrderOfTheirStart() throws {
        for name in ["a", "b", "c", "d"] {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
        }
        try bench.call("timer.pause", #"{"timer":"a"}"#)
        try bench.call("timer.cancel", #"{"timer":"b"}"#)
        try bench.call("timer.finish", #"{"timer":"d"}"#)
        #expect(try bench.names("timer.list") == ["a", "c"])
        #expect(try bench.names("timer.list", #"{"all":false}"#) == ["a", "c"])
        #expect(try bench.names("timer.list", #"{"all":true}"#) == ["a", "b", "c", "d"])
        try bench.call("timer.restart", #"{"timer":"a"}"#)
        #expect(try bench.names("timer.list", #"{"all":true}"#) == ["b", "c", "d", "a"])
    }

    @Test func clearTakesEndedOnesOffTheList() throws {
        for name in ["a", "b", "c"] {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
        }
        try bench.call("timer.cancel", #"{"timer":"a"}"#)
        try bench.call("timer.finish", #"{"timer":"b"}"#)
        #expect(try bench.call("timer.clear")["cleared"] == .integer(2))
        #expect(try bench.names("timer.list", #"{"all":true}"#) == ["c"])
        #expect(bench.types.suffix(2) == ["timer.cleared", "timer.cleared"])
        #expect(try bench.call("timer.clear")["cleared"] == .integer(0))
        #expect(try bench.refusal("timer.get", #"{"timer":"a"}"#).kind == .notFound)
        try bench.verify()
    }

    // MARK: Several at once

    @Test func severalAtOnceOrNone() throws {
        for name in ["green tea", "eggs", "soup"] {
            try bench.call("timer.start", "{\"duration\":\"10m\",\"name\":\"\(name)\"}")
        }
        bench.forget()
        let paused = try bench.call(
            "timer.each", #"{"action":"pause","timers":["green","tea","eggs","eggs"]}"#)
        #expect(
            paused["timers"]?.list.map { $0["name"]?.string } == ["green tea", "eggs"])
        #expect(bench.types == ["timer.paused", "timer.paused"])
        bench.forget()
        let refusal = try bench.refusal(
            "timer.each", #"{"action":"pause","timers":["soup","eggs"]}"#)
        #expect(refusal.kind == .conflict && refusal.state == "paused")
        for (timers, kind) in [
            (#"["soup","toast"]"#, Rejection.Kind.notFound), ("[]", .invalidParams),
            ("[\(Array(repeating: #""soup""#, count: 21).joined(separator: ","))]", .tooLarge),
        ] {
            let refusal = try bench.refusal(
                "timer.each", "{\"action\":\"pause\",\"timers\":\(timers)}")
            #expect(refusal.kind == kind && refusal.field == "timers", "\(timers)")
        }
        #expect(bench.published.isEmpty)
        try bench.verify()
    }

    /// Undo brings all of them back, as it does one.
    @Test func allThatItIsPossibleFor() throws {
        for name in ["a", "b", "c"] {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
        }
        try bench.call("timer.pause", #"{"timer":"b"}"#)
        try bench.call("timer.finish", #"{"timer":"c"}"#)
        #expect(try bench.call("timer.each", #"{"action":"resume"}"#)["timers"]?.list.count == 1)
        #expect(
            try bench.refusal("timer.each", #"{"action":"resume"}"#).state == "none")
        #expect(try bench.call("timer.each", #"{"action":"cancel"}"#)["timers"]?.list.count == 2)
        #expect(try bench.names("timer.list") == [])
        bench.advance(ms: 60_000)
        try bench.call("journal.undo")
        #expect(try bench.names("timer.list") == ["a", "b"])
        let back = try bench.call("timer.get", #"{"timer":"a"}"#)
        #expect(back["remaining_ms"] == .integer(3_540_000))
        try bench.verify()
    }

    /// A stopwatch is stopped, not cancelled, unless it is named.
    @Test func allIsNoStopwatchToCancel() throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"a"}"#)
        try bench.call("stopwatch.start", #"{"name":"race"}"#)
        #expect(try bench.call("timer.each", #"{"action":"cancel"}"#)["timers"]?.list.count == 1)
        #expect(try bench.names("timer.list") == ["race"])
        #expect(try bench.refusal("timer.each", #"{"action":"cancel"}"#).state == "none")
        try bench.call("timer.each", #"{"action":"pause"}"#)
        try bench.call("timer.each", #"{"action":"cancel","timers":["race"]}"#)
        #expect(try bench.names("timer.list") == [])
        try bench.verify()
    }

    /// Of two timers of a name, the one that is over is answered.
    @Test func severalAreAnsweredAtOnce() throws {
        func start(_ name: String, _ duration: String) throws {
            try bench.call("timer.start", "{\"duration\":\"\(duration)\",\"name\":\"\(name)\"}")
        }
        try start("green tea", "5m")
        try start("tea", "6m")
        #expect(try bench.refusal("timer.each", #"{"action":"answer"}"#).state == "none")
        bench.advance(ms: 6 * 60_000)
        try start("tea", "10m")
        try start("eggs", "10m")
        let early = try bench.refusal(
            "timer.each", #"{"action":"answer","timers":["tea","eggs"]}"#)
        #expect(early.kind == .conflict && early.state == "running")
        #expect(try bench.names("timer.list") == ["tea", "green tea", "tea", "eggs"])
        let answered = try bench.call(
            "timer.each", #"{"action":"answer","timers":["green","tea","tea"]}"#)
        #expect(answered["timers"]?.list.map { $0["name"]?.string } == ["green tea", "tea"])
        #expect(try bench.names("timer.list") == ["tea", "eggs"])
        bench.advance(ms: 10 * 60_000)
        #expect(try bench.call("timer.each", #"{"action":"answer"}"#)["timers"]?.list.count == 2)
        #expect(try bench.names("timer.list") == [])
        try bench.verify()
    }

    // MARK: Until a time

    private func end(_ until: String) throws -> String? {
        let params = "{\"until\":\"\(until)\"}"
        return try bench.call("timer.start", params)["due_at"]?.string
    }

    /// Words that need no name, as long as one stopwatch is running or paused; countdowns don't count.
    @Test func withoutANameTheOnlyStopwatchIsMeant() throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"tea"}"#)
        for word in ["timer.pause", "timer.finish", "stopwatch.lap", "timer.answer"] {
            let refusal = try bench.refusal(word)
            #expect(refusal.kind == .notFound && refusal.field == "stopwatch")
            #expect(refusal.state == "none" && refusal.message == "no stopwatch is running")
        }
        let walk = try bench.call("stopwatch.start", #"{"name":"walk"}"#).id()
        bench.forget()
        for (word, state) in [
            ("timer.pause", "paused"), ("timer.resume", "running"), ("stopwatch.lap", "running"),
            ("timer.restart", "running"), ("timer.finish", "finished"),
        ] {
            let result = try bench.call(word, word == "timer.pause" ? #"{"timer":null}"# : "{}")
            #expect(result["id"] == .string(walk) && result["state"] == .string(state), "\(word)")
        }
        #expect(try bench.refusal("timer.cancel").state == "none")
        let ids = try [#"{"name":"run"}"#, "{}"].map { try bench.call("stopwatch.start", $0).id() }
        try bench.call("timer.pause", #"{"timer":"run"}"#)
        let refusal = try bench.refusal("timer.cancel")
        #expect(refusal.kind == .ambiguous && refusal.matches == ids)
        #expect(
            refusal.message == "several stopwatches are running, so name one: "
                + "run \(ids[0]) (paused, 0s), \(ids[1]) (0s)")
        try bench.verify()
    }

    /// It is nine in the morning.
    @Test func untilATime() throws {
        #expect(try end("18:30") == "2026-03-01T18:30:00.000+01:00")
        #expect(try end("09:00") == "2026-03-02T09:00:00.000+01:00")
        #expect(try end("08:59:59") == "2026-03-02T08:59:59.000+01:00")
        #expect(try end("2026-03-05T07:00") == "2026-03-05T07:00:00.000+01:00")
        #expect(try end("2026-03-01T08:00:01Z") == "2026-03-01T09:00:01.000+01:00")
        try bench.verify()
    }

    @Test(arguments: [
        (#"{"until":"-10m"}"#, "until"), (#"{"until":"2026-02-28T09:00"}"#, "until"),
        (#"{"until":"2026-03-02"}"#, "until"), (#"{"until":"2028-03-02T09:00"}"#, "until"),
        (#"{"until":"18:30","duration":"5m"}"#, "until"), ("{}", "duration"),
    ])
    func noEndOrTwo(_ params: String, _ field: String) throws {
        let refusal = try bench.refusal("timer.start", params)
        #expect(refusal.kind == .invalidParams && refusal.field == field)
        #expect(bench.published.isEmpty)
    }

    /// In Berlin the clock goes from 02:00 to 03:00 on 2026-03-29, and from 03:00 back to 02:00 on 2026-10-25.
    @Test func daylightSavingTimeCounts() throws {
        bench.place.become { (1_774_746_000..<1_792_890_000).contains($0) ? 7200 : 3600 }
        bench.drift(ms: (1_774_746_000 - 3600) * 1000 - bench.clock.wallMs)
        // One in the morning, an hour before an hour is left out.
        #expect(try end("03:30") == "2026-03-29T03:30:00.000+02:00")
        let short = try bench.call("timer.list")["timers"]?.list.first
        #expect(short?["duration_ms"] == .integer(5_400_000))
        try bench.call("timer.each", #"{"action":"cancel"}"#)
        // 02:45 for the first time: half past two comes once more.
        bench.drift(ms: (1_792_890_000 - 900) * 1000 - bench.clock.wallMs)
        #expect(try end("02:30") == "2026-10-25T02:30:00.000+01:00")
        let again = try bench.call("timer.list")["timers"]?.list.first
        #expect(again?["duration_ms"] == .integer(2_700_000))
    }
}
