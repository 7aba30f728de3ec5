import Glibc
import Stage
import Testing
import TrackerAPI
import TrackerCore

/// All tests that run real daemons, one after the other, since they measure times on one machine.
@Suite(.serialized) struct ServerTests {}

extension ServerTests {
    /// Tests of the bytes on the socket.
    @Suite struct Wire {
        @Test func pipelinedRequestsAreAnsweredInOrder() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                var lines = ""
                for id in 1...50 {
                    let method = id % 3 == 0 ? "timer.start" : id % 3 == 1 ? "hello" : "nonsense"
                    let params = id % 3 == 1 ? "{}" : "{\"duration\":60000,\"name\":\"t\(id)\"}"
                    lines += "{\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)}\n"
                }
                try client.send(Array(lines.utf8))
                for id in 1...50 {
                    let reply = try client.json()
                    #expect(reply["id"] == .integer(Int64(id)))
                    if id % 3 == 0 {
                        #expect(reply.at("result", "name") == .string("t\(id)"))
                    } else if id % 3 == 1 {
                        #expect(reply.at("result", "protocol") == .integer(1))
                    } else {
                        #expect(reply.errorKind == "unknown_method")
                    }
                }
            }
        }

        /// A request that is wrong in its names changes nothing, with and without an id.
        @Test func unknownParametersChangeNothing() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let params = #"{"duration":"5m","nmae":"tea"}"#
                try client.send(line: "{\"method\":\"timer.start\",\"params\":\(params)}")
                try client.send(line: "{\"id\":1,\"method\":\"timer.start\",\"params\":\(params)}")
                let refused = try client.json()
                #expect(refused["id"] == .integer(1) && refused.errorKind == "invalid_params")
                #expect(refused.at("error", "data", "field") == .string("nmae"))
                try client.send(line: #"{"id":2,"method":"timer.list","parms":{"all":true}}"#)
                #expect(try client.json().errorKind == "invalid_request")
                #expect(try client.call("timer.list")["timers"] == .array([]))
            }
        }

        /// A program's text is read as its file would be, and what it comes to can be created.
        @Test func aProgramsTextIsRead() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                func text(_ duration: String) -> String {
                    let text =
                        "name = 'Hills'\nintervals = [{ label = 'Up', duration = \(duration) }]"
                    return "{\"text\":\(JSONText.quoted(text))}"
                }
                let program = try client.call("program.parse", text("'45s'"))
                #expect(program["name"] == .string("Hills"))
                let created = try client.call("program.create", JSONText.of(program))
                #expect(created["total_ms"] == .integer(45_000))
                let refusal = try client.reply("program.parse", text("45"))
                #expect(refusal.errorKind == "invalid_params")
                #expect(refusal.at("error", "data", "line") == .integer(2))
                #expect(
                    refusal.at("error", "data", "field") == .string("intervals[0].duration"))
                let message = refusal.at("error", "message")?.string ?? ""
                #expect(message.hasPrefix("line 2: intervals[0].duration must be"), "\(message)")
            }
        }

        /// What PROTOCOL.md says of a connection that subscribes and changes.
        @Test func theReplyToAChangeComesBeforeItsEvents() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.call("events.subscribe")
                for id in 10...20 {
                    let start = #""method":"timer.start","params":{"duration":"1h"}"#
                    try client.send(line: "{\"id\":\(id),\(start)}")
                    #expect(try client.json()["id"] == .integer(Int64(id)))
                    #expect(try client.json().at("params", "type") == .string("timer.started"))
                }
            }
        }

        /// With `since` and `snapshot`, the snapshot is of now, and the older events come all the same.
        @Test func aSnapshotWithOlderEvents() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let first = try #require(try client.call("hello")["seq"]?.integer)
                for _ in 1...3 { try client.call("timer.start", #"{"duration":"1h"}"#) }
                let reply = try client.call(
                    "events.subscribe", "{\"since\":\(first + 1),\"snapshot\":true}")
                #expect(reply["seq"] == .integer(first + 3))
                #expect(reply.at("snapshot", "seq") == .integer(first + 3))
                for seq in [first + 2, first + 3] {
                    let event = try client.event()
                    #expect(event["seq"] == .integer(seq))
                    #expect(event["at_ms"]?.integer != nil)
                }
            }
        }

        @Test func idsComeBackAsTheyCame() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                for id in ["\"a\\\"b\"", "null", "-7", "18446744073709551615", "\"\""] {
                    try client.send(line: "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"hello\"}")
                    let line = try #require(try client.line())
                    #expect(line.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{"))
                }
            }
        }

        @Test func aBatchIsAnsweredByOneArrayWithoutItsNotifications() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.send(
                    line: """
                        [{"id":1,"method":"timer.start","params":{"duration":"1h","name":"a"}},\
                        {"method":"timer.start","params":{"duration":"1h","name":"b"}},\
                        7,{"id":"x","method":"timer.get","params":{"timer":"b"}},\
                        {"id":2,"method":"timer.get","params":{"timer":"nobody"}}]
                        """)
                let replies = try client.json().list
                #expect(replies.count == 4)
                #expect(replies.first?["id"] == .integer(1))
                #expect(replies.first?.at("result", "name") == .string("a"))
                #expect(replies.dropFirst().first?["id"] == .null)
                #expect(replies.dropFirst().first?.errorKind == "invalid_request")
                // The notification before it has been carried out.
                #expect(replies.dropFirst(2).first?.at("result", "name") == .string("b"))
                #expect(replies.last?.errorKind == "not_found")
            }
        }

        @Test func notificationsAreNotAnswered() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.send(line: "[{\"method\":\"hello\"},{\"method\":\"nonsense\"}]")
                try client.send(line: "{\"method\":\"stopwatch.start\",\"params\":{}}")
                try client.send(line: "{\"id\":9,\"method\":\"timer.list\"}")
                let reply = try client.json()
                #expect(reply["id"] == .integer(9))
                #expect(reply.at("result", "timers")?.list.count == 1)
            }
        }

        @Test(arguments: [
            ("[]", "invalid_request"), ("nonsense", "parse_error"), ("{\"id\":1", "parse_error"),
            ("1", "invalid_request"), ("{}", "invalid_request"), ("\"x\"", "invalid_request"),
            ("{\"jsonrpc\":\"1.0\",\"method\":\"hello\"}", "invalid_request"),
            ("{\"id\":[1],\"method\":\"hello\"}", "invalid_request"),
            ("{\"id\":1,\"method\":\"hello\"} x", "parse_error"),
        ])
        func whatIsNoRequestIsRefusedAndTheConnectionGoesOn(line: String, kind: String) throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.send(line: line)
                let reply = try client.json()
                #expect(reply.errorKind == kind)
                #expect(reply["id"] == .null)
                #expect(try client.call("hello")["protocol"] == .integer(1))
            }
        }

        @Test func bytesThatAreNotUTF8AreRefused() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let inside = Array("{\"id\":1,\"method\":\"hello\",\"params\":{\"client\":\"".utf8)
                for bad: [UInt8] in [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0]] {
                    try client.send(inside + bad + Array("\"}}\n".utf8))
                    let reply = try client.json()
                    #expect(reply.errorKind == "parse_error")
                    #expect(reply["id"] == .null)
                }
                #expect(try client.call("hello")["protocol"] == .integer(1))
            }
        }

        @Test func blankLinesAndCarriageReturnsAreIgnored() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let blanks = "\n\r\n  \t \n\n"
                try client.send(
                    Array("\(blanks){\"id\":1,\"method\":\"hello\"}\r\n\r\n".utf8))
                #expect(try client.json()["id"] == .integer(1))
                #expect(try client.reply("status")["id"] == .integer(1))
                #expect(try client.isSilent())
            }
        }

        @Test func aRequestMayComeByteByByte() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let line = "{\"id\":1,\"method\":\"hello\"}\n"
                for byte in Array(line.utf8) { try client.send([byte]) }
                #expect(try client.json().at("result", "protocol") == .integer(1))
            }
        }

        @Test func aLineThatIsTooLongIsSkippedToItsEnd() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                let long = "{\"id\":1,\"method\":\"hello\",\"params\":{\"client\":\""
                let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
                try client.send(Array(long.utf8) + filler + Array("\"}}\n".utf8))
                let reply = try client.json()
                #expect(reply.errorKind == "too_large")
                #expect(reply["id"] == .null)
                #expect(reply.at("error", "message")?.string?.contains("1048576 bytes") == true)
                // The end of the long line isn't taken for a line of its own.
                #expect(try client.reply("hello").at("result", "protocol") == .integer(1))
                #expect(try client.isSilent())
            }
        }

        @Test func aLineAtTheLimitIsTakenAndOneOverItNot() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nline_bytes = 4096\n")
                let client = try stage.start().connect()
                func line(bytes: Int) -> String {
                    let frame = "{\"id\":1,\"method\":\"hello\",\"x\":\"\"}"
                    let filler = String(repeating: "y", count: bytes - frame.utf8.count)
                    return frame.replacing("\"\"", with: "\"\(filler)\"")
                }
                try client.send(line: line(bytes: 4096))
                #expect(try client.json()["id"] == .integer(1))
                try client.send(line: line(bytes: 4097))
                #expect(try client.json().errorKind == "too_large")
            }
        }

        @Test func aClientThatEndsItsSendingGetsAllRepliesAndThenTheEnd() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                for _ in 1...200 { try client.post("timer.start", "{\"duration\":\"1h\"}") }
                // A line that is cut off at the end is no request, and refused as one.
                try client.send(Array("{\"id\":999,\"meth".utf8))
                client.endSending()
                let replies = try client.linesToEnd().map(JSONValue.init(text:))
                #expect(replies.dropLast().map { $0["id"] } == (1...200).map { .integer($0) })
                #expect(replies.dropLast().allSatisfy { $0["result"] != nil })
                #expect(replies.last?.errorKind == "parse_error")
            }
        }

        /// As `printf '{"method":…}' | socat` sends it.
        @Test(arguments: ["", "\r", "\n", " \n\n", "\n{\"id\":2,\"method\":\"hello\"}"])
        func theLastLineNeedsNoNewlineOnceTheClientHasFinished(_ end: String) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                let start =
                    #"{"id":1,"method":"timer.start","params":{"duration":"1h","name":"tea"}}"#
                try client.send(Array((start + end).utf8))
                client.endSending()
                let replies = try client.linesToEnd().map(JSONValue.init(text:))
                let ids: [Int64?] = end.contains("hello") ? [1, 2] : [1]
                #expect(replies.map { $0["id"]?.integer } == ids)
                #expect(replies.allSatisfy { $0["result"] != nil }, "\(replies)")
                // Who closes at once, without reading, has finished as well.
                let hasty = try daemon.connect()
                try hasty.send(Array(#"{"method":"stopwatch.start","params":{"name":"run"}}"#.utf8))
                hasty.close()
                let other = try daemon.connect()
                try wait(for: "the stopwatch") {
                    try other.reply("timer.get", #"{"timer":"run"}"#)["result"] != nil
                }
            }
        }
    }
}
