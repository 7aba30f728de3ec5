import TrackerAPI
import TrackerCore

/// Events of progress in words.
package enum ProgressEvents {
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

    /// What a reward means to the person whose command earned it, such as `level 3`; `nil` if the event
    /// earned nothing.
    package static func earned(by reward: After.Reward) -> String? {
        let data = reward.data
        switch reward.type {
        case "achievement.unlocked":
            let view: AchievementView? = try? data.decoded()
            return view.map { "achieved \($0.title)" + ($0.again == true ? " again" : "") }
        case "achievement.recognised":
            let view: AchievementIDs? = try? data.decoded()
            return view.map { "\(counted($0.count, "achievement")) found in your log" }
        case "level.reached":
            let view: LevelView? = try? data.decoded()
            return view.map { "level \($0.level)" }
        case "challenge.completed":
            let view: ChallengeView? = try? data.decoded()
            return view.map { "challenge done: \($0.text.forTerminal)" }
        default: return nil
        }
    }
}
