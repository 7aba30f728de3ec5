import TrackerAPI
import TrackerCore
import TrackerStore

/// Carries out requests and deadlines, batch by batch, and tells what became of them.
///
/// It lives in one thread and reads no clock: every call is told the time.
package final class Engine {
    /// The most deadlines in one batch, so that many at once don't keep everyone waiting.
    private static let maximumDue = 256

    package let dependencies: Dependencies
    package internal(set) var store: Store
    package internal(set) var health = Health()
    package let backups: Backups
    let recovery: Recovery
    let reserve: Reserve
    /// Whether there was room for the reserve in good times.
    let hadReserve: Bool
    /// Where a copy of the state may lie while its own place can't be written.
    let scratchFolder: String
    /// Told what an administrator should know.
    let log: (String) -> Void
    /// The newest event that was handed out.
    var publishedSeq: Int64
    /// The newest event whose alerts were handed to the hooks, where that isn't noted yet.
    private var alertedSeq: Int64?
    /// When the last batch ran.
    private var lastRun: Moment
    /// What happened outside of a batch, which the next one publishes.
    var unclaimed = Outcome()
    /// While deadlines can't be journaled: what would come next had they been.
    var rehearsedDeadlines: NextDeadlines?
    /// What has become of reminders that couldn't be journaled.
    var rehearsedOccurrences: [Occurrence] = []

    /// Opens the state, whatever it has been through. `start` must follow.
    ///
    /// - Parameter goesOn: told again and again in what may take long.
    /// - Throws: `StoreError.newerSchema`, or what makes any start impossible.
    package init(
        stateFolder: String, scratchFolder: String, dependencies: Dependencies,
        schema: Schema = .current, at now: Moment, goesOn: @escaping () -> Void = {},
        log: @escaping (String) -> Void
    ) throws {
        self.dependencies = dependencies
        self.scratchFolder = scratchFolder
        self.log = log
        recovery = Recovery(stateFolder: stateFolder, schema: schema, goesOn: goesOn)
        backups = Backups(stateFolder: stateFolder)
        reserve = Reserve(stateFolder: stateFolder)
        lastRun = now
        do {
            store = try recovery.open(at: now, zone: dependencies.zone)
        } catch let error where StoreFault(error) != nil {
            store = try recovery.openTemporary(
                scratch: scratchFolder, at: now, zone: dependencies.zone)
            health.isTemporary = true
            health.degradedBecause = "\(error)"
            health.sinceMs = now.wallMs
            log("the state can't be written, so that nothing can be changed: \(error)")
        }
        health.recoveredFrom = health.isTemporary ? nil : store.recoveredFrom
        publishedSeq = store.lastSeq
        hadReserve = health.isTemporary || reserve.fill()
    }

    /// The earliest moments at which a batch must run by itself.
    package var nextDeadlines: NextDeadlines { rehearsedDeadlines ?? store.nextDeadlines }

    // MARK: Batches

    /// Runs what is due and then the calls, in order, and makes all of it durable.
    ///
    /// - Parameter goesOn: asked between two calls, with the size of the answers so far, whether the next
    ///   one is to be carried out, too. Calls that aren't have no answer, and nothing has become of them.
    package func run(
        _ calls: [Call], at now: Moment,
        goesOn: @escaping (_ replyBytes: Int) -> Bool = { _ in true }
    ) -> Outcome {
        var outcome = unclaimed
        unclaimed = Outcome()
        let budget = BatchBudget(goesOn: goesOn)
        var rest = calls[...]
        repeat {
            let inside = rest.prefix { $0.effect != .outside }
            rest = rest.dropFirst(inside.count)
            runInside(inside, at: now, budget, &outcome)
            guard !rest.isEmpty, budget.mayGoOn() else { break }
            outcome.replies += budget.replies(to: rest.prefix(1)) {
                runOutside($0, at: now, &outcome)
            }
            rest = rest.dropFirst()
        } while !rest.isEmpty
        lastRun = now
        dependencies.imports.dropIdle(at: now)
        return outcome
    }

    private func runInside(
        _ calls: ArraySlice<Call>, at now: Moment, _ budget: BatchBudget, _ outcome: inout Outcome
    ) {
        let slept = now.slept(since: lastRun)
        let changes = calls.contains { $0.effect == .change }
        if health.isDegraded { recoverStorage(at: now, &outcome) }
        let isDue = nextDeadlines.isDue(at: now) || slept
        if health.isDegraded {
            if isDue { runDueDegraded(at: now, &outcome) }
            outcome.replies += budget.replies(to: calls) { replyDegraded($0, at: now, &outcome) }
        } else if isDue || changes {
            commit(calls, at: now, budget, &outcome)
        } else {
            outcome.replies += budget.replies(to: calls) { replyReading($0, at: now, &outcome) }
        }
    }

    private func commit(
        _ calls: ArraySlice<Call>, at now: Moment, _ budget: BatchBudget, _ outcome: inout Outcome
    ) {
        do {
            let (replies, events) = try store.perform(at: now) { transaction in
                try runDue(in: transaction)
                try noteAlerted(in: transaction)
                return try budget.replies(to: calls) { try reply($0, in: transaction) }
            }
            alertedSeq = nil
            outcome.replies += replies
            publish(events, &outcome)
            showEdited(by: events, at: now, &outcome)
        } catch {
            let fault = StoreFault(error)
            let refusal = refusal(for: error)
            suffer(fault, error, at: now, &outcome)
            // Reads don't share the fate of the writes that they stood beside, and what was done before
            // isn't undone.
            budget.startOver()
            outcome.replies += budget.replies(to: calls) { call in
                let earlier = fault == .unwritable ? rememberedReply(to: call, at: now) : nil
                return call.effect == .change
                    ? earlier ?? .refused(refusal) : replyReading(call, at: now, &outcome)
            }
        }
    }

    // MARK: Calls

    func reply(_ call: Call, in transaction: Transaction) throws -> Reply {
        do {
            let request = try call.request.get()
            guard let request = request as? any Replying else {
                throw Rejection(.internalError, "\(type(of: request).method) isn't carried out")
            }
            let context = context(transaction, .request(type(of: request).method))
            guard type(of: request).effect == .change else {
                return .result(try request.reply(in: context))
            }
            return .result(
                try transaction.savepoint {
                    try request.reply(in: context, once: call.requestID)
                })
        } catch let error where StoreFault(error) != nil {
            // The transaction is lost, not this call alone.
            throw error
        } catch {
            return .refused(rejection(for: error))
        }
    }

    func context(_ transaction: Transaction, _ cause: Cause) -> Context {
        Context(
            transaction: transaction, cause: cause, dependencies: dependencies, health: health)
    }

    func rejection(for error: any Error) -> Rejection {
        if let rejection = error as? Rejection { return rejection }
        if StoreFault(error) != nil { return refusal(for: error) }
        log("internal error: \(error)")
        return Rejection(.internalError, "an error of trackerd itself: \(error)")
    }

    // MARK: Deadlines

    /// Lets happen what is due by now.
    ///
    /// - Parameter mayBeDue: whether to look for deadlines at all; where they can't be journaled,
    ///   `nextDeadlines` knows nothing of those that were only told.
    func runDue(in transaction: Transaction, mayBeDue: Bool = false) throws {
        let now = transaction.now
        if now.slept(since: lastRun) {
            try wake(in: transaction)
        }
        guard mayBeDue || nextDeadlines.isDue(at: now) else { return }
        for due in try transaction.dueDeadlines(limit: Self.maximumDue) {
            let context = context(transaction, .deadline(due.kind))
            do {
                try transaction.savepoint { try run(due, in: context) }
            } catch let error where StoreFault(error) != nil {
                throw error
            } catch {
                log("internal error: the deadline of \(due.kind) \(due.subject): \(error)")
                try transaction.postpone(due, byMs: 60_000)
            }
        }
    }

    /// Stops what sleep stops.
    func wake(in transaction: Transaction) throws {
        try context(transaction, .deadline(Timer.table)).wakeTimers()
        try context(transaction, .deadline(Training.table)).wakeTraining()
    }

    private func run(_ due: DueDeadline, in context: Context) throws {
        guard let run = Kind(rawValue: due.kind)?.behaviour.deadline else {
            throw Rejection(.internalError, "no \(due.kind) waits for deadlines")
        }
        try run(due.subject, context)
    }

    // MARK: Effects

    func publish(_ events: [Event], _ outcome: inout Outcome) {
        for event in events {
            if event.type == Transaction.importParts[1] { dependencies.imports.drop(event.subject) }
            let alert = Alert(for: event)
            let wasTold = alert.map { health.alerted.remove($0.key(for: event)) != nil } ?? false
            let ended = Alert.thread(endedBy: event)
            if let ended { outcome.withdraw(thread: ended) }
            outcome.published.append(
                Published(
                    event: event, alert: wasTold ? nil : alert, isOnlyForSubscribers: wasTold,
                    endsThread: ended))
        }
        publishedSeq = max(publishedSeq, store.lastSeq)
    }

    /// The hooks have begun with the alerts of all events up to here.
    package func noteAlerted(upTo seq: Int64) {
        alertedSeq = max(alertedSeq ?? 0, min(seq, store.lastSeq))
    }

    /// Whether a commit is wanted only to note what has alerted.
    package var hasUnnotedAlerts: Bool { alertedSeq != nil && !health.isDegraded }

    private func noteAlerted(in transaction: Transaction) throws {
        if let alertedSeq { try transaction.setMeta(.alerted, alertedSeq) }
    }

    /// Notes what has alerted, where no other commit came by; a failure only means to be told twice after
    /// a crash.
    package func noteAlerts(at now: Moment) {
        guard hasUnnotedAlerts else { return }
        _ = try? store.perform(at: now) { try noteAlerted(in: $0) }
        alertedSeq = nil
    }

    /// Records an event of the daemon's own.
    package func append(
        _ type: EventType, data: some Encodable & Sendable, at now: Moment
    ) -> Outcome {
        var outcome = Outcome()
        guard !health.isDegraded else { return outcome }
        do {
            let (_, events) = try store.perform(at: now) { transaction in
                try context(transaction, .daemon).append(type, subject: "", data: data)
            }
            publish(events, &outcome)
        } catch {
            suffer(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }

    /// Closes the database, once the hooks have ended.
    ///
    /// - Parameter seq: how far the person was told, where that isn't everything.
    package func close(at now: Moment, alertedUpTo seq: Int64? = nil) {
        if seq != 0 { noteAlerted(upTo: seq ?? store.lastSeq) }
        noteAlerts(at: now)
        do { try store.close() } catch { log("the database can't be closed: \(error)") }
        recovery.dropTemporary(store)
    }
}

extension Call {
    /// What carrying it out touches; refusals touch nothing.
    var effect: Effect {
        guard case .success(let request) = request else { return .none }
        return type(of: request).effect
    }

    /// Whether it takes turns with others; refusals don't.
    package var isLong: Bool {
        guard case .success(let request) = request else { return false }
        return type(of: request).isLong
    }

    /// Whether anything of it is left where nobody takes the reply.
    package var leavesTraces: Bool {
        guard case .success(let request) = request else { return false }
        return type(of: request).effect != .none && !(request is EventsSubscribe)
    }
}

extension Alert {
    /// What tells one alert from others where there is no seq.
    func key(for event: Event) -> String {
        "\(event.subject) \(event.type) \(title) \(moment ?? "")"
    }
}
