import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct PresetCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<PresetList>.self }

    static let configuration = CommandConfiguration.group(
        "preset", abstract: "Save and list training presets.",
        examples: [
            "preset save 'long plank' --mode time --target 120 --exercise plank",
            "train start --preset 'long plank'",
            "preset rm 'long plank'",
        ],
        subcommands: [Command<PresetList>.self, Save.self, Command<PresetDelete>.self],
        aliases: ["presets"])
}

extension PresetCommands {
    struct Save: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "save", of: "preset", abstract: "Save a preset, or replace one.",
            examples: [
                "preset save 'long plank' --mode time --target 2m --exercise plank",
                "preset save 'longer plank' --preset 'long plank' --target 3m",
            ])

        @Argument(help: "Name; case, accents and punctuation don't matter.")
        var name: String

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: "Mode, time or reps; needed without --preset.")
        var mode: Training.Mode?

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard mode != nil || fields.preset != nil else {
                throw ValidationError("give --mode time, --mode reps or a --preset")
            }
            _ = try fields.parameters(mode: mode)
        }

        func request() throws -> PresetSave {
            PresetSave(name: name, try fields.parameters(mode: mode))
        }
    }

}

extension PresetList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "preset", abstract: "List the presets.")
}

extension PresetDelete: CommandRequest {
    static let command = CommandConfiguration.deletion(of: "preset", abstract: "Delete a preset.")
    static func request(_ target: PresetArgument) -> Self { Self(name: target.name) }
}
