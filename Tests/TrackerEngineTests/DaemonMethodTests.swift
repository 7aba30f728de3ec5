import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

@Suite struct DaemonMethodTests {
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

    @Test func everyKindThatWaitsForMomentsIsAdvanced() {
        for kind in Kind.allCases {
            #expect(kind.stored.isTimed == (kind.stored is any EngineKind.Type), "\(kind)")
        }
    }
}
