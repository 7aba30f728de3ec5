import TrackerAPI
import TrackerCore
import TrackerStore

extension Engine {
    /// Limits for alerts that are given again after a crash: the number of events, and their age in
    /// milliseconds.
    private static let realertedEvents: Int64 = 1000
    private static let realertedMs: Int64 = 86_400_000

    /// Continues the work of the last daemon: carries running counts over a reboot, gives alerts again that
    /// a crash cut off, and carries out the deadlines that have passed.
    package func start(at now: Moment) -> Outcome {
        var outcome = Outcome()
        if !health.isDegraded {
            do { try alertAgain(at: now, &outcome) } catch { log("\(error)") }
        } else {
            announceDegraded(at: now, &outcome)
        }
        let resumed = resume(at: now).published
        for published in resumed {
            if let thread = published.endsThread { outcome.withdraw(thread: thread) }
            if let alert = published.alert { outcome.withdrawFormer(of: alert) }
        }
        outcome.published += resumed
        showAgain(at: now, &outcome)
        return outcome
    }

    /// Brings the state up to now.
    func resume(at now: Moment) -> Outcome {
        var outcome = Outcome()
        if !health.isDegraded {
            do {
                try carryOver(at: now, &outcome)
                try seed(at: now, &outcome)
            } catch {
                handleStorageError(StoreFault(error), error, at: now, &outcome)
            }
        }
        // Deadlines on the clock of an earlier boot would never seem to come.
        if health.isDegraded, (try? isOfEarlierBoot(at: now)) ?? false {
            runDueDegraded(at: now, &outcome)
        }
        noteDay()
        runAllDue(at: now, &outcome)
        settleAtOnce(at: now, &outcome)
        return outcome
    }

    private func runAllDue(at now: Moment, _ outcome: inout Outcome) {
        var before = -1
        // Each batch carries out a part of the deadlines; a batch without progress ends the loop.
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
            query.isOwnPast = true
            return try transaction.events(query)
        }
        for event in events {
            let notice = notice(of: event)
            if let ended = notice.endsThread {
                outcome.withdraw(thread: ended)
                outcome.endedThreads.insert(ended)
            }
            guard now.wallMs - event.atMs < Self.realertedMs, let alert = notice.alert,
                !alert.isMomentary
            else { continue }
            outcome.withdrawFormer(of: alert)
            outcome.published.append(Published(event: event, alert: alert, audience: .hooks))
        }
    }

    /// Shows again the notifications that wait for an answer: after a start, since the buttons of the earlier
    /// ones no longer work, and after a time in which they may have been hidden.
    func showAgain(at now: Moment, _ outcome: inout Outcome) {
        let shown = Set(outcome.published.compactMap { $0.alert?.thread })
        for asked in asked(at: now) {
            if let alert = asked.alert, shown.contains(alert.thread) {
                outcome.reword(alert)
            } else {
                outcome.published.append(asked)
            }
        }
    }

    /// Updates the notifications of edited reminders and renamed timers to their present texts.
    func showEdited(by events: [Event], at now: Moment, _ outcome: inout Outcome) {
        let edited = Set(events.compactMap(\.editedSubject))
        guard !edited.isEmpty else { return }
        for var asked in asked(at: now, of: edited) {
            asked.audience = .shown
            outcome.published.append(asked)
        }
    }

    /// Questions that wait for an answer: a run's interval, pauses after an absence, and timers and occurrences,
    /// the oldest first, with their present names and texts.
    ///
    /// - Parameter subjects: ids of timers and reminders, to get only their questions; `nil` for all.
    func asked(at now: Moment, of subjects: Set<String>? = nil) -> [Published] {
        let asked = try? store.read(at: now) { transaction in
            var found: [Published?] = []
            if subjects == nil {
                found.append(try askedByRun(in: transaction))
                for event in try transaction.offersToResume() {
                    found.append(
                        Published(event: event, alert: notice(of: event).alert, audience: .person))
                }
            }
            for timer in try transaction.waitingTimers().reversed()
            where subjects?.contains(timer.id) != false {
                found.append(try self.asked(timer, in: transaction))
            }
            for occurrence in try transaction.liveOccurrences().reversed()
            where occurrence.state == .pending
                && subjects?.contains(occurrence.reminder) != false
            {
                found.append(try self.asked(occurrence, in: transaction))
            }
            return found.compactMap(\.self)
        }
        return asked ?? []
    }

    private func askedByRun(in transaction: Transaction) throws -> Published? {
        guard let run = try transaction.liveRun(), run.state == .waiting else { return nil }
        return try transaction.lastEvent(of: run.id, [.runConfirmationNeeded, .runFollowedUp]).map {
            Published(event: $0, alert: notice(of: $0).alert, audience: .person)
        }
    }

    private func asked(_ timer: Timer, in transaction: Transaction) throws -> Published? {
        try transaction.lastEvent(of: timer.id, [.timerFinished, .timerRangAgain]).map { event in
            let view = timer.view(in: context(transaction, .daemon))
            return Published(
                event: event, alert: Alert(over: view, toldBy: event), audience: .person)
        }
    }

    private func asked(_ occurrence: Occurrence, in transaction: Transaction) throws -> Published? {
        guard
            let event = try transaction.lastEvent(
                of: occurrence.reminder, [.reminderFired, .reminderFollowedUp])
        else { return nil }
        let reminder = try transaction.reminder(id: occurrence.reminder)
        let view = try reminder.map { try context(transaction, .daemon).view(of: occurrence, $0) }
        let alert = view.flatMap { Alert(of: $0, toldBy: event) } ?? Notice(of: event).alert
        let isRaised = isRaised(event, of: occurrence)
        return Published(
            event: event, alert: isRaised ? alert?.escalated : alert, audience: .person)
    }

    private func isOfEarlierBoot(at now: Moment) throws -> Bool {
        try store.read(at: now) { try $0.isOfEarlierBoot }
    }

    /// Carries running counts over a reboot, unless that was done already.
    func carryOverReboot(in transaction: Transaction) throws {
        guard try transaction.isOfEarlierBoot else { return }
        try context(transaction, .daemon).carryOverReboot()
    }

    /// Carries running counts over what happened while no daemon ran: a reboot, a clock that was set,
    /// sleep. An import that was cut off is taken back. Follow-ups that were held back are due again.
    func carryOver(at now: Moment, _ outcome: inout Outcome) throws {
        let isNeeded = try store.read(at: now) { transaction in
            try transaction.isOfEarlierBoot
                || transaction.meta(.importing, as: String.self) != nil
                || transaction.sharesByOtherSchema()
                || transaction.timersStoppedBySleep().contains { $0.elapsedTime.slept(at: now) }
                || transaction.liveTraining()?.hasSlept(at: now) == true
                || transaction.liveRun()?.hasSlept(at: now) == true
                || !transaction.entitiesOffTheClock().isEmpty
                || !unrecordedSleeps.isEmpty
                || context(transaction, .daemon).hasLostPlan()
                || context(transaction, .daemon).hasMoved()
                || !context(transaction, .daemon).misplacedOccurrences().isEmpty
                // Whatever held follow-ups back may be gone, or the person may have returned while nothing
                // could be written.
                || !transaction.liveOccurrences().isEmpty
        }
        guard isNeeded else { return }
        let (_, events) = try store.perform(at: now) { transaction in
            try context(transaction, .daemon).takeBackUnfinishedImport()
            try transaction.unsettleAfterUpgrade()
            try carryOverReboot(in: transaction)
            try context(transaction, .daemon).adjustToClock(steppedByMs: nil)
            try context(transaction, .daemon).adjustToZone()
            try context(transaction, .daemon).reschedule()
            try context(transaction, .daemon).stopWithoutPlan()
            try wake(in: transaction)
        }
        publish(events, &outcome)
    }

    /// Follows the wall clock after it was set.
    package func clockStepped(byMs step: Int64, at now: Moment) -> Outcome {
        adjustToCalendar(at: now) { try $0.adjustToClock(steppedByMs: step) }
    }

    /// Moves calendar times where needed, since the zone may have changed, the machine may have slept, or
    /// the clock may have been set a little.
    package func calendarChanged(at now: Moment) -> Outcome {
        dependencies.calendar += 1
        let isNeeded = try? store.read(at: now) { transaction in
            try context(transaction, .daemon).hasMoved()
                || !context(transaction, .daemon).misplacedOccurrences().isEmpty
        }
        guard isNeeded != false else { return Outcome() }
        return adjustToCalendar(at: now) { try $0.adjustToZone() }
    }

    private func adjustToCalendar(
        at now: Moment, _ before: (Context) throws -> Void
    ) -> Outcome {
        var outcome = Outcome()
        dependencies.calendar += 1
        guard !health.isDegraded else { return outcome }
        do {
            let (_, events) = try store.perform(at: now) { transaction in
                let context = context(transaction, .daemon)
                try before(context)
                try context.reschedule()
            }
            publish(events, &outcome)
            noteDay()
            settleAtOnce(at: now, &outcome)
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }
}

extension Context {
    /// Moves running counts to the new boot's clock, with all deadlines, by one event.
    fileprivate func carryOverReboot() throws {
        struct Reboot: Encodable {
            let bootID: String
            let carriedOver: Int
        }
        let lastMs = try transaction.lastChangeMs()
        var carried: [any StoredEntity] = []
        for var entity in try transaction.entitiesInTime() {
            if entity.reanchor(at: now, lastMs: lastMs) {
                carried.append(entity)
            } else {
                try transaction.rearm(entity)
            }
        }
        if !carried.isEmpty {
            try append(
                .clockRebooted, subject: "",
                data: Reboot(bootID: now.bootID, carriedOver: carried.count), carried)
        }
        try pauseTrainingAfterReboot()
        try transaction.forgetRequestsOfEarlierBoots()
        try transaction.setMeta(.boot, now.bootID)
    }

    /// Moves running counts with the wall clock, by one event: that clock will bridge the next reboot, and
    /// the counts must not change by the step.
    ///
    /// - Parameter step: the milliseconds by which the clock was set; `nil` where no step was reported.
    func adjustToClock(steppedByMs step: Int64?) throws {
        let off = try transaction.entitiesOffTheClock()
        let largest = off.map(\.byMs).max { abs($0) < abs($1) }
        guard let step = step ?? largest else { return }
        try transaction.adjustRequestsToClock()
        try append(.clockStepped, subject: "", data: ["by_ms": step], off.map(\.entity))
    }
}

extension Context {
    /// Whether the time zone differs from the last one, or the last one isn't known.
    fileprivate func hasMoved() throws -> Bool {
        try transaction.meta(.zone, as: String.self) != zone.name
    }

    /// Notes the present time zone, by an event where it differs from the last one.
    fileprivate func adjustToZone() throws {
        let former = try transaction.meta(.zone, as: String.self)
        let present = zone.name
        guard present != former else { return }
        try transaction.setMeta(.zone, present)
        guard let former else { return }
        struct View: Encodable {
            let from: String
            let to: String
            @MomentText var at: String
        }
        let change = ZoneChange(from: former, to: present, atMs: now.wallMs)
        let view = View(from: former, to: present, at: zone.text(ofMs: now.wallMs))
        try append(.zoneChanged, subject: "", data: view, [change])
    }
}

extension Transaction {
    /// Entities whose counts used a wall clock that was set since: corrected, with the correction in
    /// milliseconds.
    fileprivate func entitiesOffTheClock() throws -> [(entity: any StoredEntity, byMs: Int64)] {
        try entitiesInTime().compactMap { entity in
            var entity = entity
            return entity.adjustToClock(at: now).map { (entity, $0) }
        }
    }

    /// Whether the deadlines are on the clock of an earlier boot.
    fileprivate var isOfEarlierBoot: Bool {
        get throws { try meta(.boot, as: String.self) != now.bootID }
    }
}

extension Transaction {
    /// The last event of one of these types about a subject, which gave its last alert; `nil` for none.
    fileprivate func lastEvent(of subject: String, _ types: [EventType]) throws -> Event? {
        var query = JournalQuery(limit: 1)
        query.subject = subject
        query.types = types.map(\.rawValue)
        query.newestFirst = true
        query.isOwnPast = true
        return try events(query).first
    }
}

extension Event {
    /// Events after which a notification that waits has another text.
    private static let edits: Set<String> = ["reminder.updated", "timer.renamed"]

    /// Id of the reminder or the timer whose texts the event has changed, also by undoing or redoing such a
    /// change; `nil` for none.
    fileprivate var editedSubject: String? {
        if Self.edits.contains(type) { return subject }
        struct Data: Decodable {
            struct Original: Decodable {
                let type: String
                let subject: String
            }
            let undone: Original?
            let redone: Original?
        }
        guard [.journalUndone, .journalRedone].contains(EventType(rawValue: type)),
            let data = try? JSONText.value(Data.self, from: data),
            let original = data.undone ?? data.redone, Self.edits.contains(original.type)
        else { return nil }
        return original.subject
    }
}
