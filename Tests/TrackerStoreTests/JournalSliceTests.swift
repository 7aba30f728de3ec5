import Testing
import TrackerCore

@testable import TrackerStore

/// A search for events in slices finds the same as a search in one go.
@Suite struct JournalSliceTests {
    let fixture: Fixture

    init() throws {
        fixture = try Fixture()
        for number in 1...30 {
            try fixture.append(
                Self.type(of: Int64(number)), [Note(id: "n\(number % 4)", text: "\(number)")])
        }
    }

    @Test(arguments: [nil, ["note.made"], ["note.*"], ["none"], ["none.*"]], [false, true])
    func slicesGiveTheSame(_ types: [String]?, _ newestFirst: Bool) throws {
        for (since, until, limit) in [
            (0, Int64.max, 1000), (0, .max, 7), (5, 20, 1000), (29, 30, 1), (30, .max, 5),
            (9, 3, 5),
        ] as [(Int64, Int64, Int)] {
            for subject in [nil, "n1"] {
                var query = JournalQuery(limit: limit)
                (query.since, query.until, query.types) = (since, until, types)
                (query.subject, query.newestFirst) = (subject, newestFirst)
                let whole = try fixture.read { try $0.events(query) }
                var pieces: [Event] = []
                var isWhole = false
                var slices = 0
                while !isWhole, slices < 100 {
                    isWhole = try fixture.read { transaction in
                        try transaction.advance(&query, while: { false }) { pieces.append($0) }
                    }
                    slices += 1
                }
                #expect(isWhole)
                #expect(pieces == whole)
                let expected = Self.expected(query, since, until, limit)
                #expect(whole.map(\.seq) == expected)
            }
        }
    }

    private static func type(of number: Int64) -> String {
        number % 3 == 0 ? "note.made" : "note.changed"
    }

    private static func expected(
        _ query: JournalQuery, _ since: Int64, _ until: Int64, _ limit: Int
    ) -> [Int64] {
        var seqs: [Int64] = []
        for seq: Int64 in 1...30 where seq > since && seq <= until {
            guard Glob.anyMatches(query.types, type(of: seq)) else { continue }
            if query.subject == nil || seq % 4 == 1 { seqs.append(seq) }
        }
        if query.newestFirst { seqs.reverse() }
        return Array(seqs.prefix(limit))
    }
}
