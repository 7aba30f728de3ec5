import TrackerCore

/// Conflict that a merge left for a person to settle. For a lost edit, also the data of `sync.overridden` and
/// `sync.taken`.
package struct SyncConflict: Codable, Sendable, Hashable {
    package enum Kind: String, CaseIterable, Sendable {
        /// An edit on this machine that another machine replaced without knowing of it.
        case lost
        /// A name shared by several things of the same kind.
        case name
    }

    /// A thing whose id is among the values of a lost edit.
    package struct Name: Codable, Sendable, Hashable {
        package let id: String
        package let name: String

        package init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    package let kind: OpenEnum<Kind>
    /// Number of the lost edit's `sync.overridden` event; `nil` in that event and for a shared name.
    package var seq: Int64?
    /// Kind of the row, and its id.
    package let entity: String
    package let id: String
    /// Name of the thing; `nil` for a thing without a name.
    package var name: String?
    /// Columns of the edit, joined by `+`; `*` for all columns that are in no other part; `nil` for a shared name.
    package let part: String?
    /// Values of the edit on this machine; `theirs` has the values that replaced them.
    package var mine: JSONValue?
    package var theirs: JSONValue?
    /// Names of the templates and exercises whose ids are among these values; `nil` for none.
    package var names: [Name]?
    /// Name of the other machine; `nil` for a shared name.
    package let machine: String?
    @MomentText package var at: String?
    /// Ids of the other things with that name; `nil` for a lost edit.
    package let others: [String]?

    /// A lost edit.
    package init(entity: String, id: String, part: String, machine: String, at: String) {
        kind = OpenEnum(.lost)
        self.entity = entity
        self.id = id
        self.part = part
        self.machine = machine
        others = nil
        self.at = at
    }

    /// A shared name.
    package init(entity: String, id: String, name: String, others: [String]) {
        kind = OpenEnum(.name)
        self.entity = entity
        self.id = id
        self.name = name
        part = nil
        machine = nil
        self.others = others
        at = nil
    }

    /// JSON of the conflict, with the columns of each side as an object.
    package func json(mine: [String: Cell], theirs: [String: Cell]) throws -> String {
        let text = try JSONText.of(self)
        return text.dropLast()
            + ",\"mine\":\(SharedRow.json(mine)),\"theirs\":\(SharedRow.json(theirs))}"
    }
}

/// Unsettled lost edits and shared names.
package struct SyncConflicts: ReadRequest, Limited {
    package static let method = "sync.conflicts"
    package static let defaultLimit = 100
    package static let maximumLimit = 1000

    package var limit: Int?

    package init(limit: Int? = nil) { self.limit = limit }

    package struct Response: Codable, Sendable, Hashable {
        /// Conflicts, newest first, with shared names last.
        package let conflicts: [SyncConflict]
        /// True if there are more conflicts than are listed; otherwise `nil`.
        package let more: Bool?

        package init(conflicts: [SyncConflict], more: Bool? = nil) {
            self.conflicts = conflicts
            self.more = more
        }
    }
}

/// Restores an edit that another machine replaced.
package struct SyncTake: ChangeRequest {
    package typealias Response = SyncConflict
    package static let method = "sync.take"

    /// Number of the lost edit's `sync.overridden` event.
    package var seq: Int64

    package init(seq: Int64) { self.seq = seq }
}
