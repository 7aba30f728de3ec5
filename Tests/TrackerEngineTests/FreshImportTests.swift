import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Our own exports on a fresh daemon, which has the library, and challenges offered by it, from its start.
@Suite struct FreshImportTests {
    private static let all = #""what":"all","format":"json""#

    private static var library: Library { Library(fingerprint: "1", read: content) }

    private static func content() -> Library.Content {
        let push = Movement(slug: "push-ups", fields: .init(name: "Push-ups", unit: .reps))
        let plank = Movement(slug: "plank", fields: .init(name: "Plank", unit: .seconds))
        let kinds = ChallengeDraw.Kind.allCases
        return Library.Content(
            movements: [push, plank],
            definitions: ProgressDefinitions(
                achievements: [
                    Achievement(
                        id: "first", name: "First", text: "{n} effort.", category: .milestone,
                        measured: Measured(.efforts), steps: [.init(.bronze, at: 1)])
                ],
                challenges: kinds.flatMap { kind in
                    [
                        ChallengeTemplate(
                            id: "own-\(kind.rawValue)", kind: kind, text: "{target} reps",
                            measured: Measured(.reps)),
                        ChallengeTemplate(
                            id: "two-\(kind.rawValue)", kind: kind, text: "{target} efforts",
                            measured: Measured(.efforts), target: 2),
                        ChallengeTemplate(
                            id: "nine-\(kind.rawValue)", kind: kind, text: "{target} efforts",
                            measured: Measured(.efforts), target: 9),
                    ]
                }), isWhole: true)
    }

    private static func bench(_ seed: UInt64, at clock: Moment? = nil) throws -> Bench {
        let bench = try Bench(seed: seed)
        if let clock { bench.clock = clock }
        bench.dependencies.library = library
        try bench.restart()
        return bench
    }

    /// Lives of some days, of which each has efforts.
    private static let lives: [Int: Result<SavedState, any Error>] = Dictionary(
        uniqueKeysWithValues: [1, 3, 9, 30].map { days in
            let life: Result<SavedState, any Error> = Result {
                let bench = try Self.bench(1)
                for day in 0..<days {
                    try bench.call("log.add", "{\"exercise\":\"push-ups\",\"count\":\(20 + day)}")
                    bench.advance(ms: 86_400_000)
                }
                return try SavedState(of: bench)
            }
            return (days, life)
        })

    /// Lives for some days, and then makes some calls.
    private static func lived(days: Int, then calls: [(String, String)]) throws -> Bench {
        let bench = try bench(2)
        try #require(lives[days]).get().resume(on: bench)
        for (method, params) in calls {
            // A challenge that is completed isn't swapped.
            do { try bench.call(method, params) } catch let error as Rejection
                where error.state == "completed"
            {}
        }
        bench.advance(ms: 60_000)
        return bench
    }

    private static let effort = ("log.add", #"{"exercise":"push-ups","count":50}"#)
    private static let calls: [[(String, String)]] = [
        [], [effort], [effort, effort], [(String, String)](repeating: effort, count: 10),
        [("challenge.swap", #"{"kind":"daily"}"#)], [("challenge.swap", #"{"kind":"weekly"}"#)],
        [("challenge.swap", #"{"kind":"weekly"}"#), effort, effort],
        [effort, effort, ("streak.pause", #"{"until":"2026-05-01"}"#)],
        [("settings.set", #"{"unit":"lb","active_days":"mon-fri"}"#), effort],
    ]

    /// All of it comes in, whatever the fresh daemon has been offered, and can be taken back.
    @Test(arguments: [1, 3, 9, 30], calls.indices)
    func allOfItComesIn(_ days: Int, _ index: Int) throws {
        let bench = try Self.lived(days: days, then: Self.calls[index])
        let fresh = try Self.bench(9, at: bench.clock)
        let offered = try fresh.tables()
        #expect(offered["challenge"]?.count == 2)
        let id = try fresh.open(bench.export(Self.all), piece: 2000)
        let preview = try fresh.preview(id)
        #expect(preview["skipped"] == .array([]))
        try fresh.commit(id)
        #expect(try fresh.tables() == bench.tables())
        #expect(try fresh.call("challenge.list") == bench.call("challenge.list"))
        #expect(try fresh.call("level.get") == bench.call("level.get"))
        try fresh.verify()
        try fresh.restart()
        #expect(try fresh.tables() == bench.tables())
        try fresh.call("import.undo")
        #expect(try fresh.tables()["challenge"] == offered["challenge"])
        try fresh.verify()
    }

    /// What has become of a challenge here isn't taken back by a file.
    @Test(arguments: [
        [(String, String)](repeating: effort, count: 9),
        [("challenge.swap", #"{"kind":"weekly"}"#)], [("challenge.swap", #"{"kind":"daily"}"#)],
    ])
    func whatHasBecomeOfThemHereStays(_ here: [(String, String)]) throws {
        let bench = try Self.lived(days: 9, then: [])
        let fresh = try Self.bench(9, at: bench.clock)
        for (method, params) in here { try fresh.call(method, params) }
        let before = try fresh.call("challenge.list")["challenges"]?.list ?? []
        try fresh.commit(fresh.open(bench.export(Self.all), piece: 2000))
        let after = try fresh.call("challenge.list")["challenges"]?.list ?? []
        let keys = before.filter {
            $0["completed_at"] != nil || $0["swapped"] == .bool(true)
        }.map { $0["key"] }
        #expect(!keys.isEmpty)
        for key in keys {
            let (was, now) = (before.first { $0["key"] == key }, after.first { $0["key"] == key })
            #expect(now?["template"] == was?["template"] && now?["target"] == was?["target"])
        }
        try fresh.verify()
    }
}
