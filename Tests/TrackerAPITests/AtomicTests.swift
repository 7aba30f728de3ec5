import TestSupport
import Testing
import TrackerAPI
import TrackerCore

struct AtomicTests {
    private func steps(_ calls: String) throws -> [Result<any Request, Rejection>] {
        let request = try #require(try request("atomic", "{\"calls\":\(calls)}") as? Atomic)
        return request.calls.map(\.request)
    }

    private func refusal(ofStep step: String) throws -> Rejection? {
        let steps = try steps("[{\"method\":\"status\"},\(step)]")
        #expect(steps.count == 2 && (try? steps[0].get()) is Status)
        guard case .failure(let rejection) = steps[1] else { return nil }
        return rejection
    }

    @Test func theCallsInOrder() throws {
        let steps = try steps(
            #"[{"method":"timer.start","params":{"duration":"25m"}},{"method":"timer.clear"}]"#)
        let start = try #require(try steps[0].get() as? TimerStart)
        #expect(start.duration == Span(ms: 1_500_000))
        #expect(try steps[1].get() is TimerClear)
    }

    /// A step that can't be read is refused when its turn comes, with its index, so that the other steps
    /// can be refused, too.
    @Test(arguments: ["5", "null", "[]", "\"status\"", "{}", "{\"method\":5}", "{\"method\":null}"])
    func stepsThatAreNoCalls(_ step: String) throws {
        #expect(
            try refusal(ofStep: step)
                == .invalid("calls", "each of calls must be an object with a method"))
    }

    @Test func stepsThatCanNotBeRead() throws {
        #expect(
            try refusal(ofStep: #"{"method":"nope"}"#)
                == Rejection(.unknownMethod, "no method 'nope'", field: "method"))
        #expect(
            try refusal(ofStep: #"{"method":"rest.start"}"#)
                == .invalid("duration", "duration is missing"))
        #expect(
            try refusal(ofStep: #"{"method":"timer.start","params":{"duration":true}}"#)?.field
                == "duration")
        #expect(
            try refusal(ofStep: #"{"method":"timer.get","params":["tea"]}"#)
                == .invalid("params", "params must be an object"))
        #expect(
            try refusal(ofStep: #"{"method":"timer.get","params":{"timer":5}}"#)
                == .invalid("timer", "timer must be a string"))
        #expect(
            try refusal(ofStep: #"{"method":"events.list","params":{"limit":1.5}}"#)
                == .invalid("limit", "limit must be a whole number that fits in 64 bits"))
    }

    /// The nested call is read, so that the engine can refuse it with its index.
    @Test func anAtomicInAnAtomic() throws {
        let steps = try steps(
            #"[{"method":"atomic","params":{"calls":[{"method":"status"},{"method":"nope"}]}}]"#)
        let inner = try #require(try steps[0].get() as? Atomic)
        #expect(inner.calls.count == 2)
    }

    @Test(arguments: [
        ("{\"calls\":5}", "calls must be a list"), ("{\"calls\":{}}", "calls must be a list"),
        ("{\"calls\":null}", "calls must be a list"), ("{\"calls\":\"x\"}", "calls must be a list"),
        ("{}", "calls is missing"),
    ])
    func callsThatAreNoList(_ params: String, _ message: String) throws {
        #expect(try TrackerAPITests.refusal(of: "atomic", params) == .invalid("calls", message))
    }

    @Test func thousandCallsAreTheLimit() throws {
        let step = #"{"method":"timer.clear"}"#
        let most = Array(repeating: step, count: 1000).joined(separator: ",")
        #expect(try steps("[\(most)]").count == 1000)
        #expect(
            try TrackerAPITests.refusal(of: "atomic", "{\"calls\":[\(most),\(step)]}")
                == Rejection(.tooLarge, "calls has more than 1000 entries", field: "calls"))
    }

    @Test func theRequestIDStandsBesideTheCalls() throws {
        let call = try call(
            #"{"id":1,"method":"atomic","params":{"request_id":"k","calls":[{"method":"status"}]}}"#
        )
        #expect(call.requestID == "k" && call.rejection == nil)
    }

    @Test func whatCouldNotBeReadCanNotBeWritten() throws {
        let request = try request("atomic", #"{"calls":[{"method":"nope"}]}"#)
        let refusal = #expect(throws: Rejection.self) { try json(request) }
        #expect(refusal?.kind == .unknownMethod)
    }
}
