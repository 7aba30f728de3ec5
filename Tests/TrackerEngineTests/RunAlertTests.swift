import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

@Suite struct RunAlertTests {
    let bench: Bench

    /// The intervals: 10 s, 20 s with confirmation, and twice 5 s.
    init() throws {
        bench = try Bench()
        try bench.call(
            "program.create",
            """
            {"name":"Parts","intervals":[{"label":"a","duration":"10s"},{"label":"b",\
            "duration":"20s","kind":"break","confirmation":"manual"},\
            {"repeat":2,"intervals":[{"label":"c","duration":"5s"}]}]}
            """)
        bench.forget()
    }

    @discardableResult
    private func start() throws -> JSONValue {
        try bench.call("run.start", #"{"program":"parts"}"#)
    }

    @Test func eachCueHasASoundOfItsOwnAndABoundaryHasOne() throws {
        try start()
        bench.advance(ms: 30_000)
        try bench.call("run.confirm")
        bench.advance(ms: 10_000)
        #expect(
            bench.alerts.map(\.sound.rawValue).filter { $0 != "run-countdown" } == [
                "run-work-started", "run-halfway", "run-break-started", "run-halfway",
                "run-confirmation-needed", "run-work-started", "run-work-started",
                "run-completed",
            ])
        #expect(bench.types.count { $0 == "run.interval_finished" } == 4)
        #expect(Set(bench.alerts.map(\.thread)).count == 1)
        #expect(
            bench.alerts.filter { !$0.isMomentary }.map { "\($0.title): \($0.body)" } == [
                "a: 10s, then b", "b: 20s, then c", "b is over: Confirm to continue: c",
                "c (1 of 2): 5s, then c", "c (2 of 2): 5s", "Parts is complete: 40s",
            ])
        let counts = bench.alerts.filter { $0.sound.rawValue == "run-countdown" }
        #expect(counts.prefix(3).map(\.title) == ["3", "2", "1"] && counts.count == 12)
    }

    /// Every action on the run withdraws the alert that asks for confirmation; another may replace it.
    @Test(
        arguments: [
            ("run.confirm", "{}", true), ("run.skip", "{}", true), ("run.back", "{}", true),
            ("run.jump", #"{"index":0}"#, true), ("run.stop", "{}", true),
            ("run.extend", #"{"by":"5s"}"#, true), ("run.get", "{}", false),
        ]) func whatAsksForConfirmationIsWithdrawn(
            _ method: String, _ params: String, _ isSo: Bool
        ) throws
    {
        try bench.call(
            "program.create",
            """
            {"name":"Gate","intervals":[{"label":"a","duration":"10s","confirmation":"manual",\
            "cues":[]},{"label":"b","duration":"10s","cues":[]}]}
            """)
        let run = try bench.call("run.start", #"{"program":"gate"}"#)
        bench.advance(ms: 10_000)
        let thread = try #require(bench.alerts.last?.thread)
        #expect(thread == run["id"]?.string.map { "run:\($0)" })
        bench.forget()
        try bench.call(method, params)
        #expect(bench.published.contains { $0.endsThread == thread } == isSo)
    }

    @Test func theBubbleOfTheNextIntervalTakesThePlaceOfTheQuestion() throws {
        try start()
        bench.advance(ms: 30_000)
        bench.forget()
        try bench.call("run.confirm")
        #expect(bench.published.allSatisfy { $0.endsThread == nil } && bench.alerts.count == 1)
    }

    @Test func intervalsWithoutCuesAreSilentButForWhatIsNeeded() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Quiet","intervals":[{"label":"a","duration":"10s","cues":[]},\
            {"label":"b","duration":"10s","cues":["end"],"confirmation":"manual"}]}
            """)
        bench.forget()
        try bench.call("run.start", #"{"program":"quiet"}"#)
        bench.advance(ms: 20_000)
        #expect(
            bench.types == [
                "run.started", "run.interval_started", "run.interval_finished",
                "run.interval_started", "run.interval_finished", "run.confirmation_needed",
            ])
        #expect(bench.alerts.map(\.sound.rawValue) == ["run-confirmation-needed"])
        #expect(bench.alerts.last?.body == "Confirm to finish Quiet")
    }

    @Test func anEndIsHeardWhereNothingElseIs() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Ends","intervals":[{"label":"a","duration":"10s","cues":["end"]},\
            {"label":"b","duration":"10s","cues":["end"]},\
            {"label":"c","duration":"10s","cues":["start","end"]}]}
            """)
        bench.forget()
        try bench.call("run.start", #"{"program":"ends"}"#)
        bench.advance(ms: 30_000)
        #expect(bench.types.count { $0 == "run.interval_finished" } == 3)
        #expect(
            bench.alerts.map(\.sound.rawValue) == [
                "run-interval-finished", "run-work-started", "run-completed",
            ])
    }
}
