import TrackerAPI
import TrackerCore
import TrackerStore

// Contents of the folder: machines that come and go, and their files, which are merged one after the other.

extension Engine {
    /// Times in milliseconds after which the folder is listed again: if its contents have a problem, and if a file
    /// couldn't be read.
    private static let (problemMs, failureMs): (Int64, Int64) = (3_600_000, 30_000)

    /// Takes a listing of the folder.
    func take(_ listing: SharedFolder.Listing, _ sync: FolderSync, at now: Moment) -> Outcome {
        sync.machines = Dictionary(
            listing.machines.map { ($0.writer, $0) }, uniquingKeysWith: { first, _ in first })
        guard !sync.isCandidate else { return Outcome() }
        // A file that has changed or is gone is no longer refused, and one that couldn't be read is tried again.
        sync.refused = sync.refused.filter { file, reason in
            !reason.isFailure && sync.machines[file.writer]?.files[file.name] == file.mark
        }
        var outcome = Outcome()
        do {
            if try hasAnotherLife(sync, at: now) {
                outcome.append(takeNewIdentity(.life, at: now))
                // Nothing may be written under an id that another machine has, too.
                guard sync.writer != store.device else { throw NoNewIdentity() }
                sync.follow(store.device)
            }
            try lookAtNote(sync)
            let found = try store.read(at: now) { try Found(sync, in: $0) }
            if !found.isEmpty {
                let (_, events) = try store.perform(at: now) { transaction in
                    try context(transaction, .daemon).take(found)
                }
                publish(events, &outcome)
            }
            sync.unread = found.unread.filter { file in
                file != sync.merged?.file && sync.refused[file] == nil
            }
            sync.listings += 1
            // A subfolder that couldn't be opened isn't gone.
            if !listing.skipped.contains(sync.writer) { try lookAtOwnFiles(sync, at: now) }
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
            sync.isToBeListed = true
            sync.retryLater(at: now)
            return outcome
        }
        if let problem = listing.problem ?? refusal(in: sync) {
            // The next listing finds out whether the problem lasts.
            sync.listWithin(ms: Self.problemMs, at: now)
            if sync.problem?.isOfWriting != true {
                outcome.append(note(problem, sync, at: now))
            }
        } else {
            outcome.append(recover(sync, ofWriting: false, at: now))
        }
        return outcome
    }

    /// Whether this machine's note was written by a copy of its state elsewhere.
    private func hasAnotherLife(_ sync: FolderSync, at now: Moment) throws -> Bool {
        guard case .success(let note)? = sync.machines[store.device]?.note else { return false }
        return try !store.read(at: now) { try $0.lives().contains(note.life) }
    }

    /// Checks that this machine's note is the one that it wrote.
    private func lookAtNote(_ sync: FolderSync) throws {
        let present = try note(of: sync)
        switch sync.machines[sync.writer]?.note {
        case .success(let note)? where note == present: break
        default: sync.isNoteDue = true
        }
    }

    /// Problem with a file that isn't read for its format or size; `nil` if there is none.
    private func refusal(in sync: FolderSync) -> SharedFolder.Problem? {
        for (file, reason) in sync.refused {
            guard sync.machines[file.writer]?.files[file.name] == file.mark,
                let kind = reason.kind, kind == .format || kind == .limits
            else { continue }
            return SharedFolder.Problem(
                kind: kind, detail: "\(file.writer)/\(file.name.text): \(reason)")
        }
        return nil
    }

    /// Begins to merge a file that was read, or leaves it out until it changes.
    func take(
        _ content: Result<SharedFolder.Content, SharedFolder.Unread>, _ name: SharedFile.Name,
        of writer: String, _ sync: FolderSync, at now: Moment
    ) -> Outcome {
        guard
            let index = sync.unread.firstIndex(where: { $0.writer == writer && $0.name == name })
        else { return Outcome() }
        let file = sync.unread.remove(at: index)
        switch content {
        case .success(let content): return take(content, file, sync, at: now)
        case .failure(.failed(let error)) where error.kind == .missing:
            sync.unread.insert(file, at: 0)
            return fail(SharedFolder.Problem(error), isOfWriting: false, sync, at: now)
        case .failure(.missing):
            return Outcome()
        case .failure(let reason):
            // It is tried again once it has changed, and after a restart; after a failure also at the next listing.
            if reason.isFailure {
                let spanMs = Self.failureMs << Int64(min(sync.readFailures, 7))
                sync.listWithin(ms: spanMs, at: now)
                sync.readFailures += 1
            } else if writer == sync.writer,
                let files = try? store.read(at: now, { try $0.ownFiles() })
            {
                noteOverwritten(name, file.mark, files, sync, at: now)
            }
            log("\(writer)/\(name.text) isn't read: \(reason)")
            sync.refused[file] = reason
            // The search takes longer with each refused file, so only a file with a problem starts one.
            guard sync.problem == nil, reason.kind == .format || reason.kind == .limits,
                let problem = refusal(in: sync)
            else { return Outcome() }
            return note(problem, sync, at: now)
        }
    }

    private func take(
        _ content: SharedFolder.Content, _ file: FolderSync.UnreadFile, _ sync: FolderSync,
        at now: Moment
    ) -> Outcome {
        var outcome = Outcome()
        let (name, writer) = (file.name, file.writer)
        sync.readFailures = 0
        do {
            // Some file systems give a file another inode or time at each mount, and some programs at each run.
            if var known = try store.read(at: now, { try $0.knownFiles(of: writer)[name] }),
                known.digest == content.digest
            {
                known.mark = content.mark
                _ = try store.perform(at: now) { try $0.know(known, name, of: writer) }
                return outcome
            }
            if writer == sync.writer {
                let files = try store.read(at: now) { try $0.ownFiles() }
                noteOverwritten(name, content.mark, files, sync, at: now)
            }
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
            sync.isToBeListed = true
            sync.retryLater(at: now)
            return outcome
        }
        let hasMore = sync.unread.contains { $0.writer == writer }
        sync.merged = .init(
            file: .init(writer: writer, name: name, mark: content.mark),
            known: KnownFile(
                mark: content.mark, digest: content.digest, lines: content.file.lines.count,
                damaged: content.file.damaged),
            work: MergeWork(
                content.file.lines, of: machineName(writer, sync), hasMoreRows: hasMore))
        return outcome
    }

    // MARK: Merging

    /// Continues to merge rows. A file counts as known once all of its rows are in.
    func advanceMerge(
        of sync: FolderSync, at now: Moment, while hasTime: () -> Bool
    ) -> Outcome {
        guard let merged = sync.merged else {
            // The files that should have followed are gone.
            sync.isUnsettled = false
            sync.merged = .init(file: nil, known: nil, work: MergeWork([], of: sync.writer))
            return Outcome()
        }
        do {
            guard try isBackedUp(merged, sync, at: now, while: hasTime) else { return Outcome() }
        } catch {
            log("storage: the state can't be copied before a merge: \(error)")
            (sync.backup, sync.merged, sync.isToBeListed) = (nil, nil, true)
            let problem = SharedFolder.Problem(
                kind: .full, detail: "the state can't be copied before the first merge: \(error)")
            return fail(problem, isOfWriting: false, sync, at: now)
        }
        var outcome = merge(merged.work, at: now, while: hasTime)
        for published in outcome.published
        where published.event.type == EventType.syncMerged.rawValue {
            let rows = published.event.decoded(SyncMerged.self)
            sync.counts.merged += (rows?.rows.values.reduce(0, +) ?? 0) + (rows?.deleted ?? 0)
        }
        guard merged.work.isOver else { return outcome }
        outcome.append(mergedAll(of: merged, sync, at: now))
        return outcome
    }

    private func mergedAll(
        of merged: FolderSync.Merged, _ sync: FolderSync, at now: Moment
    ) -> Outcome {
        var outcome = Outcome()
        sync.merged = nil
        sync.isUnsettled = merged.work.hasMoreRows
        if merged.work.hasFailed, let file = merged.file {
            // The rows before the one that failed are in.
            sync.isUnsettled = true
            sync.refused[file] = .notMerged
            return outcome
        }
        guard let file = merged.file, let known = merged.known else { return outcome }
        do {
            if file.writer == sync.writer {
                // An own file that has changed is rewritten, and is read at each listing until that is done.
                let files = try store.read(at: now) { try $0.ownFiles() }
                guard !files.has(file.name) else { return outcome }
                sync.mayHaveLeftovers = true
            }
            // After a crash before this, the file is merged again, which changes nothing.
            _ = try store.perform(at: now) { transaction in
                var known = known
                known.damaged += merged.work.damaged
                try transaction.know(known, file.name, of: file.writer)
                try transaction.setMeta(.syncMergedMs, now.wallMs)
            }
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
            sync.isToBeListed = true
        }
        return outcome
    }

    /// Makes a backup before the first rows of a machine come in.
    ///
    /// - Returns: whether rows may come in.
    private func isBackedUp(
        _ merged: FolderSync.Merged, _ sync: FolderSync, at now: Moment, while hasTime: () -> Bool
    ) throws -> Bool {
        guard let writer = merged.file?.writer else { return true }
        if sync.backup == nil {
            let isDone = try store.read(at: now) { transaction in
                try transaction.isOwn(writer)
                    || transaction.knownMachines()[writer]?.isBackedUp == true
            }
            if isDone { return true }
        }
        let backup =
            try sync.backup
            ?? backups.begin(
                from: store, time: Backups.stamp(at: now, dependencies.zone), isBeforeMerge: true)
        sync.backup = backup
        guard try backup.advance(while: hasTime) != nil else { return false }
        sync.backup = nil
        _ = try store.perform(at: now) { try $0.noteBackup(ofMachine: writer) }
        return true
    }

    // MARK: Machines

    /// Name of a machine, or its id if its note can't be read.
    func machineName(_ writer: String, _ sync: FolderSync) -> String {
        guard case .success(let note)? = sync.machines[writer]?.note else { return writer }
        return note.name
    }

    /// Records that a machine's subfolder was removed.
    func forgot(_ writer: String, _ sync: FolderSync, at now: Moment) -> Outcome {
        var outcome = Outcome()
        (sync.forgotten, sync.isToBeListed) = (nil, true)
        sync.machines[writer] = nil
        do {
            _ = try store.perform(at: now) { try $0.forgetMachine(writer) }
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }
}

private struct NoNewIdentity: Error {}

/// Changes in the folder since the last listing.
private struct Found {
    /// Machines that are new or have another name or state.
    var machines: [KnownMachine] = []
    /// Known files that are gone, by machine.
    var gone: [String: [SharedFile.Name]] = [:]
    /// Files that are new or have changed, this machine's own first.
    var unread: [FolderSync.UnreadFile] = []

    /// Whether the state needs no change. Unread files are kept in memory.
    var isEmpty: Bool { machines.isEmpty && gone.isEmpty }

    init(_ sync: FolderSync, in transaction: Transaction) throws {
        let known = try transaction.knownMachines()
        let own = try transaction.ownFiles()
        let isFirst = { (writer: String) in writer == sync.writer }
        let found = sync.machines.values.sorted { left, right in
            (isFirst(left.writer) ? 0 : 1, left.writer)
                < (isFirst(right.writer) ? 0 : 1, right.writer)
        }
        for machine in found {
            let files = try transaction.knownFiles(of: machine.writer)
            let changed = machine.changed(since: files.mapValues(\.mark))
            // A missing file means nothing, and is read again if it comes back.
            var missing = files.keys.filter { machine.files[$0] == nil }
            if isFirst(machine.writer) {
                // Other own files stay known, so that their loss is noticed.
                missing = missing.filter { !own.has($0) }
            } else {
                let state = try transaction.state(of: machine)
                let name = try? machine.note.get().name
                let present = KnownMachine(
                    writer: machine.writer,
                    name: name ?? known[machine.writer]?.name ?? machine.writer,
                    state: state.rawValue,
                    isBackedUp: known[machine.writer]?.isBackedUp ?? false)
                if present != known[machine.writer] { machines.append(present) }
            }
            if !missing.isEmpty { gone[machine.writer] = missing.sorted() }
            unread += changed.compactMap { name in
                machine.files[name].map {
                    FolderSync.UnreadFile(writer: machine.writer, name: name, mark: $0)
                }
            }
        }
    }
}

extension Context {
    /// Records what has changed in the folder, with an event for each machine that is new or has changed.
    fileprivate func take(_ found: Found) throws {
        for machine in found.machines {
            try transaction.know(machine)
            let state = SyncView.Machine.State(rawValue: machine.state) ?? .present
            try append(
                .syncMachine, subject: "",
                data: SyncMachineChange(writer: machine.writer, name: machine.name, state: state))
        }
        for (writer, names) in found.gone.sorted(by: { $0.key < $1.key }) {
            try transaction.forgetFiles(of: writer, names)
        }
    }
}

extension Transaction {
    func state(of machine: SharedFolder.Machine) throws -> SyncView.Machine.State {
        if machine.writer == device { return .here }
        if try isOwn(machine.writer) { return .former }
        guard case .success(let note) = machine.note else { return .present }
        return note.hasLeft ? .left : .present
    }
}
