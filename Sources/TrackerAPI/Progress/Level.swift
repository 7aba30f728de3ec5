import TrackerCore

/// The level and the points toward the next one.
package struct LevelGet: ReadRequest, PlainRequest, ProgressRequest {
    package typealias Response = LevelView
    package static let method = "level.get"
    package init() {}
}

/// Points (XP) and level; also the data of `level.reached`. All are 0, and the level 1, while points are
/// switched off.
package struct LevelView: Codable, Sendable, Hashable {
    package struct Sources: Codable, Sendable, Hashable {
        package var days: Int64
        package var achievements: Int64
        package var challenges: Int64

        package init(days: Int64, achievements: Int64, challenges: Int64) {
            self.days = days
            self.achievements = achievements
            self.challenges = challenges
        }
    }

    package var level: Int64
    package var xp: Int64
    /// Points at which the next level is reached.
    package var nextAt: Int64
    /// Points of today, with those of achievements and challenges.
    package var today: Int64
    package var by: Sources

    package init(level: Int64, xp: Int64, nextAt: Int64, today: Int64, by: Sources) {
        self.level = level
        self.xp = xp
        self.nextAt = nextAt
        self.today = today
        self.by = by
    }
}
