import GRDB
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

/// What one turn costs while the history grows: no more than a bounded part of it.
@Suite struct LongHistoryTests {
    /// The longest turn of a call that is carried out in the smallest slices, and its result.
    private func longestTurn(
        of method: String, _ params: String = "{}", _ bench: Bench
    ) throws -> (work: Int64, result: JSONValue) {
        var longest: Int64 = 0
        let call = try bench.long(method, params)
        while true {
            var reply: Reply?
            let work = try bench.work {
                reply = bench.engine.advance(call, at: bench.clock) { false }.reply
            }
            longest = max(longest, work)
            if let reply { return (longest, try Bench.result(of: reply)) }
        }
    }

    // MARK: Undo

    /// Entries that are all undone, as many as told, after a timer's events and one weight.
    private func undone(_ count: Int) throws -> Bench {
        let bench = try Bench.gym()
        try bench.call("weight.log", #"{"weight":80}"#)
        for number in 1...count {
            try bench.call("log.add", #"{"exercise":"squats","count":\#(number)}"#)
            try bench.call("timer.start", #"{"duration":"1s"}"#)
            try bench.call("timer.cancel", #"{"timer":"last"}"#)
            try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        }
        return bench
    }

    @Test func undoDoesNotSearchTheJournal() throws {
        let (few, many) = (try undone(10), try undone(200))
        for (method, params) in [
            ("journal.undo", #"{"types":["log.*"]}"#), ("journal.undoable", #"{"limit":1}"#),
            ("journal.redo", "{}"), ("journal.undo", "{}"),
            ("journal.undo", #"{"types":["weight.*"]}"#),
        ] {
            let work = try [few, many].map { bench in
                try bench.work { _ = try? bench.call(method, params) }
            }
            #expect(work[1] <= work[0] + 5, "\(method) \(params)")
        }
        try few.verify()
        try many.verify()
    }

    @Test func aListOfStepsIsMadeStepByStep() throws {
        let bench = try Bench.gym()
        for number in 1...60 {
            try bench.call("log.add", #"{"exercise":"squats","count":\#(number)}"#)
        }
        let all = try longestTurn(of: "journal.undoable", #"{"limit":60}"#, bench)
        let one = try longestTurn(of: "journal.undoable", #"{"limit":1}"#, bench)
        #expect(all.result["undo"]?.list.count == 60)
        #expect(all.work <= one.work + 5)
        let whole = try bench.call(
            "atomic", #"{"calls":[{"method":"journal.undoable","params":{"limit":60}}]}"#)
        #expect(whole["results"]?.list == [all.result])
    }

    /// The events of one request are looked at one by one, too.
    @Test func aStepOfManyEventsIsMadeEventByEvent() throws {
        let (few, many) = try (requestOfEntries(2), requestOfEntries(200))
        let one = try longestTurn(of: "journal.undoable", "{}", few)
        let all = try longestTurn(of: "journal.undoable", "{}", many)
        let events = try #require(all.result["undo"]?.list.first?["events"]?.list)
        #expect(events.compactMap { $0["data"]?["count"]?.integer } == (1...200).reversed())
        #expect(all.work <= one.work * 5, "\(all.work) after \(one.work)")
    }

    private func requestOfEntries(_ count: Int) throws -> Bench {
        let bench = try Bench.gym()
        let calls = (1...count).map {
            #"{"method":"log.add","params":{"exercise":"squats","count":\#($0)}}"#
        }
        try bench.call("atomic", #"{"calls":[\#(calls.joined(separator: ","))]}"#)
        return bench
    }

    /// Steps that are undone between two slices are those of the beginning, and none is told twice.
    @Test func undoingMeanwhileDoesNotDisturbAList() throws {
        let bench = try Bench.gym()
        for number in 1...5 {
            try bench.call("log.add", #"{"exercise":"squats","count":\#(number)}"#)
        }
        let former = try bench.call("journal.undoable")
        var isFirst = true
        let list = try Bench.result(
            of: bench.reply(bench.long("journal.undoable")) {
                guard isFirst else { return }
                isFirst = false
                try bench.call("log.add", #"{"exercise":"squats","count":9}"#)
            })
        #expect(list == former)
    }

    // MARK: Progress

    private static func progress(seed: UInt64) throws -> ProgressBench {
        try ProgressBench(
            seed: seed,
            achievements: [
                Achievement(
                    id: "reps", name: "Reps", text: "{n} reps.", category: .volume,
                    measured: Measured(.reps), steps: [.init(.bronze, at: 1_000_000)])
            ])
    }

    /// An effort on every third day of 300.
    private static let efforts: Result<SavedState, any Error> = Result {
        let progress = try Self.progress(seed: 1)
        try progress.log(on: Array(stride(from: 2, to: 300, by: 3)))
        progress.go(to: 300)
        return try SavedState(of: progress.bench)
    }

    private func bench() throws -> Bench {
        let bench = try Self.progress(seed: 2).bench
        try Self.efforts.get().resume(on: bench)
        return bench
    }

    /// Methods whose turns don't grow with the days that they go through.
    @Test(arguments: [
        ("progress.explain", #"{"what":"level"}"#),
        ("progress.explain", #"{"what":"achievement:reps"}"#),
        ("report.get", #"{"period":"year"}"#),
        ("journal.verify", "{}"),
    ])
    func aTurnIsAPartOfTheWhole(_ method: String, _ params: String) throws {
        let bench = try bench()
        let divided = try longestTurn(of: method, params, bench)
        var whole: JSONValue?
        let work = try bench.work {
            whole = try bench.call(
                "atomic", #"{"calls":[{"method":"\#(method)","params":\#(params)}]}"#)
        }
        #expect(whole?["results"]?.list == [divided.result])
        #expect(divided.work < work / 4, "\(divided.work) of \(work)")
    }

    @Test func anExplanationHasAllItsRows() throws {
        let bench = try bench()
        for what in ["level", "achievement:reps"] {
            let rows = try bench.call("progress.explain", #"{"what":"\#(what)"}"#)["rows"]?.list
            #expect(rows?.count == 100)
        }
    }

    @Test(arguments: ["week", "year"])
    func aReportOfThenIsMadeInSlices(_ period: String) throws {
        let bench = try bench()
        let former = try bench.call("report.get", #"{"period":"\#(period)"}"#)
        let moment = bench.place.zone.text(ofMs: bench.clock.wallMs)
        bench.advance(ms: 60_000)
        let params = #"{"period":"\#(period)","as_of":"\#(moment)"}"#
        let divided = try longestTurn(of: "report.get", params, bench)
        #expect(divided.result == former)
    }
}
