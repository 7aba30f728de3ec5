import TrackerCore

/// Data of `sync.merged`: what came in from another machine.
package struct SyncMerged: Codable, Sendable, Hashable {
    /// Names of the machines.
    package let machines: [String]
    /// Number of rows of each kind that came in or changed.
    package let rows: [String: Int]
    /// Number of merged rows that are deleted.
    package let deleted: Int
    /// Number of merged rows that are held: something they name is missing, this version doesn't know their kind or
    /// values, or their check refuses them.
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
    /// Why a machine takes a new id.
    package enum Reason: String, Codable, Sendable {
        /// A backup of its state was restored, so it might give the same stamp twice.
        case stamps
        /// A copy of its state lives elsewhere.
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

/// Data of `sync.overridden` and `sync.taken`: an edit made on this machine and replaced by another machine's edit,
/// which was made without knowing of it.
package struct SyncConflict: Codable, Sendable, Hashable {
    /// Kind of the row, and its id.
    package let entity: String
    package let id: String
    /// Columns of the edit, joined by `+`; `*` for all columns that are in no other part.
    package let part: String
    package let machine: String
    @MomentText package var at: String

    package init(entity: String, id: String, part: String, machine: String, at: String) {
        self.entity = entity
        self.id = id
        self.part = part
        self.machine = machine
        self.at = at
    }

    /// JSON of the conflict, with each side's columns as an object.
    package func json(mine: [String: Cell], theirs: [String: Cell]) throws -> String {
        let text = try JSONText.of(self)
        return text.dropLast()
            + ",\"mine\":\(SharedRow.json(mine)),\"theirs\":\(SharedRow.json(theirs))}"
    }
}
