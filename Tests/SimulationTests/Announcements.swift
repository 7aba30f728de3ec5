import TestSupport

/// Checks that what was told about progress is told once for ever, and that what is no news has no alert.
struct Announcements {
    /// Tiers that were told, and whether they are held.
    private var tiers: [String: Bool] = [:]
    private var level: Int64 = 1
    private var offered: Set<String> = []
    private var completed: Set<String> = []

    private static let silent: Set = [
        "day.closed", "streak.changed", "achievement.lost", "level.reached", "challenge.offered",
        "challenge.completed", "challenge.reopened", "challenge.swapped",
    ]

    mutating func note(_ event: EventModel) throws {
        let data = event.data
        let isRight =
            switch event.type {
            case "achievement.unlocked": unlock(event)
            case "achievement.recognised": recognise(data)
            case "achievement.lost": lose(data)
            case "level.reached": reach(data["level"]?.int ?? 0)
            case "challenge.offered", "challenge.swapped": offered.insert(event.subject).inserted
            case "challenge.completed": completed.insert(event.subject).inserted
            case "challenge.reopened": completed.remove(event.subject) != nil
            case "streak.changed": data["from"] != data["to"]
            case "day.closed":
                (0...2).contains(data["tokens"]?.int ?? -1) && data["state"] != "open"
            case "report.ready": event.byTime
            default: true
            }
        guard isRight else { throw Mismatch("\(event.type) tells no news: \(data)") }
        guard !Self.silent.contains(event.type) || event.alert == nil else {
            throw Mismatch("\(event.type) has an alert: \(data)")
        }
    }

    private mutating func unlock(_ event: EventModel) -> Bool {
        let tier = "\(event.subject):\(event.data["tier"]?.text ?? "")"
        let isAgain = event.data["again"] == true
        defer { tiers[tier] = true }
        return tiers[tier] == (isAgain ? false : nil) && !(isAgain && event.alert != nil)
    }

    private mutating func recognise(_ data: Json) -> Bool {
        let ids = data["ids"]?.list.compactMap(\.text) ?? []
        let isNew = !ids.isEmpty && ids.allSatisfy { tiers[$0] == nil }
        for id in ids { tiers[id] = true }
        return isNew && data["count"]?.int == Int64(ids.count)
    }

    private mutating func lose(_ data: Json) -> Bool {
        let ids = data["ids"]?.list.compactMap(\.text) ?? []
        let wasHeld = !ids.isEmpty && ids.allSatisfy { tiers[$0] == true }
        for id in ids { tiers[id] = false }
        return wasHeld
    }

    private mutating func reach(_ new: Int64) -> Bool {
        defer { level = new }
        return new > level
    }
}
