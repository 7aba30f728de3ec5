/// The programs that play sounds; the first of them that is installed is used.
package enum SoundPlayer: String, Sendable, CaseIterable {
    case pwPlay = "pw-play"
    case paplay
    case aplay

    /// The time in milliseconds after which a player is ended.
    package static let timeoutMs: Int64 = 10_000

    /// Variables for the players: some versions read a volume by the locale, in which 0.5 may be 0.
    package static let environment = ["LC_ALL": "C"]

    /// The names of all players, for a person.
    package static let names = "pw-play, paplay and aplay"

    /// The packages that have them, for a person.
    package static let packages = "pipewire-bin, pulseaudio-utils or alsa-utils"

    /// The player's arguments.
    ///
    /// - Parameters:
    ///   - file: the absolute path of a sound.
    ///   - volume: 1 to 100; aplay plays at the loudness of the file.
    package func arguments(playing file: String, volume: Int) -> [String] {
        switch self {
        case .pwPlay: ["--volume=\(Self.linear(volume))", file]
        case .paplay: ["--volume=\(volume * 65_536 / 100)", file]
        case .aplay: ["--quiet", file]
        }
    }

    /// The factor of the amplitude, with six digits. The volume that people set on desktops, and paplay
    /// takes, is the cube root of it.
    private static func linear(_ volume: Int) -> String {
        let millionths = volume * volume * volume
        guard millionths < 1_000_000 else { return "1.0" }
        let digits = String(millionths)
        return "0." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
