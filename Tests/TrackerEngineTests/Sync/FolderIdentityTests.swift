import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Restored and copied states, as the shared folder tells of them.
@Suite struct FolderIdentityTests {
    let pair: DiskPair
    var here: SyncDisk { pair.here }
    var there: SyncDisk { pair.there }

    init() throws { pair = try DiskPair() }

    @Test func aRestartKeepsTheID() throws {
        let writer = here.writer
        try here.log()
        try here.settle()
        for _ in 1...3 {
            try here.bench.restart()
            try here.settle()
        }
        #expect(here.writer == writer)
        #expect(here.told(.syncIdentity) == 0)
    }

    @Test func anOlderStateTakesANewID() throws {
        let former = here.writer
        let copy = try here.bench.copyState()
        let entry = try here.log(7)
        try here.settle()
        try here.bench.replaceState(by: copy) { here.look() }
        #expect(here.writer != former)
        #expect(here.told(.syncIdentity) == 1)
        #expect(try here.count(of: entry) == 7)
        try pair.exchange()
        #expect(try there.count(of: entry) == 7)
        #expect(File.exists("\(here.folder)/about.json"))
        let states = try here.status()["machines"]?.list.compactMap { $0["state"]?.string }
        #expect(states?.sorted() == ["former", "here", "present"])
    }

    @Test func aRestoredBackupTakesANewIDByItsStamps() throws {
        let former = here.writer
        let path = try #require(try here.call("backup.create")["path"]?.string)
        let entry = try here.log(7)
        try here.settle()
        try here.call("backup.restore", #"{"path":"\#(path)","confirm":true}"#)
        // It doesn't wait until it reads its own stamps, since it may change something before.
        #expect(here.writer != former)
        try here.read()
        #expect(try here.count(of: entry) == 7)
        try pair.exchange()
        #expect(here.told(.syncIdentity) == 1)
    }

    @Test func aCloneTakesANewID() throws {
        let clone = try SyncDisk(here.path, seed: 77)
        let copy = try here.bench.copyState()
        // The original's next start is one that the copy doesn't know.
        try here.settle()
        try clone.bench.replaceState(by: copy) { clone.look() }
        #expect(clone.writer != here.writer)
        #expect(try clone.bench.data(of: "sync.identity")["why"] == .string("life"))
        try clone.settle()
        let ours = try here.log(7)
        let theirs = try clone.log(8)
        try here.settle()
        try clone.settle()
        try clone.read()
        try pair.exchange()
        try clone.read()
        #expect(try here.count(of: theirs) == 8)
        #expect(try clone.count(of: ours) == 7)
        #expect(here.told(.syncIdentity) == 0)
    }

    @Test func anotherComputerTakesANewIDWithoutThePast() throws {
        here.bench.dependencies.computer = "one"
        try here.bench.restart()
        let former = here.writer
        try here.settle()
        here.bench.dependencies.computer = "two"
        try here.bench.restart()
        try here.settle()
        #expect(here.writer != former)
        let formerIDs = try here.engine.store.read(at: here.bench.clock) { try $0.formerIDs() }
        #expect(formerIDs == [])
        try pair.exchange()
    }

    @Test func aHungFolderIsNotWaitedForAtAStart() throws {
        try here.bench.crash()
        try here.bench.start {
            let outcome = here.engine.takeInFolder(
                now: { here.bench.clock }, perform: { _ in nil }, while: { true })
            here.bench.take(outcome)
        }
        try here.log(3)
        #expect(here.engine.nextFolderTask(at: here.bench.clock) == nil)
    }
}
