import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Exercises of a library, and a person's changes to them.
@Suite struct LibraryTests {
    let bench: Bench
    private let reads = Reads()

    private final class Reads {
        var count = 0
    }

    init() throws { bench = try Bench() }

    private func use(
        _ fingerprint: String, _ names: [String], count: Int64 = 10,
        _ definitions: ProgressDefinitions = ProgressDefinitions(), isWhole: Bool = true
    ) {
        let reads = reads
        bench.dependencies.library = Library(fingerprint: fingerprint) {
            reads.count += 1
            return Library.Content(
                movements: names.map {
                    Movement(
                        slug: $0, fields: .init(name: $0, unit: .reps, defaultCount: count))
                }, definitions: definitions, isWhole: isWhole)
        }
    }

    private func count(_ name: String) throws -> Int64? {
        try bench.call("exercise.get", "{\"exercise\":\"\(name)\"}")["default_count"]?.integer
    }

    @Test func itComesInAtTheFirstStartByOneEvent() throws {
        use("1", ["squats", "lunges"])
        try bench.restart()
        #expect(bench.types == ["exercise.seeded"])
        #expect(try bench.data(of: "exercise.seeded")["written"] == .integer(2))
        #expect(bench.alerts.isEmpty)
        #expect(try bench.names("exercise.list") == ["lunges", "squats"])
        let squats = try bench.call("exercise.get", #"{"exercise":"squats"}"#)
        #expect(squats["custom"] == .bool(false))
        #expect(try squats.id() == Movement.id(ofSlug: "squats"))
        try bench.verify()
    }

    @Test func itIsReadAgainOnlyOnceItHasChanged() throws {
        use("1", ["squats"])
        try bench.restart()
        bench.forget()
        try bench.restart()
        #expect(reads.count == 1 && bench.types.isEmpty)
        use("2", ["squats"], count: 20)
        try bench.restart()
        #expect(reads.count == 2 && bench.types == ["exercise.seeded"])
        #expect(try count("squats") == 20)
        // The library's text has changed, but not its content.
        use("3", ["squats"], count: 20)
        try bench.restart()
        #expect(reads.count == 3 && bench.types == ["exercise.seeded"])
        try bench.verify()
    }

    @Test func whatCouldNotBeReadIsTriedAgain() throws {
        use("1", ["squats", "lunges"])
        try bench.restart()
        use("2", ["squats"], isWhole: false)
        try bench.restart()
        #expect(try bench.names("exercise.list") == ["lunges", "squats"])
        try bench.restart()
        #expect(reads.count == 3)
        use("3", ["squats"])
        try bench.restart()
        #expect(try bench.names("exercise.list") == ["squats"])
        try bench.verify()
    }

    @Test func whatAPersonDidStays() throws {
        use("1", ["squats", "lunges", "plank"])
        try bench.restart()
        try bench.call("exercise.update", #"{"exercise":"squats","default_count":50}"#)
        try bench.call("exercise.archive", #"{"exercise":"lunges"}"#)
        use("2", ["squats", "lunges", "plank"], count: 20)
        try bench.restart()
        #expect(try bench.names("exercise.list") == ["plank", "squats"])
        #expect(try count("squats") == 50)
        #expect(try count("lunges") == 20)
        // After an undo the exercise is the library's again.
        try bench.call("journal.undo", #"{"types":["exercise.updated"]}"#)
        #expect(try count("squats") == 10)
        use("3", ["squats", "lunges", "plank"], count: 30)
        try bench.restart()
        #expect(try count("squats") == 30)
        try bench.verify()
    }

    @Test func aCrashInBetweenLeavesAllOrNothing() throws {
        use("1", ["squats"])
        try bench.restart()
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.types.isEmpty && reads.count == 1)
        #expect(try bench.names("exercise.list") == ["squats"])
        try bench.verify()
    }

    @Test func filesThatAreAgainAsTheyWereAreReadAgain() throws {
        use("1", ["squats"])
        try bench.restart()
        use("2", ["squats", "lunges"], isWhole: false)
        try bench.restart()
        use("1", ["squats"])
        try bench.restart()
        #expect(try bench.names("exercise.list") == ["squats"])
        try bench.restart()
        #expect(reads.count == 3)
    }

    // MARK: Achievements and challenges

    private func defined(_ ids: String..., threshold: Int64 = 1) -> ProgressDefinitions {
        ProgressDefinitions(
            achievements: ids.map {
                Achievement(
                    id: $0, name: $0, text: "{n}", icon: "🏅", category: .consistency,
                    measured: Measured(
                        .volumeKg, exercise: Movement.id(ofSlug: "squats"), withinDays: 7, from: 4,
                        until: 24),
                    steps: [.init(.bronze, at: threshold), .init(.platinum, at: 1_000_000_000)])
            },
            challenges: ids.map {
                ChallengeTemplate(
                    id: $0, kind: .weekly, text: "{target}",
                    measured: Measured(.fastAnswers, categoryOf: "legs"))
            })
    }

    private func definitions() throws -> ProgressDefinitions {
        try bench.engine.store.read(at: bench.clock) {
            try bench.dependencies.libraryFacts(in: $0).definitions
        }
    }

    @Test func definitionsAreKept() throws {
        #expect(try definitions() == ProgressDefinitions())
        use("1", [], defined("a", "b"))
        try bench.restart()
        #expect(try definitions() == defined("a", "b"))
        // They outlive a start that doesn't read the library.
        bench.dependencies.forgetState()
        try bench.restart()
        #expect(try definitions() == defined("a", "b") && reads.count == 1)
        use("2", [], defined("b", threshold: 2))
        try bench.restart()
        #expect(try definitions() == defined("b", threshold: 2))
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    @Test func definitionsFollowTheFilesWhileTheDaemonRuns() throws {
        use("1", [], defined("a"))
        try bench.restart()
        #expect(try definitions() == defined("a"))
        use("2", [], defined("b"))
        _ = bench.engine.updateFromLibrary(at: bench.clock)
        #expect(try definitions() == defined("b"))
    }

    /// The database of a daemon that knew no definitions.
    @Test func anUpgradeBringsThem() throws {
        use("1", ["squats"])
        try bench.restart()
        _ = try bench.engine.store.perform(at: bench.clock) {
            try $0.setMeta(.definitions, nil as String?)
        }
        use("2", ["squats"], defined("a"))
        try bench.restart()
        #expect(try definitions() == defined("a"))
    }

    @Test func definitionsThatCouldNotBeReadStay() throws {
        use("1", [], defined("a", "b"))
        try bench.restart()
        use("2", [], defined("b", "c", threshold: 2), isWhole: false)
        try bench.restart()
        let ids = try definitions().achievements.map { "\($0.id)\($0.steps[0].threshold)" }
        #expect(ids == ["b2", "c2", "a1"])
        #expect(try definitions().challenges.map(\.id) == ["b", "c", "a"])
        use("1", [], defined("a", "b"))
        try bench.restart()
        #expect(try definitions() == defined("a", "b"))
    }
}
