import TrackerAPI
import TrackerCore
import TrackerStore

extension Engine {
    /// How far back alerts are given again that a crash may have cut off.
    private static let realertedEvents: Int64 = 1000
    private static let realertedMs: Int64 = 86_400_000

    /// Takes up where the last daemon left off: carries counts over a reboot, gives alerts again that a
    /// crash cut off, and lets happen what fell due meanwhile.
    package func start(at now: Moment) -> Outcome {
        var outcome = Outcome()
        if !health.isDegraded {
            do { try alertAgain(at: now, &outcome) } catch { log("\(error)") }
        } else {
            announceDegraded(at: now, &outcome)
        }
        outcome.published += resume(at: now).published
        return outcome
    }

    /// Brings the state up to now.
    func resume(at now: Moment) -> Outcome {
        var outcome = Outcome()
        if !health.isDegraded {
            do {
                try carryOverReboot(at: now, &outcome)
            } catch {
                suffer(StoreFault(error), error, at: now, &outcome)
            }
        }
        elapseAll(at: now, &outcome)
        return outcome
    }

    private func elapseAll(at now: Moment, _ outcome: inout Outcome) {
        var before = -1
        // Each batch takes a part of them; without progress there is none to hope for.
        while nextDeadlines.isDue(at: now), outcome.published.count != before {
            before = outcome.published.count
            let more = run([], at: now)
            outcome.published += more.published
        }
    }

    private func alertAgain(at now: Moment, _ outcome: inout Outcome) throws {
        let lastSeq = store.lastSeq
        let events = try store.read(at: now) { transaction in
            let alerted = try transaction.meta(.alerted, as: Int64.self) ?? 0
            var query = JournalQuery(limit: Int(Self.realertedEvents))
            query.since = max(alerted, lastSeq - Self.realertedEvents)
            return try transaction.events(query)
        }
        for event in events where now.wallMs - event.atMs < Self.realertedMs {
            guard let alert = Alert(for: event) else { continue }
            outcome.published.append(
                Published(event: event, alert: alert, isOnlyForHooks: true))
        }
    }

    func carryOverReboot(at now: Moment, _ outcome: inout Outcome) throws {
        let boot = try store.read(at: now) { try $0.meta(.boot, as: String.self) }
        let sleepers = try store.read(at: now) { transaction in
            try transaction.timersStoppedBySleep().contains { $0.tally.slept(at: now) }
        }
        guard boot != now.bootID || sleepers else { return }
        let (_, events) = try store.perform(at: now) { transaction in
            let context = context(transaction, .daemon)
            if boot != now.bootID { try context.carryOverReboot() }
            try self.context(transaction, .deadline(Timer.table)).wakeTimers()
        }
        publish(events, &outcome)
    }
}

extension Context {
    /// Sets running counts on the new boot's clock, and all deadlines with them, by one event.
    fileprivate func carryOverReboot() throws {
        struct Reboot: Encodable {
            let bootID: String
            let carriedOver: Int

            enum CodingKeys: String, CodingKey {
                case bootID = "boot_id"
                case carriedOver = "carried_over"
            }
        }
        var carried: [any StoredEntity] = []
        for var entity in try transaction.entitiesInTime() {
            if entity.reanchor(at: now) {
                carried.append(entity)
            } else {
                try transaction.rearm(entity)
            }
        }
        if !carried.isEmpty {
            try record(
                "clock.rebooted", subject: "",
                data: Reboot(bootID: now.bootID, carriedOver: carried.count), carried)
        }
        try transaction.forgetRequestsOfEarlierBoots()
        try transaction.setMeta(.boot, now.bootID)
    }
}
