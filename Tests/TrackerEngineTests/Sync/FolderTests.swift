import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Machines that share a real folder.
@Suite struct FolderTests {
    let pair: DiskPair
    var here: SyncDisk { pair.here }
    var there: SyncDisk { pair.there }

    init() throws { pair = try DiskPair() }

    @Test func nothingIsDoneAtRest() throws {
        for machine in pair.both {
            #expect(machine.engine.folderSync?.isAtRest == true)
            #expect(machine.engine.nextFolderTask(at: machine.bench.clock) == nil)
            #expect(!machine.engine.hasFolderWork)
            #expect(machine.engine.nextFolderNs == nil)
        }
    }

    @Test func whatIsNotSharedIsNotWritten() throws {
        try here.bench.call("timer.start", #"{"duration":"10m"}"#)
        try here.settle()
        #expect(here.tasks == [])
    }

    @Test func aChangeIsWrittenAfterASecond() throws {
        try here.log()
        #expect(here.engine.nextFolderTask(at: here.bench.clock) == nil)
        let nextNs = try #require(here.engine.nextFolderNs)
        #expect(nextNs == here.bench.clock.bootNs + 1_000_000_000)
        try here.settle()
        #expect(here.tasks == ["write"])
    }

    @Test func whatWasOnlyMergedWaitsFiveMinutes() throws {
        try there.log()
        try there.settle()
        here.engine.folderMayHaveChanged()
        while try here.step() {}
        #expect(here.told(.syncMerged) == 1)
        let nextNs = try #require(here.engine.nextFolderNs)
        #expect(nextNs == here.bench.clock.bootNs + 300_000_000_000)
    }

    @Test func aNewMachineIsToldAndComesAfterABackup() throws {
        let third = try SyncDisk.enabled(here.path, "third", seed: 3)
        let entry = try third.log(3)
        try third.settle()
        try here.read()
        #expect(here.told(.syncMachine) == 1)
        #expect(try here.count(of: entry) == 3)
        let backups = try #require(try here.bench.call("backup.list")["backups"]?.list)
        #expect(backups.contains { $0["origin"] == .string("merge") })
    }

    @Test func aMissingFolderIsWaitedFor() throws {
        let away = pair.temporary.file("away")
        try #require(rename(here.path, away) == 0)
        let entry = try here.log(4)
        try here.settle()
        let status = try here.status()
        #expect(status["state"] == .string("stopped"))
        #expect(status["problem"]?["kind"] == .string("missing"))
        #expect(status["unwritten"] != .integer(0))
        #expect(here.told(.syncProblem) == 0)
        here.bench.advance(ms: 3_700_000)
        try here.settle()
        #expect(here.told(.syncProblem) == 1)
        #expect(here.bench.alerts.contains { $0.title == "The shared folder can't be reached" })
        try #require(rename(away, here.path) == 0)
        here.bench.advance(ms: 241_000)
        try here.settle()
        #expect(here.told(.syncRecovered) == 1)
        try pair.exchange()
        #expect(try there.count(of: entry) == 4)
    }

    @Test func whatCannotBeWrittenIsTriedAgain() throws {
        let folder = here.folder
        File.remove(folder)
        try File.write("in the way", to: folder)
        let theirs = try there.log(8)
        try there.settle()
        let ours = try here.log(7)
        try here.read()
        #expect(try here.status()["state"] == .string("stopped"))
        #expect(try here.status()["problem"] != nil)
        // The others' rows come in all the same.
        here.bench.advance(ms: 31_000)
        try here.settle()
        #expect(try here.count(of: theirs) == 8)
        File.remove(folder)
        here.bench.advance(ms: 241_000)
        try here.settle()
        #expect(try here.status()["state"] == .string("on"))
        #expect(try here.status()["problem"] == nil)
        try pair.exchange()
        #expect(try there.count(of: ours) == 7)
    }

    @Test func aFileThatCouldNotBeReadIsReadLater() throws {
        let entry = try there.log(8)
        try there.settle()
        here.engine.folderMayHaveChanged()
        // The folder is listed first.
        #expect(try here.step())
        guard case .read(let name, _)? = here.engine.nextFolderTask(at: here.bench.clock) else {
            Issue.record("the file isn't read")
            return
        }
        let sync = try #require(here.engine.folderSync)
        // What is no id can't be read, as a file on a failing disk can't.
        let result = sync.folder.perform(.read(name, of: ".."))
        here.bench.take(here.engine.finish(result, of: sync, at: here.bench.clock))
        #expect(sync.refused.count == 1)
        #expect(try here.count(of: entry) == 0)
        try here.settle()
        #expect(try here.count(of: entry) == 8)
    }

    @Test func whatWasFoundInAFormerFolderIsLeftOut() throws {
        _ = try SyncDisk.enabled(here.path, "third", seed: 3)
        here.engine.folderMayHaveChanged()
        let task = try #require(here.engine.nextFolderTask(at: here.bench.clock))
        let sync = try #require(here.engine.folderSync)
        let result = sync.folder.perform(task)
        here.engine.replaceFolder(by: nil)
        here.bench.take(here.engine.finish(result, of: sync, at: here.bench.clock))
        #expect(here.told(.syncMachine) == 0)
    }

    @Test func aReminderAnsweredElsewhereDoesNotRingAtAStart() throws {
        try here.bench.call(
            "reminder.create", #"{"name":"stand","every":"30m","days":"daily","follow_up":false}"#)
        try pair.exchange()
        pair.forget()
        for _ in 1...60 where there.told(.reminderFired) == 0 { there.bench.advance(ms: 60_000) }
        try there.bench.call("reminder.answer", #"{"reminder":"stand","action":"dismiss"}"#)
        try there.settle()
        // Meanwhile this machine was off.
        here.bench.drift(ms: there.bench.clock.wallMs - here.bench.clock.wallMs + 60_000)
        try here.crash()
        #expect(here.told(.reminderFired) == 0)
        #expect(here.bench.alerts.isEmpty)
    }

    @Test func aCrashAmidAMergeLosesNothing() throws {
        let entries = try (1...3).map { try there.log($0) }
        try there.settle()
        here.hasTime = { false }
        here.engine.folderMayHaveChanged()
        while !here.engine.isChangeUnfinished { #expect(try here.step()) }
        try here.crash()
        here.hasTime = { true }
        try here.settle()
        #expect(try entries.map { try here.count(of: $0) } == [1, 2, 3])
    }

    @Test func whatChangesDuringAWriteIsWrittenNext() throws {
        try here.log(7)
        #expect(try !here.step())
        here.bench.advance(ms: 1100)
        // The file is made first.
        #expect(try here.step())
        let task = try #require(here.engine.nextFolderTask(at: here.bench.clock))
        guard case .write = task else {
            Issue.record("the file isn't written")
            return
        }
        let sync = try #require(here.engine.folderSync)
        let entry = try here.log(8)
        here.bench.take(
            here.engine.finish(sync.folder.perform(task), of: sync, at: here.bench.clock))
        try pair.exchange()
        #expect(try there.count(of: entry) == 8)
    }
}
