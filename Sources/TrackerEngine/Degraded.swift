import TrackerAPI
import TrackerCore
import TrackerStore

/// What the engine does while the storage fails it.
extension Engine {
    /// How often it is tried to write again, at the most.
    private static let tryEveryMs: Int64 = 1000

    /// What those are told whose changes met an error of the storage.
    func refusal(for error: any Error) -> Rejection {
        switch StoreFault(error) {
        case .unwritable: storageRefusal("\(error)")
        case .uncertain, .damaged:
            Rejection(
                .unknown,
                "the outcome can't be known (\(error)): repeat it with the same request_id")
        case nil: Rejection(.internalError, "an error of trackerd itself: \(error)")
        }
    }

    private func storageRefusal(_ why: String) -> Rejection {
        Rejection(
            .storage,
            "nothing was changed: the state in \(recovery.stateFolder) can't be written (\(why)). Free "
                + "some space or make it writable; trackerd then goes on by itself")
    }

    /// Deals with an error of the storage as its kind demands.
    func suffer(
        _ fault: StoreFault?, _ error: any Error, at now: Moment, _ outcome: inout Outcome
    ) {
        log("storage: \(error)")
        switch fault {
        case .unwritable: degrade(because: "\(error)", at: now, &outcome)
        case .uncertain: reopen(at: now, isDamaged: false, &outcome)
        case .damaged: reopen(at: now, isDamaged: true, &outcome)
        case nil: break
        }
    }

    private func degrade(because why: String, at now: Moment, _ outcome: inout Outcome) {
        guard !health.isDegraded else { return }
        health.degradedBecause = why
        health.sinceMs = now.wallMs
        health.lastTry = now
        if nextDeadlines.isDue(at: now) { elapseDegraded(at: now, &outcome) }
    }

    /// Starts again from what is on the disk.
    private func reopen(at now: Moment, isDamaged: Bool, _ outcome: inout Outcome) {
        try? store.close()
        do {
            let zone = surroundings.zone
            store =
                try isDamaged
                ? recovery.salvage(at: now, zone: zone, knownSeq: publishedSeq)
                : recovery.open(at: now, zone: zone, knownSeq: publishedSeq)
            health.recoveredFrom = store.recoveredFrom
            try publishUnpublished(at: now, &outcome)
        } catch {
            standIn(because: error, at: now)
        }
    }

    /// What was committed without anyone knowing.
    private func publishUnpublished(at now: Moment, _ outcome: inout Outcome) throws {
        var query = JournalQuery(limit: .max)
        query.since = publishedSeq
        let events = try store.read(at: now) { try $0.events(query) }
        publish(events, &outcome)
    }

    private func standIn(because error: any Error, at now: Moment) {
        log("the state can't be opened, so that nothing can be changed: \(error)")
        health.degradedBecause = "\(error)"
        health.sinceMs = now.wallMs
        health.lastTry = now
        do {
            store = try recovery.openStandIn(scratch: scratchFolder, at: now)
            health.isStandIn = true
        } catch {
            log("no copy of the state can be opened either: \(error)")
        }
    }

    func answerDegraded(_ call: Call, at now: Moment) -> Answer {
        guard call.effect == .change else { return answerReading(call, at: now) }
        return .refused(storageRefusal(health.degradedBecause ?? ""))
    }

    // MARK: Deadlines

    /// Lets happen what is due: journaled if at all possible, else told to the person all the same.
    func elapseDegraded(at now: Moment, _ outcome: inout Outcome) {
        if !health.isStandIn {
            if let events = elapseJournaled(at: now) { return publish(events, &outcome) }
            if reserve.giveUp(), let events = elapseJournaled(at: now) {
                log("the reserve was given up to journal what fell due")
                return publish(events, &outcome)
            }
        }
        rehearse(at: now, &outcome)
    }

    private func elapseJournaled(at now: Moment) -> [Event]? {
        let result = try? store.perform(at: now) { try elapse(in: $0) }
        if result != nil { rehearsedDeadlines = nil }
        return result?.events
    }

    /// Finds out what would happen, tells the person, and remembers whom it told.
    private func rehearse(at now: Moment, _ outcome: inout Outcome) {
        guard let (events, next) = try? store.rehearse(at: now, { try elapse(in: $0) }) else {
            rehearsedDeadlines = NextDeadlines(
                bootNs: now.bootNs + Self.tryEveryMs * nanosecondsPerMs)
            return
        }
        rehearsedDeadlines = next
        for event in events {
            guard let alert = Alert(for: event) else { continue }
            guard health.alerted.insert(alert.key(for: event)).inserted else { continue }
            outcome.published.append(
                Published(event: event, alert: alert, isOnlyForHooks: true))
        }
    }

    // MARK: Recovery

    /// Tries to write again, once a second at most.
    func recoverStorage(at now: Moment, _ outcome: inout Outcome) {
        let last = health.lastTry
        guard last.map({ now.elapsedMs(since: $0) >= Self.tryEveryMs }) ?? true else { return }
        health.lastTry = now
        do {
            if health.isStandIn {
                let real = try recovery.open(
                    at: now, zone: surroundings.zone, knownSeq: publishedSeq)
                try? store.close()
                store = real
                health.isStandIn = false
            }
            guard reserve.fill() || !hadReserve else { return }
            let (_, events) = try store.perform(at: now) { transaction in
                try recordRecovery(in: transaction)
            }
            log("the state can be written again")
            health.degradedBecause = nil
            rehearsedDeadlines = nil
            publish(events, &outcome)
            outcome.published += resume(at: now).published
        } catch {
            health.degradedBecause = "\(error)"
        }
    }

    private func recordRecovery(in transaction: Transaction) throws {
        struct Recovery: Encodable {
            let degraded_since: String
        }
        let since = surroundings.zone.text(ofMs: health.sinceMs)
        try context(transaction, .daemon).record(
            Transaction.recoveredType, subject: "", data: Recovery(degraded_since: since))
    }
}
