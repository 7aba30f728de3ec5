import TrackerCore

/// State of sharing this log with a person's other machines.
package struct SyncView: Codable, Sendable, Hashable {
    package enum State: String, CaseIterable, Sendable {
        case off
        /// Older rows get their stamps, and the first files are being written.
        case preparing
        case on
        /// The folder can't be used. Changes wait until it can.
        case stopped
    }

    /// Numbers of rows from other machines that are kept but have no effect yet.
    package struct Held: Codable, Sendable, Hashable {
        /// Rows that refer to a row that hasn't arrived yet.
        package let reference: Int
        /// Rows with a kind or values that this version doesn't know.
        package let version: Int
        /// Rows that fail their check.
        package let refused: Int

        package init(reference: Int = 0, version: Int = 0, refused: Int = 0) {
            self.reference = reference
            self.version = version
            self.refused = refused
        }

        package var count: Int { reference + version + refused }
    }

    /// A machine with a subfolder in the shared folder.
    package struct Machine: Codable, Sendable, Hashable {
        package enum State: String, CaseIterable, Sendable {
            /// This machine.
            case here
            /// Another machine that shares the log.
            case present
            /// A machine that has left.
            case left
            /// A former id of a machine.
            case former
        }

        package let writer: String
        package let name: String
        package let state: OpenEnum<State>
        /// Time of the latest change of its files; `nil` if it has none.
        @MomentText package var changedAt: String?
        package let files: Int
        package let bytes: Int64

        package init(
            writer: String, name: String, state: State, changedAt: String?, files: Int, bytes: Int64
        ) {
            self.writer = writer
            self.name = name
            self.state = OpenEnum(state)
            self.changedAt = changedAt
            self.files = files
            self.bytes = bytes
        }
    }

    package var state: OpenEnum<State>
    /// Path of the folder, with `~/` for the home folder; `nil` while sharing is off.
    package var folder: String?
    /// Id of this machine; like its name, `nil` while sharing is off.
    package var writer: String?
    package var name: String?
    /// Reason the folder can't be used; `nil` while it can.
    package var problem: SyncProblem?
    /// Number of changed rows that aren't in the folder yet.
    package var unwritten: Int
    /// Bytes of other machines' files that aren't merged yet.
    package var unread: Int64
    package var held: Held
    /// Number of unsettled conflicts.
    package var conflicts: Int
    /// Number of lines that can't be read.
    package var damaged: Int
    /// Time of the last write to the folder; `nil` for none.
    @MomentText package var writtenAt: String?
    /// Time when rows from another machine last arrived; `nil` for never.
    @MomentText package var mergedAt: String?
    /// Machines, this one first, then the others by name.
    package var machines: [Machine]

    package init(
        state: State, folder: String? = nil, writer: String? = nil, name: String? = nil,
        problem: SyncProblem? = nil, unwritten: Int = 0, unread: Int64 = 0, held: Held = Held(),
        conflicts: Int = 0, damaged: Int = 0, writtenAt: String? = nil, mergedAt: String? = nil,
        machines: [Machine] = []
    ) {
        self.state = OpenEnum(state)
        self.folder = folder
        self.writer = writer
        self.name = name
        self.problem = problem
        self.unwritten = unwritten
        self.unread = unread
        self.held = held
        self.conflicts = conflicts
        self.damaged = damaged
        self.writtenAt = writtenAt
        self.mergedAt = mergedAt
        self.machines = machines
    }
}

/// State of sharing this log, with all machines.
package struct SyncStatus: ReadRequest, PlainRequest {
    package typealias Response = SyncView
    package static let method = "sync.status"
    package init() {}
}

/// Starts sharing this log through a folder, or renames this machine if the log is already shared.
package struct SyncEnable: OutsideRequest, LongRequest, Confirmed {
    package typealias Response = SyncView
    package static let method = "sync.enable"

    /// Absolute path. Its last part is created if it's missing.
    package var folder: String
    /// Name of this machine; `nil` for the host's.
    package var name: String?
    /// Consent to merge this log with that of the machines in the folder.
    package var confirm: Bool?

    package init(folder: String, name: String? = nil, confirm: Bool? = nil) {
        self.folder = folder
        self.name = name
        self.confirm = confirm
    }
}

/// Writes all changes to the folder and merges all changes from it.
package struct SyncNow: OutsideRequest, LongRequest, PlainRequest {
    package static let method = "sync.now"
    package init() {}

    package struct Response: Codable, Sendable, Hashable {
        package let sync: SyncView
        /// Number of rows written to the folder.
        package let written: Int
        /// Number of rows merged from other machines.
        package let merged: Int

        package init(_ sync: SyncView, written: Int, merged: Int) {
            self.sync = sync
            self.written = written
            self.merged = merged
        }

        private enum CodingKeys: CodingKey { case written, merged }

        package init(from decoder: any Decoder) throws {
            sync = try SyncView(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            written = try container.decode(Int.self, forKey: .written)
            merged = try container.decode(Int.self, forKey: .merged)
        }

        package func encode(to encoder: any Encoder) throws {
            try sync.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(written, forKey: .written)
            try container.encode(merged, forKey: .merged)
        }
    }
}

/// Stops sharing this log. Everything in it stays.
package struct SyncLeave: OutsideRequest, LongRequest, PlainRequest {
    package typealias Response = SyncView
    package static let method = "sync.leave"
    package init() {}
}

/// Merges a machine's last changes and removes its subfolder.
package struct SyncForget: OutsideRequest, LongRequest, Confirmed {
    package typealias Response = SyncView
    package static let method = "sync.forget"

    /// Id or name of the machine.
    package var machine: String
    /// Consent to forget a machine that still shares the log.
    package var confirm: Bool?

    package init(machine: String, confirm: Bool? = nil) {
        self.machine = machine
        self.confirm = confirm
    }
}

/// Checksum of all shared data. It is equal on machines that have merged the same changes.
package struct SyncDigest: ReadRequest, LongRequest, PlainRequest {
    package static let method = "sync.digest"
    package init() {}

    package struct Response: Codable, Sendable, Hashable {
        /// Checksum in hexadecimal digits.
        package let digest: String
        /// Number of shared rows, and how many of them are deleted.
        package let rows: Int
        package let deleted: Int

        package init(digest: String, rows: Int, deleted: Int) {
            self.digest = digest
            self.rows = rows
            self.deleted = deleted
        }
    }
}
