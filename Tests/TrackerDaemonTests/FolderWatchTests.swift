import Glibc
import Systemd
import TestSupport
import Testing

@testable import TrackerDaemon

/// The watch on the shared folder, on a real loop and real files.
@MainActor @Suite(.serialized) struct FolderWatchTests {
    private static let own = "0wn000000000"
    private static let other = "0ther0000000"
    private static let third = "3rd000000000"

    /// A watched folder, and the number of reports so far.
    @MainActor private final class World {
        let loop: EventLoop
        private let own: TemporaryFolder
        let folder: String
        private(set) var reports = 0
        private(set) var watch: FolderWatch?

        init(isThere: Bool = true) throws {
            loop = try EventLoop()
            own = try TemporaryFolder()
            folder = own.file("shared")
            if isThere {
                for writer in [FolderWatchTests.own, FolderWatchTests.other] { try add(writer) }
            }
            watch = try FolderWatch(
                loop, folder, ownID: { FolderWatchTests.own },
                changed: { [weak self] in self?.reports += 1 })
        }

        func add(_ writer: String) throws {
            try File.makeFolder(folder)
            try File.makeFolder("\(folder)/\(writer)")
        }

        /// Writes a file as trackerd and programs that replicate folders do.
        func write(_ name: String, of writer: String) throws {
            let path = "\(folder)/\(writer)/\(name)"
            try File.write("x", to: path + ".part")
            rename(path + ".part", path)
        }

        /// Lists the folder, as the daemon does after a report.
        func follow() { watch?.follow(File.names(in: folder)) }

        /// Takes the report that follows new watches.
        func settle() throws {
            follow()
            #expect(try turn { reports == 1 })
            follow()
            #expect(try isQuiet())
            reports = 0
        }

        func turn(until condition: () -> Bool) throws -> Bool {
            let end = Clocks.read().awakeNs + 30_000_000_000
            while !condition() {
                guard Clocks.read().awakeNs < end else { return false }
                try loop.turn(waitingMicroseconds: 5000)
            }
            return true
        }

        /// Whether no further report comes for a while.
        func isQuiet() throws -> Bool {
            let before = reports
            let end = Clocks.read().awakeNs + 300_000_000
            while Clocks.read().awakeNs < end { try loop.turn(waitingMicroseconds: 5000) }
            return reports == before
        }
    }

    @Test func aBurstIsReportedAtItsBeginningAndItsEnd() throws {
        let world = try World()
        try world.settle()
        for number in 1...20 { try world.write("0000000\(number % 10).log", of: Self.other) }
        try world.write("about.json", of: Self.other)
        #expect(try world.turn { world.reports >= 1 })
        _ = try world.isQuiet()
        #expect(world.reports <= 2)
    }

    @Test(arguments: [
        "00000001.log", "about.json", "00000001.sync-conflict-20260301-101112-ABCDEFG.log",
    ])
    func filesOfOthersAreReported(name: String) throws {
        let world = try World()
        try world.settle()
        try world.write(name, of: Self.other)
        #expect(try world.turn { world.reports == 1 })
    }

    /// Other programs' files, and this machine's own, wake nobody.
    @Test func otherFilesAndOwnFilesAreNot() throws {
        let world = try World()
        try world.settle()
        try world.write(".syncthing.00000001.log.tmp", of: Self.other)
        try world.write("notes.txt", of: Self.other)
        try world.write("00000001.log", of: Self.own)
        try File.write("x", to: "\(world.folder)/README")
        try File.makeFolder("\(world.folder)/.stfolder")
        #expect(try world.isQuiet() && world.reports == 0)
    }

    @Test func newAndRemovedMachinesAreReported() throws {
        let world = try World()
        try world.settle()
        try world.add(Self.third)
        #expect(try world.turn { world.reports == 1 })
        world.follow()
        // What was written before the watch was set would be missed otherwise.
        #expect(try world.turn { world.reports == 2 })
        try world.write("00000001.log", of: Self.third)
        #expect(try world.turn { world.reports == 3 })
        File.remove("\(world.folder)/\(Self.third)")
        #expect(try world.turn { world.reports >= 4 })
    }

    /// A subfolder that takes the place of another is watched, too.
    @Test func aReplacedSubfolderIsWatchedAgain() throws {
        let world = try World()
        try world.settle()
        File.remove("\(world.folder)/\(Self.other)")
        try world.add(Self.other)
        #expect(try world.turn { world.reports >= 1 })
        world.follow()
        #expect(try world.turn { world.reports >= 2 })
        let before = world.reports
        try world.write("00000001.log", of: Self.other)
        #expect(try world.turn { world.reports > before })
    }

    /// Another machine with the same id writes its own note, and its files come as conflict copies.
    @Test(arguments: ["about.json", "00000001.sync-conflict-20260301-101112-ABCDEFG.log"])
    func anotherWriterOfOwnFilesIsReported(name: String) throws {
        let world = try World()
        try world.settle()
        try world.write(name, of: Self.own)
        #expect(try world.turn { world.reports == 1 })
    }

    @Test func aFolderThatIsGoneIsWatchedAgainOnceItIsListed() throws {
        let world = try World()
        try world.settle()
        world.watch?.end()
        try world.write("00000001.log", of: Self.other)
        #expect(try world.isQuiet() && world.reports == 0)
        world.follow()
        #expect(try world.turn { world.reports == 1 })
        try world.write("00000002.log", of: Self.other)
        #expect(try world.turn { world.reports == 2 })
    }
}
