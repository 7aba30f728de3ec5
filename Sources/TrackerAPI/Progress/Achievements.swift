import TrackerCore

/// A tier of an achievement, with the person's progress toward it.
package struct AchievementView: Codable, Sendable, Hashable {
    package var id: String
    package var tier: OpenEnum<Achievement.Tier>
    package var name: String
    package var text: String
    package var icon: String?
    package var category: String
    package var threshold: Int64
    /// Current value of the measure.
    package var value: Int64
    /// Value, capped at the threshold.
    package var progress: Int64
    package var held: Bool
    /// Time when the threshold was reached; `nil` if the tier isn't held.
    @MomentText package var earnedAt: String?
    /// In `achievement.unlocked`, true if it was unlocked before and then lost; otherwise `nil`.
    package var again: Bool?

    package init(
        _ achievement: Achievement, tier: Achievement.Tier, threshold: Int64, value: Int64,
        held: Bool, earnedAt: String? = nil, again: Bool? = nil
    ) {
        id = achievement.id
        self.tier = OpenEnum(tier)
        name = achievement.name
        text = achievement.text(threshold: threshold)
        icon = achievement.icon
        category = achievement.category.rawValue
        self.threshold = threshold
        self.value = value
        progress = min(value, threshold)
        self.held = held
        self.earnedAt = earnedAt
        self.again = again
    }
}

package struct AchievementList: ReadRequest, LongRequest, ProgressRequest {
    package static let method = "achievement.list"

    package var category: Achievement.Category?
    /// True for held achievements only, false for the others; `nil` for all.
    package var held: Bool?

    package init(category: Achievement.Category? = nil, held: Bool? = nil) {
        self.category = category
        self.held = held
    }

    package struct Response: Codable, Sendable, Hashable {
        /// Achievements sorted by category, id and tier; empty while they are switched off.
        package var achievements: [AchievementView]

        package init(achievements: [AchievementView]) { self.achievements = achievements }
    }
}

/// Data of `achievement.lost` and `achievement.recognised`: ids with their tiers, such as
/// `first-steps:bronze`.
package struct AchievementIDs: Codable, Sendable, Hashable {
    package var count: Int
    package var ids: [String]

    package init(ids: [String]) {
        count = ids.count
        self.ids = ids
    }
}
