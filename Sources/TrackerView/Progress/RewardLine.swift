import TrackerAPI
import TrackerCore

/// Rewards of a command in one line: a challenge or an achievement, and how many more there are. A level is named
/// only by itself, and an achievement that was lost since and is back isn't named.
struct RewardLine {
    private struct Item {
        /// Word before the name; `nil` for none.
        var label: String?
        let name: String
        var isChallenge = false
        /// Number of achievements or challenges.
        var count = 1
    }

    /// Challenges, then achievements.
    private let items: [Item]
    private let level: Int64?

    init(_ rewards: [After.Reward]) {
        var (challenges, achievements): ([Item], [Item]) = ([], [])
        var level: Int64?
        for reward in rewards {
            let data = reward.data
            switch reward.type {
            case "achievement.unlocked":
                guard let view: AchievementView = try? data.decoded(), view.again != true else {
                    continue
                }
                achievements.append(Item(label: "Achievement", name: view.title))
            case "achievement.recognised":
                guard let view: AchievementIDs = try? data.decoded() else { continue }
                let name = "\(counted(view.count, "achievement")) found in your log"
                achievements.append(Item(name: name, count: view.count))
            case "challenge.completed":
                guard let view: ChallengeView = try? data.decoded() else { continue }
                let name = view.text.forTerminal
                challenges.append(Item(label: "Challenge done", name: name, isChallenge: true))
            case "level.reached":
                guard let view: LevelView = try? data.decoded() else { continue }
                level = view.level
            default: continue
            }
        }
        items = challenges + achievements
        self.level = level
    }

    /// The line, such as `Achievement: First Steps (bronze), and 2 more: trackerctl achievements`; `nil` if nothing was
    /// earned.
    ///
    /// - Parameter hasCommand: whether the line ends with the command that shows the rest.
    func text(in style: Style, hasCommand: Bool) -> String? {
        guard let first = items.first else { return level.map { "Level \($0)" } }
        let rest = items.dropFirst()
        let more = rest.reduce(0) { $0 + $1.count }
        var end = more > 0 ? ", and \(more) more" : ""
        if hasCommand, more > 0 || first.count > 1 {
            let isOfChallenges = first.isChallenge && rest.allSatisfy(\.isChallenge)
            end += ": trackerctl \(isOfChallenges ? "challenges" : "achievements")"
        }
        let start = first.label.map { "\($0): " } ?? ""
        return style.line(naming: first.name) { "\(start)\($0)\(end)" }
    }
}
