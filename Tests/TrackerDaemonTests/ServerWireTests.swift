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
