import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension Achievement.Category: ExpressibleByArgument {
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}

struct AchievementCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "achievement",
        abstract: "What you have achieved, and how far you are with the rest.",
        discussion: """
            Those that are held have the day on which they were earned.

            Examples:
              trackerctl achievements
              trackerctl achievements --category volume
              trackerctl achievements --held
            """, aliases: ["achievements"])

    @Option("Only of this category.", "name", isShort: true)
    var category: Achievement.Category?

    @Flag(inversion: .prefixedNo, help: "Only those that are held, or only the others.")
    var held: Bool?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> AchievementList { AchievementList(category: category, held: held) }
}
