import Glibc
import TrackerAPI
import TrackerCore
import UserFiles

/// Checks whether sounds can be played: whether a player is installed, and the files are there.
@MainActor struct SoundCheck {
    private static let part = "sounds"

    private let sounds: Configuration.Sounds
    private let environment: HookEnvironment

    init(_ sounds: Configuration.Sounds, _ environment: HookEnvironment) {
        self.sounds = sounds
        self.environment = environment
    }

    func run() -> [Check] {
        guard sounds.enabled, sounds.volume > 0 else {
            return [.ok(Self.part, "off in the configuration")]
        }
        guard let player = Sounds.player(in: environment) else {
            return [
                .warn(
                    Self.part,
                    "none of \(SoundPlayer.names) is in the daemon's PATH, "
                        + environment.searchPath,
                    advice: "install one (\(SoundPlayer.packages)); until then sounds are left to "
                        + "the notification server")
            ]
        }
        return [folder(player.path)] + ownFiles()
    }

    private func folder(_ player: String) -> Check {
        guard let folder = ThisProgram.soundFolder else {
            return .warn(
                Self.part, "the sound files aren't installed with trackerd",
                advice: "run 'make install' or 'make build'")
        }
        return .ok(Self.part, "\(player) plays the files in \(folder)")
    }

    /// The sound files in the configuration that can't be read.
    private func ownFiles() -> [Check] {
        sounds.files.sorted { $0.key < $1.key }.compactMap { name, path in
            guard access(path, R_OK) != 0 else { return nil }
            let reason = String(cString: strerror(errno))
            return .warn(
                Self.part, "\(name): \(path) can't be read: \(reason)",
                advice: "fix it under [sounds] in the configuration")
        }
    }
}
