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
