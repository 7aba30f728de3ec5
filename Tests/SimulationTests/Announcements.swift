import Rig
import TestSupport

/// Checks that what was told about progress is told once for ever, a suggestion for a reminder once in 14 days,
/// and that what is no news has no alert.
struct Announcements {
    /// Tiers that were told, and whether they are held.
    private var tiers: [String: Bool] = [:]
    private var level: Int64 = 1
    private var offered: Set<String> = []
    private var completed: Set<String> = []
    /// Number of the day on which a suggestion was told last, by the reminder's id.
    private var suggested: [String: Int64] = [:]
    /// Time of the last alert of achievements.
    private var alertedMs: Int64?

    var held: Set<String> { Set(tiers.filter(\.value).keys) }

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
            case "report.ready": event.byTime && suggest(data)
            default: true
            }
        guard isRight else { throw Mismatch("\(event.type) tells no news: \(data)") }
        guard !Self.silent.contains(event.type) || event.alert == nil else {
            throw Mismatch("\(event.type) has an alert: \(data)")
        }
        guard event.type.hasPrefix("achievement."), event.alert != nil else { return }
        defer { alertedMs = event.atMs }
        if let alertedMs, event.atMs >= alertedMs, event.atMs - alertedMs < 3_600_000 {
            throw Mismatch("a second alert of achievements within an hour: \(data)")
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

    private mutating func suggest(_ report: Json) -> Bool {
        guard let suggestion = report["suggestion"] else { return true }
        guard let reminder = suggestion["reminder"]?.text, let day = report["to"]?.dayNumber,
            suggestion["text"] != nil, suggestion["command"] != nil
        else { return false }
        defer { suggested[reminder] = day }
        return suggested[reminder].map { day - $0 >= 14 } ?? true
    }

    private mutating func reach(_ new: Int64) -> Bool {
        defer { level = new }
        return new > level
    }
}

extension Json {
    /// The number of the day of a date such as `2026-03-01`; `nil` for anything else.
    var dayNumber: Int64? {
        let parts = (text ?? "").split(separator: "-").compactMap { Int64($0) }
        return parts.count == 3 ? Place.days(parts[0], parts[1], parts[2]) : nil
    }
}
