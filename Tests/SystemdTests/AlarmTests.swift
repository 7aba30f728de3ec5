import Glibc
import Systemd
import Testing

struct AlarmTests {
    /// The time on a clock that lies `span` microseconds ahead.
    private func microseconds(_ span: Int64, from clock: AlarmClock) -> UInt64 {
        var time = timespec()
        let id =
            switch clock {
            case .boot: CLOCK_BOOTTIME
            case .wall: CLOCK_REALTIME
            case .awake: CLOCK_MONOTONIC
            }
        clock_gettime(id, &time)
        return UInt64(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 + span)
    }

    @Test(arguments: [AlarmClock.boot, .wall, .awake])
    func goesOffNotBeforeItsDeadlineAndSoonAfter(clock: AlarmClock) throws {
        let loop = try EventLoop()
        var wentOff: UInt64?
        let alarm = try loop.alarm(on: clock) { wentOff = microseconds(0, from: clock) }
        #expect(!alarm.isArmed)
        var onTime = 0
        for _ in 1...3 {
            wentOff = nil
            let deadline = microseconds(30_000, from: clock)
            alarm.arm(atMicroseconds: deadline)
            #expect(alarm.isArmed)
            // Nothing else may wake the loop, since a due alarm goes off with any waking.
            while wentOff == nil, try loop.turn(waitingMicroseconds: 2_000_000) {}
            #expect(!alarm.isArmed)
            let late = Int64(try #require(wentOff)) - Int64(deadline)
            #expect(late >= 0)
            if late < 100_000 { onTime += 1 }
        }
        // With sd-event's default, wake-ups are 250 ms apart. A loaded machine may be late once.
        #expect(onTime >= 2)
    }

    @Test func aDeadlineThatHasPassedGoesOffAtOnceAndOnlyOnce() throws {
        let loop = try EventLoop()
        var count = 0
        let alarm = try loop.alarm(on: .boot) { count += 1 }
        for deadline: UInt64 in [0, 1] {
            alarm.arm(atMicroseconds: deadline)
            try turnWhileBusy(loop)
        }
        #expect(count == 2)
    }

    @Test func theLastDeadlineCounts() throws {
        let loop = try EventLoop()
        var count = 0
        let alarm = try loop.alarm(on: .boot) { count += 1 }
        alarm.arm(atMicroseconds: 1)
        alarm.arm(atMicroseconds: .max)
        try turnWhileBusy(loop)
        #expect(count == 0)
        #expect(alarm.isArmed)
        alarm.arm(atMicroseconds: microseconds(5_000, from: .boot))
        #expect(try turn(loop) { count == 1 })
    }

    @Test func aHandlerMayArmItsAlarmAgain() throws {
        let loop = try EventLoop()
        var count = 0
        var alarm: AlarmSource?
        alarm = try loop.alarm(on: .boot) {
            count += 1
            if count < 3 { alarm?.arm(atMicroseconds: 1) }
        }
        alarm?.arm(atMicroseconds: 1)
        try turnWhileBusy(loop)
        #expect(count == 3)
        alarm?.cancel()
    }

    @Test func disarmedCancelledOrReleasedItStaysSilent() throws {
        let loop = try EventLoop()
        var count = 0
        let disarmed = try loop.alarm(on: .boot) { count += 1 }
        let cancelled = try loop.alarm(on: .boot) { count += 1 }
        var released: AlarmSource? = try loop.alarm(on: .boot) { count += 1 }
        for alarm in [disarmed, cancelled, released] { alarm?.arm(atMicroseconds: 1) }
        disarmed.disarm()
        cancelled.cancel()
        cancelled.cancel()
        cancelled.arm(atMicroseconds: 1)
        released = nil
        try turnWhileBusy(loop)
        #expect(count == 0)
        #expect(!disarmed.isArmed && !cancelled.isArmed && !cancelled.isActive)
    }

    @Test func oneThatIsPendingNeverRunsOnceAnotherHandlerHasCancelledIt() throws {
        let loop = try EventLoop()
        var log: [String] = []
        let victim = try loop.alarm(on: .boot) { log.append("victim") }
        let killer = try loop.alarm(on: .boot, priority: .urgent) {
            log.append("killer")
            victim.cancel()
        }
        // Both are pending in the same turn.
        victim.arm(atMicroseconds: 1)
        killer.arm(atMicroseconds: 1)
        try turnWhileBusy(loop)
        #expect(log == ["killer"])
    }
}
