import TrackerAPI
import TrackerCore
import TrackerStore

// Problems that keep the folder from being used, and when a person is told.

extension Engine {
    private static let (toldAfterMs, toldEveryMs): (Int64, Int64) = (3_600_000, 86_400_000)

    /// Records a failure. The folder is tried again after a while.
    func fail(
        _ problem: SharedFolder.Problem, isOfWriting: Bool, _ sync: FolderSync, at now: Moment
    ) -> Outcome {
        sync.isOpen = false
        sync.failures += 1
        sync.retryLater(at: now)
        if sync.draft != nil {
            sync.draft = nil
            sync.noteChange(withinMs: FolderSync.urgentMs, at: now)
        }
        guard !sync.isCandidate else {
            sync.problem = .init(
                problem: problem, isOfWriting: isOfWriting, sinceMs: now.wallMs, toldMs: nil)
            return Outcome()
        }
        return note(problem, isOfWriting: isOfWriting, sync, at: now)
    }

    /// Records that a task takes far longer than it should. Nobody waits for it any more, but it keeps running.
    package func folderIsSlow(at now: Moment) -> Outcome {
        guard let sync = folderSync, sync.task != nil else { return Outcome() }
        sync.failures += 1
        sync.isSlow = true
        let problem = SharedFolder.Problem(
            kind: .missing, detail: "\(sync.folder.path) doesn't answer")
        guard !sync.isCandidate else {
            sync.problem = .init(
                problem: problem, isOfWriting: false, sinceMs: now.wallMs, toldMs: nil)
            return Outcome()
        }
        // Once the folder answers, it is listed again, which ends the problem.
        sync.isToBeListed = true
        return note(
            problem, isOfWriting: sync.problem?.isOfWriting ?? false, sync, at: now)
    }

    /// Records a problem, and tells the person once it has lasted an hour, then once a day.
    func note(
        _ problem: SharedFolder.Problem, isOfWriting: Bool = false, _ sync: FolderSync,
        at now: Moment
    ) -> Outcome {
        let former = sync.problem
        sync.problem = .init(
            problem: problem, isOfWriting: isOfWriting, sinceMs: former?.sinceMs ?? now.wallMs,
            toldMs: former?.toldMs)
        guard let present = sync.problem, now.wallMs - present.sinceMs >= Self.toldAfterMs,
            present.toldMs.map({ now.wallMs - $0 >= Self.toldEveryMs }) ?? true
        else { return Outcome() }
        sync.problem?.toldMs = now.wallMs
        return append(.syncProblem, data: present.view(dependencies.zone), at: now)
    }

    /// Records that the folder can be used again, or written again.
    func recover(_ sync: FolderSync, ofWriting: Bool, at now: Moment) -> Outcome {
        guard let problem = sync.problem else {
            sync.hasWorked()
            return Outcome()
        }
        guard ofWriting == problem.isOfWriting else { return Outcome() }
        sync.hasWorked()
        sync.problem = nil
        guard problem.toldMs != nil else { return Outcome() }
        return append(.syncRecovered, data: problem.view(dependencies.zone), at: now)
    }
}

extension FolderSync.FolderProblem {
    func view(_ zone: Zone) -> SyncProblem {
        SyncProblem(
            kind: SyncProblem.Kind(rawValue: problem.kind.rawValue) ?? .unwritable,
            detail: problem.detail, since: zone.text(ofMs: sinceMs))
    }
}
