import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct JournalTests {
    let fixture: Fixture

    init() throws {
        fixture = try Fixture()
        for index in 1...6 {
            try fixture.append(
                index % 2 == 0 ? "note.changed" : "note.made",
                [Note(id: index < 4 ? "a" : "b", text: "\(index)")])
        }
    }

    private func seqs(_ change: (inout JournalQuery) -> Void) throws -> [Int64] {
        var query = JournalQuery(limit: 100)
        change(&query)
        return try fixture.read { try $0.events(query) }.map(\.seq)
    }

    @Test func allInOrder() throws {
        #expect(try seqs { _ in } == [1, 2, 3, 4, 5, 6])
    }

    @Test func sinceIsExclusiveUntilInclusive() throws {
        #expect(try seqs { $0.since = 2 } == [3, 4, 5, 6])
        #expect(try seqs { $0.until = 2 } == [1, 2])
        #expect(try seqs { ($0.since, $0.until) = (2, 4) } == [3, 4])
        #expect(try seqs { ($0.since, $0.until) = (4, 4) } == [])
        #expect(try seqs { $0.since = .max } == [])
    }

    @Test func byTypes() throws {
        #expect(try seqs { $0.types = ["note.made"] } == [1, 3, 5])
        #expect(try seqs { $0.types = ["*"] }.count == 6)
        #expect(try seqs { $0.types = ["n*e.ch*"] } == [2, 4, 6])
        #expect(try seqs { $0.types = ["rest.*", "*.made"] } == [1, 3, 5])
        #expect(try seqs { $0.types = ["Note.made"] } == [])
        #expect(try seqs { $0.types = [] } == [])
    }

    @Test func bySubject() throws {
        #expect(try seqs { $0.subject = "a" } == [1, 2, 3])
        #expect(try seqs { ($0.subject, $0.types) = ("b", ["*.made"]) } == [5])
        #expect(try seqs { $0.subject = "" } == [])
    }

    @Test func newestFirstAndLimited() throws {
        #expect(try seqs { $0.newestFirst = true } == [6, 5, 4, 3, 2, 1])
        #expect(try seqs { ($0.newestFirst, $0.limit) = (true, 2) } == [6, 5])
        #expect(try seqs { $0.limit = 2 } == [1, 2])
        // The limit counts the matching events, not the ones that were looked at.
        #expect(try seqs { ($0.types, $0.limit) = (["*.changed"], 2) } == [2, 4])
        #expect(
            try seqs { ($0.types, $0.limit, $0.newestFirst, $0.until) = (["*.made"], 1, true, 4) }
                == [3])
    }

    @Test func causesComeBack() throws {
        for cause in [Cause.request("timer.start"), .deadline("timer"), .daemon] {
            _ = try fixture.store.perform(at: morning) {
                try $0.append("x", subject: "", cause: cause, data: "{}")
            }
            let newest = try fixture.read { transaction in
                var query = JournalQuery(limit: 1)
                query.newestFirst = true
                return try transaction.events(query).first
            }
            #expect(newest?.cause == cause)
        }
    }
}
