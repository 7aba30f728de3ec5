import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension Achievement.Category: ChoiceArgument {}

struct AchievementCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "achievement", abstract: "Show your achievements, and what is missing.",
        discussion: "Those you have earned show their date.",
        examples: ["achievements", "achievements --category volume", "achievements --held"],
        aliases: ["achievements"])

    @Option("Only this category.", "name", isShort: true)
    var category: Achievement.Category?

    @Flag(inversion: .prefixedNo, help: "Only those you have earned, or only the others.")
    var held: Bool?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> AchievementList { AchievementList(category: category, held: held) }
}
