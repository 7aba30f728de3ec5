import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

@Suite struct TimeTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func timer(_ name: String) throws -> JSONValue {
        try bench.call("timer.get", "{\"timer\":\"\(name)\"}")
    }

    private func state(_ name: String) throws -> String? { try timer(name)["state"]?.string }

    @Test func aClockThatIsOnlySteeredIsFollowedByNothing() throws {
        try bench.call("timer.start", #"{"duration":"2h","name":"t"}"#)
        bench.stop()
        bench.stepWall(ms: 999)
        bench.forget()
        try bench.start()
        #expect(bench.published.isEmpty)
    }

    @Test func aThousandAtOnceComeOutInBatchesEachOnce() throws {
        let start = #"{"method":"timer.start","params":{"duration":"1m"}}"#
        let calls = Array(repeating: start, count: 1000).joined(separator: ",")
        try bench.call("atomic", "{\"calls\":[\(calls)]}")
        bench.drift(ms: 60_000)
        bench.forget()
        while bench.engine.nextDeadlines.isDue(at: bench.clock) {
            let before = bench.published.count
            bench.wake()
            let size = bench.published.count - before
            #expect(size > 0 && size <= 256)
            if size == 0 { break }
        }
        #expect(bench.published.count == 1000)
        #expect(Set(bench.published.map(\.event.subject)).count == 1000)
        #expect(Set(bench.types) == ["timer.finished"])
        try bench.verify()
    }

    @Test func aStartBringsAllOfThemOut() throws {
        let start = #"{"method":"timer.start","params":{"duration":"1m"}}"#
        let calls = Array(repeating: start, count: 600).joined(separator: ",")
        try bench.call("atomic", "{\"calls\":[\(calls)]}")
        bench.stop()
        bench.drift(ms: 60_000)
        bench.forget()
        try bench.start()
        #expect(Set(bench.published.map(\.event.subject)).count == 600)
        #expect(bench.published.count == 600)
        #expect(!bench.engine.nextDeadlines.isDue(at: bench.clock))
    }
}
