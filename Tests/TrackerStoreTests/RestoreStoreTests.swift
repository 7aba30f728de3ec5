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
        try #require(
            FileIdentity(of: disk.path) != nil
                && symlink(disk.path, fixture.folder.path + "/backups") == 0)
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
}
