import Rig
import TestSupport
import Testing

/// What is told too often is noticed.
@Suite struct AnnouncementsTests {
    private static func report(_ date: String, _ reminder: String?) -> EventModel {
        var data: [String: Json] = ["period": "day", "to": .text(date), "text": "10 Squats"]
        if let reminder {
            data["suggestion"] = ["reminder": .text(reminder), "text": "x", "command": "y"]
        }
        return EventModel(
            type: "report.ready", subject: "report", data: .object(data), atMs: 0, byTime: true,
            request: 0)
    }

    private static func isRight(_ events: [EventModel]) -> Bool {
        var announcements = Announcements()
        return (try? events.forEach { try announcements.note($0) }) != nil
    }

    @Test func aSuggestionOnceInFourteenDays() {
        let first = Self.report("2026-03-20", "a")
        #expect(
            Self.isRight([first, Self.report("2026-03-21", "b"), Self.report("2026-04-03", "a")]))
        #expect(Self.isRight([first, Self.report("2026-03-21", nil)]))
        #expect(!Self.isRight([first, Self.report("2026-04-02", "a")]))
        let asked = EventModel(
            type: "report.ready", subject: "report", data: first.data, atMs: 0, byTime: false,
            request: 1)
        #expect(!Self.isRight([asked]))
    }

    @Test func aLevelOnceForEver() {
        func level(_ level: Int64) -> EventModel {
            EventModel(
                type: "level.reached", subject: "level", data: ["level": .int(level)], atMs: 0,
                byTime: false, request: 1)
        }
        #expect(Self.isRight([level(2), level(4)]))
        #expect(!Self.isRight([level(2), level(2)]))
    }
}
