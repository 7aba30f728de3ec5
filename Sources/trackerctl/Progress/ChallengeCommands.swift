import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ChallengeDraw.Kind: ChoiceArgument {}

struct ChallengeCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<ChallengeList>.self }

    static let configuration = CommandConfiguration.group(
        "challenge", abstract: "Show or swap your challenges.",
        subcommands: [Command<ChallengeList>.self, Swap.self],
        aliases: ["challenges"])
}

extension ChallengeList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "challenge", abstract: "List today's and this week's challenge.",
        discussion:
            "'challenges' alone does the same. Their targets come from what you did in the last"
            + " 28 days.")
}

extension ChallengeCommands {
    struct Swap: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "swap", of: "challenge", abstract: "Swap a challenge for another.",
            examples: ["challenge swap daily", "challenge swap weekly"])

        @Argument(help: "Challenge to swap: daily or weekly.")
        var kind: ChallengeDraw.Kind

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ChallengeSwap { ChallengeSwap(kind: kind) }
    }
}
