import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct SharedFolderTests: SharedFolderSuite {
    let temporary: TemporaryFolder
    let folder: SharedFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = SharedFolder(temporary.path)
    }

    // MARK: Writing and reading

    @Test(arguments: [false, true]) func whatIsWrittenIsRead(isFinal: Bool) throws {
        let mark = try write(12, ["a", "b"], isFinal: isFinal)
        try folder.write(note())
        let content = try folder.read(try name(12), of: Self.here).get()
        #expect(content.file.lines == ["a", "b"] && content.file.damaged == 0)
        #expect(content.mark == mark)
        let listing = try folder.list()
        #expect(listing.machines.map(\.writer) == [Self.here])
        #expect(listing.leftOut == 0 && listing.skipped.count == 0 && listing.problem == nil)
        let machine = try #require(listing.machines.first)
        #expect(try machine.note.get() == note())
        #expect(machine.files == [try name(12): mark])
        #expect(machine.bytes == mark.bytes && machine.leftOut == 0 && machine.skipped == 0)
        #expect(File.names(in: temporary.file(Self.here)) == ["00000012.log", "about.json"])
    }

    @Test func onlyTheOwnerMayReadWhatIsWritten() throws {
        try write()
        try folder.write(note())
        #expect(try permissions(of: temporary.file(Self.here)) == 0o700)
        #expect(try permissions(of: path("00000001.log")) == 0o600)
        #expect(try permissions(of: path("about.json")) == 0o600)
    }

    @Test func aFileThatIsWrittenAgainHasAnotherMark() throws {
        let first = try write(1, ["a"])
        try write(2)
        let known = try machine().files
        #expect(try machine().changed(since: known).isEmpty)
        let second = try write(1, ["b"])
        #expect(first != second)
        #expect(try machine().changed(since: known) == [name(1)])
        #expect(try machine().changed(since: [:]) == [name(1), name(2)])
        #expect(try folder.read(name(1), of: Self.here).get().file.lines == ["b"])
    }

    @Test func aReaderNeverSeesHalfAFile() async throws {
        let versions = ["a", "bb"].map { word in
            [String](repeating: String(repeating: word, count: 100), count: 500)
        }
        try write(1, versions[0])
        let shared = folder
        let first = try name(1)
        let reading = Task.detached {
            var seen: Set<[String]> = []
            for _ in 0..<100 {
                seen.insert(try shared.read(first, of: Self.here).get().file.lines)
            }
            return seen
        }
        for round in 0..<100 { try write(1, versions[round % 2]) }
        let seen = try await reading.value
        #expect(seen.isSubset(of: Set(versions)))
    }

    @Test func conflictCopiesAreFurtherFiles() throws {
        try write(1, ["a"])
        let copy = try #require(SharedFile.Name("00000001.sync-conflict-20260301-101112-ABC.log"))
        try File.write(try draft(1, ["b"]).bytes, to: path(copy.text))
        #expect(try machine().changed(since: [:]) == [name(1), copy])
        #expect(try folder.read(copy, of: Self.here).get().file.lines == ["b"])
    }

    @Test func otherNamesAreIgnored() throws {
        try write()
        for name in [
            "00000000.log", "1.log", ".00000002.log.tmp", ".syncthing.00000002.log.tmp",
            "00000002.log.tmp", "notes.txt", "about.sync-conflict-x.json",
        ] { try File.write("x", to: path(name)) }
        for name in ["notes", ".stfolder", "0123456789a", "0123456789AB", "settings"] {
            try File.makeFolder(temporary.file(name))
        }
        let listing = try folder.list()
        #expect(listing.machines.map(\.writer) == [Self.here] && listing.skipped.count == 0)
        #expect(try machine().files.keys.map(\.text) == ["00000001.log"])
        #expect(try machine().skipped == 0 && machine().leftOut == 0)
    }

    @Test func aFailedWriteLeavesNothingBehind() throws {
        try write(1)
        // A folder can't be replaced by a file.
        try File.makeFolder(path("00000002.log"))
        #expect(throws: SharedFolderError.self) { try write(2) }
        #expect(File.names(in: temporary.file(Self.here)) == ["00000001.log", "00000002.log"])
        try write(3)
        #expect(try unread(3) == nil)
    }

    @Test func aMissingFolderIsNotMade() throws {
        let gone = SharedFolder(temporary.file("gone"))
        for attempt in [
            { _ = try gone.write(note()) }, { _ = try gone.list() }, { try gone.checkUsable() },
            { _ = try gone.freeBytes() }, { _ = try gone.machine(Self.here) },
        ] as [() throws -> Void] {
            let error = #expect(throws: SharedFolderError.self) { try attempt() }
            #expect(error?.kind == .missing)
        }
        #expect(!exists(gone.path))
        try gone.make()
        try gone.make()
        try gone.checkUsable()
        #expect(try permissions(of: gone.path) == 0o700)
        #expect(try gone.list().machines.isEmpty)
        #expect(throws: SharedFolderError.self) {
            try SharedFolder(temporary.file("no/folder")).make()
        }
    }

    @Test func aWriterIsAnID() throws {
        try File.makeFolder(temporary.file("notes"))
        for writer in ["", ".", "..", "notes", "../0123456789ab", "/tmp", "0123456789AB"] {
            #expect(throws: SharedFolderError.self) { try folder.machine(writer) }
            #expect(throws: SharedFolderError.self) { try folder.removeAll(of: writer) }
            #expect(throws: SharedFolderError.self) { try write(1, of: writer) }
            #expect(throws: SharedFolderError.self) { try folder.write(note(writer)) }
            #expect(try unread(1, of: writer) != nil)
        }
        #expect(File.names(in: temporary.path) == ["notes"])
    }

    // MARK: Removing

    @Test func leftoversOfThisProgramAreRemoved() throws {
        try write(1)
        let others = [".00000002.sync-conflict-x.log.tmp", ".syncthing.00000002.log.tmp", ".x.tmp"]
        for name in others + [".00000002.log.tmp", ".about.json.tmp"] {
            try File.write("half", to: path(name))
        }
        try write(1, of: Self.there)
        try File.write("half", to: path(".00000002.log.tmp", of: Self.there))
        try folder.removeLeftovers(of: Self.here)
        #expect(
            File.names(in: temporary.file(Self.here)) == (others + ["00000001.log"]).sorted())
        #expect(exists(path(".00000002.log.tmp", of: Self.there)))
        try folder.removeLeftovers(of: "aaaaaaaaaaaa")
    }

    @Test func aLeftoverIsNoObstacle() throws {
        try File.makeFolder(temporary.file(Self.here))
        try File.write("a longer text than the file", to: path(".00000001.log.tmp"))
        let outside = temporary.file("outside")
        try File.write("mine", to: outside)
        try #require(symlink(outside, path(".00000002.log.tmp")) == 0)
        try write(1, ["a"])
        try write(2, ["b"])
        #expect(try folder.read(name(1), of: Self.here).get().file.lines == ["a"])
        #expect(try folder.read(name(2), of: Self.here).get().file.lines == ["b"])
        #expect(File.text(outside) == "mine")
    }

    @Test func filesAreRemovedByName() throws {
        for number in 1...3 { try write(number) }
        let outside = temporary.file("outside")
        try File.write("mine", to: outside)
        try #require(symlink(outside, path("00000004.log")) == 0)
        try File.makeFolder(path("00000000.log"))
        try folder.remove([name(1), name(3), name(4), name(9)], of: Self.here)
        #expect(File.names(in: temporary.file(Self.here)) == ["00000000.log", "00000002.log"])
        #expect(File.text(outside) == "mine")
        // One that can't be removed keeps none of the others.
        try File.makeFolder(path("00000001.log"))
        #expect(throws: SharedFolderError.self) {
            try folder.remove([name(1), name(2)], of: Self.here)
        }
        #expect(!exists(path("00000002.log")))
        try folder.remove([name(1)], of: Self.there)
    }

    @Test func aSubfolderIsRemoved() throws {
        try write(1)
        for number in 1...3 { try write(number, of: Self.there) }
        try folder.write(note(Self.there))
        for name in [
            "00000001.sync-conflict-x.log", "about.sync-conflict-x.json", ".00000004.log.tmp",
        ] { try File.write("x", to: path(name, of: Self.there)) }
        try #require(mkfifo(path("00000005.log", of: Self.there), 0o600) == 0)
        try folder.removeAll(of: Self.there)
        #expect(!exists(temporary.file(Self.there)))
        #expect(try folder.list().machines.map(\.writer) == [Self.here])
        try folder.removeAll(of: Self.there)
        #expect(try unread(1) == nil)
    }

    @Test func aSubfolderWithOtherFilesStays() throws {
        try write(1)
        try File.write("mine", to: path("notes.txt"))
        try folder.removeAll(of: Self.here)
        #expect(File.names(in: temporary.file(Self.here)) == ["notes.txt"])
    }

    // MARK: Problems

    static let kinds: [(Int32, SharedFolder.Problem.Kind)] = [
        (ENOENT, .missing), (ENOTDIR, .missing), (ENOTCONN, .missing), (ESTALE, .missing),
        (ENOSPC, .full), (EDQUOT, .full), (EACCES, .unwritable), (EPERM, .unwritable),
        (EROFS, .unwritable), (EIO, .unwritable),
    ]

    @Test(arguments: SharedFolderTests.kinds) func failuresAreProblems(
        code: Int32, kind: SharedFolder.Problem.Kind
    ) {
        let error = SharedFolderError("write", "/a/b", code: code)
        let problem = SharedFolder.Problem(error)
        #expect(problem.kind == kind && error.kind == kind)
        #expect(problem.detail.hasPrefix("can't write /a/b: "))
        // The engine would take a fault of the state for a reason to stop.
        #expect(StoreFault(error) == nil)
    }

    @Test func theFreeSpaceIsKnown() throws {
        #expect(try folder.freeBytes() > 0)
    }
}
