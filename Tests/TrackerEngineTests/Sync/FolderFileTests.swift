import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Files of the shared folder that aren't as they were written.
@Suite struct FolderFileTests {
    let pair: DiskPair
    var here: SyncDisk { pair.here }
    var there: SyncDisk { pair.there }

    init() throws { pair = try DiskPair() }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// Logs what is too much for one file.
    private func logMany() throws {
        try here.bench.callEach(
            "log.add", (1...400).map { #"{"exercise":"squats","count":\#($0)}"# })
    }

    private func newest(of machine: SyncDisk) throws -> String {
        let name = try #require(machine.files.last)
        return "\(machine.folder)/\(name)"
    }

    @Test func aLostNewestFileIsWrittenAgain() throws {
        let entry = try here.log(7)
        try here.settle()
        let path = try newest(of: here)
        unlink(path)
        here.forget()
        try here.read()
        #expect(here.tasks.filter { $0 == "write" }.count == 1)
        #expect(File.exists(path))
        try pair.exchange()
        #expect(try there.count(of: entry) == 7)
    }

    @Test func anOlderNewestFileIsWrittenAgain() throws {
        try here.log(6)
        try here.settle()
        let path = try newest(of: here)
        let older = try bytes(path)
        let entry = try here.log(7)
        try here.settle()
        try older.write(to: URL(filePath: path))
        try here.read()
        #expect(here.told(.syncIdentity) == 0)
        try pair.exchange()
        #expect(try there.count(of: entry) == 7)
    }

    /// Some file systems give a file another time at each mount.
    @Test func anOwnFileWithAnotherTimeIsTheSame() throws {
        try here.log(7)
        try here.settle()
        let path = try newest(of: here)
        let time = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
        let isSet = utimensat(AT_FDCWD, path, [time, time], 0) == 0
        try #require(isSet)
        here.forget()
        try here.read()
        #expect(here.tasks.contains("read"))
        #expect(!here.tasks.contains("write"))
        #expect(here.engine.folderSync?.overwrittenMs == nil)
    }

    @Test func anotherFormatIsAProblem() throws {
        let name = try #require(SharedFile.Name(number: 1))
        let foreign = "aaaaaaaaaaaa"
        try File.makeFolder("\(here.path)/\(foreign)")
        let header = #"{"trackerd_sync":2,"writer":"\#(foreign)","file":1}"#
        let hash = SharedLine.hexadecimal(SHA256.digest(of: header).prefix(8))
        try File.write("\(header)\t\(hash)\n", to: "\(here.path)/\(foreign)/\(name.text)")
        try here.read()
        #expect(try here.status()["problem"]?["kind"] == .string("format"))
        #expect(try here.status()["state"] == .string("on"))
    }

    @Test func aConflictCopyIsMergedAndRemoved() throws {
        let copy = "\(here.folder)/00000001.sync-conflict-20260301-101112-ABCDEFG.log"
        try bytes(newest(of: here)).write(to: URL(filePath: copy))
        here.forget()
        try here.read()
        #expect(here.tasks.contains("read"))
        #expect(!File.exists(copy))
        #expect(here.told(.syncIdentity) == 0)
        try pair.exchange()
    }

    @Test func aFinalFileThatIsLostIsWrittenAnew() throws {
        try logMany()
        try here.settle()
        try here.log(1)
        try here.settle()
        let former = here.files
        try #require(former.count > 1)
        unlink("\(here.folder)/\(former[0])")
        try here.read()
        #expect(Set(here.files).isDisjoint(with: former))
        let fresh = try SyncDisk.enabled(here.path, "fresh", seed: 5)
        try here.read()
        #expect(try fresh.digest() == here.digest())
        try pair.exchange()
    }

    @Test func aCrashWhileAllIsWrittenAnewLosesNothing() throws {
        try logMany()
        try here.settle()
        try here.log(1)
        try here.settle()
        let former = here.files
        for tasks in 1...6 {
            let first = try #require(here.files.first)
            unlink("\(here.folder)/\(first)")
            here.tasksUntilCrash = tasks
            try here.read()
            here.tasksUntilCrash = nil
            try here.read()
            #expect(Set(here.files).isDisjoint(with: former))
        }
        try pair.exchange()
    }
}
