import Foundation
import TestSupport
import Testing

@testable import TrackerStore

/// One daemon for each state folder, also among several processes.
@Suite struct StateLockTests {
    let folder: TemporaryFolder
    var file: String { folder.path + "/trackerd.lock" }

    init() throws { folder = try TemporaryFolder() }

    private func pidOfHolder() throws -> String? {
        do {
            _ = try StateLock(stateFolder: folder.path)
            return nil
        } catch StoreError.lockedBy(let pid, let path) {
            #expect(path == folder.path)
            return pid
        }
    }

    /// Another process that takes the lock, prints so, and holds the lock until it is killed.
    private func otherHolder() throws -> Process {
        let other = Process()
        other.executableURL = URL(filePath: "/bin/sh")
        other.arguments = [
            "-c", #"exec 9<>"$1"; flock -n 9 || exit 1; echo $$ >"$1"; echo; exec sleep 60"#, "sh",
            file,
        ]
        let output = Pipe()
        other.standardOutput = output
        try other.run()
        let said = try output.fileHandleForReading.read(upToCount: 1)
        try #require(said?.count == 1, "the other process has no lock")
        return other
    }

    @Test func theSecondIsToldThePidOfTheFirst() throws {
        let first = try StateLock(stateFolder: folder.path)
        #expect(try pidOfHolder() == String(getpid()))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(getpid())\n")
        #expect(try permissions(of: file) == 0o600)
        withExtendedLifetime(first) {}
    }

    @Test func anotherProcessHoldsItUntilItDies() throws {
        try Data().write(to: URL(filePath: file))
        let other = try otherHolder()
        #expect(try pidOfHolder() == String(other.processIdentifier))
        kill(other.processIdentifier, SIGKILL)
        other.waitUntilExit()
        // The lock file stays and does no harm.
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(try pidOfHolder() == nil)
    }

    /// The lock is still held, for example by a hook that a daemon was starting when it was killed.
    @Test func whatADeadHolderLeftBehindIsWaitedFor() throws {
        let other = Process()
        other.executableURL = URL(filePath: "/bin/sh")
        let script = #"exec 9<>"$1"; flock -n 9 || exit 1; echo $$ >"$1"; sleep 0.3 >&- & exit 0"#
        other.arguments = ["-c", script, "sh", file]
        try other.run()
        other.waitUntilExit()
        try #require(other.terminationStatus == 0)
        #expect(try pidOfHolder() == nil)
    }

    @Test func aFileWithoutAPidIsNoObstacle() throws {
        try Data("garbage that is much longer than a pid".utf8).write(to: URL(filePath: file))
        var first: StateLock? = try StateLock(stateFolder: folder.path)
        #expect(try pidOfHolder() == String(getpid()))
        withExtendedLifetime(first) {}
        first = nil
        try Data("?".utf8).write(to: URL(filePath: file))
        #expect(try pidOfHolder() == nil)
    }

    @Test func theFolderIsMade() throws {
        let deep = folder.path + "/a/b"
        let lock = try StateLock(stateFolder: deep)
        #expect(try permissions(of: deep) == 0o700)
        withExtendedLifetime(lock) {}
    }

    @Test func whereItCannotBeMadeTheErrorNamesTheFile() throws {
        try Data().write(to: URL(filePath: folder.path + "/file"))
        let error = #expect(throws: StoreError.self) {
            try StateLock(stateFolder: folder.path + "/file")
        }
        guard case .file(_, let path, _)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(path.hasPrefix(folder.path + "/file"))
    }
}
