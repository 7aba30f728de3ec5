import TrackerAPI
import TrackerCore
import TrackerStore

extension DaemonCheck: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        engine.store.findPlace()
        if engine.isDisplaced, !engine.health.isDegraded {
            engine.recoverDisplaced(at: now, &engine.unclaimed)
        }
        return Response(
            checks: engine.storageChecks + (try engine.reminderChecks(at: now))
                + (try engine.folderChecks(at: now)) + engine.dependencies.checkDaemon())
    }
}

extension Engine {
    fileprivate var storageChecks: [Check] {
        var checks: [Check] = []
        if let why = health.degradedBecause {
            checks.append(
                .fail(
                    "storage", "nothing can be changed: \(why)",
                    advice: health.remedy
                        ?? "free some space or make the disk writable; trackerd then recovers by itself"
                ))
        } else {
            checks.append(.ok("storage", "\(recovery.stateFolder) can be written"))
        }
        if let kept = health.recoveredFrom {
            checks.append(
                .warn(
                    "storage", "the database was damaged and has been salvaged",
                    advice: "check whether anything is missing; the damaged files are in \(kept)"))
        }
        return checks
    }

    fileprivate func reminderChecks(at now: Moment) throws -> [Check] {
        let (reminders, quiet) = try store.read(at: now) { transaction in
            (try transaction.reminders(), try transaction.doNotDisturb())
        }
        let on = reminders.count(where: \.isEnabled)
        var checks: [Check] = []
        if on > 0 || reminders.isEmpty {
            checks.append(.ok("reminders", "\(on) of \(reminders.count) on"))
        } else {
            checks.append(
                .warn(
                    "reminders",
                    reminders.count == 1
                        ? "your only reminder is off" : "all \(reminders.count) are off",
                    advice: "trackerctl remind enable NAME"))
        }
        if let quiet, !quiet.isOver(at: now) {
            let end = dependencies.zone.text(ofMs: quiet.endsMs(at: now))
            checks.append(
                .warn(
                    "reminders", "do-not-disturb is on until \(end)",
                    advice: "to end it: trackerctl pause off"))
        }
        return checks
    }
}
