import GRDB
import TrackerCore

/// Machine of a shared folder, as its last `sync.machine` event described it.
package struct KnownMachine: Sendable, Hashable {
    package let writer: String
    package let name: String
    /// State as the protocol has it, such as `present`.
    package let state: String
    /// Whether a backup was made before its first rows came in.
    package let isBackedUp: Bool

    package init(writer: String, name: String, state: String, isBackedUp: Bool) {
        self.writer = writer
        self.name = name
        self.state = state
        self.isBackedUp = isBackedUp
    }
}

/// File of a shared folder, as it was last merged or written.
package struct KnownFile: Sendable, Hashable {
    package var mark: FileMark
    /// Digest of the content, as `SharedFolder.digest` has it.
    package let digest: String
    /// Number of lines, and how many of them couldn't be read.
    package let lines: Int
    package var damaged: Int

    package init(mark: FileMark, digest: String, lines: Int, damaged: Int = 0) {
        self.mark = mark
        self.digest = digest
        self.lines = lines
        self.damaged = damaged
    }
}

extension Transaction {
    /// All machines that this one knows, by id.
    package func knownMachines() throws -> [String: KnownMachine] {
        var machines: [String: KnownMachine] = [:]
        let all = try db.cachedStatement(
            sql: "SELECT writer, name, state, is_backed_up FROM shared_machine")
        try all.forEachRow { row in
            machines[row.text(0)] = KnownMachine(
                writer: row.text(0), name: row.text(1), state: row.text(2),
                isBackedUp: row.integer(3) != 0)
            return true
        }
        return machines
    }

    package func know(_ machine: KnownMachine) throws {
        wrote = true
        try run(
            """
            INSERT OR REPLACE INTO shared_machine (writer, name, state, is_backed_up)
            VALUES (?, ?, ?, ?)
            """,
            [
                .text(machine.writer), .text(machine.name), .text(machine.state),
                .integer(machine.isBackedUp ? 1 : 0),
            ])
    }

    /// Records that a backup was made before a machine's first rows came in.
    package func noteBackup(ofMachine writer: String) throws {
        wrote = true
        try run(
            "UPDATE shared_machine SET is_backed_up = 1 WHERE writer = ?", [.text(writer)])
    }

    /// Files of a machine, by name.
    package func knownFiles(of writer: String) throws -> [SharedFile.Name: KnownFile] {
        var files: [SharedFile.Name: KnownFile] = [:]
        let all = try db.cachedStatement(
            sql: """
                SELECT name, bytes, modified_ns, inode, digest, lines, damaged FROM shared_file
                WHERE writer = ?
                """)
        try all.forEachRow([.text(writer)]) { row in
            guard let name = SharedFile.Name(row.text(0)) else { return true }
            let mark = FileMark(
                bytes: row.integer(1), modifiedNs: row.integer(2),
                inode: UInt64(bitPattern: row.integer(3)))
            files[name] = KnownFile(
                mark: mark, digest: row.text(4), lines: Int(row.integer(5)),
                damaged: Int(row.integer(6)))
            return true
        }
        return files
    }

    package func know(
        _ file: KnownFile, _ name: SharedFile.Name, of writer: String
    ) throws {
        wrote = true
        try run(
            """
            INSERT OR REPLACE INTO shared_file
                (writer, name, bytes, modified_ns, inode, digest, lines, damaged)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(writer), .text(name.text), .integer(file.mark.bytes),
                .integer(file.mark.modifiedNs),
                .integer(Int64(bitPattern: file.mark.inode)), .text(file.digest),
                .integer(Int64(file.lines)), .integer(Int64(file.damaged)),
            ])
    }

    /// Forgets files of a machine; all of them if no names are given.
    package func forgetFiles(of writer: String, _ names: [SharedFile.Name]? = nil) throws {
        wrote = true
        guard let names else {
            return try run("DELETE FROM shared_file WHERE writer = ?", [.text(writer)])
        }
        for name in names {
            try run(
                "DELETE FROM shared_file WHERE writer = ? AND name = ?",
                [.text(writer), .text(name.text)])
        }
    }

    /// Forgets a machine and its files.
    package func forgetMachine(_ writer: String) throws {
        try forgetFiles(of: writer)
        try run("DELETE FROM shared_machine WHERE writer = ?", [.text(writer)])
    }

    /// Number of lines of all files that couldn't be read.
    package func damagedLines() throws -> Int {
        let damaged = try db.cachedStatement(
            sql: "SELECT coalesce(SUM(damaged), 0) FROM shared_file")
        return Int(try damaged.integer() ?? 0)
    }
}
