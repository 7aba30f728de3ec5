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
    /// Aliases of the library's exercises, by their ids; `nil` where they have to be looked up.
    var aliases: [String: [String]]?
    /// The same, split into their words.
    var aliasNames: [String: [ExerciseMeaning.Name]]?
    /// Ids of the library's exercises that are done over a distance; `nil` where they have to be looked up.
    var overDistance: Set<String>?
    /// The library's achievements and challenges; `nil` where they have to be looked up.
    var definitions: ProgressDefinitions?
    /// Whether the next end of a day has to be looked for anew.
    var isDayEndStale = true
    /// The fold of the days up to a checkpoint. A checkpoint with the same version has the same content.
    var checkpoint: (at: Checkpoint, fold: ProgressFold)?
    /// Progress, with the number of the newest event that it knows; `nil` where it has to be made.
    var progress: (seq: Int64, state: ProgressState)?
    /// The reminders for `status`; `nil` where they have to be looked up.
    var remindersShown: RemindersShown?
    /// Plan of the run that was used last. Plans never change.
    var runPlan: RunPlan?
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

    /// Forgets all that was read from the state, since it may be another one.
    func forgetState() {
        aliases = nil
        aliasNames = nil
        overDistance = nil
        definitions = nil
        isDayEndStale = true
        checkpoint = nil
        progress = nil
        remindersShown = nil
        runPlan = nil
    }
}
