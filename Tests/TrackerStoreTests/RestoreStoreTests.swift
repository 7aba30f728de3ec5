import GRDB
import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Restoring without an engine: databases of older versions, and other places for the backups.
@Suite struct RestoreStoreTests {
    let fixture: Fixture

    init() throws { fixture = try Fixture(schema: .current) }

    private func restore(_ path: String, replaced: String) throws {
        _ = try fixture.recovery.prepareRestore(
            of: path, inPlaceOf: fixture.store, replaced: replaced, at: morning, zone: .utc)
        try fixture.recovery.setAside(fixture.store, to: replaced)
        try fixture.recover()
    }

    @Test(arguments: 1...Schema.current.version) func anOlderOneIsMigrated(_ version: Int) throws {
        try fixture.start("a")
        let database = try Released.database(ofVersion: version)
        try fixture.write(database, to: "old.db")
        try restore(
            fixture.folder.path + "/old.db", replaced: fixture.folder.path + "/backups/r.db")
        #expect(try fixture.differences == [])
        #expect(try fixture.store.check() == [])
        let events = try fixture.read { try $0.events(JournalQuery(limit: .max)) }
        #expect(events.last?.type == "storage.restored")
        #expect(events.count > 1)
        #expect(try fixture.bytes("old.db") == database)
        // The present one was moved away as a whole.
        #expect(fixture.exists("backups/r.db"))
        #expect(!fixture.exists("backups/r.db-wal"))
        try restore(
            fixture.folder.path + "/backups/r.db", replaced: fixture.folder.path + "/backups/s.db")
        #expect(try fixture.read { try $0.timer(id: "a") } != nil)
    }

    /// A person may have put the backups on another disk.
    @Test func theBackupsMayLieOnAnotherDisk() throws {
        let disk = try TemporaryFolder(in: TemporaryFolder.inMemory)
        #expect(symlink(disk.path, fixture.folder.path + "/backups") == 0)
        try fixture.start("a")
        let path = try Backups(stateFolder: fixture.folder.path).create(
            from: fixture.store, time: "t")
        try fixture.start("b")
        try restore(path, replaced: fixture.folder.path + "/backups/r.db")
        #expect(try fixture.count("timer") == 1)
        try restore(
            fixture.folder.path + "/backups/r.db", replaced: fixture.folder.path + "/backups/s.db")
        #expect(try fixture.count("timer") == 2)
    }

    /// Where the present one can't be moved away, it goes on.
    @Test func thePresentOneGoesOnWhereItCannotBeMoved() throws {
        try fixture.start("a")
        let path = try Backups(stateFolder: fixture.folder.path).create(
            from: fixture.store, time: "t")
        try fixture.start("b")
        let replaced = fixture.folder.path + "/file/r.db"
        try fixture.write([], to: "file")
        let history = fixture.store.history
        #expect(throws: (any Error).self) { try restore(path, replaced: replaced) }
        try? fixture.store.close()
        try fixture.recover()
        #expect(try fixture.count("timer") == 2)
        #expect(fixture.store.history == history)
        #expect(
            File.names(in: fixture.folder.path).filter {
                $0.contains(".salvaged") || $0.contains(".restoring")
            }
                == [])
    }

    // MARK: By hand

    private func backUp(_ time: String) throws -> String {
        try Backups(stateFolder: fixture.folder.path).create(from: fixture.store, time: time)
    }

    private func putInPlace(_ path: String) throws {
        try fixture.store.close()
        File.remove(fixture.path)
        try File.write(#require(File.bytes(path)), to: fixture.path)
        try fixture.recover()
    }

    /// Numbers go on after those of all backups, by which these are ordered.
    @Test func aCopyThatWasPutThereByHandGoesOnAfterAllBackups() throws {
        try fixture.start("a")
        let first = try backUp("1")
        for name in ["b", "c", "d"] { try fixture.start(name) }
        let second = try backUp("2")
        let history = fixture.store.history
        try putInPlace(first)
        #expect(fixture.store.history != history)
        #expect(fixture.store.lastSeq == 5)
        let event = try #require(try fixture.read { try $0.events(JournalQuery(limit: .max)) }.last)
        #expect(event.type == "storage.restored")
        #expect(event.data == #"{"history":"\#(fixture.store.history)"}"#)
        #expect(try fixture.differences == [])
        let third = try backUp("3")
        #expect(Backups(stateFolder: fixture.folder.path).paths == [first, second, third])
        // Opening it again is no other restore.
        let restored = fixture.store.history
        try fixture.store.close()
        try fixture.recover()
        #expect(fixture.store.history == restored)
        #expect(fixture.store.lastSeq == 5)
    }

    /// A salvage doesn't take the events of another history for newer ones.
    @Test func aSalvageKeepsToItsHistory() throws {
        try fixture.start("a")
        let first = try backUp("1")
        for name in ["b", "c", "d"] { try fixture.start(name) }
        let second = try backUp("2")
        try putInPlace(first)
        // One that an older version has restored goes on below the numbers of other backups.
        try fixture.tamper("UPDATE journal SET seq = 2 WHERE seq = 5")
        try fixture.store.close()
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.read { try $0.timer(id: "a") } != nil)
        #expect(try fixture.read { try $0.timer(id: "d") } == nil)
        #expect(File.names(in: fixture.folder.path + "/backups").count == 2)
        #expect(second != first)
    }

    @Test func anothersDatabaseIsSetAside() throws {
        try fixture.start("a")
        _ = try backUp("1")
        let other = fixture.folder.path + "/places.sqlite"
        let places = try DatabaseQueue(path: other)
        try places.inDatabase { try $0.execute(sql: "CREATE TABLE place (id INTEGER)") }
        try places.close()
        let bytes = try fixture.bytes("places.sqlite")
        try putInPlace(other)
        #expect(try fixture.read { try $0.timer(id: "a") } != nil)
        let aside = try #require(fixture.store.recoveredFrom)
        #expect(File.bytes(aside + "/tracker.db") == bytes)
    }

    // MARK: Rescued states

    /// Somebody puts another file in the place of the database before the rescued state is there.
    @Test func aRescuedStateIsKeptBesideAnothersFile() throws {
        try fixture.start("a")
        let backup = try backUp("1")
        try fixture.start("b")
        File.remove(fixture.path)
        guard
            case .readyToOpen = try fixture.recovery.rescue(
                fixture.store, scratch: fixture.folder.path + "/run", at: morning, zone: .utc)
        else {
            Issue.record("it wasn't rescued")
            return
        }
        try putInPlace(backup)
        #expect(try fixture.count("timer") == 1)
        let rescued = try #require(
            Backups(stateFolder: fixture.folder.path).all.first { $0.origin == .rescued })
        try restore(rescued.path, replaced: fixture.folder.path + "/backups/r.db")
        #expect(try fixture.count("timer") == 2)
        #expect(!File.names(in: fixture.folder.path).contains { $0.contains(".rescued") })
    }

    @Test func aStandInIsTheStateThatWaitsForItsPlace() throws {
        try fixture.start("a")
        try fixture.store.close()
        #expect(rename(fixture.path, fixture.path + ".rescued") == 0)
        let standIn = try fixture.recovery.openTemporary(
            scratch: fixture.folder.path + "/run", at: morning, zone: .utc)
        #expect(standIn.lastSeq == 1)
    }

    /// A copy whose taking up fails, as on a full disk, is taken up by the next start.
    @Test func anInterruptedAdoptionIsRepeated() throws {
        try fixture.start("a")
        try fixture.store.checkpoint()
        let copy = try fixture.bytes()
        try fixture.start("b")
        try fixture.store.checkpoint()
        try fixture.start("c")
        let (log, history) = (try fixture.bytes("tracker.db-wal"), fixture.store.history)
        try fixture.store.close()
        try fixture.write(copy, to: "tracker.db")
        try fixture.write(log, to: "tracker.db-wal")
        try File.makeFolder(fixture.path + ".restoring")
        #expect(throws: (any Error).self) { try fixture.recover() }
        rmdir(fixture.path + ".restoring")
        try fixture.recover()
        #expect(fixture.store.history != history)
        #expect(try fixture.count("timer") == 1)
        #expect(try fixture.differences == [])
    }

    /// A program was killed amid a change to the copy.
    @Test func theRollbackJournalOfACopyIsApplied() throws {
        for number in 0..<40 { try fixture.start("t\(number)") }
        let backup = try backUp("1")
        let raw = try DatabaseQueue(path: backup)
        let (torn, journal) = try raw.inDatabase { db in
            try db.execute(
                sql: "PRAGMA cache_size = 1; BEGIN; UPDATE timer SET name = hex(randomblob(3000))")
            defer { try? db.execute(sql: "ROLLBACK") }
            return (File.bytes(backup), File.bytes(backup + "-journal"))
        }
        try fixture.store.close()
        try fixture.write(#require(torn), to: "tracker.db")
        try fixture.write(#require(journal), to: "tracker.db-journal")
        try fixture.recover()
        #expect(try fixture.count("timer") == 40)
        #expect(try fixture.differences == [])
        #expect(!fixture.exists("tracker.db-journal"))
        try raw.close()
    }

    @Test func aNumberThatNoBackupCanHaveIsNone() throws {
        try fixture.start("a")
        let first = try backUp("1")
        try fixture.write([], to: "backups/tracker-2026-03-01T090000-9223372036854775807.db")
        try putInPlace(first)
        #expect(fixture.store.lastSeq == 2)
    }

    /// A log of another database isn't applied by what only reads the state either.
    @Test func aStandInAndASalvageLeaveAForeignLog() throws {
        try fixture.start("a")
        let backup = try backUp("1")
        try fixture.start("b")
        let log = try fixture.bytes("tracker.db-wal")
        let state = fixture.folder.path + "/other"
        try File.makeFolder(state)
        try File.write(#require(File.bytes(backup)), to: state + "/tracker.db")
        try fixture.write(log, to: "other/tracker.db-wal")
        let recovery = Recovery(stateFolder: state, schema: .current)
        let standIn = try recovery.openTemporary(
            scratch: fixture.folder.path + "/run", at: morning, zone: .utc)
        #expect(standIn.lastSeq == 1)
        #expect(try standIn.check() == [])
        let salvaged = try recovery.salvage(at: morning, zone: .utc)
        #expect(try salvaged.read(at: morning) { try $0.timer(id: "b") } == nil)
        #expect(try salvaged.read(at: morning) { try $0.timer(id: "a") } != nil)
    }
}
