import FoundationEssentials
import GRDB
import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

/// Backups that take the place of the present state.
@Suite struct RestoreTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func start(_ name: String, _ duration: String = "1h") throws {
        try bench.call("timer.start", #"{"duration":"\#(duration)","name":"\#(name)"}"#)
    }

    private func backUp() throws -> String {
        try #require(try bench.call("backup.create")["path"]?.string)
    }

    @discardableResult
    private func restore(_ path: String) throws -> JSONValue {
        try bench.call("backup.restore", #"{"path":"\#(path)","confirm":true}"#)
    }

    private var names: [String] {
        get throws { try bench.names("timer.list").sorted() }
    }

    private var history: String? { get throws { try bench.call("hello")["history"]?.string } }

    @Test func theDaemonGoesOnInItAndItCanBeUndone() throws {
        try start("a")
        let backup = try backUp()
        try start("b")
        let former = try history
        let result = try restore(backup)
        #expect(try names == ["a"])
        #expect(result["restored_from"] == .string(backup))
        #expect(result["history"]?.string == (try history))
        #expect(try history != former)
        // No number is given twice.
        #expect(result["seq"] == .integer(3))
        let replaced = try #require(result["replaced"]?.string)
        #expect(replaced.hasSuffix("/backups/replaced-2026-03-01T090000-2.db"))
        try start("c")
        try bench.verify()
        let listed = try #require(try bench.call("backup.list")["backups"]?.list)
        #expect(listed.map { $0["path"]?.string } == [replaced, backup])
        #expect(listed.map { $0["origin"]?.string } == ["replaced", "backup"])
        #expect(listed.map { $0["seq"]?.integer } == [2, 1])

        let undone = try restore(replaced)
        #expect(try names == ["a", "b"])
        #expect(undone["seq"] == .integer(5))
        try bench.verify()
        try bench.restart()
        #expect(try names == ["a", "b"])
        #expect(try history == undone["history"]?.string)
        #expect(try history != former && history != result["history"]?.string)
        #expect(bench.types.count { $0 == "storage.restored" } == 2)
        #expect(try bench.data(of: "storage.restored")["restored_from"] == .string(replaced))
        // What was restored stays where it was.
        #expect(try bench.call("backup.list")["backups"]?.list.count == 3)
    }

    @Test func itAsksFirst() throws {
        try start("a")
        let backup = try backUp()
        try start("b")
        let refusal = try bench.refusal("backup.restore", #"{"path":"\#(backup)"}"#)
        #expect(refusal.kind == .confirmationRequired)
        #expect(refusal.field == "confirm")
        #expect(refusal.message.contains(backup))
        #expect(try names == ["a", "b"])
        #expect(try bench.call("backup.list")["backups"]?.list.count == 1)
    }

    /// What was refused has changed nothing, and leaves nothing behind.
    private func expectRefused(
        _ path: String, _ kind: Rejection.Kind, _ state: String?, _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = File.names(in: bench.stateFolder)
        let seq = bench.engine.store.lastSeq
        for confirm in [false, true] {
            let refusal = try bench.refusal(
                "backup.restore", #"{"path":"\#(path)","confirm":\#(confirm)}"#)
            // Of a file that has to be read first one is asked before that.
            if !confirm, refusal.kind == .confirmationRequired { continue }
            #expect(refusal.kind == kind, sourceLocation: sourceLocation)
            #expect(refusal.state == state, sourceLocation: sourceLocation)
            #expect(refusal.field == "path", sourceLocation: sourceLocation)
            #expect(refusal.message.contains(text), "\(refusal)", sourceLocation: sourceLocation)
        }
        #expect(File.names(in: bench.stateFolder) == before, sourceLocation: sourceLocation)
        #expect(bench.engine.store.lastSeq == seq, sourceLocation: sourceLocation)
        try start("goes on \(path)")
        try bench.verify()
    }

    @Test func whatCannotBeRestoredIsRefused() throws {
        try start("a")
        let backup = try backUp()
        let folder = bench.folder.path
        let state = bench.stateFolder
        try expectRefused(folder + "/none.db", .notFound, nil, "No such file")
        try expectRefused(backup + "/x.db", .notFound, nil, "Not a directory")
        try expectRefused("tracker.db", .invalidParams, nil, "absolute")
        try expectRefused(state + "/backups", .invalidParams, nil, "isn't a database")
        try expectRefused("/dev/null", .invalidParams, nil, "isn't a database")
        let fifo = folder + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        try expectRefused(fifo, .invalidParams, nil, "isn't a database")
        try Data("This is a letter.".utf8).write(to: URL(filePath: folder + "/letter"))
        try expectRefused(folder + "/letter", .invalidParams, nil, "isn't a database")
        try expectRefused(state + "/tracker.db", .conflict, "present", "current state itself")
        symlink(state + "/tracker.db", folder + "/link.db")
        try expectRefused(folder + "/link.db", .conflict, "present", "current state itself")
        let other = folder + "/places.sqlite"
        let places = try DatabaseQueue(path: other)
        try places.inDatabase { try $0.execute(sql: "CREATE TABLE place (id INTEGER)") }
        try places.close()
        try expectRefused(other, .invalidParams, nil, "isn't a database of trackerd")
    }

    @Test func aDamagedOneIsRefused() throws {
        for number in 0..<60 { try start("t\(number)") }
        let backup = try backUp()
        let bytes = Array(try Data(contentsOf: URL(filePath: backup)))
        let damaged = bench.folder.path + "/damaged.db"
        for page in [1, 5, bytes.count / 4096 - 1] {
            var torn = bytes
            for offset in page * 4096..<(page + 1) * 4096 { torn[offset] = 0x5a }
            try Data(torn).write(to: URL(filePath: damaged))
            try expectRefused(damaged, .conflict, "damaged", "is damaged")
        }
        try Data(bytes.prefix(bytes.count / 2)).write(to: URL(filePath: damaged))
        try expectRefused(damaged, .conflict, "damaged", "is damaged")
    }

    @Test func aNewerOneIsRefused() throws {
        try start("a")
        let backup = try backUp()
        let queue = try DatabaseQueue(path: backup)
        try queue.inDatabase {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('1000')")
        }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: backup))
        try expectRefused(backup, .conflict, "newer", "newer trackerd")
        #expect(try Data(contentsOf: URL(filePath: backup)) == before)
    }

    @Test func aCopyWithItsLogIsWhole() throws {
        try start("a")
        try bench.engine.store.checkpoint()
        try start("b")
        let copy = bench.folder.path + "/copy.db"
        for suffix in ["", "-wal"] {
            try Data(contentsOf: URL(filePath: bench.stateFolder + "/tracker.db" + suffix))
                .write(to: URL(filePath: copy + suffix))
        }
        let log = try Data(contentsOf: URL(filePath: copy + "-wal"))
        try bench.call("timer.cancel", #"{"timer":"a"}"#)
        try restore(copy)
        #expect(try names == ["a", "b"])
        #expect(try Data(contentsOf: URL(filePath: copy + "-wal")) == log)
        // One beside another's log is restored without it.
        try start("c")
        let backup = try backUp()
        try log.write(to: URL(filePath: backup + "-wal"))
        try restore(backup)
        #expect(try names == ["a", "b", "c"])
        try bench.verify()
    }

    @Test func requestsStayRemembered() throws {
        let backup = try backUp()
        let params = #"{"duration":"1h","name":"a","request_id":"r1"}"#
        let first = try bench.call("timer.start", params)
        try restore(backup)
        #expect(try bench.call("timer.start", params) == first)
        #expect(try names == [])
    }

    @Test func deadlinesAreThoseOfTheRestoredState() throws {
        try start("soon", "10m")
        try start("late", "2h")
        try bench.call("reminder.create", #"{"name":"stand","every":"30m"}"#)
        let backup = try backUp()
        try bench.call("timer.cancel", #"{"timer":"soon"}"#)
        try bench.call("timer.cancel", #"{"timer":"late"}"#)
        bench.advance(ms: 3_600_000)
        bench.forget()
        try restore(backup)
        // What came due meanwhile is carried out once, and says how late.
        bench.wake()
        #expect(bench.types.filter { $0 == "timer.finished" }.count == 1)
        #expect(try bench.data(of: "timer.finished")["late_by_ms"] == .integer(3_000_000))
        #expect(try names == ["late", "soon"])
        bench.forget()
        bench.advance(ms: 3_600_000)
        #expect(bench.types.contains("timer.finished"))
        try bench.verify()
    }

    /// Hooks run for the event of the restoring and for what comes after, not for the past again.
    @Test func thePastIsNotToldAgain() throws {
        try start("a", "1m")
        bench.advance(ms: 61_000)
        let backup = try backUp()
        bench.forget()
        try restore(backup)
        bench.wake()
        #expect(bench.types == ["storage.restored"])
        // Only the question that waits is shown again.
        #expect(bench.published.filter { $0.audience == .person }.map(\.alert?.title) == ["a"])
        try bench.restart()
        #expect(
            !bench.published.contains { $0.event.type == "timer.finished" && $0.audience.isNews })
    }

    @Test func bubblesOfTheFormerStateAreClosed() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"stand","every":"30m","between":"09:00-17:00","days":"daily"}"#)
        let backup = try backUp()
        try bench.call("reminder.fire", #"{"reminder":"stand"}"#)
        let thread = try #require(bench.alerts.last?.thread)
        let long = LongCall(
            Call(BackupRestore(path: backup, confirm: true)))
        let (reply, outcome) = bench.engine.advance(long, at: bench.clock) { true }
        guard case .result? = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(outcome.endedThreads == [thread])
        bench.forget()
        // A restored question is asked again.
        let listed = try #require(
            try bench.call("backup.list")["backups"]?.list.first?["path"]?.string)
        try restore(listed)
        bench.wake()
        #expect(bench.alerts.contains { $0.thread == thread })
    }

    /// One that fails while a copy stands in leaves that, and the state is opened once. A stand-in that is
    /// deleted isn't written anywhere.
    @Test(arguments: [false, true])
    func afterARestoreThatFailsTheStateGoesOn(isStandInDeleted: Bool) throws {
        try start("a")
        let backup = try backUp()
        let standing = try Bench { state in try File.write("no folder", to: state) }
        #expect(standing.engine.health.isTemporary)
        let state = standing.stateFolder
        unlink(state)
        try File.makeFolder(state)
        try File.write(#require(File.bytes(backup)), to: state + "/tracker.db")
        // The present state can't be moved there.
        try File.write("no folder", to: state + "/backups")
        let params = #"{"path":"\#(backup)","confirm":true}"#
        let refusal = try standing.refusal("backup.restore", params)
        #expect(refusal.kind == .storage, "\(refusal)")
        if isStandInDeleted {
            let run = standing.folder.path + "/run"
            for name in File.names(in: run) { File.remove("\(run)/\(name)") }
            _ = standing.engine.answers(at: standing.clock)
        }
        standing.drift(ms: 1000)
        standing.wake()
        #expect(standing.engine.health.isDegraded == false)
        #expect(try standing.call("timer.list")["timers"]?.list.count == 1)
        try standing.call("timer.start", #"{"duration":"1h","name":"b"}"#)
        try standing.verify()
    }

    // MARK: Histories

    @Test func whoComesFromAnotherHistoryIsTold() throws {
        try start("a")
        let former = try #require(try history)
        let backup = try backUp()
        try start("b")
        try restore(backup)
        try start("c")
        let present = try #require(try history)
        let seq = bench.engine.store.lastSeq
        // In its own history one goes on.
        let own = #"{"since":1,"history":"\#(present)"}"#
        #expect(try bench.call("events.subscribe", own)["resync"] == nil)
        let line = """
            {"id":1,"method":"events.subscribe",\
            "params":{"since":2,"history":"\(former)","snapshot":true}}
            """
        guard case .subscribed(let json, let subscriber)? = bench.send(line).first else {
            Issue.record("no subscription")
            return
        }
        // Nothing that the numbers of the other history mean here.
        #expect(subscriber.seq == seq)
        #expect(subscriber.history == present)
        let reply = try decode(JSONValue.self, json)
        #expect(reply["resync"] == .bool(true))
        #expect(reply["history"] == .string(present))
        #expect(reply["snapshot"]?["history"] == .string(present))
        // A number that this history hasn't had is no mistake there.
        #expect(
            try bench.call("events.subscribe", #"{"since":9999,"history":"\#(former)"}"#)["resync"]
                == .bool(true))
        let refusal = try bench.refusal("events.list", #"{"since":1,"history":"\#(former)"}"#)
        #expect(refusal.kind == .conflict)
        #expect(refusal.field == "history")
        #expect(refusal.state == "replaced")
        #expect(try bench.call("events.list", own)["events"]?.list.count == 2)
    }
}
