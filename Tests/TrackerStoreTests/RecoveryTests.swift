import FoundationEssentials
import GRDB
import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Recovery from any damage: nothing is deleted, everything readable is kept, and no sequence number is
/// given twice.
@Suite struct RecoveryTests {
    let fixture: Fixture
    var store: Store { fixture.store }

    init() throws { fixture = try Fixture() }

    /// Checks the outcome that every recovery must have.
    private func check(
        salvaged original: [UInt8]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try fixture.differences == [], sourceLocation: sourceLocation)
        #expect(try store.check() == [], sourceLocation: sourceLocation)
        let aside = try #require(store.recoveredFrom, sourceLocation: sourceLocation)
        #expect(fixture.asides.contains(aside), sourceLocation: sourceLocation)
        if let original {
            let kept = try Data(contentsOf: URL(filePath: aside + "/tracker.db"))
            #expect(Array(kept) == original, sourceLocation: sourceLocation)
        }
        #expect(
            !File.names(in: aside).contains { $0.hasPrefix("reading") },
            sourceLocation: sourceLocation)
        #expect(!fixture.exists("tracker.db.salvaged"), sourceLocation: sourceLocation)
        // The database is like any other from here on.
        let seq = store.lastSeq
        try fixture.start("after")
        #expect(store.lastSeq == seq + 1, sourceLocation: sourceLocation)
        try store.close()
        try fixture.recover()
        #expect(store.recoveredFrom == aside, sourceLocation: sourceLocation)
        #expect(try fixture.differences == [], sourceLocation: sourceLocation)
    }

    private var events: [Event] {
        get throws { try fixture.read { try $0.events(JournalQuery(limit: .max)) } }
    }

    @Test func aSoundOneIsOpenedAsItIs() throws {
        try fixture.fill(events: 3)
        try fixture.recover()
        #expect(store.lastSeq == 3)
        #expect(store.recoveredFrom == nil)
        #expect(fixture.asides == [])
    }

    @Test func aMissingOneIsMade() throws {
        let folder = fixture.folder.path + "/new/state"
        let made = try Recovery(stateFolder: folder, schema: .withNotes)
            .open(at: morning, zone: .utc)
        #expect(made.lastSeq == 0)
        #expect(try permissions(of: folder) == 0o700)
        #expect(File.names(in: folder).allSatisfy { $0.hasPrefix("tracker.db") })
    }

    @Test func anEmptyFileCountsAsDamaged() throws {
        try fixture.fill(events: 3)
        try fixture.write([])
        try fixture.recover()
        #expect(try events.map(\.type) == [Transaction.recoveredType])
        // Nobody knows how many sequence numbers were given out.
        #expect(store.lastSeq > 1_000_000)
        try check(salvaged: [])
    }

    @Test func garbageForAHeader() throws {
        try fixture.fill(events: 3)
        var file = try fixture.bytes()
        for offset in 0..<100 { file[offset] = 0x5a }
        try fixture.write(file)
        try fixture.recover()
        #expect(try events.map(\.type) == [Transaction.recoveredType])
        let data = try #require(try events.first?.data)
        #expect(data.contains(try #require(store.recoveredFrom)))
        try check(salvaged: file)
    }

    @Test func aFileThatIsNoDatabase() throws {
        try fixture.store.close()
        let text = Array(String(repeating: "This is a letter. ", count: 2000).utf8)
        try fixture.write(text)
        try fixture.recover()
        try check(salvaged: text)
    }

    @Test(arguments: [0, 0x5a] as [UInt8])
    func aLeafOfTheJournalCostsItsOwnRowsAlone(_ byte: UInt8) throws {
        try fixture.fill()
        let leaves = try fixture.pages(of: "journal")
        try #require(leaves.count > 10)
        let leaf = leaves[leaves.count / 2]
        let rows = try fixture.rows(onPage: leaf)
        try fixture.overwrite(pages: [leaf], with: byte)
        let original = try fixture.bytes()
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        let seqs = try events.map(\.seq)
        let lost = Set(1...120).subtracting(seqs)
        #expect(rows > 0 && lost.count == rows, "\(lost.sorted())")
        #expect(lost.max().map { $0 - Int64(lost.count) + 1 } == lost.min())
        // The rows themselves lay elsewhere.
        #expect(try fixture.count("note") == 120)
        #expect(try #require(seqs.last) > 1_000_000)
        try check(salvaged: original)
    }

    @Test func anInnerPageOfTheJournal() throws {
        try fixture.fill(events: 400)
        let inner = try fixture.pages(of: "journal", type: "internal")
        try fixture.overwrite(pages: [try #require(inner.last)])
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.count("note") == 400)
        #expect(store.lastSeq > 1_000_000)
        try check()
    }

    @Test func aLeafOfATableIsMendedFromTheJournal() throws {
        try fixture.fill()
        let leaves = try fixture.pages(of: "note")
        try #require(leaves.count > 10)
        try fixture.overwrite(pages: [leaves[leaves.count / 2], leaves[leaves.count / 2 + 1]])
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.count("note") == 120)
        #expect(try fixture.note("n60")?.text == String(repeating: "0", count: 700))
        // The journal is whole, so that the sequence numbers go on without a gap.
        #expect(store.lastSeq == 121)
        try check()
    }

    @Test func whatWasDeletedStaysDeleted() throws {
        try fixture.append("note.made", [Note(id: "gone", text: "t")])
        try fixture.append("note.gone", removed: [Note(id: "gone", text: "t")])
        try fixture.start("timer")
        try fixture.fill()
        let leaves = try fixture.pages(of: "note")
        try fixture.overwrite(pages: [leaves[leaves.count / 2]])
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.note("gone") == nil)
        #expect(try fixture.read { try $0.timer(id: "timer") } != nil)
        #expect(store.nextDeadlines.bootNs == morning.bootNs + 600 * 1_000_000_000)
        try check()
    }

    @Test func garbledTextInTheJournalIsLeftOut() throws {
        try fixture.fill(events: 5)
        try fixture.tamperRaw("UPDATE journal SET changes = '{half' WHERE seq = 2")
        try fixture.tamperRaw("UPDATE journal SET data = 'x' WHERE seq = 3")
        try fixture.tamperRaw(
            "UPDATE journal SET changes = '[{\"entity\":\"note\",\"id\":\"odd\",\"row\":{}}]' WHERE seq = 4"
        )
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try events.map(\.seq).prefix(3) == [1, 4, 5])
        #expect(try fixture.count("note") == 5)
    }

    @Test(arguments: [1, 2, 3])
    func aTruncatedFile(_ quarters: Int) throws {
        try fixture.fill()
        let whole = try fixture.bytes()
        let left = Array(whole.prefix(whole.count * quarters / 4 + 100))
        try fixture.write(left)
        do {
            try fixture.recover()
            if store.recoveredFrom == nil {
                // Opening didn't need the missing part; the check finds it.
                #expect((try? store.check()) != [])
                try store.close()
                fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
            }
        }
        #expect(store.lastSeq > 1_000_000)
        try check()
    }

    @Test func aWriteAheadLogOfGarbageTakesNothingWithIt() throws {
        try fixture.fill(events: 5)
        try fixture.write([UInt8](repeating: 0x5a, count: 9000), to: "tracker.db-wal")
        try fixture.recover()
        #expect(store.wasLeftOpen)
        #expect(store.lastSeq == 5)
        #expect(try fixture.differences == [])
        #expect(try store.check() == [])
    }

    @Test func aLogWithoutItsDatabase() throws {
        try fixture.start("a")
        let log = try fixture.bytes("tracker.db-wal")
        try fixture.store.close()
        #expect(unlink(fixture.path) == 0)
        try fixture.write(log, to: "tracker.db-wal")
        try fixture.recover()
        let aside = try #require(store.recoveredFrom)
        #expect(try Data(contentsOf: URL(filePath: aside + "/tracker.db-wal")) == Data(log))
        try check()
    }

    @Test func theLogGoesAsideWithTheDatabase() throws {
        try fixture.fill()
        try fixture.reopen()
        try fixture.start("in-the-log")
        let log = try fixture.bytes("tracker.db-wal")
        #expect(!log.isEmpty)
        try store.close()
        try fixture.overwrite(pages: fixture.pages(of: "sqlite_schema"), with: 0x5a)
        let file = try fixture.bytes()
        try fixture.write(log, to: "tracker.db-wal")
        try fixture.recover()
        let aside = try #require(store.recoveredFrom)
        #expect(File.names(in: aside) == ["tracker.db", "tracker.db-wal"])
        try check(salvaged: file)
    }

    @Test func whatIsOnlyInTheLogIsSalvagedToo() throws {
        try fixture.fill()
        let leaf = try fixture.pages(of: "journal")[5]
        try fixture.reopen()
        try fixture.start("in-the-log")
        let log = try fixture.bytes("tracker.db-wal")
        try store.close()
        try fixture.overwrite(pages: [leaf])
        try fixture.write(log, to: "tracker.db-wal")
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.read { try $0.timer(id: "in-the-log") } != nil)
        try check()
    }

    @Test func twiceInOneSecondTheFoldersDiffer() throws {
        for _ in 1...3 {
            try store.close()
            try fixture.write([])
            try fixture.recover()
        }
        #expect(
            File.names(in: fixture.folder.path + "/recovery") == [
                "2026-03-01T080000", "2026-03-01T080000-2", "2026-03-01T080000-3",
            ])
        try check()
    }
}
