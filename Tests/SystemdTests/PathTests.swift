import Glibc
import Systemd
import TestSupport
import Testing

struct PathTests {
    @Test func aFileReplacedByRenamingIsSeenInItsDirectory() throws {
        let loop = try EventLoop()
        let folder = try TemporaryFolder()
        try File.write("old", to: folder.file("config.toml"))
        var seen: [PathChange] = []
        let source = try loop.watchPath(
            folder.path, for: [.replacements, .onlyDirectory]
        ) { seen.append($0) }
        try File.write("new", to: folder.file("config.toml.tmp"))
        rename(folder.file("config.toml.tmp"), folder.file("config.toml"))
        try turnWhileBusy(loop)
        let config = seen.filter { $0.name == "config.toml" }
        #expect(config == [PathChange(.movedHere, name: "config.toml")])
        #expect(seen.first == PathChange(.created, name: "config.toml.tmp"))
        source.cancel()
        try File.write("newer", to: folder.file("config.toml"))
        let count = seen.count
        try turnWhileBusy(loop)
        #expect(seen.count == count)
    }

    @Test func aFileWatchedItselfTellsThatItIsGone() throws {
        let loop = try EventLoop()
        let folder = try TemporaryFolder()
        try File.write("a", to: folder.file("file"))
        var seen: PathChanges = []
        let source = try loop.watchPath(folder.file("file"), for: [.written, .selfDeleted]) {
            #expect($0.name == nil)
            seen.formUnion($0.changes)
        }
        try File.write("b", to: folder.file("file"))
        try turnWhileBusy(loop)
        #expect(seen == .written)
        unlink(folder.file("file"))
        // The change may come late, where a process that was just forked has the file open until it
        // executes its program.
        #expect(try turn(loop) { seen.isSuperset(of: [.selfDeleted, .gone]) })
        source.cancel()
    }

    @Test func aHandlerMayCancelItsOwnSourceThoughMoreIsPending() throws {
        let loop = try EventLoop()
        let folder = try TemporaryFolder()
        var count = 0
        var source: PathSource?
        source = try loop.watchPath(folder.path, for: .created) { _ in
            source?.cancel()
            source = nil
            count += 1
        }
        for name in ["a", "b", "c"] { try File.write("", to: folder.file(name)) }
        try turnWhileBusy(loop)
        #expect(count == 1)
    }

    @Test func aPathThatDoesNotExistIsRefused() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError("watch /nowhere/at/all", ENOENT)) {
            try loop.watchPath("/nowhere/at/all", for: .created) { _ in }
        }
    }
}
