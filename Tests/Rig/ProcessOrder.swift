import TrackerCore

/// The orders for an engine in a process of its own, which reads them from its input and runs until it is
/// killed.
package struct ProcessOrder: Codable, Sendable {
    package let stateFolder: String
    package let scratchFolder: String
    /// Seed of its ids.
    package let seed: UInt64
    package let place: String
    /// The moment at which it starts and answers.
    package let wallMs: Int64
    package let bootNs: Int64
    package let awakeNs: Int64
    package let bootID: String
    /// The line of one batch; empty for none.
    package let line: String
    /// Number of the change of the disk before which the process is killed; where there are fewer changes,
    /// it is killed when it has done everything.
    package let change: Int
    /// Whether the changes of its start count, or only later ones.
    package let countsStart: Bool
    /// Whether reminders wait for the desktop, which doesn't answer.
    package let asksDesktop: Bool
    /// How often timers that are over ring again; `nil` for never.
    package let ringAgainMs: Int64?
    package let ringAtMost: Int

    package init(
        stateFolder: String, scratchFolder: String, seed: UInt64, place: Place, at now: Moment,
        line: String, killedBefore change: Int, countsStart: Bool, asksDesktop: Bool,
        ringAgainMs: Int64?, ringAtMost: Int
    ) {
        self.stateFolder = stateFolder
        self.scratchFolder = scratchFolder
        self.seed = seed
        self.place = place.rawValue
        (wallMs, bootNs, awakeNs, bootID) = (now.wallMs, now.bootNs, now.awakeNs, now.bootID)
        self.line = line
        self.change = change
        self.countsStart = countsStart
        self.asksDesktop = asksDesktop
        (self.ringAgainMs, self.ringAtMost) = (ringAgainMs, ringAtMost)
    }

    package var moment: Moment {
        Moment(wallMs: wallMs, bootNs: bootNs, awakeNs: awakeNs, bootID: bootID)
    }
}
