import TrackerAPI
import TrackerCore

extension AchievementView {
    /// The name with its tier, such as `First Steps (bronze)`.
    var title: String { "\(IconText.title(name, icon)) (\(tier.forTerminal))" }
}

extension AchievementList.Response: ShownList {
    package static var none: String { "no achievements" }
    package var ids: [String] { achievements.map { "\($0.id):\($0.tier.text)" } }

    /// The achievements, with a heading for each category.
    package func rows(in style: Style) -> String {
        var table = Table("~", "", ">", "~?", "")
        table.rows = achievements.map { achievement in
            let isHeld = achievement.held
            let day = achievement.earnedAt.map { style.date(String($0.prefix(10))) } ?? "held"
            let count = "\(achievement.progress)/\(achievement.threshold)"
            return [
                .init("  " + IconText.title(achievement.name, achievement.icon), style.strong),
                .init(achievement.tier.forTerminal, style.faint),
                .init(isHeld ? day : count, isHeld ? style.good : { $0 }),
                .init(achievement.text.forTerminal, style.faint),
            ]
        }
        table.addBars(
            achievements.map {
                $0.held ? 0 : Double($0.progress) / Double(max(1, $0.threshold))
            }, of: 1, in: style)
        let lines = table.text(in: style).split(separator: "\n")
        var (text, heading) = ("", "")
        for (achievement, line) in zip(achievements, lines) {
            if achievement.category != heading {
                heading = achievement.category
                text += style.strong(heading.forTerminal) + "\n"
            }
            text += line + "\n"
        }
        return text
    }
}
