import ArgumentParser
import TrackerAPI
import TrackerView

struct ExplanationCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "explain", abstract: "Show what a figure is based on.",
        discussion: """
            Lists what a level, streak, achievement or challenge counts, newest first, a thousand \
            at most. 'trackerctl achievements --quiet' and 'trackerctl challenges --quiet' print \
            what you can ask for.
            """,
        examples: [
            "explain level",
            "explain streak",
            "explain first-steps",
            "explain challenge:daily/2026-03-02/0",
        ])

    @Argument(
        help: ArgumentHelp("level, streak, an achievement or a challenge.", valueName: "what"),
        completion: .custom { words, _, _ in ExplanationCommand.completions(words) })
    var what: [String]

    @OptionGroup(title: Options.title) var options: Options

    func request() -> ProgressExplain { ProgressExplain(what: Self.meaning(of: what)) }

    /// A figure in the form for requests: achievements by names or ids, challenges by their slashes.
    private static func meaning(of words: [String]) -> String {
        let text = words.joined(separator: " ")
        let kinds = ["achievement", "challenge"]
        if ["level", "streak"].contains(text) || kinds.contains(where: { text.hasPrefix("\($0):") })
        {
            return text
        }
        let isNamed = words.count > 1 && kinds.contains(words[0])
        let rest = isNamed ? words.dropFirst().joined(separator: " ") : text
        let isChallenge = isNamed ? words[0] == "challenge" : rest.contains("/")
        if isChallenge { return "challenge:\(rest)" }
        return "achievement:\(rest.contains(":") ? rest : ExerciseArgument.word(for: rest) ?? rest)"
    }

    private static func completions(_ words: [String]) -> [String] {
        let achievements = LiveNames.ask(AchievementList(), words)?.achievements ?? []
        let challenges = LiveNames.ask(ChallengeList(), words)?.challenges ?? []
        return ["level", "streak"] + Set(achievements.map(\.id)).sorted()
            + challenges.map { "challenge:\($0.key)" }
    }
}
