import TrackerCore

/// Data of `sync.merged`: what has come from another machine.
package struct SyncMerged: Codable, Sendable, Hashable {
    /// Names of the machines.
    package let machines: [String]
    /// How many rows of each kind have come or changed.
    package let rows: [String: Int]
    /// How many rows are deleted.
    package let deleted: Int
    /// How many rows wait for what they name, or for another version of trackerd.
    package let held: Int

    package init(machines: [String], rows: [String: Int], deleted: Int, held: Int) {
        self.machines = machines
        self.rows = rows
        self.deleted = deleted
        self.held = held
    }
}

/// Data of `sync.identity`: this machine goes on under another id.
package struct SyncIdentity: Codable, Sendable, Hashable {
    /// Why a machine takes another id.
    package enum Reason: String, Codable, Sendable {
        /// A backup of its state was restored, so that it might give stamps twice.
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

/// Data of `sync.overridden` and `sync.taken`: an edit of this machine's that another machine's has replaced, without
/// having known it.
package struct SyncConflict: Codable, Sendable, Hashable {
    /// The row's kind and id.
    package let entity: String
    package let id: String
    /// The columns that the edit is of, joined by `+`; `*` for all that are in no other part.
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

    /// The conflict with the columns of both sides, which are objects of their own.
    package func json(mine: [String: Cell], theirs: [String: Cell]) throws -> String {
        let text = try JSONText.of(self)
        return text.dropLast()
            + ",\"mine\":\(SharedRow.json(mine)),\"theirs\":\(SharedRow.json(theirs))}"
    }
}
