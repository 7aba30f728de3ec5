import TrackerCore

/// A tier of an achievement, with what the person has toward it.
package struct AchievementView: Codable, Sendable, Hashable {
    package var id: String
    package var tier: OpenEnum<Achievement.Tier>
    package var name: String
    package var text: String
    package var icon: String?
    package var category: String
    package var threshold: Int64
    /// The value of the measure now.
    package var value: Int64
    /// The value, but not more than the threshold.
    package var progress: Int64
    package var held: Bool
    /// Moment of the effort that reached the threshold; `nil` where it isn't held.
    @MomentText package var earnedAt: String?
    /// In `achievement.unlocked`: true where it was unlocked before, and lost since; `nil` otherwise.
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
    /// Only those that are held, or that aren't; `nil` for all.
    package var held: Bool?

    package init(category: Achievement.Category? = nil, held: Bool? = nil) {
        self.category = category
        self.held = held
    }

    package struct Response: Codable, Sendable, Hashable {
        /// By category, id and tier; empty while achievements are switched off.
        package var achievements: [AchievementView]

        package init(achievements: [AchievementView]) { self.achievements = achievements }
    }
}

/// The data of `achievement.lost` and `achievement.recognised`: ids with their tiers, such as
/// `first-steps:bronze`.
package struct AchievementIDs: Codable, Sendable, Hashable {
    package var count: Int
    package var ids: [String]

    package init(ids: [String]) {
        count = ids.count
        self.ids = ids
    }
}
