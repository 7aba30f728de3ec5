import TrackerAPI
import TrackerCore
import TrackerStore

extension Engine {
    /// The alert of an event about achievements, as things are: one at most comes in an hour, and tells of all tiers
    /// that were unlocked together. What else was unlocked is for those who look.
    ///
    /// - Parameter alert: the alert of that event alone.
    func alert(_ alert: Alert, ofAchievements event: Event) -> Alert? {
        let read = try? store.read(at: lastRun) { transaction in
            (
                times: try transaction.announcedTimes(),
                definitions: try context(transaction, .daemon).definitions(),
                isFirst: try isFirst(event, in: transaction)
            )
        }
        guard let (times, definitions, isFirst) = read else { return alert }
        // The first event of a moment has the alert of all.
        guard isFirst, Announcement.hasAlert(at: event.atMs, among: times.map(\.atMs)) else {
            return nil
        }
        let together = Set(times.filter { $0.atMs == event.atMs }.map(\.tier))
        guard event.type == EventType.achievementUnlocked.rawValue, together.count > 1 else {
            return alert
        }
        let names = definitions.achievements.flatMap { achievement in
            achievement.steps.filter { together.contains(achievement.key(of: $0.tier)) }
                .map { "\(achievement.name) (\($0.tier.rawValue))" }
        }
        return Alert(achievements: names)
    }

    /// Most events that are searched; fewer happen in one moment.
    private static let recentEvents: Int64 = 100

    /// Whether no earlier event of the same moment has an alert of achievements.
    private func isFirst(_ event: Event, in transaction: Transaction) throws -> Bool {
        var query = JournalQuery(limit: Int(Self.recentEvents))
        query.since = max(0, event.seq - Self.recentEvents)
        query.until = event.seq - 1
        query.types = ["achievement.*"]
        query.isOwnPast = true
        return try !transaction.events(query).contains {
            $0.atMs == event.atMs && Alert(progress: $0) != nil
        }
    }
}

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

    /// The alert of several achievements that were unlocked together.
    fileprivate init(achievements names: [String]) {
        self.init(
            title: "\(names.count) achievements", body: names.joined(separator: ", "),
            actions: [Self.view("day")], sound: .achievementUnlocked, thread: "achievements",
            closesAfterMs: 10_000)
    }

    private static func view(_ period: String) -> Action {
        Action(
            .view(report: period), label: "View",
            command: "trackerctl report \(period)")
    }
}
