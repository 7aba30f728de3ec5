import Testing
import TrackerAPI
import TrackerCore

/// Tests of the envelope of requests: lines, batches, ids, versions.
struct EnvelopeTests {
    // MARK: Lines that aren't JSON

    @Test(arguments: [
        "", " ", "x", "nul", "{", "}", "[", "]", "{]", "[}", #"{"id":1"#, #"{"id":1,"method":"sta"#,
        #"{"id":1,"method":"status""#, "{id:1}", "{'id':1}", #"{"id":1} {"id":2}"#,
        #"{"id":1}]"#, #"{"id" 1}"#, #"{"id":}"#, #"{"id":NaN}"#, #"{"id":Infinity}"#,
        #"{"id":.5}"#, #"{"id":tru}"#, #"{"method":"status"} x"#, "// status", "\"", "\u{feff}",
        #"[{"id":1},"#, "GET / HTTP/1.1", "timer.start 25m",
        #"{"id":1,"method":"timer.get","params":{"timer":"\u12"}}"#,
        #"{"id":1,"method":"timer.get","params":{"timer":"\u12zz"}}"#,
        #"{"id":1,"method":"timer.get","params":{"timer":"\q"}}"#, #"{"id":01}"#, #"{"id":-}"#,
        #"{"id":1.}"#, #"{"id":1e}"#, #"{"id":1,}"#, #"[{"id":1},]"#, #"{"id":+1}"#,
    ])
    func notJSON(_ line: String) throws {
        let call = try call(line)
        #expect(call.id == .null)
        #expect(
            call.rejection
                == Rejection(
                    .parseError, "the line isn't JSON: send one JSON value on each line"))
    }

    @Test(
        arguments: [
            // A lone continuation, a cut sequence, an overlong one, a surrogate, beyond Unicode, Latin-1,
            // no character at all.
            [0x80], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
            [0x47, 0xf6, 0xdf], [0xff, 0xfe],
        ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) throws {
        let prefix = Array(#"{"id":1,"method":"timer.start","params":{"name":""#.utf8)
        let suffix = Array(#""}}"#.utf8)
        for line in [bytes, prefix + bytes + suffix] {
            let call = try call(bytes: line)
            #expect(call.id == .null)
            #expect(
                call.rejection
                    == Rejection(
                        .parseError, "the line isn't UTF-8: send one JSON value on each line"))
        }
    }

    /// A NUL is UTF-8, so the refusal names it.
    @Test(arguments: [[0x00], [0x61, 0x00], [0x00, 0x80]] as [[UInt8]])
    func nulBytes(_ bytes: [UInt8]) throws {
        let prefix = Array(#"{"id":1,"method":"timer.start","params":{"name":""#.utf8)
        for line in [bytes, prefix + bytes + Array(#""}}"#.utf8)] {
            let call = try call(bytes: line)
            #expect(call.id == .null)
            #expect(
                call.rejection
                    == Rejection(
                        .parseError, "the line has a NUL byte: send one JSON value on each line"))
        }
    }

    // MARK: JSON that is no request

    @Test(arguments: ["null", "true", "5", "1.5", "\"status\""]) func noObject(_ line: String)
        throws
    {
        let call = try call(line)
        #expect(call.id == .null)
        #expect(
            call.rejection == Rejection(.invalidRequest, "a request is an object with a method"))
    }

    @Test(arguments: [
        "{}", #"{"params":{}}"#, #"{"method":null}"#, #"{"method":5}"#, #"{"method":["status"]}"#,
    ])
    func noMethod(_ line: String) throws {
        let expected = Rejection(
            .invalidRequest, "method is missing or not a string", field: "method")
        let call = try call(line)
        // Without an id there is a reply all the same, since the line may not have been meant as a
        // notification.
        #expect(call.id == .null && call.rejection == expected)
    }

    @Test func theIdOfARequestWithoutMethodIsEchoed() throws {
        #expect(try call(#"{"id":7}"#).id == .integer(7))
        #expect(try call(#"{"id":"a","method":5}"#).id?.json == #""a""#)
    }

    @Test(arguments: ["\"1.0\"", "\"2\"", "2.0", "2", "null", "true", "{}", "\"\""])
    func otherVersions(_ version: String) throws {
        let call = try call("{\"jsonrpc\":\(version),\"id\":3,\"method\":\"status\"}")
        #expect(call.id == .integer(3))
        #expect(
            call.rejection
                == Rejection(
                    .invalidRequest, "jsonrpc must be \"2.0\", or left out", field: "jsonrpc"))
    }

    /// A misspelt member would be left out unnoticed, with the parameters in it.
    @Test(arguments: [
        ("parms", ": did you mean 'params'?"), ("Method", ": did you mean 'method'?"),
        ("ID", ": did you mean 'id'?"), ("trace", ": it has jsonrpc, id, method, params"),
        ("result", ": it has jsonrpc, id, method, params"),
        ("request_id", ": it has jsonrpc, id, method, params"),
    ])
    func unknownMembersOfTheEnvelope(_ name: String, hint: String) throws {
        for value in ["null", "{\"x\":[1]}"] {
            let call = try call("{\"id\":1,\"method\":\"status\",\"\(name)\":\(value)}")
            let expected = Rejection(
                .invalidRequest, "a request has no '\(name)'\(hint)", field: name)
            #expect(call.rejection == expected && call.id == .integer(1))
        }
    }

    // MARK: Ids

    @Test(arguments: [
        "null", "0", "-0", "-7", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "12345678901234567890123", "1.0", "1.50", "-0.25", "1e30", "1E+2",
        "1e400", "\"\"", "\"a/b\"", "\"a\\/b\"", "\"1\"", "\"\\u0041\"", "\"\\u0000\\n\\\"\\\\\"",
        "\"\\ud83c\\udf75 Grün\"",
    ])
    func idsAreEchoedAsTheyCame(_ id: String) throws {
        let call = try call("{\"id\": \(id) ,\"method\":\"status\"}")
        #expect(call.rejection == nil)
        let reply = ReplyWriter().result("{}", to: try #require(call.id))
        #expect(reply == "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{}}")
        let refusal = try TrackerAPITests.call("{\"id\":\(id),\"method\":\"nope\"}")
        #expect(refusal.id == call.id && refusal.rejection?.kind == .unknownMethod)
    }

    @Test(arguments: [
        "{}", "[]", "[1]", "{\"a\":1}", "true", "false", "\"\\ud800\"", "\"\t\"",
    ])
    func otherIds(_ id: String) throws {
        let call = try call("{\"id\":\(id),\"method\":\"status\"}")
        #expect(call.id == .null)
        #expect(
            call.rejection
                == Rejection(
                    .invalidRequest, "id must be a string, a number or null", field: "id"))
    }

    @Test func withoutIdItIsANotification() throws {
        let call = try call(#"{"method":"timer.clear"}"#)
        #expect(call.id == nil && call.rejection == nil)
        let unknown = try TrackerAPITests.call(#"{"method":"nope"}"#)
        #expect(unknown.id == nil && unknown.rejection?.kind == .unknownMethod)
    }

    // MARK: Methods and params

    @Test(arguments: ["nope", "", "timer", "timer.", "Timer.start", "timer.start ", "rpc.describe"])
    func unknownMethods(_ method: String) throws {
        let call = try call("{\"id\":\"x\",\"method\":\"\(method)\"}")
        #expect(call.id?.json == #""x""#)
        #expect(
            call.rejection
                == Rejection(.unknownMethod, "no method '\(method)'", field: "method"))
    }

    @Test func aLongUnknownMethodIsCutInTheMessage() throws {
        let name = String(repeating: "x", count: 10_000)
        #expect(
            try refusal(of: name, "{}")?.message
                == "no method '\(String(repeating: "x", count: 64))'")
    }

    @Test(arguments: ["[]", "[1500000]", "null", "5", "1.5", "true", "\"25m\"", "[{}]"])
    func paramsThatAreNoObject(_ params: String) throws {
        for method in Methods.all {
            #expect(
                try refusal(of: method.method, params)
                    == .invalid("params", "params must be an object"), "\(method.method)")
        }
    }

    // MARK: request_id

    @Test(arguments: [
        "\"\"", "5", "null", "true", "[]", "{}", "[\"a\"]", "\"\\ud800\"",
        "\"\(String(repeating: "x", count: 65))\"", "\"\(String(repeating: "é", count: 10_000))\"",
    ])
    func otherRequestIDs(_ value: String) throws {
        let params = "{\"timer\":\"tea\",\"request_id\":\(value)}"
        let call = try call("{\"id\":1,\"method\":\"timer.pause\",\"params\":\(params)}")
        #expect(call.id == .integer(1) && call.requestID == nil)
        #expect(
            call.rejection
                == .invalid("request_id", "request_id must be a string of 1 to 64 characters"))
    }
}
