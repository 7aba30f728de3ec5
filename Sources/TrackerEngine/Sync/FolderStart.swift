import TrackerAPI
import TrackerCore
import TrackerStore

// The shared folder at the start of the daemon, and after the state was replaced.

extension Engine {
    /// Shared folder, unless it is only being checked; `nil` while this log isn't shared.
    var sharedFolder: FolderSync? { folderSync.flatMap { $0.isCandidate ? nil : $0 } }

    /// Uses the folder of the state that is open, and drops one whose check nobody waits for.
    package func prepareFolder(at now: Moment) {
        loadFolder(at: now)
        dropCandidate()
    }

    /// Starts to work with the folder that the state names. Each start of the daemon has its own id.
    func loadFolder(at now: Moment) {
        guard folderStore !== store, !health.isDegraded else { return }
        let former = folderSync
        do {
            let path = try store.read(at: now) { transaction in
                try transaction.isSharing ? transaction.meta(.syncFolder, as: String.self) : nil
            }
            folderStore = store
            guard let path else { return replaceFolder(by: nil) }
            let life = former.flatMap { $0.isCandidate ? nil : $0.life } ?? newLife()
            let (found, events) = try store.perform(at: now) { transaction in
                try context(transaction, .daemon).lookAtComputer()
                try transaction.unsettleAfterUpgrade()
                let isUnsettled = try transaction.forEachUnsettled(after: ("", ""), limit: 1) { _ in
                    false
                }
                return (isStamped: try transaction.isStamped(), isUnsettled: isUnsettled)
            }
            let folder = SharedFolder(Self.whole(path, home: dependencies.home))
            replaceFolder(by: FolderSync(folder, life: life, writer: store.device))
            folderSync?.changedWithinMs = FolderSync.urgentMs
            folderSync?.problem = former?.isCandidate == false ? former?.problem : nil
            folderSync?.isUnsettled = found.isUnsettled
            isStamping = !found.isStamped
            publish(events, &unclaimed)
        } catch {
            // A failure that isn't the disk's would only happen again.
            if StoreFault(error) != nil { folderStore = nil }
            replaceFolder(by: nil)
            handleStorageError(StoreFault(error), error, at: now, &unclaimed)
        }
    }

    func newLife() -> String { Identifier.random(using: &dependencies.random) }

    /// Works with another folder from now on. The result of a task in the former one is dropped.
    func replaceFolder(by sync: FolderSync?) {
        folderSync = sync
        isStamping = false
    }

    /// Drops a folder whose check nobody waits for.
    func dropCandidate() {
        guard let sync = folderSync, sync.isCandidate, sync.enabling == nil else { return }
        replaceFolder(by: nil)
    }

    /// Merges what is in the folder before anything is changed or told. `start` must follow.
    ///
    /// - Parameters:
    ///   - now: reads the time.
    ///   - perform: runs a task that only reads; returns `nil` if it isn't over in time. `finish` then gets its result
    ///     later.
    ///   - hasTime: whether there is time left.
    package func takeInFolder(
        now: () -> Moment, perform: (FolderTask) -> FolderResult?, while hasTime: () -> Bool
    ) -> Outcome {
        var outcome = unclaimed
        unclaimed = Outcome()
        guard sharedFolder != nil, !health.isDegraded else { return outcome }
        do {
            // Rows that come in are on this boot's clock.
            let (_, events) = try store.perform(at: now()) { try carryOverReboot(in: $0) }
            publish(events, &outcome)
        } catch {
            handleStorageError(StoreFault(error), error, at: now(), &outcome)
        }
        while hasTime() {
            if let sync = sharedFolder, sync.merged != nil, hasFolderWork {
                outcome.append(advanceFolder(at: now(), while: hasTime))
            } else if let task = nextFolderTask(at: now(), false) {
                guard let sync = folderSync, let result = perform(task) else { break }
                outcome.append(finish(result, of: sync, at: now()))
            } else if let sync = sharedFolder, sync.isUnsettled, hasFolderWork {
                outcome.append(advanceFolder(at: now(), while: hasTime))
            } else {
                break
            }
        }
        return outcome
    }

    /// Writes all changes without waiting for more.
    ///
    /// - Parameters:
    ///   - now: reads the time.
    ///   - perform: runs a task; returns `nil` if it isn't over in time.
    ///   - hasTime: whether there is time left.
    package func writeOutFolder(
        now: () -> Moment, perform: (FolderTask) -> FolderResult?, while hasTime: () -> Bool
    ) -> Outcome {
        var outcome = Outcome()
        guard let sync = sharedFolder, sync.isOpen, sync.task == nil, sync.merged == nil,
            sync.changedWithinMs != nil || sync.writeAtNs != nil || sync.draft != nil,
            // A file of this machine that has changed must be read first.
            !sync.unread.contains(where: { $0.writer == sync.writer })
        else { return outcome }
        sync.isEnding = true
        sync.noteChange(withinMs: FolderSync.urgentMs, at: now())
        while hasTime() {
            if let task = nextFolderTask(at: now()) {
                guard let result = perform(task) else { break }
                outcome.append(finish(result, of: sync, at: now()))
                if case .write = task { break }
            } else if hasFolderWork, !isStamping {
                outcome.append(advanceFolder(at: now(), while: hasTime))
            } else {
                break
            }
        }
        return outcome
    }

    // MARK: Paths

    /// Path as it is stored: one in the home begins with `~/`, since the home may move.
    static func kept(_ path: String, home: String?) -> String {
        guard let home, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    static func whole(_ path: String, home: String?) -> String {
        guard let home, path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }
}

extension Context {
    /// Takes a new id if the state was copied from another computer.
    fileprivate func lookAtComputer() throws {
        guard let hash = computerHash else { return }
        let former = try transaction.meta(.computer, as: String.self)
        guard former != hash else { return }
        try transaction.setMeta(.computer, hash)
        if former != nil { try takeNewIdentity(.machine) }
    }

    /// Hash of the computer's id, which doesn't reveal the id; `nil` if it has none.
    var computerHash: String? {
        dependencies.computer.map { computer in
            SharedLine.hexadecimal(SHA256.digest(of: "trackerd \(computer)"))
        }
    }
}
