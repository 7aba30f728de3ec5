import TestSupport
import Testing
import TrackerCore

/// Which announced achievements have an alert.
@Suite struct AnnouncementTests {
    private static func alerts(_ minutes: [Int64]) -> [Int64] {
        let times = minutes.map { $0 * 60_000 }
        return Set(minutes).sorted().filter {
            Announcement.hasAlert(at: $0 * 60_000, among: times)
        }
    }

    @Test func anHourLiesBetweenTwoAlerts() {
        #expect(Self.alerts([0, 0, 0]) == [0])
        #expect(Self.alerts([0, 1, 59, 60, 61]) == [0, 60])
        // Many in a row don't hold the next alert back for ever.
        #expect(Self.alerts([0, 40, 80, 120, 160]) == [0, 80, 160])
        #expect(Self.alerts([160, 0, 80]) == [0, 80, 160])
        #expect(Announcement.hasAlert(at: 5, among: []))
    }

    /// A clock that was set back: what comes later by its time doesn't matter.
    @Test func laterTimesDoNotMatter() {
        #expect(Announcement.hasAlert(at: 60_000, among: [60_000, 120_000, 9_000_000]))
    }

    @Test func noTwoAlertsAreNearer() {
        var random = SplitMix(seed: 3)
        for _ in 0..<200 {
            let times = (0..<30).map { _ in Int64.random(in: 0...600, using: &random) }
            let alerts = Self.alerts(times)
            #expect(zip(alerts, alerts.dropFirst()).allSatisfy { $1 - $0 >= 60 })
            // An hour without an alert is one without an achievement.
            for time in times {
                #expect(alerts.contains { (0..<60).contains(time - $0) })
            }
        }
    }
}
