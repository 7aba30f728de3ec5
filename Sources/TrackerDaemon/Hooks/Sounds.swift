import Glibc
import TrackerCore

/// Plays the sounds of alerts with the first player that is installed.
///
/// A few play at a time; a sound that comes meanwhile is left out, since it would come too late. A player
/// that fails, as one does whose server isn't there, gives way to the next one until the configuration is
/// read again.
final class Sounds {
    private let pool: HookPool
    private let environment: HookEnvironment
    private let folder: String?
    private var configuration: Configuration.Sounds
    private let report: (String) -> Void
    /// Programs and kinds of failures that were reported.
    private var reported: Set<String> = []
    private var failed: Set<SoundPlayer> = []

    /// - Parameters:
    ///   - folder: the folder of the shipped sounds; `nil` where there is none.
    ///   - report: gets the reason why a sound isn't heard, for a person. Each player's kinds of failures
    ///     are reported once.
    init(
        _ pool: HookPool, _ environment: HookEnvironment, folder: String?,
        _ configuration: Configuration.Sounds, report: @escaping (String) -> Void
    ) {
        self.pool = pool
        self.environment = environment
        self.folder = folder
        self.configuration = configuration
        self.report = report
    }

    /// The folder of the sounds that were installed, or built, with this program; `nil` where there is
    /// none.
    nonisolated static var shippedFolder: String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let program = String(
            decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return Sound.folders(near: program).first { access($0, R_OK | X_OK) == 0 }
    }

    /// True where sounds are to be heard.
    var areOn: Bool { configuration.enabled && configuration.volume > 0 }

    func reconfigure(_ configuration: Configuration.Sounds) {
        self.configuration = configuration
        reported = []
        failed = []
    }

    /// Plays a sound.
    ///
    /// - Returns: whether there is a player and a file, so that nobody else is to play it.
    func play(_ sound: Sound) -> Bool {
        guard areOn, let (player, program) = Self.player(in: environment, besides: failed),
            let file = file(of: sound)
        else { return false }
        guard pool.load(of: .sound) < HookPool.Lane.sound.limit else { return true }
        let arguments = player.arguments(playing: file, volume: configuration.volume)
        let environment = environment
        pool.submit(
            HookPool.Job(
                lane: .sound,
                launch: { () throws(HookLaunchError) in
                    HookProcess.Launch(
                        arguments: [program] + arguments,
                        environment: environment.adding(SoundPlayer.environment),
                        timeoutMs: SoundPlayer.timeoutMs)
                }, ended: { [weak self] in self?.ended(player, program, file, $0) }))
        return true
    }

    /// The player that is used, and its path; `nil` where none is installed.
    static func player(
        in environment: HookEnvironment, besides failed: Set<SoundPlayer> = []
    ) -> (SoundPlayer, path: String)? {
        for player in SoundPlayer.allCases where !failed.contains(player) {
            if let path = environment.program(player.rawValue) { return (player, path) }
        }
        return nil
    }

    /// The person's own file, if it can be read, else the shipped one; `nil` for none.
    private func file(of sound: Sound) -> String? {
        let files = [configuration.files[sound.rawValue], folder.map(sound.file)]
        return files.compactMap { $0 }.first { access($0, R_OK) == 0 }
    }

    private func ended(
        _ player: SoundPlayer, _ program: String, _ file: String, _ outcome: HookPool.Outcome
    ) {
        guard let (kind, reason) = outcome.trouble(timeoutMs: SoundPlayer.timeoutMs) else { return }
        failed.insert(player)
        // Where no other one is there, this one may do better the next time.
        if Self.player(in: environment, besides: failed) == nil { failed = [] }
        guard reported.insert("\(program) \(kind)").inserted else { return }
        report("\(file) isn't heard: \(program) \(reason)")
    }
}
