import TrackerAPI
import TrackerCore

extension Alert {
    /// The alert of an event of progress; `nil` where the person needn't be told: what was lost, what was
    /// unlocked again, levels and challenges are for those who look.
    init?(progress event: Event) {
        switch EventType(rawValue: event.type) {
        case .achievementUnlocked:
            guard let tier = event.decoded(AchievementView.self), tier.again != true else {
                return nil
            }
            self.init(
                title: tier.name, body: "\(tier.text) (\(tier.tier.text))",
                actions: [Self.view("day")], sound: .achievementUnlocked,
                thread: "achievement:\(tier.id)", closesAfterMs: 10_000)
        case .achievementRecognised:
            guard let ids = event.decoded(AchievementIDs.self) else { return nil }
            let noun = ids.count == 1 ? "achievement" : "achievements"
            self.init(
                title: "\(ids.count) \(noun) found in your log",
                body: "See: trackerctl achievements", urgency: .low, sound: .achievementUnlocked,
                thread: "achievements")
        case .reportReady:
            guard let report = event.decoded(ReportReady.self) else { return nil }
            let title = report.period == "day" ? "Today" : "This \(report.period)"
            let lines = [report.text, report.suggestion?.text].compactMap { $0 }
            self.init(
                title: title, body: lines.joined(separator: "\n"), urgency: .low,
                actions: [Self.view(report.period)],
                sound: .reportReady, thread: "report")
        default: return nil
        }
    }

    private static func view(_ period: String) -> Action {
        Action(
            .view(report: period), label: "View",
            command: "trackerctl report \(period)")
    }
}
