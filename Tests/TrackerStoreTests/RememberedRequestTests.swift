import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct RememberedRequestTests {
    static let dayMs: Int64 = 86_400_000

    let fixture: Fixture
    let request = RememberedRequest(method: "timer.start", params: "{}", result: #"{"id":"a"}"#)

    init() throws {
        fixture = try Fixture()
        try remember("a", at: morning)
    }

    private func remember(_ id: String, at now: Moment) throws {
        _ = try fixture.store.perform(at: now) { try $0.remember(request, id: id) }
    }

    private func remembered(_ id: String = "a", at now: Moment) throws -> RememberedRequest? {
        try fixture.store.read(at: now) { try $0.rememberedRequest(id: id) }
    }

    private func rebooted(afterMs span: Int64) -> Moment {
        Moment(wallMs: morning.wallMs + span, bootNs: 9, awakeNs: 9, bootID: "boot-2")
    }

    @Test(arguments: [-400 * dayMs, 400 * dayMs])
    func aStepOfTheWallClockDoesNotForget(_ step: Int64) throws {
        var stepped = morning.advanced(byMs: Self.dayMs - 1)
        stepped.wallMs += step
        #expect(try remembered(at: stepped) == request)
        stepped.bootNs += nanosecondsPerMs
        #expect(try remembered(at: stepped) == nil)
    }
}
