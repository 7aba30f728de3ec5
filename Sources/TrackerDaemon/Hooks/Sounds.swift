import Glibc
import Systemd
import TrackerCore

/// Plays the sounds of alerts with the first player that is installed.
///
/// One plays at a time: the most important one of its moment. Any other is left out, since it would come too
/// late. A player that fails, as one does whose server isn't there, gives way to the next one until the configuration is
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
    /// The last sound; `nil` before the first.
    private var last: PlayedSound?

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

    /// Plays a sound, unless a more important one is to be heard.
    ///
    /// - Parameter thread: the thread of its alert.
    /// - Returns: false where it is to be heard and there is no player or file, so that somebody else may play
    ///   it.
    func play(_ sound: Sound, of thread: String) -> Bool {
        guard areOn else { return false }
        let nowMs = Clocks.read().awakeNs / 1_000_000
        guard last?.givesWay(to: sound, of: thread, atMs: nowMs) != false else { return true }
        last?.end()
        let next = PlayedSound(sound, of: thread, atMs: nowMs)
        last = next
        guard let (player, program) = Self.player(in: environment, besides: failed),
            let file = file(of: sound)
        else {
            next.end()
            return false
        }
        let arguments = player.arguments(playing: file, volume: configuration.volume)
        let environment = environment
        pool.submit(
            HookPool.Job(
                lane: .sound,
                launch: { () throws(HookLaunchError) in
                    if next.hasEnded { return nil }
                    return HookProcess.Launch(
                        arguments: [program] + arguments,
                        environment: environment.adding(SoundPlayer.environment),
                        timeoutMs: SoundPlayer.timeoutMs)
                }, started: { next.process = $0 },
                ended: { [weak self] in
                    next.end()
                    self?.ended(player, program, file, $0)
                }))
        return true
    }

    /// Ends the sound of a thread, which has been dealt with.
    func end(thread: String) {
        if last?.thread == thread { last?.end() }
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

/// A sound that is played, or was.
private final class PlayedSound {
    let thread: String
    private let sound: Sound
    private let startedMs: Int64
    private(set) var hasEnded = false
    var process: HookProcess?

    init(_ sound: Sound, of thread: String, atMs startedMs: Int64) {
        self.sound = sound
        self.thread = thread
        self.startedMs = startedMs
    }

    func givesWay(to next: Sound, of thread: String, atMs nowMs: Int64) -> Bool {
        let afterMs = nowMs - startedMs
        guard !hasEnded || afterMs < Sound.momentMs else { return true }
        return next.replaces(sound, afterMs: afterMs, isOfItsThread: thread == self.thread)
    }

    /// Ends its player, also one that is about to start.
    func end() {
        hasEnded = true
        process?.recall()
    }
}
