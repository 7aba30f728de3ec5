import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// The view of a timer in each of its states.
struct TimersTests {
    private func view(_ timer: Timer, afterMs span: Int64) throws -> String {
        try json(TimerView(timer, at: morning.advanced(byMs: span), zone: oneHourEast))
    }

    private func tea() throws -> Timer {
        try Timer(
            id: "k3v9x2m4q7wd", durationMs: 1_500_000, name: "tea", message: "Pour it",
            onSuspend: .continue, order: 1, at: morning)
    }

    @Test func running() throws {
        #expect(
            try view(tea(), afterMs: 60_000) == """
                {"id":"k3v9x2m4q7wd","name":"tea","message":"Pour it","kind":"countdown",\
                "state":"running","duration_ms":1500000,"elapsed_ms":60000,"remaining_ms":1440000,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "due_at":"2026-03-01T09:55:00.000+01:00","due_at_ms":1772355300000,"on_suspend":"continue","laps":[]}
                """)
    }

    @Test func dueIsWhatTheWallClockWillShow() throws {
        let timer = try tea()
        var now = morning.advanced(byMs: 60_000)
        now.wallMs += 3_600_000
        #expect(
            TimerView(timer, at: now, zone: oneHourEast).dueAt == "2026-03-01T10:55:00.000+01:00")
    }

    @Test func paused() throws {
        var timer = try tea()
        _ = try timer.pause(at: morning.advanced(byMs: 10_000))
        #expect(
            try view(timer, afterMs: 99_000) == """
                {"id":"k3v9x2m4q7wd","name":"tea","message":"Pour it","kind":"countdown",\
                "state":"paused","duration_ms":1500000,"elapsed_ms":10000,"remaining_ms":1490000,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "paused_at":"2026-03-01T09:30:10.000+01:00","paused_at_ms":1772353810000,"on_suspend":"continue","laps":[]}
                """)
    }

    @Test func finishedLate() throws {
        var timer = try tea()
        _ = timer.advance(to: morning.advanced(byMs: 1_503_250))
        #expect(
            try view(timer, afterMs: 2_000_000) == """
                {"id":"k3v9x2m4q7wd","name":"tea","message":"Pour it","kind":"countdown",\
                "state":"finished","duration_ms":1500000,"elapsed_ms":1500000,"remaining_ms":0,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "ended_at":"2026-03-01T09:55:00.000+01:00","ended_at_ms":1772355300000,"late_by_ms":3250,\
                "waiting_ms":500000,"on_suspend":"continue","laps":[]}
                """)
    }

    @Test func answeredAfterTwoMoreAlerts() throws {
        var timer = try tea()
        let ringing = Timer.Ringing(everyMs: 60_000, atMost: 5)
        for span in [1_500_000, 1_560_000, 1_620_000] as [Int64] {
            _ = timer.advance(to: morning.advanced(byMs: span), ringing: ringing)
        }
        _ = try timer.answer(at: morning.advanced(byMs: 1_650_000))
        #expect(
            try view(timer, afterMs: 2_000_000) == """
                {"id":"k3v9x2m4q7wd","name":"tea","message":"Pour it","kind":"countdown",\
                "state":"finished","duration_ms":1500000,"elapsed_ms":1500000,"remaining_ms":0,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "ended_at":"2026-03-01T09:55:00.000+01:00","ended_at_ms":1772355300000,"rings":2,\
                "answered_at":"2026-03-01T09:57:30.000+01:00","answered_at_ms":1772355450000,\
                "on_suspend":"continue","laps":[]}
                """)
    }

    @Test func aStopwatchWithLaps() throws {
        var watch = try Timer(
            id: "zz00aaaaaaaa", durationMs: nil, name: nil, message: nil, onSuspend: .cancel,
            order: 1, at: morning)
        _ = try watch.lap(at: morning.advanced(byMs: 60_000))
        _ = try watch.cancel(at: morning.advanced(byMs: 61_000))
        #expect(
            try view(watch, afterMs: 70_000) == """
                {"id":"zz00aaaaaaaa","kind":"stopwatch","state":"cancelled","elapsed_ms":61000,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "ended_at":"2026-03-01T09:31:01.000+01:00","ended_at_ms":1772353861000,"on_suspend":"cancel",\
                "laps":[{"at":"2026-03-01T09:31:00.000+01:00","at_ms":1772353860000,"elapsed_ms":60000}]}
                """)
    }

    /// Between a timer's end and the daemon's noticing it, no number is negative.
    @Test func overdueNothingRemains() throws {
        let view = TimerView(
            try tea(), at: morning.advanced(byMs: 1_600_000), zone: oneHourEast)
        #expect(view.remainingMs == 0 && view.state == .running)
    }
}
