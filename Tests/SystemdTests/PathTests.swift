import Glibc
import Systemd
import Testing

struct PathTests {
    @Test func aFileReplacedByRenamingIsSeenInItsDirectory() throws {
        let loop = try EventLoop()
        let folder = try Folder()
        try folder.write("old", to: "config.toml")
        var seen: [PathChange] = []
        let source = try loop.watchPath(
            folder.path, for: [.replacements, .onlyDirectory]
        ) { seen.append($0) }
        try folder.write("new", to: "config.toml.tmp")
        rename(folder.file("config.toml.tmp"), folder.file("config.toml"))
        try turnWhileBusy(loop)
        let config = seen.filter { $0.name == "config.toml" }
        #expect(config == [PathChange(.movedHere, name: "config.toml")])
        #expect(seen.first == PathChange(.created, name: "config.toml.tmp"))
        source.cancel()
        try folder.write("newer", to: "config.toml")
        let count = seen.count
        try turnWhileBusy(loop)
        #expect(seen.count == count)
    }

    @Test func aFileWatchedItselfTellsThatItIsGone() throws {
        let loop = try EventLoop()
        let folder = try Folder()
        try folder.write("a", to: "file")
        var seen: PathChanges = []
        let source = try loop.watchPath(folder.file("file"), for: [.written, .selfDeleted]) {
            #expect($0.name == nil)
            seen.formUnion($0.changes)
        }
        try folder.write("b", to: "file")
        try turnWhileBusy(loop)
        #expect(seen == .written)
        unlink(folder.file("file"))
        // Not at once where a process that was just forked has the file open until it runs its program.
        #expect(try turn(loop) { seen.isSuperset(of: [.selfDeleted, .gone]) })
        source.cancel()
    }

    @Test func aHandlerMayCancelItsOwnSourceThoughMoreIsPending() throws {
        let loop = try EventLoop()
        let folder = try Folder()
        var count = 0
        var source: PathSource?
        source = try loop.watchPath(folder.path, for: .created) { _ in
            source?.cancel()
            source = nil
            count += 1
        }
        for name in ["a", "b", "c"] { try folder.write("", to: name) }
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
