import Glibc
import Systemd
import TestSupport
import Testing

struct FileWatchTests {
    /// Whether the watch reports a change.
    private func tells(
        _ loop: EventLoop, _ count: () -> Int, _ body: () throws -> Void
    ) throws -> Bool {
        let before = count()
        try body()
        return try turn(loop) { count() > before }
    }

    /// Replaces a file as package managers do.
    private func replace(_ name: String, in folder: TemporaryFolder, with text: String) throws {
        try File.write(text, to: folder.file(name + ".new"))
        rename(folder.file(name + ".new"), folder.file(name))
    }

    @Test func everyLinkOnTheWayAndTheFileAtItsEndAreWatched() throws {
        let links = try TemporaryFolder()
        let (old, new) = (try TemporaryFolder(), try TemporaryFolder())
        try File.write("1", to: old.file("Berlin"))
        try File.write("2", to: new.file("Berlin"))
        symlink(old.path, links.file("zoneinfo"))
        symlink("./zoneinfo/Berlin", links.file("localtime"))
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatch(loop, [links.file("localtime")]) { count += 1 }
        #expect(try tells(loop, { count }) { try replace("Berlin", in: old, with: "3") })
        #expect(try tells(loop, { count }) { try replace("Berlin", in: old, with: "4") })
        #expect(
            try tells(loop, { count }) {
                symlink(new.path, links.file("new"))
                rename(links.file("new"), links.file("zoneinfo"))
            })
        // Changes of the former target don't matter any more.
        let before = count
        try replace("Berlin", in: old, with: "5")
        try replace("Paris", in: new, with: "5")
        #expect(try tells(loop, { count }) { try replace("Berlin", in: new, with: "6") })
        #expect(count == before + 1)
        withExtendedLifetime(watch) {}
    }

    @Test func whatIsMissingIsWaitedFor() throws {
        let (links, files) = (try TemporaryFolder(), try TemporaryFolder())
        symlink(files.file("Berlin"), links.file("localtime"))
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatch(loop, [links.file("localtime")]) { count += 1 }
        #expect(try tells(loop, { count }) { try File.write("1", to: files.file("Berlin")) })
        #expect(try tells(loop, { count }) { unlink(files.file("Berlin")) })
        #expect(try tells(loop, { count }) { try File.write("2", to: files.file("Berlin")) })
        // Two links to each other lead nowhere.
        symlink(links.file("b"), links.file("a"))
        symlink(links.file("a"), links.file("b"))
        let circle = try FileWatch(loop, [links.file("a")]) { count += 1 }
        #expect(try tells(loop, { count }) { unlink(links.file("b")) })
        withExtendedLifetime((watch, circle)) {}
    }

    /// A dotfile manager may put a whole folder in another's place, at any height.
    @Test(arguments: ["a", "a/b", "a/b/c"]) func aFolderOnTheWayThatIsReplacedIsNoticed(
        _ moved: String
    ) throws {
        let folder = try TemporaryFolder()
        for name in ["a", "a/b", "a/b/c"] { try File.makeFolder(folder.file(name)) }
        try File.write("1", to: folder.file("a/b/c/f"))
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatch(loop, [folder.file("a/b/c/f")]) { count += 1 }
        #expect(
            try tells(loop, { count }) { rename(folder.file(moved), folder.file("old")) })
        #expect(
            try tells(loop, { count }) { rename(folder.file("old"), folder.file(moved)) })
        #expect(
            try tells(loop, { count }) { try File.write("2", to: folder.file("a/b/c/f")) })
        // Other files in those folders are nobody's business.
        let before = count
        for name in ["x", "a/x", "a/b/x", "a/b/c/x"] { try File.write("", to: folder.file(name)) }
        usleep(150_000)
        try turnWhileBusy(loop)
        #expect(count == before)
        withExtendedLifetime(watch) {}
    }

    @Test func aRelativePathBeginsAtTheWorkingDirectory() throws {
        let folder = try TemporaryFolder()
        var up = ""
        let depth = String(cString: getcwd(nil, 0)).split(separator: "/").count
        for _ in 0..<depth { up += "../" }
        let loop = try EventLoop()
        var count = 0
        let watch = try FileWatch(loop, [up + folder.file("f").dropFirst()]) { count += 1 }
        #expect(try tells(loop, { count }) { try File.write("1", to: folder.file("f")) })
        withExtendedLifetime(watch) {}
    }
}
