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

    /// A step that can't be read is refused when its turn comes, with its index, so that the other steps
    /// can be refused, too.
    @Test(arguments: ["5", "null", "[]", "\"status\"", "{}", "{\"method\":5}", "{\"method\":null}"])
    func stepsThatAreNoCalls(_ step: String) throws {
        #expect(
            try refusal(ofStep: step)
                == .invalid("calls", "each of calls must be an object with a method"))
    }

    /// The nested call is read, so that the engine can refuse it with its index.
    @Test func anAtomicInAnAtomic() throws {
        let steps = try steps(
            #"[{"method":"atomic","params":{"calls":[{"method":"status"},{"method":"nope"}]}}]"#)
        let inner = try #require(try steps[0].get() as? Atomic)
        #expect(inner.calls.count == 2)
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
