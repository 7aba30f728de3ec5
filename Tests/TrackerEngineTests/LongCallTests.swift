import GRDB
import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Requests that are carried out in slices.
@Suite struct LongCallTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        for number in 1...20 {
            try bench.call("timer.start", #"{"duration":"1h","name":"t\#(number)"}"#)
        }
    }

    /// Methods that take turns run in slices or last no longer than a list.
    @Test func whatIsDivided() {
        let divided = Methods.all.filter { $0.type is any Sliced.Type }.map { $0.method }
        #expect(
            Set(divided) == [
                "journal.verify", "journal.undoable", "events.list", "backup.create",
                "import.preview", "import.commit", "report.get", "progress.explain", "response.get",
                "record.list", "volume.list", "streak.get", "goal.list", "sync.digest",
            ])
    }

    @Test func slicesGiveTheSameAsOneGo() throws {
        let params = #"{"types":["timer.*"],"limit":7,"newest_first":true}"#
        var slices = 1
        let divided = try Bench.result(
            of: bench.reply(bench.long("events.list", params)) { slices += 1 })
        #expect(slices >= 7)
        let whole = try bench.call(
            "atomic", #"{"calls":[{"method":"events.list","params":\#(params)}]}"#)
        #expect(whole["results"]?.list == [divided])
        #expect(divided["next"] != nil)
    }

    @Test func othersMayChangeThingsBetweenSlices() throws {
        var slices = 0
        let report = try Bench.result(
            of: bench.reply(bench.long("journal.verify")) {
                slices += 1
                if slices < 30 {
                    try bench.call("timer.start", #"{"duration":"1h"}"#)
                    try bench.call("timer.cancel", #"{"timer":"last"}"#)
                    try bench.call("timer.clear")
                }
            })
        #expect(slices > 60)
        #expect(report["ok"] == .bool(true))
    }

    @Test func refusalsComeAtOnce() throws {
        for (method, params, field) in [
            ("events.list", #"{"limit":0}"#, "limit"), ("events.list", #"{"since":-1}"#, "since"),
            ("backup.create", #"{"path":"here"}"#, "path"),
            ("import.preview", #"{"import":"none"}"#, "import"),
        ] {
            #expect(try bench.refusal(method, params).field == field)
        }
    }

    /// A damaged state is salvaged, and the call begins anew on the fresh state.
    @Test func aStateThatIsOpenedAnewIsGoneThroughFromItsStart() throws {
        var slices = 0
        let call = try bench.long("journal.verify")
        let report = try Bench.result(
            of: bench.reply(call) {
                slices += 1
                guard slices == 10 else { return }
                bench.stop()
                try bench.start()
            })
        #expect(report["ok"] == .bool(true))
        #expect(slices > 40)
    }

    @Test func aCopyOfAStateThatIsClosedMeanwhileIsMadeAnew() throws {
        let path = bench.folder.path + "/copy.db"
        var slices = 0
        let copy = try Bench.result(
            of: bench.reply(bench.long("backup.create", #"{"path":"\#(path)"}"#)) {
                slices += 1
                guard slices == 2 else { return }
                bench.stop()
                try bench.start()
            })
        #expect(copy["path"] == .string(path))
        #expect(access(path, F_OK) == 0)
        let left = File.names(in: bench.folder.path).filter { $0.contains(".part") }
        #expect(left == [])
    }
}
