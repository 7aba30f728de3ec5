import TrackerCore

/// Data of `sync.merged`: rows that arrived from other machines.
package struct SyncMerged: Codable, Sendable, Hashable {
    /// Names of the machines that the rows came from.
    package let machines: [String]
    /// Number of rows that were added or changed, by kind.
    package let rows: [String: Int]
    /// Number of rows deleted; not counted in `rows`.
    package let deleted: Int
    /// Number of merged rows held back: they refer to a missing row, this version doesn't know their kind or
    /// values, or they fail their check.
    package let held: Int

    package init(machines: [String], rows: [String: Int], deleted: Int, held: Int) {
        self.machines = machines
        self.rows = rows
        self.deleted = deleted
        self.held = held
    }
}

/// Data of `sync.identity`: this machine has taken a new id.
package struct SyncIdentity: Codable, Sendable, Hashable {
    /// Reason a machine takes a new id.
    package enum Reason: String, Codable, Sendable {
        /// A backup of its state was restored, so it could give the same stamp twice.
        case stamps
        /// A copy of its state is in use elsewhere.
        case life
        /// Its state was salvaged.
        case salvaged
        /// Its state was copied from another machine.
        case machine
    }

    package let from: String
    package let to: String
    package let why: Reason

    package init(from: String, to: String, why: Reason) {
        (self.from, self.to, self.why) = (from, to, why)
    }
}

/// Data of `sync.enabled`: this log is shared from now on.
package struct SyncEnabled: Codable, Sendable, Hashable {
    package let folder: String
    package let writer: String
    /// Name of this machine.
    package let name: String

    package init(folder: String, writer: String, name: String) {
        self.folder = folder
        self.writer = writer
        self.name = name
    }
}

/// Data of `sync.left`, which has no members.
package struct SyncLeft: EmptyObject, Hashable {
    package init() {}
}

/// Data of `sync.machine`: a machine appeared, or its name or state changed.
package struct SyncMachineChange: Codable, Sendable, Hashable {
    package let writer: String
    package let name: String
    package let state: OpenEnum<SyncView.Machine.State>

    package init(writer: String, name: String, state: SyncView.Machine.State) {
        self.writer = writer
        self.name = name
        self.state = OpenEnum(state)
    }
}

/// Problem with the folder; data of `sync.problem`, and of `sync.recovered` once it is over.
package struct SyncProblem: Codable, Sendable, Hashable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The folder isn't there.
        case missing
        /// Files can't be written.
        case unwritable
        /// The disk is full.
        case full
        /// The folder has another format than this version writes.
        case format
        /// The folder has more machines, files or bytes than the limits allow.
        case limits
    }

    package let kind: OpenEnum<Kind>
    /// Description for a person.
    package let detail: String
    @MomentText package var since: String

    package init(kind: Kind, detail: String, since: String) {
        self.kind = OpenEnum(kind)
        self.detail = detail
        self.since = since
    }
}
