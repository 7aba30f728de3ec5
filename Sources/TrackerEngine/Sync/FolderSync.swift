import TrackerAPI
import TrackerCore
import TrackerStore

/// State of this machine's work with the shared folder: what to read, merge and write next.
///
/// It does nothing in the folder itself. `Engine.nextFolderTask` returns the next task there, one at a time, and
/// `Engine.finish` takes its result.
package final class FolderSync {
    /// File that isn't merged yet.
    struct UnreadFile: Hashable {
        let writer: String
        let name: SharedFile.Name
        let mark: FileMark
    }

    /// Rows that are being merged, of one file.
    struct Merged {
        /// File that they come from; `nil` while earlier rows are tried again.
        let file: UnreadFile?
        /// The record of that file to keep once its rows are merged; `nil` if there is no file.
        let known: KnownFile?
        let work: MergeWork
    }

    /// Problem with the folder, and its start.
    struct FolderProblem {
        let problem: SharedFolder.Problem
        /// Whether it arose during a write, so that only a write ends it.
        let isOfWriting: Bool
        let sinceMs: Int64
        /// Time at which the person was last told, UTC milliseconds; `nil` before.
        var toldMs: Int64?
    }

    /// Times from a change until it is written, in milliseconds: usually, if others wait for it, if it was only merged.
    static let (changeMs, urgentMs, mergeMs): (Int64, Int64, Int64) = (1000, 0, 300_000)
    /// Times from a failure until the folder is tried again, in milliseconds: at first, and at most. The time doubles
    /// with each further failure.
    private static let (retryMs, longestRetryMs): (Int64, Int64) = (30_000, 240_000)

    package let folder: SharedFolder
    /// Id of this start of the daemon, which tells a copy of the state from the original.
    let life: String
    /// Id of this machine that everything below applies to.
    var writer: String
    /// Call that checks whether the folder can be used; nothing is shared before it is over. `nil` for none.
    weak var enabling: EnableWork?
    /// Whether the folder is only being checked.
    var isCandidate = false
    /// Task that is running; `nil` for none.
    var task: FolderTask?
    /// Whether the folder has been usable since the last failure.
    var isOpen = false
    var isToBeListed = true
    var isNoteDue = true
    /// Number of listings since this machine started to work with the folder.
    var listings = 0
    /// Moment on the boot clock at which the folder is listed again at the latest, in nanoseconds; `nil` for none.
    var listAtNs: Int64?
    /// Time at which this machine last found its own files changed by others, UTC milliseconds; `nil` for never.
    var overwrittenMs: Int64?
    /// Free space for this user on the folder's file system, in bytes; `nil` while it isn't known.
    package var freeBytes: Int64?
    /// Machines of the last listing, by id.
    var machines: [String: SharedFolder.Machine] = [:]
    /// Files to read: this machine's own first, then those of the others.
    var unread: [UnreadFile] = []
    /// Files that aren't read until they change, and why.
    var refused: [UnreadFile: SharedFolder.Unread] = [:]
    var merged: Merged?
    /// Whether rows were merged but not yet settled.
    var isUnsettled = false
    /// Copy of the state that is made before another machine's first rows come in; `nil` for none.
    var backup: Backup?
    /// Marks of this machine's files, as last found or written.
    var ownMarks: [SharedFile.Name: FileMark] = [:]
    /// Whether the own files aren't those that were written, so that all rows must be rewritten.
    var mustRewrite = false
    /// Whether the newest own file isn't the one that was written.
    var isNewestLost = false
    /// Whether own files from before a rewrite may be left.
    var mayHaveLeftovers = true
    /// File that is being prepared; `nil` for none.
    var draft: SharedDraft?
    /// Time within which new changes must be written, in milliseconds; `nil` if there are none.
    var changedWithinMs: Int64?
    /// Moment on the boot clock at which changes are written, in nanoseconds; `nil` if there are none.
    var writeAtNs: Int64?
    /// Moment on the boot clock until which a folder that failed isn't tried again, in nanoseconds; `nil` for none.
    var retryAtNs: Int64?
    var problem: FolderProblem?
    /// Whether the daemon ends, so that only what waits is written.
    var isEnding = false
    /// Whether the present task takes far longer than it should.
    var isSlow = false
    /// Number of files in a row that the disk or network kept from being read.
    var readFailures = 0
    /// Files of this machine, as they were found first.
    var firstMarks: [SharedFile.Name: FileMark] = [:]
    /// Number of failures so far. `failuresInRow` counts those since the folder was last usable.
    var failures = 0
    private var failuresInRow = 0
    /// Machine whose subfolder will be removed; `nil` for none.
    var forgotten: String?
    /// Whether this machine's note says that it has left.
    var isLeaving = false
    /// Numbers of rows that were written and merged so far.
    var counts = (written: 0, merged: 0)

    init(_ folder: SharedFolder, life: String, writer: String) {
        self.folder = folder
        self.life = life
        self.writer = writer
    }

    /// Bytes of the files that aren't merged yet.
    var unreadBytes: Int64 {
        unread.reduce(merged?.file?.mark.bytes ?? 0) { $0 + $1.mark.bytes }
    }

    /// Whether everything that was listed is merged.
    var isAllMerged: Bool { unread.isEmpty && merged == nil && !isUnsettled }

    /// Whether everything in the folder is merged, and everything here is written.
    var isAtRest: Bool {
        task == nil && isOpen && !isToBeListed && !isNoteDue && isAllMerged && draft == nil
            && !mustRewrite && changedWithinMs == nil && writeAtNs == nil && !mayHaveLeftovers
            && forgotten == nil
    }

    /// Records that there is something to write.
    func noteChange(withinMs span: Int64, at now: Moment) {
        let atNs = now.bootNs + span * nanosecondsPerMs
        writeAtNs = min(writeAtNs ?? atNs, atNs)
    }

    /// Decides when new changes are written.
    func planWriting(at now: Moment) {
        guard let span = changedWithinMs else { return }
        changedWithinMs = nil
        noteChange(withinMs: span, at: now)
    }

    /// Forgets what applied to a former id of this machine.
    func follow(_ writer: String) {
        guard writer != self.writer else { return }
        self.writer = writer
        (isToBeListed, isNoteDue) = (true, true)
        (draft, mustRewrite, isNewestLost, mayHaveLeftovers) = (nil, false, false, true)
        ownMarks = [:]
        changedWithinMs = FolderSync.urgentMs
    }

    /// Tries the folder again at once, even after a failure.
    func retry() { retryAtNs = nil }

    /// Tries the folder again after a while.
    func retryLater(at now: Moment) {
        let spanMs = min(Self.retryMs << Int64(min(failuresInRow, 3)), Self.longestRetryMs)
        retryAtNs = now.bootNs + spanMs * nanosecondsPerMs
        failuresInRow += 1
    }

    /// Records that the folder can be used.
    func open() {
        (isOpen, isToBeListed) = (true, true)
    }

    /// Records that nothing keeps the folder from being used.
    func hasWorked() { failuresInRow = 0 }

    /// Has the folder listed again after some time at the latest.
    func listWithin(ms span: Int64, at now: Moment) {
        let atNs = now.bootNs + span * nanosecondsPerMs
        listAtNs = min(listAtNs ?? atNs, atNs)
    }
}

extension Engine {
    /// Shared folder, or one that is being checked; `nil` for none.
    package internal(set) var folderSync: FolderSync? {
        get { dependencies.folderSync }
        set { dependencies.folderSync = newValue }
    }

    // MARK: Tasks

    /// Next task in the folder; `nil` if there is none, or one is running already.
    package func nextFolderTask(at now: Moment) -> FolderTask? { nextFolderTask(at: now, true) }

    /// - Parameter mayWrite: whether the task may write.
    func nextFolderTask(at now: Moment, _ mayWrite: Bool) -> FolderTask? {
        prepareFolder(at: now)
        guard let sync = folderSync, sync.task == nil, !health.isDegraded else { return nil }
        if let retryAtNs = sync.retryAtNs, now.bootNs < retryAtNs { return nil }
        sync.retryAtNs = nil
        sync.follow(store.device)
        sync.planWriting(at: now)
        if let atNs = sync.listAtNs, atNs <= now.bootNs { sync.isToBeListed = true }
        do {
            sync.task = try readingTask(of: sync, mayWrite, at: now)
            if sync.task == nil, mayWrite, !sync.isCandidate {
                sync.task = try writingTask(of: sync, at: now)
            }
        } catch {
            sync.retryLater(at: now)
            handleStorageError(StoreFault(error), error, at: now, &unclaimed)
        }
        return sync.task
    }

    private func readingTask(
        of sync: FolderSync, _ mayWrite: Bool, at now: Moment
    ) throws -> FolderTask? {
        if !sync.isOpen { return .open(isNew: sync.isCandidate) }
        if sync.isToBeListed {
            // A change during the listing asks for another one.
            (sync.isToBeListed, sync.listAtNs) = (false, nil)
            return .list(first: Set(sync.machines.keys).union([sync.writer]))
        }
        // The others hear of this machine before it has read everything, unless writing has failed.
        if mayWrite, sync.isNoteDue, !sync.isCandidate, sync.problem?.isOfWriting != true {
            return try noteTask(of: sync, at: now)
        }
        // A finished draft comes first: it is smaller than what must be read, and others may wait for it.
        guard !sync.isCandidate, !sync.isEnding, !(sync.draft?.isComplete ?? false),
            sync.merged == nil,
            let file = sync.unread.first, try isStamped()
        else { return nil }
        return .read(file.name, of: file.writer)
    }

    private func writingTask(of sync: FolderSync, at now: Moment) throws -> FolderTask? {
        if sync.isNoteDue { return try noteTask(of: sync, at: now) }
        if sync.mustRewrite, sync.isAllMerged { try rewrite(sync, at: now) }
        try beginDraft(of: sync, at: now)
        if let draft = sync.draft {
            guard draft.isComplete else { return nil }
            return .write(draft.content, as: draft.name, of: sync.writer, isFinal: draft.isFinal)
        }
        if sync.isEnding { return nil }
        let leftovers = try leftovers(of: sync)
        if !leftovers.isEmpty { return .remove(leftovers, of: sync.writer) }
        guard let forgotten = sync.forgotten, sync.isAllMerged, sync.writeAtNs == nil else {
            return nil
        }
        return .removeMachine(forgotten)
    }

    /// Task that writes the note. The state records this start's id before anybody can read it in the note.
    private func noteTask(of sync: FolderSync, at now: Moment) throws -> FolderTask {
        let isKnown = try store.read(at: now) { try $0.lives().contains(sync.life) }
        if !isKnown { _ = try store.perform(at: now) { try $0.addLife(sync.life) } }
        return .note(try note(of: sync))
    }

    /// Finds out whether something is left to write.
    func lookForWriting(of sync: FolderSync, at now: Moment) throws {
        guard sync.task == nil, sync.isOpen, !sync.isToBeListed, !isStamping else { return }
        sync.follow(store.device)
        sync.planWriting(at: now)
        try beginDraft(of: sync, at: now)
        if sync.draft == nil { _ = try leftovers(of: sync) }
    }

    private func isStamped() throws -> Bool { try store.read(at: lastRun) { try $0.isStamped() } }

    /// Takes the result of a task.
    ///
    /// - Parameter sync: folder of the task. The result is dropped if that folder is no longer used.
    package func finish(_ result: FolderResult, of sync: FolderSync, at now: Moment) -> Outcome {
        guard sync === folderSync, let task = sync.task else { return Outcome() }
        (sync.task, sync.isSlow) = (nil, false)
        sync.follow(store.device)
        if case .failed(let error) = result {
            if case .removeMachine = task { sync.forgotten = nil }
            return fail(SharedFolder.Problem(error), isOfWriting: task.writes, sync, at: now)
        }
        var outcome = task.writes ? recover(sync, ofWriting: true, at: now) : Outcome()
        switch (task, result) {
        case (.open, _): sync.open()
        case (.list, .listing(let listing)): outcome.append(take(listing, sync, at: now))
        case (.read(let name, let writer), .read(let content)):
            outcome.append(take(content, name, of: writer, sync, at: now))
        case (.write(_, let name, let writer, _), .written(let mark, let digest)):
            outcome.append(wrote(mark, digest, as: name, of: writer, sync, at: now))
        case (.note(let note), _):
            // The name or id may have changed meanwhile.
            if (try? self.note(of: sync)) == note { sync.isNoteDue = false }
            // A new subfolder is watched once it is listed.
            if sync.machines[sync.writer] == nil { sync.isToBeListed = true }
        case (.remove(let names, _), _): outcome.append(removed(names, sync, at: now))
        case (.removeMachine(let writer), _): outcome.append(forgot(writer, sync, at: now))
        default: log("internal error: a task in the shared folder has a result of another kind")
        }
        return outcome
    }

    // MARK: Work without the folder

    /// Whether there is work that needs no folder: first stamps, a backup, a merge, or a draft.
    package var hasFolderWork: Bool {
        guard let sync = folderSync, !sync.isCandidate, !health.isDegraded else { return false }
        if sync.draft.map({ !$0.isComplete }) ?? false { return true }
        if sync.isEnding { return false }
        if isStamping { return unfinishedChange == nil }
        return (sync.merged != nil || sync.isUnsettled && sync.unread.isEmpty)
            && unfinishedChange == nil
    }

    /// Continues that work while there is time, by at least one step.
    package func advanceFolder(at now: Moment, while hasTime: () -> Bool) -> Outcome {
        guard let sync = folderSync, hasFolderWork else { return Outcome() }
        sync.follow(store.device)
        if sync.draft.map({ !$0.isComplete }) ?? false {
            return advanceDraft(of: sync, at: now, while: hasTime)
        }
        if isStamping {
            let (isOver, hasFailed, outcome) = stampRows(at: now, while: hasTime)
            // After a failure that isn't the disk's, the next start tries again.
            isStamping = !isOver && !hasFailed
            if isOver { sync.changedWithinMs = FolderSync.urgentMs }
            return outcome
        }
        return advanceMerge(of: sync, at: now, while: hasTime)
    }

    /// Moment on the boot clock of the next task in the folder, in nanoseconds; `nil` for none, and while there is work
    /// that needs no folder.
    package var nextFolderNs: Int64? {
        guard let sync = folderSync, sync.task == nil, !health.isDegraded else { return nil }
        if let retryAtNs = sync.retryAtNs { return retryAtNs }
        // The end of a merge or of a draft asks for the next task anyway.
        guard sync.merged == nil, sync.draft == nil, !isStamping else { return nil }
        if sync.changedWithinMs != nil { return 0 }
        return [sync.writeAtNs, sync.listAtNs].compactMap(\.self).min()
    }

    /// Records that something in the folder may have changed.
    package func folderMayHaveChanged() {
        // After a failure the folder still isn't tried at once, since a failed attempt may itself look like a change.
        folderSync?.isToBeListed = true
    }

    /// Records that events may have changed shared rows.
    func noteShared(_ events: [Event]) {
        guard let sync = folderSync, !sync.isCandidate, !events.isEmpty else { return }
        let span = events.map(\.folderSpanMs).min() ?? FolderSync.changeMs
        if let present = sync.changedWithinMs, present <= span { return }
        let isChanged = try? store.read(at: lastRun) { transaction in
            let written = try transaction.ownFiles().written
            let first = (events.first?.seq ?? 1) - 1
            let place = SharedPlace(seq: max(written.seq, first), kind: "~", id: "")
            return try transaction.hasChangedRows(after: place)
        }
        if isChanged != false { sync.changedWithinMs = span }
    }
}

extension Event {
    /// Time after the event within which its rows are written, in milliseconds.
    fileprivate var folderSpanMs: Int64 {
        guard cause != .merge else { return FolderSync.mergeMs }
        switch EventType(rawValue: type) {
        case .reminderAnswered, .reminderDismissed, .reminderExpired, .reminderSnoozed:
            return FolderSync.urgentMs
        default: return FolderSync.changeMs
        }
    }
}
