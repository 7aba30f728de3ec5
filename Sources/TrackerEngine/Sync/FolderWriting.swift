import TrackerAPI
import TrackerCore
import TrackerStore

// This machine's files for the others: all rows in the order of their last changes. The rows that changed last are in
// the newest file, which is rewritten as a whole until it is large enough to be final.

/// File that is being prepared.
struct SharedDraft {
    let name: SharedFile.Name
    var content: SharedFile.Draft
    /// Place of the last row in it.
    var last: SharedPlace
    /// Whether no row is left, or no further row fits.
    var isComplete = false
    /// Whether a row didn't fit.
    var isFull = false

    /// Whether the next rows go into another file.
    var isFinal: Bool { isFull || content.isFinal }
}

/// This machine's files, as the state records them.
struct OwnFiles: Codable, Equatable {
    /// Id under which they were written.
    let writer: String
    /// Number of the first file since the last rewrite. Files before it are leftovers.
    var first = 1
    /// Number of the newest file, which isn't final.
    var newest = 1
    /// Place of the last row in the final files.
    var sealed = SharedPlace.start
    /// Place of the last row in all files.
    var written = SharedPlace.start
    /// Whether all rows have been in the files since the last rewrite.
    var isWhole = false

    /// Whether a file is one of those with what is shared now.
    func has(_ name: SharedFile.Name) -> Bool {
        !name.isCopy && (first...max(first, newest)).contains(name.number)
    }
}

extension Transaction {
    /// This machine's files. Under a new id there are none yet.
    func ownFiles() throws -> OwnFiles {
        let files = try meta(.ownFiles, as: String.self).flatMap {
            try? JSONText.value(OwnFiles.self, from: $0)
        }
        return files.flatMap { $0.writer == device ? $0 : nil } ?? OwnFiles(writer: device)
    }

    func setOwnFiles(_ files: OwnFiles) throws { try setMeta(.ownFiles, JSONText.of(files)) }

    /// Ids of the last starts of this machine's daemon.
    func lives() throws -> [String] {
        try meta(.lives, as: String.self).map { try JSONText.value([String].self, from: $0) } ?? []
    }

    /// Number of starts that are remembered. The note in the folder names one of the last.
    private static var maximumLives: Int { 100 }

    func addLife(_ life: String) throws {
        let lives = try lives().filter { $0 != life } + [life]
        try setMeta(.lives, JSONText.of(Array(lives.suffix(Self.maximumLives))))
    }
}

extension Engine {
    /// The note about this machine.
    func note(of sync: FolderSync) throws -> MachineNote {
        let version = store.schema.version
        return try store.read(at: lastRun) { transaction in
            MachineNote(
                writer: sync.writer,
                name: try transaction.meta(.syncName, as: String.self) ?? sync.writer,
                program: dependencies.identity.version, schema: version, life: sync.life,
                formerIDs: try transaction.formerIDs(), hasLeft: sync.isLeaving)
        }
    }

    // MARK: Drafts

    /// Begins the newest file if something must be written now.
    func beginDraft(of sync: FolderSync, at now: Moment) throws {
        // An own file that has changed may have rows that this machine lacks.
        guard sync.draft == nil, let atNs = sync.writeAtNs, atNs <= now.bootNs, !sync.mustRewrite,
            sync.merged?.file?.writer != sync.writer,
            !sync.unread.contains(where: { $0.writer == sync.writer })
        else { return }
        let isNewestLost = sync.isNewestLost
        sync.draft = try store.read(at: now) { transaction -> SharedDraft? in
            let files = try transaction.ownFiles()
            guard try transaction.isStamped(), let name = SharedFile.Name(number: files.newest),
                try !files.isWhole || isNewestLost
                    || transaction.hasChangedRows(after: files.written)
            else { return nil }
            return SharedDraft(
                name: name,
                content: SharedFile.Draft(
                    writer: transaction.device, name: name,
                    finalBytes: dependencies.finalFileBytes),
                last: files.sealed)
        }
        // Once older rows have their stamps, everything is written.
        sync.writeAtNs = nil
    }

    /// Continues a draft while there is time.
    func advanceDraft(
        of sync: FolderSync, at now: Moment, while hasTime: () -> Bool
    ) -> Outcome {
        var outcome = Outcome()
        guard var draft = sync.draft, !draft.isComplete else { return outcome }
        do {
            repeat {
                let rows = try sharedRows(after: draft.last, limit: 20, at: now)
                if rows.isEmpty { draft.isComplete = true }
                for row in rows {
                    guard row.text.map({ draft.content.add($0) }) ?? true else {
                        // A row that fits into no file can't be shared.
                        guard draft.content.count > 0 else {
                            log("\(row.place.kind) \(row.place.id) is too large to be shared")
                            draft.last = row.place
                            continue
                        }
                        (draft.isComplete, draft.isFull) = (true, true)
                        break
                    }
                    draft.last = row.place
                }
            } while !draft.isComplete && hasTime()
            sync.draft = draft
            if draft.isComplete, draft.content.count == 0 { try wroteNothing(draft, sync, at: now) }
        } catch {
            sync.draft = nil
            sync.noteChange(withinMs: FolderSync.changeMs, at: now)
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }

    /// Ends a draft without a row, for which no file is needed.
    private func wroteNothing(
        _ draft: SharedDraft, _ sync: FolderSync, at now: Moment
    ) throws {
        guard sync.ownMarks[draft.name] == nil else { return }
        _ = try store.perform(at: now) { transaction in
            var files = try transaction.ownFiles()
            (files.written, files.isWhole) = (draft.last, true)
            try transaction.setOwnFiles(files)
            try transaction.forgetFiles(of: transaction.device, [draft.name])
        }
        (sync.draft, sync.isNewestLost, sync.mayHaveLeftovers) = (nil, false, true)
    }

    /// Records a file that was written. A final one is never written again: the next number follows.
    func wrote(
        _ mark: FileMark, _ digest: String, as name: SharedFile.Name, of writer: String,
        _ sync: FolderSync, at now: Moment
    ) -> Outcome {
        var outcome = Outcome()
        // If this machine has a new id by now, the file belongs to the former one.
        guard writer == store.device, let draft = sync.draft, draft.name == name else {
            sync.isToBeListed = true
            return outcome
        }
        sync.draft = nil
        do {
            _ = try store.perform(at: now) { transaction in
                try transaction.know(
                    KnownFile(mark: mark, digest: digest, lines: draft.content.count), name,
                    of: writer)
                var files = try transaction.ownFiles()
                files.written = draft.last
                if draft.isFinal { (files.newest, files.sealed) = (name.number + 1, draft.last) }
                if !draft.isFull { files.isWhole = true }
                try transaction.setOwnFiles(files)
                try transaction.setMeta(.syncWrittenMs, now.wallMs)
            }
            sync.counts.written += draft.content.count
            (sync.ownMarks[name], sync.isNewestLost) = (mark, false)
            sync.refused = sync.refused.filter { $0.key.writer != writer || $0.key.name != name }
            if draft.isFull {
                sync.noteChange(withinMs: FolderSync.urgentMs, at: now)
            } else {
                sync.mayHaveLeftovers = true
            }
            if draft.isFinal { sync.mustRewrite = try sync.mustRewrite || isTooLong(sync, at: now) }
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
            sync.isToBeListed = true
            sync.noteChange(withinMs: FolderSync.changeMs, at: now)
        }
        return outcome
    }

    // MARK: Rewriting

    /// Size in bytes up to which own files are kept, however many rows they have twice.
    private static let keptBytes: Int64 = 16_777_216

    /// Whether the own files are large and have more than twice the rows that are needed.
    private func isTooLong(_ sync: FolderSync, at now: Moment) throws -> Bool {
        guard sync.ownMarks.values.reduce(0, { $0 + $1.bytes }) > Self.keptBytes else {
            return false
        }
        return try store.read(at: now) { transaction in
            let files = try transaction.ownFiles()
            // Counting all rows takes a while, and while they are first written nothing is superfluous.
            guard files.isWhole else { return false }
            let lines = try transaction.knownFiles(of: transaction.device)
                .filter { files.has($0.key) }
                .reduce(0) { $0 + $1.value.lines }
            return try lines > 2 * transaction.changedRows(after: .start)
        }
    }

    /// Checks that the own files are those that were written last.
    func lookAtOwnFiles(_ sync: FolderSync, at now: Moment) throws {
        let found = sync.machines[sync.writer]?.files ?? [:]
        let (files, known) = try store.read(at: now) { transaction in
            (
                try transaction.ownFiles(),
                try transaction.knownFiles(of: transaction.device).mapValues(\.mark)
            )
        }
        sync.ownMarks = found
        if sync.listings == 1 { sync.firstMarks = found }
        sync.mayHaveLeftovers = true
        for name in known.keys where found[name] == nil {
            noteOverwritten(name, nil, files, sync, at: now)
        }
        for (name, mark) in found where known[name] == nil {
            noteOverwritten(name, mark, files, sync, at: now)
        }
        // The draft could replace a file that isn't read yet. Reading shows whether that file has changed.
        if sync.draft != nil, sync.unread.contains(where: { $0.writer == sync.writer }) {
            sync.draft = nil
            sync.noteChange(withinMs: FolderSync.urgentMs, at: now)
        }
    }

    /// Records that a file of this machine isn't the one that it wrote.
    ///
    /// - Parameter mark: the file's mark; `nil` if it is gone.
    func noteOverwritten(
        _ name: SharedFile.Name, _ mark: FileMark?, _ files: OwnFiles, _ sync: FolderSync,
        at now: Moment
    ) {
        // A crash right after a write looks the same, so the first listing proves nothing.
        if sync.listings > 1, mark == nil || sync.firstMarks[name] != mark {
            sync.overwrittenMs = now.wallMs
        }
        // All others are read, and then removed.
        guard files.has(name) else { return }
        if name.number == files.newest { sync.isNewestLost = true } else { sync.mustRewrite = true }
        sync.draft = nil
        sync.noteChange(withinMs: FolderSync.urgentMs, at: now)
    }

    /// Begins to write all rows to new files. The former ones are removed once that is done.
    func rewrite(_ sync: FolderSync, at now: Moment) throws {
        let present = Set(sync.ownMarks.keys.map(\.number))
        _ = try store.perform(at: now) { transaction in
            // A number that somebody else has used is skipped.
            let own = try transaction.ownFiles()
            var next = own.newest + 1
            while present.contains(next) { next += 1 }
            var files = OwnFiles(writer: transaction.device)
            (files.first, files.newest) = (next, next)
            try transaction.setOwnFiles(files)
        }
        (sync.draft, sync.mustRewrite, sync.isNewestLost) = (nil, false, false)
        // What the former files have become is found out before they go.
        sync.isToBeListed = true
        sync.noteChange(withinMs: FolderSync.urgentMs, at: now)
    }

    /// Own files to remove: leftovers of a rewrite once it is done, and conflict copies that are merged.
    func leftovers(of sync: FolderSync) throws -> [SharedFile.Name] {
        guard sync.mayHaveLeftovers, !sync.isToBeListed, !sync.mustRewrite, sync.isAllMerged else {
            return []
        }
        let names = try store.read(at: lastRun) { transaction -> [SharedFile.Name] in
            let files = try transaction.ownFiles()
            guard files.isWhole else { return [] }
            let known = try transaction.knownFiles(of: transaction.device)
            return sync.ownMarks.filter { name, mark in
                // An unreadable file has no rows to lose, whoever put it there.
                let file = FolderSync.UnreadFile(writer: sync.writer, name: name, mark: mark)
                if case .format(.damaged) = sync.refused[file] {
                    return name.isCopy || name.number != files.newest
                }
                return known[name]?.mark == mark && !files.has(name)
            }.keys.sorted()
        }
        sync.mayHaveLeftovers = !names.isEmpty
        return names
    }

    func removed(_ names: [SharedFile.Name], _ sync: FolderSync, at now: Moment) -> Outcome {
        var outcome = Outcome()
        for name in names { sync.ownMarks[name] = nil }
        sync.refused = sync.refused.filter { file, _ in
            file.writer != sync.writer || sync.ownMarks[file.name] != nil
        }
        sync.mayHaveLeftovers = false
        do {
            _ = try store.perform(at: now) { try $0.forgetFiles(of: $0.device, names) }
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }
}
