import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView
import UserFiles

struct SoundCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "sound", abstract: "List or test the sounds of alerts.",
        examples: ["sound list", "sound test", "sound test rest-warning"],
        subcommands: [List.self, Test.self],
        aliases: ["sounds"])
}

extension SoundCommands {
    struct List: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [ConfigGet.method]
        static let configuration = CommandConfiguration.leaf(
            "list", of: "sound", abstract: "List the sounds and when they play.",
            discussion: "Your own files are shown, too.")

        @OptionGroup(title: Options.title) var options: Options

        func answer(_ asking: Asking) throws -> Answer {
            let speaker = try Speaker(options, asking)
            let files = Sound.allCases.map { SoundFile(sound: $0, file: speaker.file(of: $0)) }
            return Answer(
                json: try Output.line(["sounds": files]),
                quiet: files.map { $0.name + "\n" }.joined()
            ) { AnswerText(SoundText.list(files, in: $0)) }
        }
    }

    struct Test: DaemonCommand {
        static let methods: [String] = [ConfigGet.method]
        static let configuration = CommandConfiguration.leaf(
            "test", of: "sound", abstract: "Play a sound, or all of them.",
            discussion: """
                It is played as the daemon would play it, with the volume and the files of its \
                configuration, by the first of pw-play, paplay and aplay that is installed here. \
                Sounds that are off are played, too. The exit status is 1 if a sound can't be \
                played.
                """)

        @Argument(help: "The sound, such as timer-finished; 'sound list' lists them.")
        var name: Sound?

        @OptionGroup(title: Options.title) var options: Options

        func run() throws {
            let speaker = try Speaker(options, .atTerminal)
            guard let player = speaker.player else {
                throw Refusal(
                    message: "none of \(SoundPlayer.names) is installed",
                    hint: "install one (\(SoundPlayer.packages))")
            }
            var isFine = true
            for sound in name.map({ [$0] }) ?? Sound.allCases {
                isFine = try play(sound, speaker, player) && isFine
            }
            guard isFine else { throw ExitCode(ExitStatus.refused) }
        }

        /// Plays a sound, and prints which player is used.
        private func play(
            _ sound: Sound, _ speaker: Speaker, _ player: (player: SoundPlayer, path: String)
        ) throws -> Bool {
            guard let file = speaker.file(of: sound) else {
                Output.complain("\(sound.rawValue): no file found; it comes with trackerd")
                return false
            }
            let played = ["name": sound.rawValue, "player": player.path, "file": file]
            try options.delivery.deliver(
                Answer(json: try Output.line(played)) { _ in
                    AnswerText("\(sound.rawValue): \(player.path) plays \(file)".forTerminal + "\n")
                })
            let words = player.player.arguments(playing: file, volume: speaker.volume)
            for (name, value) in SoundPlayer.environment { setenv(name, value, 1) }
            let status = Helper.status(of: [player.path] + words, withinMs: SoundPlayer.timeoutMs)
            guard status != 0 else { return true }
            let reason = status.map { "exited with status \($0)" } ?? "took too long or was ended"
            Output.complain("\(sound.rawValue): \(player.path) \(reason)".forTerminal)
            return false
        }
    }
}

/// The daemon's volume, files and players, if they are the same here.
private struct Speaker {
    private struct Settings: Decodable {
        let sounds: Configuration.Sounds?
    }

    private let sounds: Configuration.Sounds
    private let folder = ThisProgram.soundFolder

    init(_ options: Options, _ asking: Asking) throws {
        let settings = try asking.client(options).call(ConfigGet(), as: Settings.self)
        sounds = settings.sounds ?? Configuration.Sounds()
    }

    /// Volume from 1 to 100; 100 if sounds are off.
    var volume: Int { sounds.volume > 0 ? sounds.volume : 100 }

    var player: (player: SoundPlayer, path: String)? {
        for player in SoundPlayer.allCases {
            if let path = Helper.find(player.rawValue) { return (player, path) }
        }
        return nil
    }

    /// The person's own file if it can be read, otherwise the shipped one; `nil` for neither.
    func file(of sound: Sound) -> String? {
        (sounds.files(of: sound) + (folder.map { [sound.file(in: $0)] } ?? []))
            .first { access($0, R_OK) == 0 }
    }
}

extension Sound: ChoiceArgument {}
