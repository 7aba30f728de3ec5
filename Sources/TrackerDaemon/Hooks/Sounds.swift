import Glibc
import Systemd
import TrackerCore

/// Plays the sounds of alerts with the first installed player.
///
/// One sound plays at a time, the most important one. The others are left out, since they would come too
/// late. If a player fails, for instance because its server isn't there, the next one is used until the
/// configuration is read again.
final class Sounds {
    private let pool: HookPool
    private let environment: HookEnvironment
    private let folder: String?
    private var configuration: Configuration.Sounds
    private let report: (String) -> Void
    /// Programs and kinds of failures already reported.
    private var reported: Set<String> = []
    private var failed: Set<SoundPlayer> = []
    /// The last sound played; `nil` before the first.
    private var last: PlayedSound?
    /// End of the last player, in milliseconds of the clock of time awake; `nil` before the first.
    private var quietSinceMs: Int64?

    /// - Parameters:
    ///   - folder: the folder of the shipped sounds; `nil` for none.
    ///   - report: gets the reason why a sound can't be played, for a person. Each kind of failure is
    ///     reported once for each player.
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

    /// Whether sounds are on, and not at volume 0.
    var areOn: Bool { configuration.enabled && configuration.volume > 0 }

    func reconfigure(_ configuration: Configuration.Sounds) {
        self.configuration = configuration
        reported = []
        failed = []
    }

    /// Plays the sound of an alert, unless a more important one is playing.
    ///
    /// - Returns: `false` if it should play and there is no player or file, so that the server may play it
    ///   instead.
    func play(_ alert: Alert) -> Bool {
        guard areOn else { return false }
        let (sound, thread) = (alert.sound, alert.thread)
        let nowMs = Self.nowMs
        let isAfterPause = isAfterPause(atMs: nowMs)
        guard last?.givesWay(to: sound, of: thread, atMs: nowMs) != false else { return true }
        last?.end()
        let next = PlayedSound(sound, of: thread, atMs: nowMs)
        last = next
        guard let (player, program) = Self.player(in: environment, besides: failed),
            let file = file(of: alert)
        else {
            next.end()
            return false
        }
        let start = { [weak self] in
            guard let self else { return }
            run(next, by: program, with: player, file) { [weak self] in
                next.end()
                self?.quietSinceMs = Self.nowMs
                self?.ended(player, program, file, $0)
            }
        }
        guard isAfterPause, let leadInMs = configuration.leadInMs else {
            start()
            return true
        }
        // A player that fails at this fails at the sound, too, which reports it.
        run(next, by: program, with: player, Self.input, LeadIn.wave(ms: leadInMs)) { _ in
            if !next.hasEnded { start() }
        }
        return true
    }

    /// Path of a player's standard input.
    private static let input = "/proc/self/fd/0"

    private static var nowMs: Int64 { Clocks.read().awakeNs / 1_000_000 }

    /// Whether no sound is playing, and none has played for a while.
    private func isAfterPause(atMs nowMs: Int64) -> Bool {
        guard last?.hasEnded != false else { return false }
        return quietSinceMs.map { nowMs - $0 >= LeadIn.pauseMs } ?? true
    }

    /// Runs the player for a sound, unless the sound has ended by then.
    ///
    /// - Parameters:
    ///   - input: bytes for the player's standard input; `nil` for none.
    ///   - ended: runs once, however the player ends.
    private func run(
        _ sound: PlayedSound, by program: String, with player: SoundPlayer, _ file: String,
        _ input: [UInt8]? = nil, ended: @escaping (HookPool.Outcome) -> Void
    ) {
        let arguments = player.arguments(playing: file, volume: configuration.volume)
        let environment = environment
        pool.submit(
            HookPool.Job(
                lane: .sound,
                launch: { () throws(HookLaunchError) in
                    if sound.hasEnded { return nil }
                    return HookProcess.Launch(
                        arguments: [program] + arguments,
                        environment: environment.adding(SoundPlayer.environment), input: input,
                        timeoutMs: SoundPlayer.timeoutMs)
                }, started: { sound.process = $0 }, ended: ended))
    }

    /// Ends the sound of a thread that has been dealt with.
    func end(thread: String) {
        if last?.thread == thread { last?.end() }
    }

    /// The player in use, and its path; `nil` if none is installed.
    static func player(
        in environment: HookEnvironment, besides failed: Set<SoundPlayer> = []
    ) -> (SoundPlayer, path: String)? {
        for player in SoundPlayer.allCases where !failed.contains(player) {
            if let path = environment.program(player.rawValue) { return (player, path) }
        }
        return nil
    }

    /// Reason why a file can't be played, for a person; `nil` for a file that can be read.
    nonisolated static func fault(ofFile path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            return String(cString: strerror(errno))
        }
        return status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : nil
    }

    /// The first file that can be read: the one chosen for the thing, the person's own for the sound, or the
    /// shipped one; `nil` for none.
    private func file(of alert: Alert) -> String? {
        var paths = files(of: alert.sound)
        if let chosen = alert.chosenSound {
            paths = (Sound(rawValue: chosen).map { files(of: $0) } ?? [chosen]) + paths
        }
        return paths.first { access($0, R_OK) == 0 }
    }

    private func files(of sound: Sound) -> [String] {
        configuration.files(of: sound) + (folder.map { [sound.file(in: $0)] } ?? [])
    }

    private func ended(
        _ player: SoundPlayer, _ program: String, _ file: String, _ outcome: HookPool.Outcome
    ) {
        guard let (kind, reason) = outcome.trouble(timeoutMs: SoundPlayer.timeoutMs) else { return }
        failed.insert(player)
        // If no other player is left, the failed ones may do better next time.
        if Self.player(in: environment, besides: failed) == nil { failed = [] }
        guard reported.insert("\(program) \(kind)").inserted else { return }
        report("\(file) can't be played: \(program) \(reason)")
    }
}

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

    /// Ends its player, even one that is only about to start.
    func end() {
        hasEnded = true
        process?.recall()
    }
}
