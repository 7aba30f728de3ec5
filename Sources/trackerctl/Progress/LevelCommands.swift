import ArgumentParser
import TrackerAPI
import TrackerView

extension LevelGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "level", abstract: "Show your level and points.",
        discussion: """
            A day with exercise gives 10 points, and 2 more for every 10 reps, 30 seconds or set, \
            at most 50 in all. Achievements give 25, 50, 100 or 250, challenges 20 or 60.
            """,
        examples: ["level", "explain level"], aliases: ["levels"])
}
