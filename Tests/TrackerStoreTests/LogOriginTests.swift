import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// A write-ahead log is applied to the database that it was written for, whatever a crash left, and to no
/// other one.
@Suite struct LogOriginTests {
    let fixture: Fixture
    private let told = Told()

    init() throws { fixture = try Fixture() }

    private final class Told {
        var lines: [String] = []
    }

    /// The files of the state at this moment, as after `kill -9`.
    private func files() throws -> (database: [UInt8], log: [UInt8]) {
        (try fixture.bytes(), try fixture.bytes("tracker.db-wal"))
    }

    /// Opens a state of these files in a folder of its own.
    private func open(_ database: [UInt8], log: [UInt8], journal: [UInt8]? = nil) throws -> Store {
        let folder = fixture.folder.path + "/other"
        File.remove(folder)
        mkdir(folder, 0o700)
        try fixture.write(database, to: "other/tracker.db")
        try fixture.write(log, to: "other/tracker.db-wal")
        if let journal { try fixture.write(journal, to: "other/tracker.db-journal") }
        told.lines = []
        return try Recovery(
            stateFolder: folder, schema: .withNotes, log: { [told] in told.lines.append($0) }
        ).open(at: morning, zone: .utc)
    }

    /// The names of files that were set aside.
    private var aside: [String] {
        let folder = fixture.folder.path + "/other/recovery"
        return File.names(in: folder).flatMap { File.names(in: "\(folder)/\($0)") }
    }

    private func backUp() throws -> [UInt8] {
        let path = try Backups(stateFolder: fixture.folder.path).create(
            from: fixture.store, time: "t")
        return try fixture.bytes(
            "backups/" + (path.split(separator: "/").last.map(String.init) ?? ""))
    }

    @Test func aBackupBesideALogOfTheLiveDatabase() throws {
        try fixture.start("a")
        let backup = try backUp()
        for round in 0..<3 {
            try fixture.start("later\(round)")
            let log = try files().log
            let store = try open(backup, log: log)
            // The event of the restoring follows.
            #expect(store.lastSeq == 2)
            #expect(try store.check() == [])
            #expect(try store.read(at: morning) { try $0.verify() }.differences == [])
            #expect(aside == ["tracker.db-wal"])
            #expect(told.lines.count == 1 && told.lines[0].contains("/recovery/"), "\(told.lines)")
            #expect(store.recoveredFrom == nil)
            try store.close()
            if round == 1 { try fixture.store.checkpoint() }
        }
    }

    /// Copies of the bare file lie between the logs that it has had.
    @Test func aBareCopyBesideALaterLog() throws {
        var copies: [[UInt8]] = []
        for round in 0..<4 {
            copies.append(try fixture.bytes())
            try fixture.start("t\(round)")
            try fixture.store.checkpoint()
        }
        copies.append(try fixture.bytes())
        // The first commit of a log begins it anew.
        try fixture.start("last")
        let log = try files().log
        for (round, copy) in copies.enumerated() {
            let isOwn = round == copies.count - 1
            let store = try open(copy, log: log)
            #expect(store.lastSeq == (isOwn ? 5 : Int64(round) + 1))
            #expect((store.history == fixture.store.history) == isOwn)
            #expect(aside == (isOwn ? [] : ["tracker.db-wal"]), "\(round)")
            #expect(try store.read(at: morning) { try $0.verify() }.differences == [])
            try store.close()
        }
    }

    @Test func whatACrashLeavesIsApplied() throws {
        for round in 0..<12 {
            try fixture.start("t\(round)")
            if round % 4 == 2 { try fixture.store.checkpoint() }
            if round % 5 == 3 {
                try fixture.store.close()
                try fixture.recover()
            }
            let (database, log) = try files()
            let store = try open(database, log: log)
            #expect(store.lastSeq == Int64(round) + 1)
            #expect(aside == [])
            // It goes on in the same log, and is left open again.
            _ = try store.perform(at: morning) { try $0.setMeta(.alerted, round) }
            let path = "other/tracker.db"
            let again = try open(try fixture.bytes(path), log: try fixture.bytes(path + "-wal"))
            #expect(again.lastSeq == Int64(round) + 1)
            #expect(aside == [])
        }
    }

    @Test func aLogOfAnOlderVersionIsApplied() throws {
        try fixture.start("a")
        try fixture.store.close()
        // Without stamps, and without the history's id.
        try fixture.tamperRaw(
            "PRAGMA user_version = 0; PRAGMA application_id = 0; DELETE FROM meta WHERE key = 'history'"
        )
        let database = try fixture.bytes()
        try fixture.reopen()
        try fixture.start("b")
        let store = try open(database, log: try files().log)
        #expect(store.lastSeq == 2)
        #expect(aside == [])
    }

    /// A cut of the power may tear the page that a log is being moved to, between the stamps of two logs.
    @Test(arguments: 0...4) func aTornStamp(_ bytes: Int) throws {
        try fixture.start("a")
        try fixture.store.checkpoint()
        let before = try fixture.bytes()
        try fixture.start("b")
        let log = try files().log
        try fixture.store.checkpoint()
        let after = try fixture.bytes()
        #expect(before[60..<64] != after[60..<64])
        var torn = before
        torn[60..<60 + bytes] = after[60..<60 + bytes]
        #expect(try open(torn, log: log).lastSeq == 2)
        #expect(aside == [])
        torn[62] = ~before[62] ^ (before[62] ^ after[62] == 0xff ? 1 : 0)
        guard torn[62] != after[62] else { return }
        _ = try open(torn, log: log)
        #expect(aside == ["tracker.db-wal"])
    }

    @Test func brokenFilesAreLeftToSQLite() throws {
        try fixture.start("a")
        let (database, log) = try files()
        for size in [0, 10, 31, 32, 40, 56, 2000] {
            let store = try open(database, log: Array(log.prefix(size)))
            #expect(aside == [], "\(size)")
            #expect(store.lastSeq == 0)
        }
    }

    @Test func anothersRollbackJournalIsSetAside() throws {
        try fixture.start("a")
        try fixture.store.close()
        // The journal of a program that was killed amid a change to a copy.
        let journal = Array(repeating: UInt8(7), count: 600)
        let store = try open(try fixture.bytes(), log: [], journal: journal)
        #expect(store.lastSeq == 1)
        #expect(aside == ["tracker.db-journal"])
    }

    // MARK: Histories

    @Test func eachCopyBeginsAHistoryOfItsOwn() throws {
        try fixture.start("a")
        let history = fixture.store.history
        let backup = try backUp()
        try fixture.store.close()
        try fixture.recover()
        #expect(fixture.store.history == history)
        let one = try open(backup, log: [])
        let alerted = try one.read(at: morning) { try $0.meta(.alerted, as: Int64.self) }
        // All of it was alerted before the copy was made.
        #expect(alerted == 2)
        let first = one.history
        try one.close()
        let again = try open(backup, log: [])
        #expect(Set([history, first, again.history]).count == 3)
        let same = Recovery(stateFolder: fixture.folder.path + "/other", schema: .withNotes)
        try again.close()
        #expect(try same.open(at: morning, zone: .utc).history == again.history)
    }

    @Test func aSalvageBeginsAHistory() throws {
        try fixture.start("a")
        let history = fixture.store.history
        try fixture.store.close()
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(fixture.store.history != history)
    }

    @Test func anOlderDatabaseGetsAHistoryOnce() throws {
        try fixture.start("a")
        try fixture.tamper("DELETE FROM meta WHERE key = 'history'")
        let history = fixture.store.history
        #expect(Identifier.isWhole(history))
        try fixture.store.close()
        try fixture.reopen()
        #expect(fixture.store.history == history)
    }
}
