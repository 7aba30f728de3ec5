import Testing
import TrackerAPI
import TrackerCore

struct BatchTests {
    @Test func callsInOrder() throws {
        let calls = try batch(
            """
            [{"id":1,"method":"status"},{"method":"timer.clear"},{"id":"x","method":"nope"},\
            {"id":2,"method":"timer.start","params":{"duration":"1 hr ago"}}]
            """)
        #expect(calls.map(\.id?.json) == ["1", nil, #""x""#, "2"])
        #expect(calls[0].rejection == nil && calls[1].rejection == nil)
        #expect(calls[2].rejection?.kind == .unknownMethod)
        #expect(calls[3].rejection?.field == "duration")
    }

    /// As in the specification's example `[1,2,3]`, each entry gets an error.
    @Test(arguments: ["1", "null", "true", "\"x\"", "[]", "[[]]", "[{\"method\":\"status\"}]"])
    func whatIsNoRequestIsAnsweredInItsPlace(_ entry: String) throws {
        let calls = try batch("[\(entry),{\"id\":2,\"method\":\"status\"},\(entry)]")
        #expect(calls.map(\.id) == [.null, .integer(2), .null])
        for call in [calls[0], calls[2]] { #expect(call.rejection?.kind == .invalidRequest) }
        #expect(calls[1].rejection == nil)
    }

    @Test(arguments: ["[]", " [ ] "]) func anEmptyBatchIsNoRequest(_ line: String) throws {
        let call = try call(line)
        #expect(call.id == .null)
        #expect(call.rejection == Rejection(.invalidRequest, "the batch is empty"))
    }

    @Test func thousandCallsAreTheLimit() throws {
        let entry = #"{"id":1,"method":"status"}"#
        let most = Array(repeating: entry, count: Message.maximumCalls).joined(separator: ",")
        #expect(try batch("[\(most)]").count == 1000)
        let call = try call("[\(most),\(entry)]")
        #expect(call.id == .null)
        #expect(call.rejection == Rejection(.tooLarge, "a batch can have at most 1000 calls"))
    }
}
