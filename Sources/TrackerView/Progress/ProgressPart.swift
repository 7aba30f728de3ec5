import TrackerAPI

/// A part of progress that can be switched off in the settings.
package struct ProgressPart {
    /// Subject and verb of a sentence, such as `achievements are`.
    private let words: String
    /// Option of `trackerctl settings set`, without the dashes.
    private let option: String
    private let isOn: (SettingsView) -> Bool

    /// The part that an empty result is about, because the result may be empty only because the part is off;
    /// `nil` for all other results.
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

    /// Sentence that says that the part is off, with the command that turns it on; `nil` if it is on.
    package func whereOff(in settings: SettingsView, _ style: Style) -> String? {
        guard !isOn(settings) else { return nil }
        // The command has its own line, so that it can be copied whole.
        let pronoun = words.hasSuffix(" is") ? "it" : "them"
        return style.paragraph("\(words) switched off. To switch \(pronoun) on:")
            + "  \(style.strong("trackerctl settings set --\(option) on"))\n"
    }
}
