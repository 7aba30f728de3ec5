import TrackerAPI
import TrackerCore
import TrackerStore

/// The engine's work after the files of the state were deleted or replaced while it had them open.
extension Engine {
    /// True where the files of the state are gone or replaced. A temporary state never counts as displaced:
    /// it has no place of its own, and the real state is opened as soon as possible.
    package var isDisplaced: Bool { store.isDisplaced && !health.isTemporary }

    /// Writes the state anew where its files are gone. Where another file has taken the database's place,
    /// that file is left alone, and the state is saved beside it; nothing can be changed until the person has
    /// chosen one of the two.
    func recoverDisplaced(at now: Moment, _ outcome: inout Outcome) {
        guard !isLeftToPerson else { return }
        if store.isReplaced, isRescued, let path = health.rescued {
            return giveUp(saved: path, at: now, &outcome)
        }
        do {
            switch try recovery.rescue(
                store, scratch: scratchFolder, at: now, zone: dependencies.zone)
            {
            case .asOpened: health.rescued = nil
            case .readyToOpen: reopenRescued(at: now, &outcome)
            case .saved(let path): giveUp(saved: path, at: now, &outcome)
            case .lost: giveUp(saved: nil, at: now, &outcome)
            }
        } catch {
            keepElsewhere(because: error, at: now, &outcome)
        }
    }

    /// True where the person has to choose between a displaced state and the file in its place, and nothing is
    /// left to do until then.
    var isLeftToPerson: Bool {
        health.remedy != nil && (store.isOverwritten || store.isReplaced && isRescued)
    }

    /// True where a displaced state has been saved whole to another file.
    private var isRescued: Bool { health.rescued.map(recovery.isSaved) ?? false }

    /// Saves the state elsewhere for as long as its own place can't be written.
    private func keepElsewhere(
        because error: any Error, at now: Moment, _ outcome: inout Outcome
    ) {
        if !isRescued {
            health.rescued = try? recovery.save(
                store, scratch: scratchFolder, at: now, zone: dependencies.zone)
            let place =
                health.rescued.map { "it is saved in \($0)" } ?? "it can't be saved elsewhere"
            log("the state's files are gone and can't be recreated (\(error)): \(place)")
        }
        degrade(
            because: "its files are gone and can't be recreated: \(error)", at: now, &outcome)
    }

    private func reopenRescued(at now: Moment, _ outcome: inout Outcome) {
        let history = store.history
        try? store.close()
        do {
            store = try recovery.open(at: now, zone: dependencies.zone, knownSeq: publishedSeq)
        } catch {
            return openTemporary(because: error, at: now, &outcome)
        }
        dependencies.stateMadeAnew()
        reserve.fill()
        // If another file has taken the place meanwhile, that has already been told.
        guard store.history == history else { return }
        health.rescued.map(recovery.dropSaved)
        health.rescued = nil
        log(
            "files of the state in \(recovery.stateFolder) were deleted while trackerd was running: it "
                + "has written them again. To start afresh, stop trackerd before deleting them")
    }

    /// - Parameter path: the file that the state is saved in; `nil` where it was overwritten.
    private func giveUp(saved path: String?, at now: Moment, _ outcome: inout Outcome) {
        let file = recovery.databasePath
        let why =
            path.map {
                "another file has replaced \(file); trackerd's own state is saved in \($0)"
            } ?? "another file was written over \(file) while trackerd had it open"
        let own =
            path.map { "To keep your state: trackerctl backup restore \($0)" }
            ?? "To use a backup: trackerctl backup list, then trackerctl backup restore NUMBER"
        let remedy =
            "\(own). To use the file that is there: systemctl --user restart trackerd"
        log("\(why). \(remedy)")
        degrade(because: why, at: now, &outcome)
        health.degradedBecause = why
        health.remedy = remedy
        health.rescued = path
    }

    /// Reply to a call, first or repeated, while the state is displaced: its changes may not last.
    func displaced(_ reply: Reply, to call: Call) -> Reply {
        guard call.effect == .change, case .result = reply else { return reply }
        return .refused(Rejection(.unknown, "this may not last: \(health.reason ?? "")"))
    }
}
