import TrackerAPI
import TrackerCore
import TrackerStore

/// What requests and deadlines are carried out with, beside the state and the time.
package final class Dependencies {
    /// Who this daemon is, for `hello`.
    package struct Identity: Sendable {
        package let version: String
        package let pid: Int
        /// UTC milliseconds.
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
    /// How many connections have subscribed.
    package var subscribers = 0
    /// What the exercises are seeded from.
    package var library: Library?
    /// Reads the configuration anew and answers the changed keys.
    package var reloadConfiguration: () throws -> [String] = { [] }
    /// Looks at what lies beside the state.
    package var checkDaemon: () -> [Check] = { [] }
    /// Other words for the library's exercises, by their ids; `nil` where they have to be looked up.
    var aliases: [String: [String]]?
    /// `nil` where it has to be looked up.
    var remindersShown: RemindersShown?
    /// That of the run that was looked at last. Plans never change.
    var runPlan: RunPlan?
    /// Of the workout that sets were logged in last.
    var lead: Lead?
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
}
