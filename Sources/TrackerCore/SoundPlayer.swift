/// The programs that play sounds; the first of them that is installed is used.
package enum SoundPlayer: String, Sendable, CaseIterable {
    case pwPlay = "pw-play"
    case paplay
    case aplay

    /// Time limit of a player in milliseconds.
    package static let timeoutMs: Int64 = 10_000

    /// Environment of the players: some versions read a volume by the locale, where 0.5 may be read as 0.
    package static let environment = ["LC_ALL": "C"]

    /// The names of all players, for a person.
    package static let names = "pw-play, paplay and aplay"

    /// The packages with the players, for a person.
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

    /// Amplitude factor of a volume, with six decimals. Desktops and paplay use the cube root of this factor
    /// as the volume.
    private static func linear(_ volume: Int) -> String {
        let millionths = volume * volume * volume
        guard millionths < 1_000_000 else { return "1.0" }
        let digits = String(millionths)
        return "0." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
