import TrackerAPI

/// A part of progress that can be switched off in the settings.
package struct ProgressPart {
    /// Such as `achievements are`.
    private let words: String
    /// The option of `trackerctl settings set`, without its dashes.
    private let option: String
    private let isOn: (SettingsView) -> Bool

    /// The part that a result without anything is about, since it may be so only because the part is switched
    /// off; `nil` for all other results.
    package init?(empty result: Any) {
        switch result {
        case let streak as StreakGet.Response where streak.best == 0 && streak.days.isEmpty:
            (words, option, isOn) = ("the streak is", "streak", \.streak)
        case let level as LevelView where level.xp == 0:
            (words, option, isOn) = ("points and levels are", "xp", \.xp)
        case let list as AchievementList.Response where list.achievements.isEmpty:
            (words, option, isOn) = ("achievements are", "achievements", \.achievements)
        case let list as ChallengeList.Response where list.challenges.isEmpty:
            (words, option, isOn) = ("challenges are", "challenges", \.challenges)
        default: return nil
        }
    }

    /// The sentence that the part is switched off, with the command that switches it on; `nil` where it is on.
    package func whereOff(in settings: SettingsView, _ style: Style) -> String? {
        guard !isOn(settings) else { return nil }
        // The command stands on a line of its own, so that it can be copied whole.
        return style.paragraph("\(words) switched off; to switch on:")
            + "  \(style.strong("trackerctl settings set --\(option) on"))\n"
    }
}
