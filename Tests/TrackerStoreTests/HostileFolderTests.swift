import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Files and folders that aren't as trackerd makes them, and more of them than are looked at.
@Suite struct HostileFolderTests: SharedFolderSuite {
    let temporary: TemporaryFolder
    let folder: SharedFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = SharedFolder(temporary.path)
    }

    // MARK: Hostile files

    /// Each of these would block, lead elsewhere or fill the memory if it were read.
    @Test func whatIsNotAFileOfThisUserIsSkipped() throws {
        let outside = temporary.file("outside.log")
        try write(1, ["fine"])
        try File.write(try draft(2).bytes, to: outside)
        try #require(symlink(outside, path("00000002.log")) == 0)
        try #require(mkfifo(path("00000003.log"), 0o600) == 0)
        try File.makeFolder(path("00000004.log"))
        try #require(symlink("/dev/zero", path("00000005.log")) == 0)
        try #require(symlink("nowhere", path("00000006.log")) == 0)
        for number in 2...6 { #expect(try unread(number) == .notAFile, "\(number)") }
        let machine = try self.machine()
        #expect(machine.files.keys.sorted() == [try name(1)])
        #expect(machine.skipped == 5 && machine.leftOut == 0)
        #expect(try folder.list().problem == nil)
        #expect(try unread(7) == .missing)
        #expect(try unread(1) == nil)
    }

    @Test func aFileOfAnotherUserIsSkipped() throws {
        try write(1)
        try write(2)
        try write(1, of: Self.there)
        try #require(chown(path("00000001.log"), 65_534, 65_534) == 0)
        #expect(try unread(1) == .foreign)
        #expect(try machine().files.keys.sorted() == [name(2)])
        #expect(try machine().skipped == 1)
        try #require(chown(temporary.file(Self.there), 65_534, 65_534) == 0)
        let listing = try folder.list()
        #expect(listing.machines.map(\.writer) == [Self.here] && listing.skipped.count == 1)
        #expect(throws: SharedFolderError.self) { try folder.machine(Self.there) }
        #expect(throws: SharedFolderError.self) { try write(2, of: Self.there) }
        #expect(try unread(1, of: Self.there) != nil)
        #expect(!exists(path("00000002.log", of: Self.there)))
    }

    @Test func aFileThatIsTooLargeIsLeftOut() throws {
        try write(1)
        for (number, size) in [(2, 1 << 20), (3, 1 << 20 + 1), (4, 10 << 30)] {
            let file = open(
                path(try name(number).text), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            #expect(ftruncate(file, off_t(size)) == 0)
            close(file)
        }
        #expect(try unread(2) == .format(.damaged))
        #expect(try unread(3) == .format(.tooLarge))
        #expect(try unread(4) == .format(.tooLarge))
        #expect(try machine().files.keys.sorted() == [name(1), name(2)])
        #expect(try machine().leftOut == 2 && machine().skipped == 0)
        #expect(try folder.list().problem?.kind == .limits)
    }

    @Test func aSubfolderIsNotALinkOrAFile() throws {
        try write(1)
        let outside = try TemporaryFolder()
        try #require(symlink(outside.path, temporary.file(Self.there)) == 0)
        try File.write("x", to: temporary.file("aaaaaaaaaaaa"))
        try #require(mkfifo(temporary.file("bbbbbbbbbbbb"), 0o600) == 0)
        let listing = try folder.list()
        #expect(listing.machines.map(\.writer) == [Self.here] && listing.skipped.count == 3)
        for writer in [Self.there, "aaaaaaaaaaaa", "bbbbbbbbbbbb"] {
            #expect(throws: SharedFolderError.self) { try write(1, of: writer) }
            #expect(throws: SharedFolderError.self) { try folder.removeAll(of: writer) }
            #expect(try unread(1, of: writer) != nil)
        }
        #expect(File.names(in: outside.path).isEmpty)
    }

    @Test func aTimeFarAwayIsAMark() throws {
        let disk = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let folder = SharedFolder(disk.path)
        try folder.write(try draft(), as: try name(1), of: Self.here, isFinal: false)
        for seconds in [Int.max, .min, 99_999_999_999] {
            let time = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
            // A file system may refuse the time or take the nearest one that it knows.
            _ = [time, time].withUnsafeBufferPointer {
                utimensat(AT_FDCWD, disk.file("\(Self.here)/00000001.log"), $0.baseAddress, 0)
            }
            #expect(try folder.machine(Self.here)?.files.count == 1)
        }
        withExtendedLifetime(disk) {}
    }

    @Test func aDamagedNoteHidesNoFile() throws {
        try write(1)
        func reason() throws -> SharedFolder.Unread? {
            guard case .failure(let reason) = try machine().note else { return nil }
            return reason
        }
        #expect(try reason() == .missing)
        try File.write("{", to: path("about.json"))
        #expect(try reason() == .format(.damaged))
        #expect(try folder.list().problem == nil)
        try File.write(try note(Self.there).bytes(), to: path("about.json"))
        #expect(try reason() == .format(.damaged))
        try File.write(String(repeating: " ", count: 65_537), to: path("about.json"))
        #expect(try reason() == .format(.tooLarge))
        try File.write(#"{"trackerd_sync":2}"#, to: path("about.json"))
        #expect(try reason() == .format(.otherFormat(2)))
        #expect(try folder.list().problem?.kind == .format)
        try #require(unlink(path("about.json")) == 0)
        try #require(mkfifo(path("about.json"), 0o600) == 0)
        #expect(try reason() == .notAFile)
        #expect(try machine().files.count == 1)
    }

    // MARK: Limits

    @Test func filesBeyondTheLimitAreLeftOut() throws {
        let few = SharedFolder(temporary.path, limits: .init(files: 3))
        for number in 2...4 { try write(number) }
        #expect(try few.machine(Self.here)?.leftOut == 0)
        #expect(try few.list().problem == nil)
        // Conflict copies don't push out files, whatever their numbers.
        for copy in ["a", "b"] {
            try File.write("x", to: path("00000001.sync-conflict-\(copy).log"))
        }
        let machine = try #require(try few.machine(Self.here))
        #expect(machine.files.keys.sorted() == [try name(2), try name(3), try name(4)])
        #expect(machine.leftOut == 2)
        #expect(try few.list().problem?.kind == .limits)
        #expect(SharedFolder.maximumFiles == 10_000 && folder.limits.files == 10_000)
    }

    @Test func machinesBeyondTheLimitAreLeftOut() throws {
        let few = SharedFolder(temporary.path, limits: .init(machines: 2))
        for writer in ["aaaaaaaaaaaa", "bbbbbbbbbbbb", Self.there] { try write(1, of: writer) }
        let listing = try few.list()
        #expect(listing.machines.map(\.writer) == ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
        #expect(listing.leftOut == 1 && listing.problem?.kind == .limits)
        // Those that are known come first.
        let again = try few.list(first: [Self.there])
        #expect(again.machines.map(\.writer) == [Self.there, "aaaaaaaaaaaa"])
        #expect(SharedFolder.maximumMachines == 64 && folder.limits.machines == 64)
    }

    @Test func aFloodOfNamesIsNotLookedAt() throws {
        let few = SharedFolder(temporary.path, limits: .init(names: 10))
        for number in 1...10 { try write(number) }
        #expect(try few.machine(Self.here)?.leftOut == 0)
        for number in 0..<20 { try File.write("", to: path("x\(number)")) }
        let machine = try #require(try few.machine(Self.here))
        #expect(machine.leftOut == 1 && machine.files.count <= 10)
        #expect(try few.list().problem?.kind == .limits)
    }
}
