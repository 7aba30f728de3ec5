import TrackerCore

/// Level, and points toward the next one.
package struct LevelGet: ReadRequest, PlainRequest, ProgressRequest {
    package typealias Response = LevelView
    package static let method = "level.get"
    package init() {}
}

/// Points (XP) and level; also the data of `level.reached`. While points are switched off, the level is 1 and
/// everything else 0.
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
    /// Points needed for the next level.
    package var nextAt: Int64
    /// Today's points, including those for achievements and challenges.
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
