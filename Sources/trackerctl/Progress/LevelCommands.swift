import ArgumentParser
import TrackerAPI
import TrackerView

extension LevelGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "level",
        abstract: "Your level, and the points to the next one.",
        discussion: """
            A day with an effort gives 10 points, and 2 more for each 10 reps, 30 seconds or set, \
            50 in all at most. Achievements give 25, 50, 100 or 250, challenges 20 or 60.

            Examples:
              trackerctl level
              trackerctl explain level
            """, aliases: ["levels"])
}
