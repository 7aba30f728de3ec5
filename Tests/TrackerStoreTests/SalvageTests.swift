import GRDB
import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// The contents that a salvage takes over; a salvage may be cut off at any step.
@Suite struct SalvageTests {
    let fixture: Fixture
    var store: Store { fixture.store }

    init() throws { fixture = try Fixture() }

    private func damageHeader() throws {
        var file = try fixture.bytes()
        for offset in 0..<100 { file[offset] = 0x5a }
        try fixture.write(file)
    }

    private func salvage(at now: Moment = morning, knownSeq: Int64 = 0) throws {
        fixture.replace(try fixture.recovery.salvage(at: now, zone: .utc, knownSeq: knownSeq))
    }

    // MARK: Numbers

    @Test func numbersThatWereToldGoOnFromThere() throws {
        try fixture.fill(events: 5)
        try fixture.tamperRaw("DELETE FROM journal WHERE seq > 3")
        try salvage(knownSeq: 5)
        #expect(store.lastSeq == 6)
        #expect(try fixture.differences == [])
    }

    @Test func aWholeJournalGoesOnWithoutAGap() throws {
        try fixture.fill(events: 5)
        try salvage()
        #expect(store.lastSeq == 6)
        let last = try fixture.read { try $0.events(JournalQuery(limit: .max)) }.last
        #expect(last?.type == Transaction.recoveredType)
        #expect(last?.cause == .daemon)
        #expect(last?.data.contains(#""events":"5""#) == true)
        #expect(last?.data.contains(#""rows":"5""#) == true)
    }

    /// The salvage reports progress page by page, since whoever waits for the start must see that it goes
    /// on.
    @Test func itTellsThatItGoesOn() throws {
        try fixture.fill(events: 2000)
        try fixture.store.close()
        var told = 0
        let recovery = Recovery(stateFolder: fixture.folder.path) { told += 1 }
        let store = try recovery.salvage(at: morning, zone: .utc)
        #expect(told >= 4)
        try store.close()
    }

    // MARK: Other data

    @Test func theMachineKeepsItsName() throws {
        let device = try fixture.read { try $0.meta(.device, as: String.self) }
        try fixture.fill(events: 5)
        try salvage()
        #expect(try fixture.read { try $0.meta(.device, as: String.self) } == device)
        let devices = try fixture.read {
            try String.fetchAll($0.db, sql: "SELECT DISTINCT device FROM journal")
        }
        #expect(devices == [device])
    }

    @Test func rememberedRequestsStayRemembered() throws {
        let request = RememberedRequest(method: "timer.start", params: "{}", result: "{}")
        _ = try store.perform(at: morning) { try $0.remember(request, id: "a") }
        try fixture.fill(events: 5)
        try salvage()
        #expect(try fixture.read { try $0.rememberedRequest(id: "a") } == request)
    }

    @Test func whatHasAlertedStaysNoted() throws {
        _ = try store.perform(at: morning) { try $0.setMeta(.alerted, 3) }
        try fixture.fill(events: 5)
        try salvage()
        #expect(try fixture.read { try $0.meta(.alerted, as: Int64.self) } == 3)
        try store.close()
        try salvage(knownSeq: 9)
        #expect(try fixture.read { try $0.meta(.alerted, as: Int64.self) } == 9)
    }

    @Test func anEarlierBootIsStillToBeCarriedOver() throws {
        try fixture.start("a")
        try store.close()
        let rebooted = Moment(
            wallMs: morning.wallMs + 60_000, bootNs: 9, awakeNs: 9, bootID: "boot-2")
        try salvage(at: rebooted)
        #expect(try fixture.read { try $0.meta(.boot, as: String.self) } == "boot-1")
        #expect(store.nextDeadlines == NextDeadlines(bootNs: 540_000_000_009))
    }

    // MARK: Backups

    private func backUp() throws -> String {
        try Backups(stateFolder: fixture.folder.path).create(from: store, time: "2026-03-01T080000")
    }

    @Test func aBackupThatHoldsMoreIsUsed() throws {
        for index in 1...4 { try fixture.append("note.made", [Note(id: "n\(index)", text: "t")]) }
        let backup = try backUp()
        try fixture.append("note.made", [Note(id: "later", text: "t")])
        try store.close()
        try damageHeader()
        try fixture.recover()
        #expect(try fixture.count("note") == 4)
        let events = try fixture.read { try $0.events(JournalQuery(limit: .max)) }
        #expect(events.map(\.seq).prefix(4) == [1, 2, 3, 4])
        #expect(events.last?.data.contains(backup) == true)
        // Events after the backup are lost, and their sequence numbers mustn't be given to others.
        #expect(store.lastSeq > 1_000_000)
        #expect(try fixture.differences == [])
        // The backup's alerts are old news.
        #expect(try fixture.read { try $0.meta(.alerted, as: Int64.self) } == 4)
        #expect(access(backup, F_OK) == 0)
    }

    @Test func aBackupThatHoldsLessIsNot() throws {
        try fixture.append("note.made", [Note(id: "a", text: "t")])
        _ = try backUp()
        try fixture.append("note.made", [Note(id: "b", text: "t")])
        try fixture.fill(events: 5)
        try salvage()
        #expect(try fixture.note("b") != nil)
        #expect(store.lastSeq == 8)
    }

    @Test func aBackupThatIsDamagedItselfIsNoHelpButNoHarm() throws {
        try fixture.append("note.made", [Note(id: "a", text: "t")])
        let backup = try backUp()
        try store.close()
        try fixture.write([1, 2, 3], to: String(backup.dropFirst(fixture.folder.path.count + 1)))
        try damageHeader()
        try fixture.recover()
        #expect(try fixture.count("note") == 0)
        #expect(try fixture.differences == [])
    }

    // MARK: Cut off

    /// Makes by hand the files that each crash would leave: a finished salvage, and some of its last moves.
    ///
    /// - Returns: the bytes of the damaged database and of its write-ahead log.
    private func cutOff(
        salvaged: Bool, databaseIsAside: Bool, logIsAside: Bool
    ) throws -> (database: [UInt8], log: [UInt8]) {
        try fixture.fill(events: 30)
        try fixture.reopen()
        try fixture.start("a")
        let log = try fixture.bytes("tracker.db-wal")
        try store.close()
        try fixture.overwrite(pages: fixture.pages(of: "sqlite_schema"), with: 0x5a)
        let database = try fixture.bytes()
        if salvaged {
            let made = try Store(
                path: fixture.path + ".salvaged", schema: .withNotes, zone: .utc, at: morning)
            _ = try made.perform(at: morning) { transaction in
                transaction.resumeJournal(after: 41, device: "d")
                try transaction.setMeta(.recoveredFrom, "\(fixture.folder.path)/recovery/x")
                try transaction.append(
                    Transaction.recoveredType, subject: "", cause: .daemon,
                    data: #"{"salvaged_from":"x"}"#, [Note(id: "saved", text: "t")])
            }
            try made.close()
        } else {
            try fixture.write([9, 9, 9], to: "tracker.db.salvaged")
            try fixture.write([9, 9, 9], to: "tracker.db.salvaged.new")
        }
        #expect(mkdir(fixture.folder.path + "/recovery", 0o700) == 0)
        #expect(mkdir(fixture.folder.path + "/recovery/x", 0o700) == 0)
        try fixture.write(log, to: "tracker.db-wal")
        if databaseIsAside { fixture.move("tracker.db", to: "recovery/x/tracker.db") }
        if logIsAside { fixture.move("tracker.db-wal", to: "recovery/x/tracker.db-wal") }
        return (database, log)
    }

    /// The contents of the files with this name in the folders of set-aside databases, so that a vanished
    /// file shows.
    private func contents(_ name: String) throws -> [[UInt8]] {
        try fixture.asides.compactMap { folder in
            guard File.names(in: folder).contains(name) else { return nil }
            let inside = folder.dropFirst(fixture.folder.path.count + 1)
            return try fixture.bytes("\(inside)/\(name)")
        }
    }

    @Test func beforeTheSalvagedOneWasWhole() throws {
        let was = try cutOff(salvaged: false, databaseIsAside: false, logIsAside: false)
        try fixture.recover()
        #expect(try contents("tracker.db") == [was.database])
        #expect(try contents("tracker.db-wal") == [was.log])
        #expect(store.recoveredFrom != nil)
        #expect(!fixture.exists("tracker.db.salvaged"))
        #expect(try fixture.differences == [])
    }

    @Test func beforeTheFirstMove() throws {
        let was = try cutOff(salvaged: true, databaseIsAside: false, logIsAside: false)
        try fixture.recover()
        #expect(try contents("tracker.db") == [was.database])
        #expect(try contents("tracker.db-wal") == [was.log])
        #expect(try fixture.differences == [])
    }

    @Test func betweenTheMovesOfTheDatabaseAndItsLog() throws {
        let was = try cutOff(salvaged: true, databaseIsAside: true, logIsAside: false)
        try fixture.recover()
        #expect(try contents("tracker.db") == [was.database])
        #expect(try contents("tracker.db-wal") == [was.log])
        #expect(store.lastSeq == 42)
        #expect(try fixture.note("saved") != nil)
        #expect(store.recoveredFrom == fixture.folder.path + "/recovery/x")
        #expect(try fixture.differences == [])
    }

    @Test func beforeTheLastMove() throws {
        let was = try cutOff(salvaged: true, databaseIsAside: true, logIsAside: true)
        try fixture.recover()
        #expect(try contents("tracker.db") == [was.database])
        #expect(try contents("tracker.db-wal") == [was.log])
        #expect(store.lastSeq == 42)
        #expect(try fixture.differences == [])
        #expect(!fixture.exists("tracker.db.salvaged"))
    }

    @Test func aHalfMadeNewDatabaseIsMadeAnew() throws {
        try store.close()
        #expect(unlink(fixture.path) == 0)
        try fixture.write([1, 2, 3], to: "tracker.db.new")
        try fixture.write([1, 2, 3], to: "tracker.db.new-wal")
        try fixture.recover()
        #expect(store.lastSeq == 0)
        #expect(store.recoveredFrom == nil)
        #expect(File.names(in: fixture.folder.path).allSatisfy { !$0.contains(".new") })
    }

    @Test func aStandInIsACopyAndChangesNothing() throws {
        try fixture.start("a")
        let files = [try fixture.bytes(), try fixture.bytes("tracker.db-wal")]
        let scratch = fixture.folder.path + "/run"
        let temporary = try fixture.recovery.openTemporary(
            scratch: scratch, at: morning, zone: .utc)
        #expect(temporary.lastSeq == 1)
        #expect(try temporary.read(at: morning) { try $0.timer(id: "a") } != nil)
        _ = try temporary.perform(at: morning) {
            try $0.append("x", subject: "", cause: .daemon, data: "{}")
        }
        #expect(store.lastSeq == 1)
        #expect([try fixture.bytes(), try fixture.bytes("tracker.db-wal")] == files)
        // A second stand-in starts from the files that are there, not from the first stand-in.
        let again = try fixture.recovery.openTemporary(scratch: scratch, at: morning, zone: .utc)
        #expect(again.lastSeq == 1)
    }
}
