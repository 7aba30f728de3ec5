import GRDB
import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct BackupTests {
    let fixture: Fixture
    let backups: Backups

    init() throws {
        fixture = try Fixture()
        backups = Backups(stateFolder: fixture.folder.path)
        try fixture.start("a")
    }

    private var names: [String] { File.names(in: backups.folder) }

    @Test func aCopyIsWholeAndTheOwnersAlone() throws {
        try fixture.append("note.made", [Note(id: "n", text: "t")])
        let path = try backups.create(from: fixture.store, time: "2026-03-01T080000")
        #expect(path == backups.folder + "/tracker-2026-03-01T080000-2.db")
        #expect(try permissions(of: path) == 0o600)
        #expect(try permissions(of: backups.folder) == 0o700)
        #expect(Backups.bytes(of: path) > 4096)
        #expect(names == ["tracker-2026-03-01T080000-2.db"])
        let copy = try Store(path: path, schema: .withNotes, zone: .utc, at: morning)
        #expect(copy.lastSeq == 2)
        #expect(try copy.check() == [])
        #expect(try copy.read(at: morning) { try $0.verify() }.differences == [])
        // The live database goes on.
        try fixture.start("b")
        #expect(fixture.store.lastSeq == 3)
    }

    @Test func whatIsThereIsNotReplaced() throws {
        let path = fixture.folder.path + "/mine"
        try fixture.write([1, 2, 3], to: "mine")
        let error = #expect(throws: StoreError.self) {
            try Backups.copy(fixture.store, to: path)
        }
        guard case .fileExists(let named)? = error else {
            Issue.record("not refused for being there: \(String(describing: error))")
            return
        }
        #expect(named == path)
        #expect(try fixture.bytes("mine") == [1, 2, 3])
    }

    @Test func anothersUnfinishedFileIsLeftAlone() throws {
        try fixture.write([1, 2, 3], to: "mine.part")
        try Backups.copy(fixture.store, to: fixture.folder.path + "/mine")
        #expect(try fixture.bytes("mine.part") == [1, 2, 3])
        #expect(
            !File.names(in: fixture.folder.path).contains {
                $0.hasPrefix("mine.") && $0 != "mine.part"
            })
    }

    @Test func aFailedOneLeavesNothing() throws {
        let nowhere = fixture.folder.path + "/none/copy.db"
        #expect(throws: (any Error).self) { try Backups.copy(fixture.store, to: nowhere) }
        // The path is a file instead of a folder.
        try fixture.write([], to: "backups")
        #expect(throws: (any Error).self) {
            _ = try backups.create(from: fixture.store, time: "2026-03-01T080000")
        }
        #expect(backups.paths == [])
        #expect(backups.newestMs == nil)
    }

    @Test func anUnfinishedOneIsNeverTakenForWholeAndGoesWithTheNext() throws {
        #expect(mkdir(backups.folder, 0o700) == 0)
        for name in [
            "tracker-2026-02-28T080000-1.db.abc.part",
            "tracker-2026-02-28T080000-1.db.abc.part-journal",
        ] {
            try fixture.write([0], to: "backups/\(name)")
        }
        #expect(backups.paths == [])
        _ = try backups.create(from: fixture.store, time: "2026-03-01T080000")
        #expect(names == ["tracker-2026-03-01T080000-1.db"])
    }

    @Test func sevenAreKept() throws {
        for day in 1...9 {
            try fixture.start("t\(day)")
            _ = try backups.create(from: fixture.store, time: "2026-03-0\(day)T080000")
        }
        #expect(backups.paths.count == 7)
        #expect(backups.paths.first?.hasSuffix("2026-03-03T080000-4.db") == true)
        #expect(backups.paths.last?.hasSuffix("2026-03-09T080000-10.db") == true)
        #expect(names.count == 7)
    }

    /// A copy from before an upgrade opens by the program that made its tables, however many days have passed.
    @Test func copiesFromBeforeUpgradesAreKeptApart() throws {
        for hour in 1...4 {
            try fixture.store.close()
            try fixture.write(Released.database(ofVersion: 14))
            try fixture.recover(at: morning.advanced(byMs: Int64(hour) * 3_600_000))
            // Without an upgrade there is no copy.
            try fixture.store.close()
            try fixture.recover(at: morning.advanced(byMs: Int64(hour) * 3_600_000 + 1000))
        }
        for day in 1...9 {
            _ = try backups.create(from: fixture.store, time: "2026-03-1\(day)T080000")
            try fixture.start("t\(day)")
        }
        let upgrades = names.filter { $0.hasPrefix("upgrade-") }
        #expect(
            upgrades.map { $0.prefix(25) } == [10, 11, 12].map { "upgrade-2026-03-01T\($0)0000" })
        #expect(backups.paths.count == 7 && names.count == 10)
        #expect(backups.all.filter { $0.origin == .upgrade }.count == 3)
        let copy = try DatabaseQueue(path: "\(backups.folder)/\(try #require(upgrades.first))")
        #expect(try copy.read(Schema.current.migrator.appliedMigrations).count == 14)
        try copy.close()
    }

    @Test func ageIsByTheJournalNotByTheClock() throws {
        // The clock was years ahead for a week, and is right again.
        for day in 1...7 {
            try fixture.start("t\(day)")
            _ = try backups.create(from: fixture.store, time: "2099-03-0\(day)T080000")
        }
        try fixture.start("now")
        let path = try backups.create(from: fixture.store, time: "2026-03-01T080000")
        #expect(backups.paths.last == path)
        #expect(backups.paths.count == 7)
        #expect(!names.contains("tracker-2099-03-01T080000-2.db"))
    }

    @Test func peoplesOwnFilesAreNeitherCountedNorDropped() throws {
        #expect(mkdir(backups.folder, 0o700) == 0)
        for name in ["tracker-mine.db", "tracker-.db", "notes.txt", "tracker-2026-x.db"] {
            try fixture.write([1], to: "backups/\(name)")
        }
        for day in 1...9 {
            try fixture.start("t\(day)")
            _ = try backups.create(from: fixture.store, time: "2026-03-0\(day)T080000")
        }
        #expect(backups.paths.count == 7)
        #expect(names.count == 11)
    }

    @Test func theNewestTellsItsAge() throws {
        #expect(backups.newestMs == nil)
        _ = try backups.create(from: fixture.store, time: "2026-03-01T080000")
        var status = stat()
        #expect(stat(try #require(backups.paths.last), &status) == 0)
        #expect(backups.newestMs == Int64(status.st_mtim.tv_sec) * 1000)
    }

    /// Fills the database with some megabytes, for several slices.
    private func fillSome() throws {
        let text = String(repeating: "t", count: 700)
        try fixture.append("note.made", (0..<2000).map { Note(id: "m\($0)", text: text) })
    }

    /// The live database goes on meanwhile; the copy includes its changes and shows a single moment.
    @Test func aCopyInSlicesHoldsWhatChangedMeanwhile() throws {
        try fillSome()
        let backup = try backups.begin(from: fixture.store, time: "2026-03-01T080000")
        var slices = 0
        var copied: (path: String, seq: Int64)?
        while copied == nil {
            copied = try backup.advance { false }
            slices += 1
            if slices <= 20 {
                try fixture.append("note.made", [Note(id: "n\(slices)", text: "t")])
                if slices % 3 == 0 {
                    try fixture.append(
                        "note.gone", removed: [Note(id: "n\(slices)", text: "t")])
                }
            }
        }
        #expect(slices > 10)
        let (path, seq) = try #require(copied)
        #expect(path.hasSuffix("-\(seq).db"))
        #expect(seq > 4)
        #expect(names == [path.split(separator: "/").last.map(String.init) ?? ""])
        let copy = try Store(path: path, schema: .withNotes, zone: .utc, at: morning)
        #expect(copy.lastSeq == seq)
        #expect(try copy.check() == [])
        #expect(try copy.read(at: morning) { try $0.verify() }.differences == [])
    }

    @Test func twoAtATimeDontHinderEachOther() throws {
        let first = try backups.begin(from: fixture.store, time: "2026-03-01T080000")
        let second = try backups.begin(from: fixture.store, time: "2026-03-01T080001")
        _ = try first.advance { false }
        _ = try second.advance { false }
        try first.finish()
        try second.finish()
        #expect(backups.paths.count == 2)
    }

    @Test func oneThatIsGivenUpLeavesNothing() throws {
        var backup: Backup? = try backups.begin(from: fixture.store, time: "2026-03-01T080000")
        _ = try backup?.advance { false }
        #expect(!names.isEmpty)
        backup = nil
        #expect(names == [])
    }

    /// The database is closed in the middle, as if it had proved damaged while being copied.
    @Test func closingTheDatabaseEndsACopyOfIt() throws {
        try fillSome()
        let backup = try backups.begin(from: fixture.store, time: "2026-03-01T080000")
        _ = try backup.advance { false }
        try fixture.store.close()
        #expect(throws: StoreError.self) { try backup.finish() }
        try fixture.reopen()
        #expect(try fixture.store.check() == [])
    }
}
