import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// `request_id`: a retry gets the first result and does nothing.
@Suite struct OnceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func start(_ requestID: String, _ duration: String = "10m") -> String {
        "{\"duration\":\"\(duration)\",\"request_id\":\"\(requestID)\"}"
    }

    private var timers: Int {
        get throws { try bench.call("timer.list", #"{"all":true}"#)["timers"]?.list.count ?? 0 }
    }

    @Test func aRetryGetsTheFirstResultAndDoesNothing() throws {
        let first = try bench.call("timer.start", start("a"))
        bench.advance(ms: 60_000)
        bench.forget()
        #expect(try bench.call("timer.start", start("a")) == first)
        #expect(try timers == 1)
        #expect(bench.published.isEmpty)
        let other = try bench.call("timer.start", start("b"))
        #expect(other != first)
    }

    @Test func membersInAnotherOrderAreTheSameRequest() throws {
        func create(_ between: String) throws -> JSONValue {
            try bench.call(
                "reminder.create",
                "{\"name\":\"a\",\"every\":\"30m\",\"between\":{\(between)},\"request_id\":\"a\"}")
        }
        let (monday, friday) = (#""mon":"09:00-17:00""#, #""fri":"10:00-12:00""#)
        let first = try create("\(monday),\(friday)")
        #expect(try create("\(friday),\(monday)") == first)
        let other = #expect(throws: Rejection.self) {
            try create("\(friday),\(monday.replacing("17", with: "18"))")
        }
        #expect(other?.kind == .conflict && other?.field == "request_id")
    }

    /// The order of a dictionary differs between processes; with so many entries it also differs between
    /// these two.
    @Test func soIsAnImportWithTheSameMap() throws {
        let names = (1...40).map { "Lift \($0)" }
        for name in names {
            try bench.call("exercise.create", "{\"name\":\"My \(name)\",\"unit\":\"reps\"}")
        }
        let rows = names.map { "2026-02-28 10:00:00,Push,1h,\($0),1,100,5,0,0,,," }
        let head =
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,"
        let file = ([head + "Notes,Workout Notes,RPE"] + rows).joined(separator: "\n")
        let id = try bench.open(file, #"{"unit":"kg"}"#)
        func commit(_ names: [String]) throws -> JSONValue {
            let map = names.map { "\"\($0)\":\"My \($0)\"" }.joined(separator: ",")
            return try bench.commit(id, ",\"map\":{\(map)},\"request_id\":\"a\"")
        }
        let first = try commit(names)
        #expect(first["sets"] == .integer(40))
        for start in 0..<40 {
            #expect(try commit(Array(names[start...] + names[..<start])) == first)
        }
    }

    @Test func forADayOverARebootThoughTheClockWasSetBefore() throws {
        let first = try bench.call("timer.start", start("a"))
        bench.stepWall(ms: 30 * 86_400_000)
        bench.take(bench.engine.clockStepped(byMs: 30 * 86_400_000, at: bench.clock))
        bench.stop()
        bench.reboot(offMs: 43_200_000)
        try bench.start()
        #expect(try bench.call("timer.start", start("a")) == first)
        bench.drift(ms: 43_200_000)
        #expect(try bench.call("timer.start", start("a")) != first)
    }

    @Test func sixtyFourCharactersMayBeOfAnyKind() throws {
        let id = String(repeating: "ü", count: 64)
        let first = try bench.call("timer.start", start(id))
        #expect(try bench.call("timer.start", start(id)) == first)
    }
}
