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

    @Test func aDayByTheBootClock() throws {
        #expect(try remembered(at: morning) == request)
        #expect(try remembered("b", at: morning) == nil)
        #expect(try remembered(at: morning.advanced(byMs: Self.dayMs - 1)) == request)
        #expect(try remembered(at: morning.advanced(byMs: Self.dayMs)) == nil)
    }

    @Test(arguments: [-400 * dayMs, 400 * dayMs])
    func aStepOfTheWallClockDoesNotForget(_ step: Int64) throws {
        var stepped = morning.advanced(byMs: Self.dayMs - 1)
        stepped.wallMs += step
        #expect(try remembered(at: stepped) == request)
        stepped.bootNs += nanosecondsPerMs
        #expect(try remembered(at: stepped) == nil)
    }

    @Test func aDayByTheWallClockOverAReboot() throws {
        #expect(try remembered(at: rebooted(afterMs: Self.dayMs - 1)) == request)
        #expect(try remembered(at: rebooted(afterMs: Self.dayMs)) == nil)
        #expect(try remembered(at: rebooted(afterMs: -Self.dayMs)) == request)
    }

    @Test func thoseOfADayAgoAreDropped() throws {
        let later = morning.advanced(byMs: Self.dayMs)
        try remember("b", at: later.advanced(byMs: -1))
        #expect(try fixture.count("request") == 2)
        try remember("c", at: later)
        #expect(try fixture.count("request") == 2)
        #expect(try remembered("b", at: later) == request)
        #expect(try remembered("c", at: later) == request)
    }

    @Test func thoseOfEarlierBootsAreDroppedByTheWallClock() throws {
        for (span, left) in [(Self.dayMs - 1, 1), (Self.dayMs, 0)] {
            _ = try fixture.store.perform(at: rebooted(afterMs: span)) {
                try $0.forgetRequestsOfEarlierBoots()
            }
            #expect(try fixture.count("request") == left)
        }
    }

    @Test func anOldOneMayBeUsedAnew() throws {
        let later = morning.advanced(byMs: Self.dayMs)
        try remember("a", at: later)
        #expect(try remembered(at: later.advanced(byMs: Self.dayMs - 1)) == request)
    }
}
