import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// What a person hears of progress that two machines share.
@Suite struct MergedProgressTests {
    private static let hourMs: Int64 = 3_600_000

    private let pair: SyncPair

    init() throws {
        pair = try SyncPair()
        let firstSteps = Achievement(
            id: "first-steps", name: "First Steps", text: "Log something {n} times.",
            category: .milestone, measured: Measured(.efforts), steps: [.init(.bronze, at: 1)])
        for machine in pair.both {
            machine.bench.dependencies.library = Library(fingerprint: "one achievement") {
                Library.Content(
                    movements: [],
                    definitions: ProgressDefinitions(achievements: [firstSteps], challenges: []),
                    isWhole: true)
            }
            machine.bench.take(
                machine.bench.engine.updateFromLibrary(at: machine.bench.clock))
        }
        pair.forget()
    }

    private func alerts(of machine: SyncMachine) -> [String] {
        machine.bench.published.compactMap { $0.alert?.title }
    }

    @Test func theReportIsToldWhereTheLastEffortWasMade() throws {
        _ = try pair.here.log(10)
        pair.advance(ms: Self.hourMs)
        _ = try pair.there.log(7)
        try pair.exchange()
        pair.advance(ms: 14 * Self.hourMs)
        #expect(pair.here.told(.reportReady) == 0)
        #expect(pair.there.told(.reportReady) == 1)
        // Nor is it told here once the other machine has told it.
        try pair.exchange()
        try pair.here.bench.restart()
        pair.advance(ms: Self.hourMs)
        #expect(pair.here.told(.reportReady) == 0)
    }

    @Test func aMachineAloneTellsOfItsOwnReport() throws {
        _ = try pair.there.log(7)
        pair.advance(ms: Self.hourMs)
        _ = try pair.here.log(10)
        pair.advance(ms: 14 * Self.hourMs)
        for machine in pair.both { #expect(machine.told(.reportReady) == 1, "\(machine.name)") }
    }

    @Test func tiersAreToldWhereTheEffortWasMadeAndRecognisedElsewhere() throws {
        _ = try pair.here.log(10)
        #expect(pair.here.told(.achievementUnlocked) == 1)
        #expect(!alerts(of: pair.here).isEmpty)
        try pair.exchange()
        #expect(pair.there.told(.achievementUnlocked) == 0)
        #expect(pair.there.told(.achievementRecognised) == 1)
        #expect(alerts(of: pair.there) == [])
        // What was recognised isn't told later on.
        _ = try pair.there.log(3)
        #expect(pair.there.told(.achievementUnlocked) == 0)
    }

    @Test func aLevelThatMergedRowsReachAlertsNobody() throws {
        let entry = #"{"exercise":"squats","count":50}"#
        try pair.here.bench.callEach("log.add", Array(repeating: entry, count: 60))
        #expect(pair.here.told(.levelReached) >= 1)
        pair.forget()
        try pair.exchange()
        #expect(pair.there.told(.levelReached) == 1)
        #expect(alerts(of: pair.there) == [])
    }
}
