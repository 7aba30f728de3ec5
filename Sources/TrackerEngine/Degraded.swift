import TrackerAPI
import TrackerCore
import TrackerStore

/// The engine's work while the storage can't be written.
extension Engine {
    /// Least time between two attempts to write again, in milliseconds.
    private static let tryEveryMs: Int64 = 1000

    /// The refusal for changes that met an error of the storage.
    func refusal(for error: any Error) -> Rejection {
        switch StoreFault(error) {
        case .unwritable, .displaced: storageRefusal("\(error)")
        case .uncertain, .damaged:
            Rejection(
                .unknown,
                "the outcome is unknown (\(error)): repeat it with the same \(field: "request_id")")
        case nil: Rejection(.internalError, "internal error in trackerd: \(error)")
        }
    }

    private func storageRefusal(_ why: String) -> Rejection {
        if let remedy = health.remedy {
            return Rejection(.storage, "nothing was changed: \(why). \(remedy)")
        }
        return Rejection(
            .storage,
            "nothing was changed: the state in \(recovery.stateFolder) can't be written (\(why)). "
                + Health.usualRemedy)
    }

    /// Handles an error of the storage according to its kind.
    func handleStorageError(
        _ fault: StoreFault?, _ error: any Error, at now: Moment, _ outcome: inout Outcome
    ) {
        log("storage: \(error)")
        // Reminders that waited for the desktop may be gone by now, or are carried out below.
        awaitsDesktop = false
        dependencies.forgetState()
        switch fault {
        case .unwritable: degrade(because: "\(error)", at: now, &outcome)
        case .displaced: recoverDisplaced(at: now, &outcome)
        case .uncertain: reopen(at: now, isDamaged: false, &outcome)
        case .damaged: reopen(at: now, isDamaged: true, &outcome)
        case nil: break
        }
    }

    func degrade(because why: String, at now: Moment, _ outcome: inout Outcome) {
        guard !health.isDegraded else { return }
        health.degradedBecause = why
        health.sinceMs = now.wallMs
        health.lastTry = now
        announceDegraded(at: now, &outcome)
        if nextDeadlines.isDue(at: now) { runDueDegraded(at: now, &outcome) }
    }

    /// Alerts the person at once; subscribers get the event as soon as it can be journaled.
    func announceDegraded(at now: Moment, _ outcome: inout Outcome) {
        let event = Event(
            seq: 0, atMs: now.wallMs, type: EventType.storageDegraded.rawValue, subject: "",
            cause: .daemon, data: "{}")
        guard let alert = Notice(of: event).alert,
            health.alerted.insert(alert.key(for: event)).inserted
        else { return }
        outcome.published.append(Published(event: event, alert: alert, audience: .hooks))
    }

    /// Opens the state again from the disk, and salvages it where it is damaged.
    private func reopen(at now: Moment, isDamaged: Bool, _ outcome: inout Outcome) {
        store.findPlace()
        // A file that was overwritten by another reads like a damaged one, but isn't.
        guard !isDisplaced else { return recoverDisplaced(at: now, &outcome) }
        if isDamaged { recovery.keepLog() }
        try? store.close()
        do {
            let zone = dependencies.zone
            store =
                try isDamaged
                ? recovery.salvage(at: now, zone: zone, knownSeq: publishedSeq)
                : recovery.open(at: now, zone: zone, knownSeq: publishedSeq)
            health.recoveredFrom = store.recoveredFrom
            try publishUnpublished(at: now, &outcome)
        } catch {
            return openTemporary(because: error, at: now, &outcome)
        }
        do {
            try carryOver(at: now, &outcome)
            try seed(at: now, &outcome)
            guard nextDeadlines.isDue(at: now) else { return }
            let (_, events) = try store.perform(at: now) { try runDue(in: $0) }
            publish(events, &outcome)
        } catch {
            // Deadlines must not wait for a storage that fails again and again.
            degrade(because: "\(error)", at: now, &outcome)
        }
    }

    /// Publishes events that were committed although their commit seemed to fail.
    private func publishUnpublished(at now: Moment, _ outcome: inout Outcome) throws {
        var query = JournalQuery(limit: .max)
        query.since = publishedSeq
        let events = try store.read(at: now) { try $0.events(query) }
        publish(events, &outcome)
    }

    func openTemporary(because error: any Error, at now: Moment, _ outcome: inout Outcome) {
        log("the state can't be opened, so nothing can be changed: \(error)")
        health.isTemporary = true
        do {
            store = try recovery.openTemporary(
                scratch: scratchFolder, at: now, zone: dependencies.zone)
        } catch {
            log("no copy of the state can be opened either: \(error)")
        }
        degrade(because: "\(error)", at: now, &outcome)
    }

    func replyDegraded(_ call: Call, at now: Moment, _ outcome: inout Outcome) -> Reply {
        guard call.effect == .change else { return replyReading(call, at: now, &outcome) }
        guard let earlier = rememberedReply(to: call, at: now) else {
            return .refused(storageRefusal(health.degradedBecause ?? ""))
        }
        return isDisplaced ? displaced(earlier, to: call) : earlier
    }

    /// The answer to a retried request that was carried out before the storage failed; `nil` where it
    /// wasn't.
    func rememberedReply(to call: Call, at now: Moment) -> Reply? {
        guard let id = call.requestID, let request = try? call.request.get() as? any Replying
        else { return nil }
        do {
            return try store.read(at: now) { transaction in
                let context = context(transaction, .request(request.method))
                return try request.earlierResult(of: id, in: context).map { .result($0) }
            }
        } catch let rejection as Rejection {
            return .refused(rejection)
        } catch {
            return nil
        }
    }

    // MARK: Deadlines

    /// Carries out the deadlines that are due: journaled if at all possible, and otherwise by alerting the
    /// person without a journal.
    func runDueDegraded(at now: Moment, _ outcome: inout Outcome) {
        if !health.isTemporary {
            var events = runDueJournaled(at: now)
            if events == nil, reserve.giveUp() {
                events = runDueJournaled(at: now)
                if events != nil { log("used up the reserved disk space to record what fell due") }
            }
            // Where nothing was due in the database, as after the clock was set back, nothing was written:
            // the rehearsed state still applies and is continued.
            if let events, !events.isEmpty || rehearsedDeadlines == nil {
                forgetRehearsal()
                return publish(events, &outcome)
            }
        }
        rehearse(at: now, &outcome)
    }

    private func runDueJournaled(at now: Moment) -> [Event]? {
        let result = try? store.perform(at: now) { transaction in
            try carryOverReboot(in: transaction)
            try runDue(in: transaction, mayBeDue: true)
        }
        return result?.events
    }

    func forgetRehearsal() {
        rehearsedDeadlines = nil
        rehearsed = Rehearsed()
    }

    /// Finds out what would happen, alerts the person, and remembers the alerts that were given.
    private func rehearse(at now: Moment, _ outcome: inout Outcome) {
        guard let rehearsal = try? store.rehearse(at: now, rehearseAll) else {
            rehearsedDeadlines = NextDeadlines(
                bootNs: now.bootNs + Self.tryEveryMs * nanosecondsPerMs)
            return
        }
        rehearsedDeadlines = rehearsal.next
        rehearsed = rehearsal.value
        var told: [Published] = []
        for event in rehearsal.events where event.type != Self.rehearsedType {
            let notice = Notice(of: event)
            if let ended = notice.endsThread {
                outcome.withdraw(thread: ended)
                told.removeAll { $0.alert?.thread == ended }
            }
            guard notice.alert != nil || notice.endsThread != nil else { continue }
            told.append(
                Published(
                    event: event.unjournaled, alert: notice.alert, audience: .hooks,
                    endsThread: notice.endsThread))
        }
        outcome.published += told.filter { published in
            guard let alert = published.alert else { return true }
            return health.alerted.insert(alert.key(for: published.event)).inserted
        }
    }

    /// Type of an event in the journal of a rehearsal, which is never published.
    private static let rehearsedType = "occurrences.rehearsed"

    /// Continues from the end of the last rehearsal where one thing leads to the next: a reminder's next
    /// interval begins with its last firing, and a run's follow-up and a timer's next alert are counted from
    /// the last one. All deadlines are carried out at once, since nothing of the rehearsal is kept for a
    /// second batch.
    ///
    /// - Returns: the state as it would be.
    private func rehearseAll(in transaction: Transaction) throws -> Rehearsed {
        try carryOverReboot(in: transaction)
        let stored = try transaction.currentOccurrences()
        let former =
            rehearsed.occurrences as [any StoredEntity] + [rehearsed.run].compactMap(\.self)
            + rehearsed.timers
        if !former.isEmpty {
            try transaction.append(
                Self.rehearsedType, subject: "", cause: .daemon, data: "{}", former,
                removed: stored.filter { rehearsed.gone.contains($0.id) })
        }
        let run = try rehearsed.run?.id ?? transaction.liveRun()?.id
        try runAllDue(in: transaction)
        let known = try stored + rehearsed.occurrences + transaction.currentOccurrences()
        let ids = Set(known.map(\.id))
        let after = try ids.compactMap { try transaction.occurrence(id: $0) }
        let timers = try Set((rehearsed.timers + transaction.waitingTimers()).map(\.id))
            .compactMap { try transaction.timer(id: $0) }
        return Rehearsed(
            occurrences: after.sorted { $0.dueMs < $1.dueMs }.suffix(Self.maximumRehearsed),
            gone: ids.subtracting(after.map(\.id)),
            run: try run.flatMap { try transaction.run(id: $0) },
            timers: timers.sorted { $0.startOrder < $1.startOrder })
    }

    private static let maximumRehearsed = 20_000

    private func runAllDue(in transaction: Transaction) throws {
        var before: Int
        repeat {
            before = transaction.events.count
            try runDue(in: transaction, mayBeDue: true)
        } while transaction.events.count > before
    }

    // MARK: Recovery

    /// Tries to write again, at most once a second.
    func recoverStorage(at now: Moment, _ outcome: inout Outcome) {
        let last = health.lastTry
        guard last.map({ now.elapsedMs(since: $0) >= Self.tryEveryMs }) ?? true else { return }
        health.lastTry = now
        if isDisplaced { recoverDisplaced(at: now, &outcome) }
        guard !isDisplaced else { return }
        do {
            if health.isTemporary {
                let real = try recovery.open(
                    at: now, zone: dependencies.zone, knownSeq: publishedSeq)
                try? store.close()
                recovery.dropTemporary(store)
                store = real
                dependencies.forgetState()
                health.isTemporary = false
                health.recoveredFrom = real.recoveredFrom
                // A daemon that began with a stand-in has published no event yet.
                if publishedSeq == 0 { publishedSeq = real.lastSeq }
                try publishUnpublished(at: now, &outcome)
            }
            guard reserve.fill() || !hadReserve else { return }
            let (_, events) = try store.perform(at: now) { transaction in
                try recordRecovery(in: transaction)
            }
            log("the state can be written again")
            health.recover()
            forgetRehearsal()
            publish(events, &outcome)
            outcome.published += resume(at: now).published
            // Alerts that were given for deadlines that then didn't come, because the clock was set back,
            // must not silence later alerts.
            if !health.isDegraded { health.alerted = [] }
        } catch {
            health.degradedBecause = "\(error)"
            health.remedy = nil
            if StoreFault(error) == .damaged { reopen(at: now, isDamaged: true, &outcome) }
        }
    }

    private func recordRecovery(in transaction: Transaction) throws {
        struct Degradation: Encodable {
            @MomentText var degradedSince: String
        }
        let since = Degradation(degradedSince: dependencies.zone.text(ofMs: health.sinceMs))
        let context = context(transaction, .daemon)
        try context.append(.storageDegraded, subject: "", data: since)
        try context.append(.storageRecovered, subject: "", data: since)
    }
}

/// The state at the end of a rehearsal. The next rehearsal continues from it.
struct Rehearsed {
    var occurrences: [Occurrence] = []
    /// Ids of stored occurrences that have another id since they fell due.
    var gone: Set<String> = []
    /// The run; `nil` for none.
    var run: Run?
    /// Countdowns that have ended, in the order of their starts.
    var timers: [Timer] = []
}
