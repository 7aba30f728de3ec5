import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// The view of a rest in each of its states.
struct RestsTests {
    private func view(_ rest: Rest, afterMs span: Int64, warnMs: Int64? = nil) throws -> String {
        try json(
            RestView(rest, at: morning.advanced(byMs: span), zone: oneHourEast, warnMs: warnMs))
    }

    private func rest() throws -> Rest {
        try Rest(
            id: "r3s7aaaaaaaa", durationMs: 90_000, warnAtMs: [3000, 10_000], label: "squats",
            after: Rest.After(kind: .set, id: "s3t9x2m4q7wd"), order: 1, at: morning)
    }

    @Test func running() throws {
        #expect(
            try view(rest(), afterMs: 30_000) == """
                {"id":"r3s7aaaaaaaa","state":"running","duration_ms":90000,"remaining_ms":60000,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "due_at":"2026-03-01T09:31:30.000+01:00","due_at_ms":1772353890000,"warn_at_ms":[10000,3000],\
                "label":"squats","after":{"kind":"set","id":"s3t9x2m4q7wd"}}
                """)
    }

    @Test func warning() throws {
        let view = try view(rest(), afterMs: 87_000, warnMs: 3000)
        #expect(view.contains(#""remaining_ms":3000,"#) && view.hasSuffix(#","warn_ms":3000}"#))
    }

    @Test func paused() throws {
        var rest = try Rest(
            id: "r3s7aaaaaaaa", durationMs: 90_000, warnAtMs: [], label: nil, order: 1, at: morning)
        _ = try rest.pause(at: morning.advanced(byMs: 30_000))
        #expect(
            try view(rest, afterMs: 99_000) == """
                {"id":"r3s7aaaaaaaa","state":"paused","duration_ms":90000,"remaining_ms":60000,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,"warn_at_ms":[]}
                """)
    }

    @Test func skipped() throws {
        var rest = try rest()
        _ = try rest.skip(at: morning.advanced(byMs: 30_000))
        #expect(
            try view(rest, afterMs: 99_000) == """
                {"id":"r3s7aaaaaaaa","state":"skipped","duration_ms":90000,"remaining_ms":0,\
                "started_at":"2026-03-01T09:30:00.000+01:00","started_at_ms":1772353800000,\
                "ended_at":"2026-03-01T09:30:30.000+01:00","ended_at_ms":1772353830000,"taken_ms":30000,\
                "warn_at_ms":[10000,3000],"label":"squats",\
                "after":{"kind":"set","id":"s3t9x2m4q7wd"}}
                """)
    }

    @Test func finishedLate() throws {
        var rest = try rest()
        _ = rest.advance(to: morning.advanced(byMs: 95_000))
        let view = RestView(rest, at: morning.advanced(byMs: 96_000), zone: oneHourEast)
        #expect(view.state == .finished && view.takenMs == 90_000 && view.lateByMs == 5000)
        #expect(view.endedAt == "2026-03-01T09:31:30.000+01:00" && view.dueAt == nil)
    }
}
