import TrackerAPI
import TrackerCore

enum ProgressEvents {
    /// Details of an event; `nil` for events of other kinds, and for data that this version can't read.
    static func detail(of event: EventView) -> String? {
        let data = event.data
        switch event.type {
        case "day.closed":
            guard let day: StreakGet.Day = try? data.decoded() else { return nil }
            let streak = "\(day.state.text), streak \(day.length)"
            return "\(day.day) \(streak), \(StreakWords.tokens(day.tokens))"
        case "streak.changed":
            guard let change: StreakChanged = try? data.decoded() else { return nil }
            return "\(counted(change.to, "day")), was \(change.from)"
        case "streak.paused", "streak.resumed":
            guard let view: StreakPausesView = try? data.decoded() else { return nil }
            return view.pauses.isEmpty ? "no pauses" : view.spans.joined(separator: ", ")
        case "achievement.unlocked":
            guard let view: AchievementView = try? data.decoded() else { return nil }
            return "\(view.tier.text), \(view.text)" + (view.again == true ? ", again" : "")
        case "achievement.lost", "achievement.recognised":
            guard let lost: AchievementIDs = try? data.decoded() else { return nil }
            return "\(lost.count): \(lost.ids.joined(separator: ", "))"
        case "level.reached":
            guard let view: LevelView = try? data.decoded() else { return nil }
            return "level \(view.level), \(counted(view.xp, "point"))"
        case "challenge.offered", "challenge.completed", "challenge.reopened", "challenge.swapped":
            guard let view: ChallengeView = try? data.decoded() else { return nil }
            return "\(view.period): \(view.words)"
        case "report.ready": return data["text"]?.string
        default: return nil
        }
    }
}
