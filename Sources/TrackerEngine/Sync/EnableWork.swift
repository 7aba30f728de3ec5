import TrackerAPI
import TrackerCore
import TrackerStore

/// Work of `sync.enable`: checks the folder, then starts sharing.
final class EnableWork: FolderWork {
    private let request: SyncEnable
    /// Folder that is being checked; `nil` before.
    private var sync: FolderSync?

    init(_ request: SyncEnable) { self.request = request }

    func advance(by engine: Engine, at now: Moment, _ outcome: inout Outcome) throws -> String? {
        if let sync { return try enable(sync, by: engine, at: now, &outcome) }
        try engine.checkChangeable()
        if let name = request.name, !MachineNote.isName(name) {
            throw Rejection.invalid(
                "name",
                "\(field: "name") must have 1 to \(MachineNote.maximumNameLength) characters")
        }
        let path = try path(for: engine)
        engine.loadFolder(at: now)
        engine.dropCandidate()
        if let present = engine.sharedFolder {
            guard present.folder.path == path else {
                throw Rejection.conflict(
                    "this log is already shared through \(present.folder.path): leave that folder first",
                    state: "on")
            }
            return try rename(present, by: engine, at: now, &outcome)
        }
        // A check that hangs must not keep the person from choosing another folder.
        let sync = FolderSync(
            SharedFolder(path), life: engine.newLife(), writer: engine.store.device)
        (sync.isCandidate, sync.enabling) = (true, self)
        engine.replaceFolder(by: sync)
        self.sync = sync
        return nil
    }

    /// Path of the folder, without a slash at its end.
    private func path(for engine: Engine) throws -> String {
        let parts = request.folder.split(separator: "/")
        let path = "/" + parts.joined(separator: "/")
        guard request.folder.hasPrefix("/"), path != "/", path.utf8.count < 4000,
            !path.utf8.contains(0),
            !parts.contains("."), !parts.contains("..")
        else {
            throw Rejection.invalid(
                "folder", "\(field: "folder") must be the absolute path of a folder")
        }
        let state = engine.recovery.stateFolder
        guard path != state, !path.hasPrefix(state + "/"), !state.hasPrefix(path + "/") else {
            throw Rejection.invalid(
                "folder", "\(path) overlaps trackerd's own folder, \(state): choose another one")
        }
        return path
    }

    /// Gives this machine another name.
    private func rename(
        _ sync: FolderSync, by engine: Engine, at now: Moment, _ outcome: inout Outcome
    ) throws -> String {
        if let name = request.name {
            outcome.append(engine.change(at: now) { try $0.transaction.setMeta(.syncName, name) })
            try engine.checkChangeable()
            sync.isNoteDue = true
        }
        return try engine.syncViewText(at: now)
    }

    private func enable(
        _ sync: FolderSync, by engine: Engine, at now: Moment, _ outcome: inout Outcome
    ) throws -> String? {
        try engine.checkChangeable()
        guard engine.folderSync === sync else {
            throw Rejection(
                .conflict,
                "another folder was chosen in the meantime, or a backup was restored: try again")
        }
        if let problem = sync.problem {
            throw Rejection.invalid("folder", "\(problem.problem.detail): choose another folder")
        }
        guard sync.isOpen, !sync.isToBeListed, sync.task == nil else { return nil }
        try checkConsent(sync, engine, at: now)
        let name = request.name ?? hostName(of: engine)
        let folder = Engine.kept(sync.folder.path, home: engine.dependencies.home)
        outcome.append(
            engine.change(at: now) { context in
                let transaction = context.transaction
                try transaction.forgetFolder()
                if !transaction.isSharing { try context.beginSharing() }
                try transaction.setMeta(.syncFolder, folder)
                try transaction.setMeta(.syncName, name)
                try transaction.setMeta(.computer, context.computerHash)
                try context.append(
                    .syncEnabled, subject: "",
                    data: SyncEnabled(folder: folder, writer: transaction.device, name: name))
            })
        try engine.checkChangeable()
        guard engine.isSharing, engine.folderSync === sync else {
            throw Rejection(.storage, "nothing was changed: the state can't be written")
        }
        (sync.isCandidate, sync.enabling) = (false, nil)
        // Only files that are listed from now on are merged.
        (sync.isToBeListed, sync.changedWithinMs) = (true, FolderSync.urgentMs)
        engine.isStamping = true
        return try engine.syncViewText(at: now)
    }

    private func hostName(of engine: Engine) -> String {
        let name = engine.dependencies.hostName
        return MachineNote.isName(name) ? name : "trackerd"
    }

    /// - Throws: `Rejection` if two logs would become one and the person hasn't agreed to that.
    private func checkConsent(_ sync: FolderSync, _ engine: Engine, at now: Moment) throws {
        let others = sync.machines.values.filter { $0.writer != engine.store.device }
        guard request.confirm != true, !others.isEmpty,
            try engine.store.read(at: now, { try $0.hasRowsOfPerson() })
        else { return }
        let names = others.map { engine.machineName($0.writer, sync) }.sorted()
        throw Rejection(
            .confirmationRequired,
            "this merges your log with that of \(names.joined(separator: ", ")) in"
                + " \(sync.folder.path)",
            field: "folder", state: "joins")
    }
}
