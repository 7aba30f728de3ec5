import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

@Suite struct EventTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        for index in 1...10 {
            try bench.call("timer.start", "{\"duration\":\"1h\",\"name\":\"t\(index)\"}")
            try bench.call("timer.pause", "{\"timer\":\"t\(index)\"}")
        }
    }

    private func seqs(_ page: JSONValue) -> [Int64] {
        page["events"]?.list.compactMap { $0["seq"]?.integer } ?? []
    }

    @Test func anEventAsTheWireShowsIt() throws {
        let event = try #require(try bench.call("events.list")["events"]?.list.first)
        #expect(event.members == ["at", "data", "device", "seq", "subject", "type"])
        #expect(event["seq"] == .integer(1))
        #expect(event["at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(event["type"] == .string("timer.started"))
        #expect(event["subject"] == event["data"]?["id"])
        #expect(event["data"]?["name"] == .string("t1"))
        #expect(event["data"]?["state"] == .string("running"))
    }

    @Test func pagesForwardsCoverAllOnce() throws {
        var all: [Int64] = []
        var since: Int64? = 0
        while let from = since {
            let page = try bench.call("events.list", "{\"since\":\(from),\"limit\":7}")
            all += seqs(page)
            since = page["next"]?.integer
        }
        #expect(all == Array(1...20))
    }

    @Test func pagesBackwardsCoverAllOnce() throws {
        var all: [Int64] = []
        var until: Int64? = 1000
        while let to = until {
            let page = try bench.call(
                "events.list", "{\"until\":\(to),\"limit\":7,\"newest_first\":true}")
            all += seqs(page)
            until = page["next"]?.integer
        }
        #expect(all == (1...20).reversed())
    }

    @Test func aPageThatHoldsTheRestHasNoNext() throws {
        #expect(try bench.call("events.list", #"{"limit":20}"#)["next"] == nil)
        #expect(try bench.call("events.list", #"{"limit":19}"#)["next"] == .integer(19))
        #expect(
            try bench.call("events.list", #"{"limit":20,"newest_first":true}"#)["next"] == nil)
        #expect(
            try bench.call("events.list", #"{"limit":19,"newest_first":true}"#)["next"]
                == .integer(1))
    }

    @Test func boundsAreExclusiveAndInclusive() throws {
        #expect(seqs(try bench.call("events.list", #"{"since":4,"until":7}"#)) == [5, 6, 7])
        #expect(seqs(try bench.call("events.list", #"{"since":7,"until":7}"#)) == [])
        #expect(seqs(try bench.call("events.list", #"{"since":20}"#)) == [])
        #expect(seqs(try bench.call("events.list", #"{"since":9223372036854775807}"#)) == [])
        #expect(seqs(try bench.call("events.list", #"{"until":0}"#)) == [])
    }

    @Test func byTypeAndSubject() throws {
        let paused = try bench.call("events.list", #"{"types":["*.paused"],"limit":3}"#)
        #expect(seqs(paused) == [2, 4, 6])
        #expect(paused["next"] == .integer(6))
        #expect(
            seqs(try bench.call("events.list", #"{"types":["rest.*","timer.started"]}"#)).count
                == 10)
        #expect(seqs(try bench.call("events.list", #"{"types":[]}"#)) == [])
        let id = try bench.call("timer.get", #"{"timer":"t3"}"#).id()
        #expect(seqs(try bench.call("events.list", "{\"subject\":\"\(id)\"}")) == [5, 6])
        #expect(
            seqs(try bench.call("events.list", "{\"subject\":\"\(id)\",\"types\":[\"*.paused\"]}"))
                == [6])
    }

    /// Who waits for a misspelt type would wait for ever.
    @Test func typesThatNoEventHas() throws {
        for (type, message) in [
            ("timer", "no event type 'timer': did you mean 'timer.*'?"),
            ("timer.finishd", "no event type 'timer.finishd': did you mean 'timer.finished'?"),
            ("tiemr.*", "no event type matches 'tiemr.*': did you mean 'timer.*'?"),
            ("", "no event type '': the areas are timer.*, rest.*"),
            ("weather.*", "no event type matches 'weather.*': the areas are timer.*, rest.*"),
            ("*.finishd", "no event type matches '*.finishd': the areas are timer.*, rest.*"),
        ] {
            for method in ["events.list", "events.subscribe", "journal.undo"] {
                let refusal = try bench.refusal(method, "{\"types\":[\"rest.*\",\"\(type)\"]}")
                #expect(refusal.kind == .invalidParams && refusal.field == "types", "\(method)")
                #expect(refusal.message.hasPrefix(message), "\(refusal.message)")
            }
        }
    }

    @Test func wrongMembersAreNamed() throws {
        for (params, field) in [
            (#"{"limit":0}"#, "limit"), (#"{"limit":1001}"#, "limit"), (#"{"since":-1}"#, "since"),
            (#"{"until":-1}"#, "until"),
        ] {
            let refusal = try bench.refusal("events.list", params)
            #expect(refusal.kind == .invalidParams)
            #expect(refusal.field == field)
        }
    }

    @Test func subscribingAnswersWhereItBegins() throws {
        let answers = bench.send(
            #"{"id":1,"method":"events.subscribe","params":{"types":["timer.*"]}}"#)
        guard case .subscribed(let json, let subscriber) = try #require(answers.first) else {
            Issue.record("not subscribed")
            return
        }
        #expect(json == #"{"seq":20,"history":"\#(bench.engine.store.history)"}"#)
        #expect(subscriber.seq == 20)
        #expect(subscriber.types == ["timer.*"])
    }

    @Test func subscribingFromAnEarlierEvent() throws {
        let answers = bench.send(
            #"{"id":1,"method":"events.subscribe","params":{"since":5,"snapshot":true}}"#)
        guard case .subscribed(_, let subscriber) = try #require(answers.first) else {
            Issue.record("not subscribed")
            return
        }
        #expect(subscriber.seq == 5)
        #expect(subscriber.types == nil)
        let result = try Bench.result(of: answers[0])
        #expect(result["snapshot"] == (try bench.call("status")))
        #expect(try bench.engine.events(since: 5, until: 8, limit: 2).map(\.seq) == [6, 7])
        #expect(try bench.engine.events(since: 5, until: 8, limit: 9).map(\.seq) == [6, 7, 8])
    }

    @Test func subscribingFromBeyondTheEndIsRefused() throws {
        for since in ["-1", "21"] {
            let refusal = try bench.refusal("events.subscribe", "{\"since\":\(since)}")
            #expect(refusal.kind == .invalidParams)
            #expect(refusal.field == "since")
        }
        try bench.call("events.subscribe", #"{"since":20}"#)
    }

    @Test func eventsStayAfterTheirTimerIsCleared() throws {
        let id = try bench.call("timer.get", #"{"timer":"t1"}"#).id()
        try bench.call("timer.cancel", #"{"timer":"t1"}"#)
        try bench.call("timer.clear")
        let events = try bench.call("events.list", "{\"subject\":\"\(id)\"}")["events"]?.list
        #expect(
            events?.compactMap { $0["type"]?.string } == [
                "timer.started", "timer.paused", "timer.cancelled", "timer.cleared",
            ])
    }
}
