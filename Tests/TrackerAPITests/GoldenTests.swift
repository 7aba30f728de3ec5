import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Every method's JSON, byte for byte, both ways.
struct GoldenTests {
    @Test(arguments: Methods.all.map { $0.method }) func everyMethodHasAGolden(_ method: String) {
        #expect(Golden.all.filter { $0.method == method }.count == 1)
    }

    @Test(arguments: Golden.all) func requestsAreWrittenSo(_ golden: Golden) throws {
        for params in [golden.all, golden.fewest] {
            #expect(try json(params.request) == params.json)
        }
    }

    @Test(arguments: Golden.all) func requestsAreReadSo(_ golden: Golden) throws {
        for params in [golden.all, golden.fewest] {
            let request = try request(golden.method, params.json)
            #expect(type(of: request) == type(of: params.request))
            #expect(request.method == golden.method)
            #expect(try json(request) == params.json)
        }
    }

    /// Optional members may be missing or null, and `params` may be missing where no member is needed.
    @Test(arguments: Golden.all) func whatIsOptionalMayBeMissingOrNull(_ golden: Golden) throws {
        if golden.fewest.json == "{}" {
            let call = try call("{\"id\":1,\"method\":\"\(golden.method)\"}")
            #expect(try json(call.request.get()) == "{}")
        }
        let needed = try members(of: golden.fewest.json)
        let members = try members(of: golden.all.json)
        let nulled = members.mapValues { _ in JSONValue.null }.merging(needed) { $1 }
        let request = try request(golden.method, try json(JSONValue.object(nulled)))
        #expect(try json(request) == golden.fewest.json)
    }

    @Test(arguments: Golden.all) func responsesAreReadAndWrittenSo(_ golden: Golden) throws {
        #expect(!golden.responses.isEmpty)
        for response in golden.responses {
            let rewritten = try golden.rewritten(response)
            #expect(rewritten == response)
        }
    }

    /// A newer daemon may reply with more members.
    @Test(arguments: Golden.all) func unknownMembersOfResponsesAreIgnored(_ golden: Golden) throws {
        // A description is passed on as it is.
        guard golden.method != RPCDiscover.method else { return }
        let response = try #require(golden.responses.first)
        let rewritten = try golden.rewritten("{\"colour\":\"green\"," + response.dropFirst())
        #expect(rewritten == response)
    }

    private func members(of json: String) throws -> [String: JSONValue] {
        guard case .object(let members) = try decode(JSONValue.self, json) else {
            throw Unexpected(what: json)
        }
        return members
    }
}

extension Golden: CustomTestStringConvertible {
    var testDescription: String { method }

    /// A response, read and written again.
    fileprivate func rewritten(_ response: String) throws -> String {
        try type(of: all.request).rewritten(response)
    }
}

extension Request {
    fileprivate static func rewritten(_ response: String) throws -> String {
        try json(decode(Response.self, response))
    }
}
