import TrackerAPI
import TrackerCore
import TrackerStore

/// The engine's work after the files of the state were deleted or replaced while it had them open.
extension Engine {
    /// Writes the state anew where its files are gone. Where another file has taken the database's place,
    /// that file is left alone, and the state is saved beside it; nothing can be changed until the person has
    /// chosen one of the two.
    func regain(at now: Moment, _ outcome: inout Outcome) {
        guard health.rescued == nil || !store.isReplaced else { return }
        do {
            switch try recovery.rescue(
                store, scratch: scratchFolder, at: now, zone: dependencies.zone)
            {
            case .asOpened: health.rescued = nil
            case .readyToOpen: takeUp(at: now, &outcome)
            case .saved(let path): giveUp(saved: path, at: now, &outcome)
            }
        } catch {
            log("the files of the state are gone, and it can't be saved elsewhere: \(error)")
            degrade(
                because: "its files are gone, and can't be written anew: \(error)", at: now,
                &outcome)
        }
    }

    private func takeUp(at now: Moment, _ outcome: inout Outcome) {
        try? store.close()
        do {
            store = try recovery.open(at: now, zone: dependencies.zone, knownSeq: publishedSeq)
        } catch {
            return openTemporary(because: error, at: now, &outcome)
        }
        dependencies.stateMadeAnew()
        reserve.fill()
        log(
            "files of the state in \(recovery.stateFolder) had been deleted while trackerd runs: all of it "
                + "was written there again. To begin anew, stop trackerd before deleting them")
    }

    private func giveUp(saved path: String, at now: Moment, _ outcome: inout Outcome) {
        let why =
            "another file has taken the place of \(recovery.databasePath), and trackerd's own state is "
            + "saved in \(path)"
        let remedy =
            "To go on with your state: trackerctl backup restore \(path). To go on with the file that is "
            + "there: systemctl --user restart trackerd"
        log("\(why). \(remedy)")
        degrade(because: why, at: now, &outcome)
        health.degradedBecause = why
        health.remedy = remedy
        health.rescued = path
    }

    /// Answers to calls whose changes are in the saved state alone.
    func displaced(_ replies: [Reply], to calls: ArraySlice<Call>) -> [Reply] {
        zip(replies, calls).map { reply, call in
            guard call.effect == .change, case .result = reply else { return reply }
            return .refused(
                Rejection(.unknown, "this may not last: \(health.reason ?? "")"))
        }
    }
}
