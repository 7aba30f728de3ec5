import TrackerAPI
import TrackerCore
import TrackerStore

/// Everything that requests and deadlines need beside the state and the time.
package final class Dependencies {
    /// Version and process of this daemon, for `hello`.
    package struct Identity: Sendable {
        package let version: String
        package let pid: Int
        /// Start of the daemon, UTC milliseconds.
        package let startedMs: Int64

        package init(version: String, pid: Int, startedMs: Int64) {
            self.version = version
            self.pid = pid
            self.startedMs = startedMs
        }
    }

    package let identity: Identity
    package let zone: Zone
    package var configuration: Configuration
    /// Number of connections with a subscription.
    package var subscribers = 0
    /// The library from which the exercises and programs are updated.
    package var library: Library?
    /// Reads the templates that come with the program, in the order of their plans.
    package var shippedTemplates: () throws -> [ShippedTemplate] = { [] }
    /// Reads a program from the text of a file. Only the daemon can read such texts.
    package var parseProgram: (String) throws -> ProgramCreate = { _ in
        throw Rejection.invalid("text", "\(field: "text") can't be read here")
    }
    /// Reason why a sound file can't be read, for a person; `nil` for one that can.
    package var soundFault: (String) -> String? = { _ in nil }
    /// Reads the configuration again and returns the changed keys.
    package var reloadConfiguration: () throws -> [String] = { [] }
    /// Called after the state's folder was made anew, for what else the daemon keeps there.
    package var stateMadeAnew: () -> Void = {}
    /// Checks things outside of the state.
    package var checkDaemon: () -> [Check] = { [] }
    /// Whether reminders that are due wait for an answer of the desktop.
    package var asksDesktop = false
    /// The desktop's last answer; `nil` before the first.
    var desktop: DesktopAnswer?
    /// Whether the desktop was set not to disturb since the person was last reachable.
    var wasDesktopQuiet = false
    /// Number of times that the clock or the zone may have changed.
    var calendar = 0
    var memos = Memos()
    /// Shared folder; `nil` while this log isn't shared.
    var folderSync: FolderSync?
    /// Id of the computer, from `/etc/machine-id`; `nil` if it has none.
    package var computer: String?
    /// Name of the computer. It is this machine's name in a shared folder, unless another is given.
    package var hostName = "trackerd"
    /// Absolute path of the person's home; `nil` if it isn't known.
    package var home: String?
    /// Size in bytes above which this machine's newest file in a shared folder is final.
    var finalFileBytes = SharedFile.finalBytes
    var random: any RandomNumberGenerator
    let writer = ReplyWriter()
    var imports = PendingImports()

    package init(
        identity: Identity, zone: Zone, configuration: Configuration = Configuration(),
        random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.identity = identity
        self.zone = zone
        self.configuration = configuration
        self.random = random
    }

    /// Forgets all that was read from the state, since it or the library may be another one.
    func forgetState() { memos = Memos() }
}
