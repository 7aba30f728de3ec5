import TestSupport
import TrackerAPI
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

extension Machine {
    // MARK: Paths

    /// Whether a path is in the home beside a state folder.
    static func isHome(_ path: String, stateFolder: String) -> Bool {
        path.hasPrefix("\(stateFolder).\(home)/")
    }

    /// Whether a path is in a state folder or in the home beside it.
    static func owns(_ path: String, stateFolder: String) -> Bool {
        path == stateFolder || path.hasPrefix(stateFolder + "/")
            || isHome(path, stateFolder: stateFolder)
    }

    // MARK: Work

    /// Begins to share the rows through the folder, one step after the other.
    ///
    /// - Returns: whether there was such a step.
    func beginFolder() throws -> Bool {
        let engine = try self.engine
        guard engine.folderSync == nil else { return false }
        guard engine.isSharing else {
            take(engine.beginSharing(at: clock))
            return true
        }
        let path = Engine.kept(sharedFolder, home: homeFolder)
        _ = try engine.store.perform(at: clock) { transaction in
            try transaction.setMeta(.syncFolder, path)
            try transaction.setMeta(.syncName, "machine")
        }
        // The engine looks for the folder once in each state.
        engine.folderStore = nil
        engine.loadFolder(at: clock)
        return true
    }

    /// Does what the folder asks for next, and lets time pass where that is waited for. A folder that has failed isn't
    /// waited for.
    ///
    /// - Returns: whether there was anything.
    func stepInFolder(while hasTime: () -> Bool = { true }) throws -> Bool {
        let engine = try self.engine
        if let task = engine.nextFolderTask(at: clock), let sync = engine.folderSync {
            take(engine.finish(sync.folder.perform(task), of: sync, at: clock))
            return true
        }
        if engine.hasFolderWork {
            take(engine.advanceFolder(at: clock, while: hasTime))
            return true
        }
        guard let nextNs = engine.nextFolderNs, engine.folderSync?.retryAtNs == nil else {
            return false
        }
        drift(ms: max(0, nextNs - clock.bootNs) / nanosecondsPerMs + 1)
        try wake()
        return true
    }

    /// Works until the folder asks for nothing, or has failed.
    func settleFolder() throws {
        for _ in 1...10_000 {
            guard try stepInFolder() else { return }
        }
        throw Finding("the folder doesn't come to rest: \(log.suffix(3))")
    }

    /// Takes in what lies in the folder before a start, as the daemon does.
    func takeInFolder() throws {
        let engine = try self.engine
        guard let folder = engine.folderSync?.folder else { return }
        take(
            engine.takeInFolder(
                now: { clock }, perform: { folder.perform($0) }, while: { true }))
    }

    /// What `sync.status` says.
    func syncStatus() throws -> String {
        guard case .result(let json)? = try send(#"{"id":1,"method":"sync.status"}"#).first
        else { throw Finding("no status") }
        return json
    }

    /// The rows that others can learn from this machine, by kind and id. Challenges are left out, since each machine
    /// offers some of its own.
    func knownRows() throws -> [String: SharedRow] {
        try engine.store.read(at: clock) { transaction -> [String: SharedRow] in
            var rows: [String: SharedRow] = [:]
            try transaction.forEachEntry(after: .start, limit: .max) { entry, _ in
                guard entry.kind != Challenge.table, entry.row.hasChanges else { return }
                rows["\(entry.kind) \(entry.id)"] = entry.row.changed
            }
            return rows
        }
    }

    // MARK: Replication

    /// Copies the files of the other machines from another folder into this machine's, as the program does that
    /// replicates it.
    ///
    /// - Parameters:
    ///   - other: the other folder.
    ///   - owner: id of the machine that has the other folder.
    /// - Returns: whether anything was new.
    func receive(from other: String, of owner: String) throws -> Bool {
        let own = try writer
        let present = File.names(in: sharedFolder)
        var hasChanged = false
        for id in File.names(in: other)
        where id != own && (id == owner || !present.contains(id)) {
            if try receive(id, from: "\(other)/\(id)") { hasChanged = true }
        }
        if hasChanged { try engine.folderMayHaveChanged() }
        return hasChanged
    }

    private func receive(_ id: String, from source: String) throws -> Bool {
        let target = "\(sharedFolder)/\(id)"
        let names = File.names(in: source).filter { !$0.hasPrefix(".") }
        let folder = try OpenFolder(sharedFolder).makeFolder(id)
        var hasChanged = false
        for name in names {
            guard let bytes = File.bytes("\(source)/\(name)"),
                bytes != File.bytes("\(target)/\(name)")
            else { continue }
            _ = try folder.replace(name, with: bytes, synced: true)
            hasChanged = true
        }
        for name in File.names(in: target) where !names.contains(name) {
            try folder.remove(name)
            hasChanged = true
        }
        if hasChanged { try folder.sync() }
        return hasChanged
    }
}
