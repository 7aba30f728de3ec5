import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct ShortWordTests {
    private func status(_ timers: [String], rest: String? = nil) throws -> Status.Response {
        try Sample.read(Sample.status(timers: timers, rest: rest))
    }

    @Test func oneThingIsMeant() throws {
        let tea = try status([Sample.tea])
        #expect(try Stop.choose(in: tea).request is TimerCancel)
        #expect(try Pause.choose(in: tea).request is TimerPause)
        #expect(try Stop.choose(in: status([Sample.stopwatch])).request is TimerFinish)
        #expect(try Resume.choose(in: status([Sample.paused, Sample.tea])).request is TimerResume)
        let rest = try status([Sample.paused], rest: Sample.rest)
        #expect(try Pause.choose(in: rest).request is RestPause)
        #expect(try Skip.choose(in: rest).request is RestSkip)
    }

    @Test func nothingIsMeant() throws {
        let error = #expect(throws: Refusal.self) { try Resume.choose(in: status([Sample.tea])) }
        #expect(error?.message == "there is nothing to resume")
        #expect(throws: Refusal.self) { try Skip.choose(in: status([Sample.tea])) }
    }

    @Test func severalThingsAreNamed() throws {
        let live = try status([Sample.tea], rest: Sample.rest)
        let error = #expect(throws: Refusal.self) { try Stop.choose(in: live) }
        #expect(error?.message == "several things can be meant: tea, rest")
        #expect(
            error?.hint
                == "say which: trackerctl timer cancel k3v9x2m4q7wd, or trackerctl rest skip")
    }
}
