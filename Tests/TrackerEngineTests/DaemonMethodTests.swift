import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

@Suite struct DaemonMethodTests {
    @Test func helloTellsWhoAnswers() throws {
        let bench = try Bench()
        let hello = try bench.call("hello", #"{"client":"test","protocol":7}"#)
        #expect(hello["protocol"] == .integer(1))
        #expect(hello["version"] == .string("1.2.3"))
        #expect(hello["pid"] == .integer(4711))
        #expect(hello["started_at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(hello["schema"] == .integer(Int64(Schema.current.version)))
        #expect(hello["seq"] == .integer(0))
        #expect(hello["limits"]?["in_flight"] == .integer(64))
    }

    @Test func statusOfNothing() throws {
        let bench = try Bench()
        let status = try bench.call("status")
        #expect(
            status.members == ["health", "history", "now", "reminders", "seq", "timers", "today"])
        #expect(status["now"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(status["health"]?.members == ["storage", "subscribers"])
        #expect(status["health"]?["storage"] == .string("ok"))
        #expect(status["timers"]?.list == [])
        #expect(status["reminders"]?.list == [])
        #expect(status["today"]?["date"] == .string("2026-03-01"))
    }

    @Test func statusHasWhatIsLiveAndNothingElse() throws {
        let bench = try Bench()
        bench.dependencies.subscribers = 3
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        try bench.call("timer.start", #"{"duration":"1m","name":"b"}"#)
        try bench.call("timer.start", #"{"duration":"1m","name":"c"}"#)
        try bench.call("timer.pause", #"{"timer":"b"}"#)
        try bench.call("timer.cancel", #"{"timer":"c"}"#)
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        let status = try bench.call("status")
        #expect(status["timers"]?.list.compactMap { $0["name"]?.string } == ["a", "b"])
        #expect(status["timers"]?.list.first == (try bench.call("timer.get", #"{"timer":"a"}"#)))
        #expect(status["rest"] == (try bench.call("rest.get")))
        #expect(status["seq"] == .integer(6))
        #expect(status["health"]?["subscribers"] == .integer(3))
        try bench.call("rest.skip")
        #expect(try bench.call("status")["rest"] == nil)
    }

    @Test func configurationAsItIs() throws {
        let bench = try Bench()
        let configuration = try bench.call("config.get")
        #expect(configuration["rest"]?["warn_at_ms"] == .array([.integer(3000)]))
        #expect(configuration["limits"]?["line_bytes"] == .integer(1_048_576))
        #expect(configuration["reminders"]?["between"] == .string("09:00-17:00"))
        #expect(configuration["notifications"]?["enabled"] == .bool(true))
    }

    private func checks(_ bench: Bench) throws -> [String] {
        try #require(try bench.call("daemon.check")["checks"]?.list).map { check in
            ["part", "state", "detail"].map { check[$0]?.string ?? "" }.joined(separator: " ")
        }
    }

    @Test func checkTellsOfTheStateAndOfRemindersThatReachNobody() throws {
        let bench = try Bench()
        bench.dependencies.checkDaemon = { [.fail("hook", "is gone")] }
        var found = try checks(bench)
        #expect(found.count == 3)
        #expect(found[0].hasPrefix("storage ok "))
        #expect(found[1...] == ["reminders ok 0 of 0 on", "hook fail is gone"])
        for name in ["move", "drink"] {
            try bench.call("reminder.create", "{\"name\":\"\(name)\",\"every\":\"30m\"}")
        }
        try bench.call("reminder.disable", #"{"reminder":"move"}"#)
        #expect(try checks(bench)[1] == "reminders ok 1 of 2 on")
        try bench.call("reminder.disable", #"{"reminder":"drink"}"#)
        try bench.call("do_not_disturb.set", #"{"for":"1h"}"#)
        found = try checks(bench)
        #expect(found[1] == "reminders warn all 2 are off")
        #expect(
            found[2]
                == "reminders warn do-not-disturb is on until 2026-03-01T10:00:00.000+01:00")
    }

    @Test func reloadAnswersTheChangedKeysOrTheRefusal() throws {
        let bench = try Bench()
        bench.dependencies.reloadConfiguration = { ["limits.connections"] }
        #expect(
            try bench.call("config.reload")["changed"] == .array([.string("limits.connections")]))
        bench.dependencies.reloadConfiguration = {
            throw Rejection(.invalidParams, "no such key", line: 7)
        }
        let refusal = try bench.refusal("config.reload")
        #expect(refusal.kind == .invalidParams)
        #expect(refusal.line == 7)
    }

    @Test func backupIsAWholeDatabase() throws {
        let bench = try Bench()
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        let path = bench.folder.path + "/copy.db"
        let backup = try bench.call("backup.create", #"{"path":"\#(path)"}"#)
        #expect(backup["path"] == .string(path))
        #expect(backup["seq"] == .integer(1))
        #expect(try #require(backup["bytes"]?.integer) > 4096)
        let store = try Store(path: path, zone: .utc, at: bench.clock)
        #expect(store.lastSeq == 1)
        #expect(try store.read(at: bench.clock) { try $0.timers(named: ["a"]).first } != nil)
    }

    @Test func backupWithoutAPathGoesToTheOwnFolder() throws {
        let bench = try Bench()
        try bench.call("timer.start", #"{"duration":"1m"}"#)
        let path = try #require(try bench.call("backup.create")["path"]?.string)
        #expect(path == bench.stateFolder + "/backups/tracker-2026-03-01T090000-1.db")
        // In the same second, with nothing new, the copy is the same.
        #expect(try bench.call("backup.create")["path"]?.string == path)
        #expect(File.names(in: bench.stateFolder + "/backups").count == 1)
    }

    @Test func backupRefusesWhatItMustNotTouch() throws {
        let bench = try Bench()
        let path = bench.folder.path + "/copy.db"
        try bench.call("backup.create", #"{"path":"\#(path)"}"#)
        let exists = try bench.refusal("backup.create", #"{"path":"\#(path)"}"#)
        #expect(exists.kind == .conflict)
        #expect(exists.field == "path")
        for wrong in ["copy.db", "", bench.folder.path + "/"] {
            let refusal = try bench.refusal("backup.create", #"{"path":"\#(wrong)"}"#)
            #expect(refusal.kind == .invalidParams, "\(wrong)")
            #expect(refusal.field == "path")
        }
        let nowhere = try bench.refusal(
            "backup.create", #"{"path":"\#(bench.folder.path)/none/copy.db"}"#)
        #expect(nowhere.kind == .storage)
        #expect(File.names(in: bench.folder.path) == ["copy.db", "run", "state"])
        #expect(try bench.call("status")["health"]?["storage"] == .string("ok"))
    }

    @Test func undoOfTheCourseOfTimeIsAConflict() throws {
        let bench = try Bench()
        try bench.call("timer.start", #"{"duration":"1m"}"#)
        bench.advance(ms: 60_000)
        #expect(bench.types == ["timer.started", "timer.finished"])
        // Neither is the end a person's to undo, nor the start of what is over.
        #expect(try bench.refusal("journal.undo").kind == .conflict)
        #expect(try bench.refusal("journal.undo", #"{"seq":1}"#).kind == .conflict)
        #expect(try bench.refusal("journal.undo", #"{"seq":2}"#).kind == .conflict)
        let missing = try bench.refusal("journal.undo", #"{"seq":99}"#)
        #expect(missing.kind == .notFound)
        #expect(missing.field == "seq")
        #expect(try bench.refusal("journal.undo", #"{"seq":0}"#).kind == .notFound)
        #expect(
            try bench.refusal("journal.undo", #"{"seq":-9223372036854775808}"#).kind == .notFound)
    }

    @Test func aDaemonsOwnEventStandsInTheJournal() throws {
        let bench = try Bench()
        bench.take(bench.engine.append(.clockStepped, data: ["by_ms": 5], at: bench.clock))
        #expect(bench.types == ["clock.stepped"])
        let events = try bench.call("events.list")["events"]?.list
        #expect(events?.first?["data"] == .object(["by_ms": .integer(5)]))
        #expect(events?.first?["subject"] == .string(""))
    }

    @Test func everyKindThatWaitsForMomentsIsAdvanced() {
        for kind in Kind.allCases {
            #expect(kind.stored.isTimed == (kind.stored is any EngineKind.Type), "\(kind)")
        }
    }

    @Test func everyMethodOfTheTableIsCarriedOut() throws {
        let bench = try Bench()
        for method in Methods.all {
            let answer = bench.send(#"{"id":1,"method":"\#(method.method)"}"#).first
            if case .refused(let rejection)? = answer {
                #expect(rejection.kind != .internalError, "\(method.method)")
                #expect(rejection.kind != .unknownMethod, "\(method.method)")
            }
        }
        try bench.verify()
    }
}
