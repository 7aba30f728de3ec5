import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct TimerMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func startedTimerAsTheWireShowsIt() throws {
        let timer = try bench.call(
            "timer.start",
            #"{"duration":"25m","name":"tea","message":"pour it","on_suspend":"pause"}"#)
        #expect(
            timer.members == [
                "due_at", "duration_ms", "elapsed_ms", "id", "kind", "laps", "message", "name",
                "on_suspend", "remaining_ms", "started_at", "state",
            ])
        #expect(timer["kind"] == .string("countdown"))
        #expect(timer["state"] == .string("running"))
        #expect(timer["name"] == .string("tea"))
        #expect(timer["message"] == .string("pour it"))
        #expect(timer["duration_ms"] == .integer(1_500_000))
        #expect(timer["elapsed_ms"] == .integer(0))
        #expect(timer["remaining_ms"] == .integer(1_500_000))
        #expect(timer["started_at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(timer["due_at"] == .string("2026-03-01T09:25:00.000+01:00"))
        #expect(timer["on_suspend"] == .string("pause"))
        #expect(timer["laps"]?.list == [])
        #expect(try timer.id().count == 12)
        #expect(bench.types == ["timer.started"])
        #expect(try bench.data(of: "timer.started") == timer)
        try bench.verify()
    }

    @Test(
        arguments: [
            (#"{"duration":1000}"#, 1000), (#"{"duration":"1s"}"#, 1000),
            (#"{"duration":"1:30"}"#, 90_000), (#"{"duration":"1:30:00"}"#, 5_400_000),
            (#"{"duration":"1h 30m"}"#, 5_400_000), (#"{"duration":"366d"}"#, 31_622_400_000),
        ] as [(String, Int64)])
    func durationsThatAreTaken(_ params: String, _ ms: Int64) throws {
        #expect(try bench.call("timer.start", params)["duration_ms"] == .integer(ms))
    }

    @Test(arguments: [
        "0", "999", "-5", #""0s""#, #""-5m""#, #""999ms""#, #""367d""#, "31622400001",
        "9223372036854775807", #""9223372036854775807h""#, #""153722867280912930:59""#, #""soon""#,
        #""25""#, #""""#, "null", "true", "1.5", "[]", "{}",
    ])
    func durationsThatAreNot(_ duration: String) throws {
        let refusal = try bench.refusal("timer.start", "{\"duration\":\(duration)}")
        #expect(refusal.kind == .invalidParams)
        #expect(refusal.field == "duration")
        #expect(bench.published.isEmpty)
    }

    @Test func missingDurationIsNamed() throws {
        #expect(try bench.refusal("timer.start").field == "duration")
    }

    @Test func textsHaveTheirLimits() throws {
        func start(_ member: String, _ text: String) -> String {
            "{\"duration\":\"1m\",\"\(member)\":\"\(text)\"}"
        }
        try bench.call("timer.start", start("name", String(repeating: "é", count: 200)))
        let long = try bench.refusal(
            "timer.start", start("name", String(repeating: "n", count: 201)))
        #expect(long.kind == .tooLarge)
        #expect(long.field == "name")
        for wrong in ["", #"a\nb"#, #"a\u0007"#, #"a\u001b[1m"#] {
            let refusal = try bench.refusal("timer.start", start("name", wrong))
            #expect(refusal.kind == .invalidParams, "\(wrong)")
            #expect(refusal.field == "name")
        }
        let lines = try bench.call("timer.start", start("message", #"one\ntwo"#))
        #expect(lines["message"] == .string("one\ntwo"))
        let message = start("message", String(repeating: "m", count: 4001))
        #expect(try bench.refusal("timer.start", message).kind == .tooLarge)
        let choice = try bench.refusal("timer.start", start("on_suspend", "stop"))
        #expect(choice.kind == .invalidParams)
        #expect(choice.field == "on_suspend")
        #expect(choice.message.contains("continue, pause, cancel"))
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

    @Test(arguments: ["0", #""366d""#, "9223372036854775807", #""nonsense""#, "null"])
    func extendRefusesWhatIsOutOfRange(_ by: String) throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#)
        let refusal = try bench.refusal("timer.extend", "{\"timer\":\"t\",\"by\":\(by)}")
        #expect(refusal.kind == .invalidParams)
        #expect(refusal.field == "by")
        let timer = try bench.call("timer.get", #"{"timer":"t"}"#)
        #expect(timer["duration_ms"] == .integer(600_000))
    }

    @Test func restartBeginsAgainFromAnyState() throws {
        let id = try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#).id()
        let verbs = ["timer.pause", "timer.cancel", "timer.finish"]
        for verb in verbs {
            try bench.call("timer.extend", #"{"timer":"t","by":"1m"}"#)
            bench.advance(ms: 60_000)
            try bench.call(verb, #"{"timer":"t"}"#)
            let timer = try bench.call("timer.restart", #"{"timer":"t"}"#)
            #expect(try timer.id() == id)
            #expect(timer["state"] == .string("running"), "\(verb)")
            #expect(timer["duration_ms"] == .integer(600_000))
            #expect(timer["elapsed_ms"] == .integer(0))
            #expect(timer["ended_at"] == nil)
            #expect(timer["paused_at"] == nil)
        }
        let running = try bench.call("timer.restart", #"{"timer":"t"}"#)
        #expect(running["started_at"] == .string("2026-03-01T09:03:00.000+01:00"))
        bench.advance(ms: 600_000)
        #expect(bench.types.last == "timer.finished")
        try bench.verify()
    }

    @Test func renameWhateverTheState() throws {
        let id = try bench.call("timer.start", #"{"duration":"10m"}"#).id()
        let named = try bench.call("timer.rename", #"{"timer":"\#(id)","name":"soup"}"#)
        #expect(named["name"] == .string("soup"))
        try bench.call("timer.cancel", #"{"timer":"soup"}"#)
        try bench.call("timer.rename", #"{"timer":"soup","name":"stew"}"#)
        #expect(try bench.refusal("timer.get", #"{"timer":"soup"}"#).kind == .notFound)
        #expect(
            try bench.refusal("timer.rename", #"{"timer":"stew","name":""}"#).field == "name")
        #expect(try bench.refusal("timer.rename", #"{"timer":"stew"}"#).field == "name")
    }

    @Test func stopwatchCountsUpWithLaps() throws {
        let watch = try bench.call("stopwatch.start", #"{"name":"run"}"#)
        #expect(watch["kind"] == .string("stopwatch"))
        #expect(watch["duration_ms"] == nil)
        #expect(watch["remaining_ms"] == nil)
        #expect(watch["due_at"] == nil)
        bench.advance(ms: 61_000)
        try bench.call("stopwatch.lap", #"{"timer":"run"}"#)
        bench.advance(ms: 1500)
        try bench.call("timer.pause", #"{"timer":"run"}"#)
        bench.advance(ms: 10_000)
        try bench.call("timer.resume", #"{"timer":"run"}"#)
        bench.advance(ms: 500)
        let lapped = try bench.call("stopwatch.lap", #"{"timer":"run"}"#)
        #expect(
            lapped["laps"]?.list.map { $0["elapsed_ms"] } == [.integer(61_000), .integer(63_000)])
        #expect(lapped["laps"]?.list.first?["at"] == .string("2026-03-01T09:01:01.000+01:00"))
        let done = try bench.call("timer.finish", #"{"timer":"run"}"#)
        #expect(done["elapsed_ms"] == .integer(63_000))
        #expect(done["laps"]?.list.count == 2)
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    struct Illegal: Sendable {
        let from: String
        let method: String
        let state: String
    }

    @Test(arguments: [
        Illegal(from: "paused", method: "timer.pause", state: "paused"),
        Illegal(from: "running", method: "timer.resume", state: "running"),
        Illegal(from: "running", method: "stopwatch.lap", state: "running"),
        Illegal(from: "finished", method: "timer.pause", state: "finished"),
        Illegal(from: "finished", method: "timer.resume", state: "finished"),
        Illegal(from: "finished", method: "timer.cancel", state: "finished"),
        Illegal(from: "finished", method: "timer.finish", state: "finished"),
        Illegal(from: "cancelled", method: "timer.cancel", state: "cancelled"),
        Illegal(from: "cancelled", method: "timer.finish", state: "cancelled"),
        Illegal(from: "cancelled", method: "timer.pause", state: "cancelled"),
    ])
    func illegalMovesNameTheStateAndChangeNothing(_ illegal: Illegal) throws {
        try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#)
        let way = [
            "paused": "timer.pause", "finished": "timer.finish", "cancelled": "timer.cancel",
        ]
        if let move = way[illegal.from] { try bench.call(move, #"{"timer":"t"}"#) }
        let before = try bench.call("timer.get", #"{"timer":"t"}"#)
        bench.forget()
        let refusal = try bench.refusal(illegal.method, #"{"timer":"t"}"#)
        #expect(refusal.kind == .conflict)
        #expect(refusal.state == illegal.state)
        #expect(try bench.call("timer.get", #"{"timer":"t"}"#) == before)
        #expect(bench.published.isEmpty)
    }

    @Test func extendIsForCountdownsThatAreOn() throws {
        try bench.call("stopwatch.start", #"{"name":"run"}"#)
        let watch = try bench.refusal("timer.extend", #"{"timer":"run","by":"1m"}"#)
        #expect(watch.kind == .conflict)
        #expect(watch.state == "running")
        try bench.call("timer.start", #"{"duration":"10m","name":"t"}"#)
        try bench.call("timer.cancel", #"{"timer":"t"}"#)
        let ended = try bench.refusal("timer.extend", #"{"timer":"t","by":"1m"}"#)
        #expect(ended.kind == .conflict)
        #expect(ended.state == "cancelled")
        try bench.call("timer.finish", #"{"timer":"run"}"#)
        let lap = try bench.refusal("stopwatch.lap", #"{"timer":"run"}"#)
        #expect(lap.kind == .conflict)
        #expect(lap.state == "finished")
    }

    @Test func listsInTheOrderOfTheirStart() throws {
        for name in ["a", "b", "c", "d"] {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
        }
        try bench.call("timer.pause", #"{"timer":"a"}"#)
        try bench.call("timer.cancel", #"{"timer":"b"}"#)
        try bench.call("timer.finish", #"{"timer":"d"}"#)
        func names(_ params: String) throws -> [String] {
            try bench.call("timer.list", params)["timers"]?.list.compactMap { $0["name"]?.string }
                ?? []
        }
        #expect(try names("{}") == ["a", "c"])
        #expect(try names(#"{"all":false}"#) == ["a", "c"])
        #expect(try names(#"{"all":true}"#) == ["a", "b", "c", "d"])
        try bench.call("timer.restart", #"{"timer":"a"}"#)
        #expect(try names(#"{"all":true}"#) == ["b", "c", "d", "a"])
        #expect(try bench.refusal("timer.list", #"{"all":"yes"}"#).field == "all")
    }

    @Test func clearTakesEndedOnesOffTheList() throws {
        for name in ["a", "b", "c"] {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
        }
        try bench.call("timer.cancel", #"{"timer":"a"}"#)
        try bench.call("timer.finish", #"{"timer":"b"}"#)
        #expect(try bench.call("timer.clear")["cleared"] == .integer(2))
        let left = try bench.call("timer.list", #"{"all":true}"#)["timers"]?.list
        #expect(left?.compactMap { $0["name"]?.string } == ["c"])
        #expect(bench.types.suffix(2) == ["timer.cleared", "timer.cleared"])
        #expect(try bench.call("timer.clear")["cleared"] == .integer(0))
        #expect(try bench.refusal("timer.get", #"{"timer":"a"}"#).kind == .notFound)
        try bench.verify()
    }
}
