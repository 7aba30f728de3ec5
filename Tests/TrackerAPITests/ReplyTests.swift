import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Tests of the outgoing lines, byte for byte.
struct ReplyTests {
    private let writer = ReplyWriter()

    @Test func results() throws {
        #expect(
            writer.result(#"{"cleared":3}"#, to: .integer(1))
                == #"{"jsonrpc":"2.0","id":1,"result":{"cleared":3}}"#)
        #expect(
            writer.result("{}", to: try #require(call(#"{"id":"a\"b\n","method":"x"}"#).id))
                == #"{"jsonrpc":"2.0","id":"a\"b\n","result":{}}"#)
        #expect(writer.result("{}", to: .null) == #"{"jsonrpc":"2.0","id":null,"result":{}}"#)
        var after = After()
        after.undo = "journal.undo"
        let day = PresentDay(date: "2026-03-01", startsAt: "04:00")
        #expect(
            writer.result("{}", to: .null, after: after, day: day)
                == #"{"jsonrpc":"2.0","id":null,"result":{},"after":{"undo":"journal.undo"},"#
                + #""day":{"date":"2026-03-01","starts_at":"04:00"}}"#)
    }

    @Test(
        arguments: [
            (.notFound, -32001, "not_found"), (.conflict, -32002, "conflict"),
            (.ambiguous, -32003, "ambiguous"),
            (.confirmationRequired, -32004, "confirmation_required"), (.storage, -32005, "storage"),
            (.unknown, -32006, "unknown"), (.tooLarge, -32007, "too_large"),
            (.busy, -32008, "busy"),
            (.parseError, -32700, "parse_error"), (.invalidRequest, -32600, "invalid_request"),
            (.unknownMethod, -32601, "unknown_method"), (.invalidParams, -32602, "invalid_params"),
            (.internalError, -32603, "internal"),
            // The set of kinds is open: a kind without a code gets that of an internal error.
            (Rejection.Kind(rawValue: "melted"), -32603, "melted"),
        ] as [(Rejection.Kind, Int, String)])
    func errorCodes(_ kind: Rejection.Kind, _ code: Int, _ name: String) {
        #expect(
            writer.error(Rejection(kind, "no"), to: .integer(1))
                == """
                {"jsonrpc":"2.0","id":1,"error":{"code":\(code),"message":"no",\
                "data":{"kind":"\(name)"}}}
                """)
    }

    @Test func errorsWithEachDetail() {
        func data(_ rejection: Rejection) -> Substring? {
            let line = writer.error(rejection, to: .null)
            return line.firstRange(of: "\"data\":").map { line[$0.upperBound...].dropLast(2) }
        }
        #expect(data(.invalid("by", "x")) == #"{"kind":"invalid_params","field":"by"}"#)
        #expect(data(.conflict("x", state: "paused")) == #"{"kind":"conflict","state":"paused"}"#)
        #expect(
            data(Rejection(.ambiguous, "x", field: "timer", matches: ["k3v9", "k3va"]))
                == #"{"kind":"ambiguous","field":"timer","matches":["k3v9","k3va"]}"#)
        #expect(
            data(Rejection(.invalidParams, "x", line: 7)) == #"{"kind":"invalid_params","line":7}"#)
        var inAtomic = Rejection(.notFound, "x", field: "timer")
        inAtomic.index = 0
        #expect(data(inAtomic) == #"{"kind":"not_found","field":"timer","index":0}"#)
        var late = Rejection.conflict("x", state: "expired")
        late.occurrence = Golden.occurrence
        let told =
            "{\"kind\":\"conflict\",\"state\":\"expired\",\"occurrence\":\(Golden.occurrence)}"
        #expect(data(late).map { String($0) } == told)
    }

    /// The message has the names of members, and a client puts its own words into the slots.
    @Test func anErrorWithSlots() throws {
        #expect(
            writer.error(.invalid("every", "\(field: "every") isn't 'every'"), to: .integer(1))
                == #"""
                {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"every isn't 'every'",\#
                "data":{"kind":"invalid_params","field":"every",\#
                "text":[{"field":"every"}," isn't 'every'"]}}}
                """#)
    }

    /// A client reads errors with kinds and codes that it doesn't know.
    @Test func errorsAreRead() throws {
        let error = try decode(
            WireError.self,
            #"{"code":-32099,"message":"no","data":{"kind":"melted","degrees":900,"index":2}}"#)
        #expect(error.code == -32099 && error.message == "no" && error.data.kind == "melted")
        #expect(error.data.index == 2 && error.data.field == nil)
        let slots = try decode(
            WireError.self,
            #"{"code":1,"message":"at","data":{"kind":"x","text":[{"field":"at"}]}}"#)
        #expect(slots.data.text?.pieces == [.field("at")])
        let newer = try decode(
            WireError.self, #"{"code":1,"message":"kg","data":{"kind":"x","text":[{"unit":"kg"}]}}"#
        )
        #expect(newer.data.text == nil && newer.message == "kg")
        let late = try decode(
            WireError.self,
            "{\"code\":1,\"message\":\"no\",\"data\":{\"kind\":\"x\",\"occurrence\":\(Golden.occurrence)}}"
        )
        #expect(late.data.occurrence?.name == "move" && late.data.occurrence?.count == 10)
    }

    /// What an older version wrote into the journal goes out in today's form.
    @Test func olderEventsHaveMillisecondsToo() {
        let event = Event(
            seq: 1, atMs: 0, type: "timer.started", subject: "x", cause: .daemon,
            data: #"{"started_at":"2026-03-01T09:30:00.000+01:00"}"#)
        #expect(
            writer.eventObject(event, zone: .utc).hasSuffix(
                #"""
                "data":{"started_at":"2026-03-01T09:30:00.000+01:00",\#
                "started_at_ms":1772353800000}}
                """#))
    }

    @Test func eventsOfTheDaemonHaveNoSubject() throws {
        let event = Event(
            seq: 1, device: "d3v1ce000000", atMs: 0, type: "clock.stepped", subject: "",
            cause: .daemon, data: "{}")
        let object = writer.eventObject(event, zone: .utc)
        #expect(
            object
                == #"""
                {"seq":1,"device":"d3v1ce000000","at":"1970-01-01T00:00:00.000+00:00",\#
                "at_ms":0,"type":"clock.stepped","subject":"","data":{}}
                """#)
        let view = try decode(EventView.self, object)
        #expect(view.device == "d3v1ce000000")
        #expect(view.seq == 1 && view.subject == "" && view.data == .object([:]))
    }

    @Test func whatIsNotInTheJournalHasNoNumber() {
        let event = Event(
            seq: 812, atMs: 0, type: "timer.finished", subject: "k3v9x2m4q7wd", cause: .daemon,
            data: "{}")
        #expect(
            writer.eventObject(event.unjournaled, zone: .utc)
                == #"""
                {"at":"1970-01-01T00:00:00.000+00:00","at_ms":0,"type":"timer.finished",\#
                "subject":"k3v9x2m4q7wd","data":{}}
                """#)
    }

    @Test func resync() {
        #expect(
            writer.resync(since: 811, history: "h1s7aaaaaaaa")
                == #"{"jsonrpc":"2.0","method":"resync","params":{"since":811,"history":"h1s7aaaaaaaa"}}"#
        )
    }
}
