import TrackerAPI
import TrackerCore
import TrackerStore

extension BackupList: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        Response(
            backups: engine.backups.all.map { backup in
                BackupView(
                    path: backup.path, origin: backup.origin.rawValue,
                    at: engine.dependencies.zone.text(ofMs: backup.atMs), seq: backup.seq,
                    bytes: backup.bytes)
            })
    }
}

extension BackupRestore: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        try checkPath(path)
        do { try engine.recovery.checkRestorable(path) } catch { throw refusal(for: error) }
        guard confirm == true else {
            throw Rejection(
                .confirmationRequired,
                "\(path) replaces the current state, which is kept as a backup",
                field: "confirm")
        }
        return try engine.restore(path, at: now, refusal: refusal(for:))
    }

    /// The refusal for an error of a file that can't be restored.
    private func refusal(for error: any Error) -> any Error {
        switch error {
        case StoreError.noDatabase:
            Rejection(
                .invalidParams,
                "\(path) isn't a database of trackerd: 'trackerctl backup list' shows the backups",
                field: "path")
        case StoreError.isPresent:
            Rejection(
                .conflict, "\(path) is the current state itself", field: "path", state: "present")
        case StoreError.newerSchema:
            Rejection(
                .conflict,
                "\(path) was written by a newer trackerd: install that version again, then restore it",
                field: "path", state: "newer")
        case StoreError.badCopy(_, let finding):
            Rejection(
                .conflict, "\(path) is damaged (\(finding)): choose another backup", field: "path",
                state: "damaged")
        case let error as StoreError where error.isMissing(path):
            Rejection(.notFound, "\(error)", field: "path")
        default:
            Rejection(
                .storage, "nothing was changed: \(path) can't be restored (\(error))", field: "path"
            )
        }
    }
}

extension Engine {
    /// Replaces the present database by another one and continues with that; the present one is kept among
    /// the backups.
    ///
    /// - Parameter refusal: makes the refusal for an error that leaves the present state in place.
    fileprivate func restore(
        _ path: String, at now: Moment, refusal: (any Error) -> any Error
    ) throws -> BackupRestore.Response {
        store.findPlace()
        if isDisplaced { recoverDisplaced(at: now, &unclaimed) }
        guard !isDisplaced || isLeftToPerson else {
            throw Rejection(
                .storage,
                "nothing was changed: the current state can't be saved first (\(health.reason ?? ""))",
                field: "path")
        }
        let zone = dependencies.zone
        let shown = Set(asked(at: now).compactMap { $0.alert?.thread })
        // Where another file has taken the place, the numbers of its events aren't known.
        let seq = store.isReplaced || health.isTemporary ? nil : store.lastSeq
        let replaced = backups.freePath(.replaced, at: now, zone, seq: seq)
        let history: String
        do {
            history = try recovery.prepareRestore(
                of: path, inPlaceOf: store, replaced: replaced, at: now, zone: zone)
        } catch {
            throw refusal(error)
        }
        var failure: (any Error)?
        do { try recovery.setAside(store, to: replaced) } catch {
            guard !store.isOpen || !recovery.isInPlace else {
                recovery.dropRestoring()
                throw refusal(error)
            }
            failure = error
            try? store.close()
        }
        do {
            store = try recovery.open(at: now, zone: zone, knownSeq: publishedSeq)
        } catch {
            openTemporary(because: error, at: now, &unclaimed)
            throw Rejection(
                .unknown, "it isn't known yet whether \(path) was restored (\(error))",
                field: "path")
        }
        // Where only the last steps failed, opening has finished the restore.
        if let failure, store.history != history { throw refusal(failure) }
        continueRestored(at: now)
        unclaimed.endedThreads.formUnion(shown)
        return BackupRestore.Response(
            restoredFrom: path, replaced: replaced, seq: store.lastSeq, history: store.history)
    }

    /// Continues with a restored state as at a start, but without repeating alerts of its past.
    private func continueRestored(at now: Moment) {
        let isAlerted = health.alerted
        health = Health()
        health.alerted = isAlerted
        health.recoveredFrom = store.recoveredFrom
        awaitsDesktop = false
        dependencies.forgetState()
        dependencies.stateMadeAnew()
        reserve.fill()
        dependencies.imports = PendingImports()
        forgetRehearsal()
        alertedSeq = nil
        loadFolder(at: now)
        var outcome = Outcome()
        do {
            // Only the last event, that of the restore, is new.
            publish(try events(since: store.lastSeq - 1, until: store.lastSeq, limit: 1), &outcome)
        } catch {
            log("\(error)")
        }
        // Other machines know stamps that the restored state lacks: under the same id it would give them again.
        if isSharing { outcome.append(takeNewIdentity(.stamps, at: now)) }
        outcome.append(resume(at: now))
        showAgain(at: now, &outcome)
        unclaimed.append(outcome)
    }
}
