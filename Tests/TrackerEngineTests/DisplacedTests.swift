import FoundationEssentials
import GRDB
import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

/// Files of the state that are deleted or replaced under the running daemon: nothing that was acknowledged
/// is lost, and no file of anybody else is touched.
@Suite struct DisplacedTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try start("a")
    }

    private func start(_ name: String) throws {
        try bench.call("timer.start", #"{"duration":"1h","name":"\#(name)"}"#)
    }

    private var names: [String] {
        get throws { try bench.names("timer.list").sorted() }
    }

    private var storage: String? {
        get throws { try bench.call("status")["health"]?["storage"]?.string }
    }

    private func file(_ name: String) -> String { "\(bench.stateFolder)/\(name)" }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    enum Deletion: CaseIterable {
        case folder, database, log, both, movedAway, emptyLink
    }

    private func delete(_ deletion: Deletion) throws {
        switch deletion {
        case .folder: File.remove(bench.stateFolder)
        case .database: unlink(file("tracker.db"))
        case .log: unlink(file("tracker.db-wal"))
        case .both:
            unlink(file("tracker.db"))
            unlink(file("tracker.db-wal"))
        case .movedAway: #expect(rename(bench.stateFolder, bench.folder.path + "/away") == 0)
        case .emptyLink:
            File.remove(bench.stateFolder)
            try File.makeFolder(bench.folder.path + "/elsewhere")
            #expect(symlink(bench.folder.path + "/elsewhere", bench.stateFolder) == 0)
        }
    }

    @Test(arguments: Deletion.allCases, [false, true])
    func whatIsDeletedIsWrittenAgain(_ deletion: Deletion, isMoved: Bool) throws {
        if isMoved { try bench.engine.store.checkpoint() }
        let history = bench.engine.store.history
        var anew = 0
        bench.dependencies.stateMadeAnew = { anew += 1 }
        try delete(deletion)
        // The next command is carried out, and kept.
        try start("b")
        #expect(anew == 1)
        #expect(try storage == "ok")
        #expect(bench.log.contains { $0.contains("were deleted") })
        try start("c")
        try bench.verify()
        #expect(bench.engine.store.history == history)
        try bench.crash()
        try bench.start()
        #expect(try names == ["a", "b", "c"])
        #expect(bench.engine.store.history == history)
        try bench.verify()
    }

    /// One that has nothing to do finds it out, too: when it ends, when it is asked, and for the watchdog.
    @Test func itIsFoundWithoutACommand() throws {
        try delete(.folder)
        try bench.restart()
        #expect(try names == ["a"])
        try delete(.folder)
        let checks = try #require(try bench.call("daemon.check")["checks"]?.list)
        #expect(checks.first?["state"] == .string("ok"))
        #expect(access(file("tracker.db"), F_OK) == 0)
        try delete(.database)
        #expect(bench.engine.answers(at: bench.clock))
        #expect(bench.engine.store.isDisplaced)
        bench.wake()
        #expect(access(file("tracker.db"), F_OK) == 0)
        try bench.restart()
        #expect(try names == ["a"])
    }

    @Test func timeGoesOn() throws {
        try bench.call("timer.start", #"{"duration":"5m","name":"soon"}"#)
        try delete(.folder)
        bench.advance(ms: 300_000)
        #expect(bench.types.contains("timer.finished"))
        try bench.restart()
        #expect(try names == ["a", "soon"])
        try bench.verify()
    }

    enum Replacement: CaseIterable {
        case backup, letter, empty, foldersLink
    }

    /// Puts another file in the place of the database.
    private func replace(_ replacement: Replacement) throws {
        let other = bench.folder.path + "/other"
        switch replacement {
        case .backup:
            let path = try #require(try bench.call("backup.create")["path"]?.string)
            try start("b")
            try bytes(path).write(to: URL(filePath: other))
        case .letter: try Data("This is a letter.".utf8).write(to: URL(filePath: other))
        case .empty: try Data().write(to: URL(filePath: other))
        case .foldersLink:
            try File.makeFolder(other)
            try Data("This is a letter.".utf8).write(to: URL(filePath: other + "/tracker.db"))
            File.remove(bench.stateFolder)
            #expect(symlink(other, bench.stateFolder) == 0)
            return
        }
        #expect(rename(other, file("tracker.db")) == 0)
    }

    @Test(arguments: Replacement.allCases) func anothersFileIsLeftAlone(_ replacement: Replacement)
        throws
    {
        try replace(replacement)
        let others = try bytes(file("tracker.db"))
        bench.forget()
        let line = #"{"duration":"1h","name":"late","request_id":"r1"}"#
        let refusal = try bench.refusal("timer.start", line)
        #expect(refusal.kind == .unknown)
        // A client repeats what is unknown: the request is remembered in the same state.
        #expect(try bench.refusal("timer.start", line).kind == .unknown)
        #expect(try storage == "degraded")
        #expect(bench.alerts.map(\.title) == ["trackerd can't save anything"])
        #expect(try bytes(file("tracker.db")) == others)
        let listed = try #require(try bench.call("backup.list")["backups"]?.list)
        let saved = try #require(
            listed.first { $0["origin"] == .string("rescued") }?["path"]?.string)
        // It is told what to do, wherever one looks.
        let reason = try #require(try bench.call("status")["health"]?["reason"]?.string)
        let check = try #require(try bench.call("daemon.check")["checks"]?.list.first)
        let told = [
            reason, check["advice"]?.string ?? "", bench.log.last ?? "",
            try bench.refusal("stopwatch.start").message,
        ]
        for text in told {
            #expect(text.contains("trackerctl backup restore \(saved)"), "\(text)")
            #expect(text.contains("systemctl --user restart trackerd"), "\(text)")
        }
        #expect(check["state"] == .string("fail"))
        // It isn't saved again and again.
        bench.drift(ms: 5000)
        bench.wake()
        #expect(try bench.call("backup.list")["backups"]?.list.count == listed.count)

        let former = try names
        try bench.call("backup.restore", #"{"path":"\#(saved)","confirm":true}"#)
        #expect(try storage == "ok")
        #expect(try names == former)
        #expect(former.contains("late"))
        try start("goes on")
        try bench.verify()
        // The other's file is among the backups.
        let kept = try #require(
            try bench.call("backup.list")["backups"]?.list
                .first { $0["origin"] == .string("replaced") })
        #expect(kept["seq"] == nil)
        #expect(try bytes(#require(kept["path"]?.string)) == others)
        try bench.restart()
        #expect(try names == (former + ["goes on"]).sorted())
    }

    /// The person wanted the backup that was put there: the next daemon goes on in it.
    @Test func aRestartGoesOnWithTheFileThatIsThere() throws {
        let history = bench.engine.store.history
        try replace(.backup)
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"late"}"#)
        try bench.restart()
        #expect(try names == ["a"])
        #expect(try storage == "ok")
        #expect(bench.engine.store.history != history)
        try bench.verify()
        let saved = try #require(
            try bench.call("backup.list")["backups"]?.list
                .first { $0["origin"] == .string("rescued") }?["path"]?.string)
        try bench.call("backup.restore", #"{"path":"\#(saved)","confirm":true}"#)
        #expect(try names == ["a", "b", "late"])
        try bench.verify()
    }

    enum Overwriting: CaseIterable {
        case backup, formerFile, letter, empty
    }

    /// Writes another file over the database, as `cp` does: the file keeps its identity.
    private func overwrite(with overwriting: Overwriting) throws {
        let content: Data
        switch overwriting {
        case .backup:
            let path = try #require(try bench.call("backup.create")["path"]?.string)
            content = try bytes(path)
        case .formerFile:
            try bench.engine.store.checkpoint()
            content = try bytes(file("tracker.db"))
        case .letter: content = Data("This is a letter.".utf8)
        case .empty: content = Data()
        }
        try start("b")
        try bench.engine.store.checkpoint()
        try start("c")
        let identity = FileIdentity(of: file("tracker.db"))
        try content.write(to: URL(filePath: file("tracker.db")))
        #expect(FileIdentity(of: file("tracker.db")) == identity)
    }

    @Test(arguments: Overwriting.allCases) func whatIsWrittenOverItIsLeftAlone(
        _ overwriting: Overwriting
    ) throws {
        let history = bench.engine.store.history
        try overwrite(with: overwriting)
        let others = try bytes(file("tracker.db"))
        let seq = bench.engine.store.lastSeq
        let refusal = try bench.refusal("timer.start", #"{"duration":"1h","name":"late"}"#)
        // What can still be read depends on what SQLite has in memory.
        #expect([.unknown, .storage].contains(refusal.kind))
        #expect(bench.engine.health.isDegraded)
        let reason: String
        do {
            reason = try bench.call("status")["health"]?["reason"]?.string ?? ""
        } catch let refusal as Rejection {
            #expect(refusal.kind == .storage)
            reason = refusal.message
        }
        #expect(reason.contains("written over"))
        #expect(reason.contains("trackerctl backup restore"))
        #expect(reason.contains("systemctl --user restart trackerd"))
        let told = bench.log.count { $0.contains("written over") }
        // Nothing that it does by itself touches the file, and it is told once.
        bench.drift(ms: 5000)
        bench.wake()
        #expect(throws: StoreError.self) { try bench.engine.store.checkpoint() }
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"late"}"#)
        _ = try bench.refusal("backup.create")
        // What is read of a mixture isn't damage of the file.
        var outcome = Outcome()
        bench.engine.handleStorageError(
            .damaged, DatabaseError(resultCode: .SQLITE_CORRUPT), at: bench.clock, &outcome)
        #expect(access(file("recovery"), F_OK) != 0)
        #expect(bench.log.count { $0.contains("written over") } == told)
        #expect(try bytes(file("tracker.db")) == others)
        // SQLite in this process would take the lock on the letter for its own.
        guard overwriting != .letter else { return }
        try bench.restart()
        switch overwriting {
        case .backup, .formerFile:
            #expect(try names == ["a"])
            #expect(bench.engine.store.history != history)
            // No number that anything was told of, or that a backup has, comes again.
            if overwriting == .backup { #expect(bench.engine.store.lastSeq > 1) }
            #expect(bench.engine.store.recoveredFrom == nil)
        // The log alone is read then.
        case .letter, .empty: #expect(bench.engine.store.lastSeq >= seq)
        }
        #expect(try storage == "ok")
        try start("goes on")
        try bench.verify()
    }

    /// What is read of a file that was written over is a mixture, whatever becomes of its name.
    @Test(arguments: [false, true], [false, true])
    func aMixtureIsNeverTakenForTheState(isKnown: Bool, isReplaced: Bool) throws {
        try overwrite(with: .backup)
        if isKnown { _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#) }
        unlink(file("tracker.db"))
        if isReplaced { try Data("a letter".utf8).write(to: URL(filePath: file("tracker.db"))) }
        _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#)
        bench.drift(ms: 2000)
        bench.wake()
        #expect(bench.engine.health.isDegraded)
        #expect(!File.names(in: bench.stateFolder).contains { $0.contains(".rescued") })
        #expect(!File.names(in: file("backups")).contains { $0.hasPrefix("rescued") })
        #expect(access(file("tracker.db"), F_OK) == (isReplaced ? 0 : -1))
    }

    /// A backup that is being made then has pages of both.
    @Test func aBackupThatIsBeingMadeIsGivenUp() throws {
        try bench.callEach(
            "timer.start", (0..<400).map { #"{"duration":"1h","name":"t\#($0)"}"# })
        try bench.engine.store.checkpoint()
        let before = File.names(in: file("backups"))
        let call = LongCall(Call(BackupCreate()))
        var reply = bench.engine.advance(call, at: bench.clock) { false }.reply
        #expect(reply == nil)
        try Data("This is a letter.".utf8).write(to: URL(filePath: file("tracker.db")))
        bench.wake()
        while reply == nil { reply = bench.engine.advance(call, at: bench.clock) { false }.reply }
        guard case .refused? = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(File.names(in: file("backups")) == before)
    }

    /// A new start would choose the file that is there, so the watchdog isn't to bring one about.
    @Test func aDaemonThatWaitsForThePersonAnswers() throws {
        try overwrite(with: .letter)
        _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#)
        #expect(bench.engine.answers(at: bench.clock))
    }

    @Test func aBackupIsRestoredAfterTheDatabaseWasWrittenOver() throws {
        try start("b")
        let backup = try #require(try bench.call("backup.create")["path"]?.string)
        try overwrite(with: .letter)
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"late"}"#)
        let result = try bench.call("backup.restore", #"{"path":"\#(backup)","confirm":true}"#)
        #expect(try names == ["a", "b"])
        let replaced = try #require(result["replaced"]?.string)
        #expect(try bytes(replaced) == Data("This is a letter.".utf8))
        #expect(try storage == "ok")
        try start("goes on")
        try bench.restart()
        #expect(try names == ["a", "b", "goes on"])
        try bench.verify()
    }

    @Test func aSavedStateThatIsDeletedIsSavedAgain() throws {
        try replace(.letter)
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"late"}"#)
        var saved: String? {
            get throws {
                try bench.call("backup.list")["backups"]?.list
                    .first { $0["origin"] == .string("rescued") }?["path"]?.string
            }
        }
        unlink(try #require(try saved))
        bench.drift(ms: 1000)
        bench.wake()
        let again = try #require(try saved)
        try bench.call("backup.restore", #"{"path":"\#(again)","confirm":true}"#)
        #expect(try names == ["a", "late"])
    }

    /// Another file's write-ahead log isn't deleted when the database is closed that had its name.
    @Test func anothersLogIsLeftAlone() throws {
        try replace(.letter)
        try Data("another's log".utf8).write(to: URL(filePath: bench.folder.path + "/log"))
        #expect(rename(bench.folder.path + "/log", file("tracker.db-wal")) == 0)
        bench.engine.close(at: bench.clock)
        #expect(try bytes(file("tracker.db-wal")) == Data("another's log".utf8))
    }

    @Test func aFileThatComesBackIsUsedAgain() throws {
        #expect(rename(file("tracker.db"), file("mine")) == 0)
        try Data("This is a letter.".utf8).write(to: URL(filePath: file("tracker.db")))
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"b"}"#)
        #expect(rename(file("mine"), file("tracker.db")) == 0)
        bench.drift(ms: 1000)
        try start("c")
        #expect(try storage == "ok")
        try bench.restart()
        #expect(try names == ["a", "b", "c"])
        try bench.verify()
    }

    /// The state is saved elsewhere already when another file takes its place.
    @Test func aFileThatComesWhileTheStateIsSavedElsewhere() throws {
        try delete(.folder)
        try Data("mine".utf8).write(to: URL(filePath: bench.stateFolder))
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"b"}"#)
        unlink(bench.stateFolder)
        try File.makeFolder(bench.stateFolder)
        try Data("This is a letter.".utf8).write(to: URL(filePath: file("tracker.db")))
        bench.drift(ms: 1000)
        bench.wake()
        let saved = try #require(bench.engine.health.rescued)
        let reason = try #require(try bench.call("status")["health"]?["reason"]?.string)
        #expect(reason.contains("trackerctl backup restore \(saved)"))
        try bench.call("backup.restore", #"{"path":"\#(saved)","confirm":true}"#)
        #expect(try names == ["a", "b"])
    }

    /// A restore that can't move the file that is there away leaves the choice to the person.
    @Test func aRestoreThatFailsLeavesTheChoice() throws {
        let backup = bench.folder.path + "/b.db"
        let made = try #require(try bench.call("backup.create")["path"]?.string)
        try bytes(made).write(to: URL(filePath: backup))
        try replace(.letter)
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"late"}"#)
        #expect(rename(file("backups"), bench.folder.path + "/backups") == 0)
        try Data("no folder".utf8).write(to: URL(filePath: file("backups")))
        let params = #"{"path":"\#(backup)","confirm":true}"#
        #expect(try bench.refusal("backup.restore", params).kind == .storage)
        bench.drift(ms: 2000)
        bench.wake()
        #expect(try storage == "degraded")
        #expect(try names.contains("late"))
        #expect(try bytes(file("tracker.db")) == Data("This is a letter.".utf8))
        #expect(File.names(in: bench.stateFolder).allSatisfy { !$0.contains(".salvaged") })
        unlink(file("backups"))
        try bench.call("backup.restore", params)
        #expect(try names == ["a"])
        #expect(try storage == "ok")
        try bench.verify()
    }

    @Test func aFolderThatCannotBeMadeAgain() throws {
        try delete(.folder)
        try Data("mine".utf8).write(to: URL(filePath: bench.stateFolder))
        _ = try bench.refusal("timer.start", #"{"duration":"1h","name":"b"}"#)
        #expect(try storage == "degraded")
        #expect(try names.contains("a"))
        // Until then all of it is saved where that is possible.
        let saved = try #require(bench.engine.health.rescued)
        #expect(saved.hasPrefix(bench.folder.path + "/run/"))
        #expect(bench.log.contains { $0.contains(saved) })
        #expect(access(saved, F_OK) == 0)
        let backup = bench.folder.path + "/b.db"
        try bytes(saved).write(to: URL(filePath: backup))
        // Restoring would lose what has no place yet.
        let refusal = try bench.refusal(
            "backup.restore", #"{"path":"\#(backup)","confirm":true}"#)
        #expect(refusal.kind == .storage)
        #expect(refusal.message.contains("can't be saved first"))
        unlink(bench.stateFolder)
        bench.drift(ms: 1000)
        try start("c")
        #expect(try storage == "ok")
        #expect(access(saved, F_OK) != 0)
        try bench.restart()
        #expect(try names == ["a", "b", "c"])
        try bench.verify()
    }
}
