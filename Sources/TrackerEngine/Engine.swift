import TrackerAPI
import TrackerCore
import TrackerStore

/// Carries out requests and deadlines in batches and reports the outcome.
///
/// The engine is used by one thread and reads no clock: each call gets the time as an argument.
package final class Engine {
    /// Most deadlines in one batch, so that many deadlines at once don't delay the requests.
    private static let maximumDue = 256

    package let dependencies: Dependencies
    package internal(set) var store: Store
    package internal(set) var health = Health()
    package let backups: Backups
    let recovery: Recovery
    let reserve: Reserve
    /// Whether there was space for the reserve when the engine started.
    let hadReserve: Bool
    /// Folder for a copy of the state while the state's own place can't be written.
    let scratchFolder: String
    /// Writes a message for the administrator.
    let log: (String) -> Void
    /// Number of the newest event that was published.
    var publishedSeq: Int64
    /// Number of the newest event whose alerts were handed to the hooks; `nil` where that is noted in the
    /// database already.
    var alertedSeq: Int64?
    /// Moment of the last batch.
    package private(set) var lastRun: Moment
    /// Sleeps that are breaks, until they are in the journal.
    var unrecordedSleeps: [Sleep] = []
    /// The value of `lastRun` at which a sleep since then was noted; `nil` for none so far.
    var sleepNotedSince: Moment?
    /// Outcome of work outside of a batch, which the next batch publishes.
    var unclaimed = Outcome()
    /// The deadlines that would come next had those before been journaled; `nil` while deadlines are
    /// journaled.
    var rehearsedDeadlines: NextDeadlines?
    /// The next end of a day, or time of a report, UTC milliseconds; `nil` while there is nothing to tell.
    var dayEndMs: Int64?
    /// The state at the end of the last rehearsal.
    var rehearsed = Rehearsed()
    /// Whether reminders are due that wait for the desktop's answer, for which it has to be asked now.
    package internal(set) var awaitsDesktop = false
    /// The change in slices that has begun and isn't over; `nil` for none. Other such changes and progress wait
    /// for its end.
    weak var unfinishedChange: LongCall?
    /// The merge that has begun and isn't over; `nil` for none. Changes in slices and progress wait for its end.
    weak var unfinishedMerge: MergeWork?
    /// Store from which the facts about the shared folder were loaded; `nil` before.
    weak var folderStore: Store?
    /// Whether older rows are being given their first stamps.
    var isStamping = false
    package var isChangeUnfinished: Bool { unfinishedChange != nil || unfinishedMerge != nil }

    /// Opens the state in whatever condition it is. `start` must follow.
    ///
    /// - Parameter goesOn: called again and again during work that may take long.
    /// - Throws: `StoreError.newerSchema`, or the error that makes a start impossible.
    package init(
        stateFolder: String, scratchFolder: String, dependencies: Dependencies,
        schema: Schema = .current, at now: Moment, goesOn: @escaping () -> Void = {},
        log: @escaping (String) -> Void
    ) throws {
        self.dependencies = dependencies
        self.scratchFolder = scratchFolder
        self.log = log
        recovery = Recovery(
            stateFolder: stateFolder, schema: schema, goesOn: goesOn, log: log)
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
            log("the state can't be written, so nothing can be changed: \(error)")
        }
        health.recoveredFrom = health.isTemporary ? nil : store.recoveredFrom
        publishedSeq = store.lastSeq
        hadReserve = health.isTemporary || reserve.fill()
        dependencies.folderSync = nil
        loadFolder(at: now)
    }

    /// The earliest moments at which a batch must run without a request.
    package var nextDeadlines: NextDeadlines {
        if let rehearsedDeadlines { return rehearsedDeadlines }
        let stored =
            awaitsDesktop && !health.isDegraded
            ? store.nextDeadlines(except: Occurrence.self) : store.nextDeadlines
        return health.isDegraded
            ? stored : stored.merged(with: NextDeadlines(wallMs: dayEndMs))
    }

    // MARK: Batches

    /// Carries out the due deadlines and then the calls, in order, and makes the changes durable.
    ///
    /// - Parameter goesOn: called between two calls with the size of the answers so far; returns whether
    ///   the next call is to be carried out, too. Calls that aren't carried out have no answer and change
    ///   nothing.
    package func run(
        _ calls: [Call], at now: Moment,
        goesOn: @escaping (_ replyBytes: Int) -> Bool = { _ in true }
    ) -> Outcome {
        run(calls, at: now, goesOn: goesOn, reply: reply)
    }

    /// - Parameter reply: carries out one call in a transaction.
    func run(
        _ calls: [Call], at now: Moment,
        goesOn: @escaping (_ replyBytes: Int) -> Bool = { _ in true },
        reply: (Call, Transaction) throws -> Reply
    ) -> Outcome {
        var outcome = unclaimed
        unclaimed = Outcome()
        let budget = BatchBudget(goesOn: goesOn)
        var rest = calls[...]
        noteSleep(at: now)
        repeat {
            let inside = rest.prefix { $0.effect != .outside }
            rest = rest.dropFirst(inside.count)
            runInside(inside, at: now, budget, &outcome, reply)
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
        _ calls: ArraySlice<Call>, at now: Moment, _ budget: BatchBudget, _ outcome: inout Outcome,
        _ reply: (Call, Transaction) throws -> Reply
    ) {
        let slept = now.slept(since: lastRun)
        let changes = calls.contains { $0.effect == .change }
        if health.isDegraded {
            recoverStorage(at: now, &outcome)
        } else if isDisplaced {
            recoverDisplaced(at: now, &outcome)
        }
        let isDue = nextDeadlines.isDue(at: now) || slept
        if health.isDegraded {
            if isDue { runDueDegraded(at: now, &outcome) }
            outcome.replies += budget.replies(to: calls) { replyDegraded($0, at: now, &outcome) }
        } else if isDue || changes {
            commit(calls, at: now, budget, &outcome, reply)
        } else {
            outcome.replies += budget.replies(to: calls) { replyReading($0, at: now, &outcome) }
        }
    }

    private func commit(
        _ calls: ArraySlice<Call>, at now: Moment, _ budget: BatchBudget, _ outcome: inout Outcome,
        _ reply: (Call, Transaction) throws -> Reply
    ) {
        if let dayEndMs, dayEndMs <= now.wallMs { noteDay() }
        var spans: [Range<Int64>] = []
        do {
            let (result, events) = try store.perform(at: now) { transaction in
                try runDue(in: transaction)
                try noteAlerted(in: transaction)
                let replies = try budget.replies(to: calls) { call in
                    let first = transaction.nextSeq
                    let reply = try reply(call, transaction)
                    spans.append(first..<transaction.nextSeq)
                    return reply
                }
                return (replies: replies, settlement: try settleAtOnce(in: transaction))
            }
            alertedSeq = nil
            note(result.settlement, at: now)
            if isDisplaced { recoverDisplaced(at: now, &outcome) }
            let place = outcome.replies.count
            let replies = result.replies
            outcome.replies += health.isDegraded ? zip(replies, calls).map(displaced) : replies
            publish(events, &outcome)
            showEdited(by: events, at: now, &outcome)
            if !health.isDegraded {
                tellConsequences(of: spans, events, from: place, at: now, &outcome)
            }
        } catch {
            let fault = StoreFault(error)
            let refusal = refusal(for: error)
            handleStorageError(fault, error, at: now, &outcome)
            // Reading calls are answered all the same, and changes that were carried out before the failure
            // keep their first results.
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
                throw Rejection(.internalError, "\(request.method) isn't implemented")
            }
            let context = context(transaction, .request(request.method))
            guard type(of: request).effect == .change else {
                return .result(try request.result(in: context))
            }
            return .result(
                try transaction.request {
                    try request.result(in: context, once: call.requestID)
                })
        } catch let error where StoreFault(error) != nil {
            // The whole transaction is lost, not this call alone.
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
        return Rejection(.internalError, "internal error in trackerd: \(error)")
    }

    // MARK: Deadlines

    /// Carries out the deadlines that are due by now.
    ///
    /// - Parameter mayBeDue: whether to look for deadlines in any case; while deadlines can't be journaled,
    ///   `nextDeadlines` doesn't have those that are due in the database.
    func runDue(in transaction: Transaction, mayBeDue: Bool = false) throws {
        let now = transaction.now
        if now.slept(since: lastRun) {
            try wake(in: transaction)
        }
        guard mayBeDue || nextDeadlines.isDue(at: now) else { return }
        let isLeft = remindersAwaitDesktop(at: now)
        if isLeft, store.nextDeadlines(of: Occurrence.self).isDue(at: now) { awaitsDesktop = true }
        let due = try transaction.dueDeadlines(
            limit: Self.maximumDue, except: isLeft ? Occurrence.table : nil)
        for due in due {
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

    /// Pauses or cancels whatever stops when the machine sleeps, and takes a long sleep as a break.
    func wake(in transaction: Transaction) throws {
        try context(transaction, .deadline(Timer.table)).wakeTimers()
        try context(transaction, .deadline(Training.table)).wakeTraining()
        try context(transaction, .deadline(Run.table)).wakeRun()
        try recordSleeps(in: transaction)
    }

    private func run(_ due: DueDeadline, in context: Context) throws {
        guard let kind = Kind(rawValue: due.kind)?.stored as? any EngineKind.Type else {
            throw Rejection(.internalError, "no \(due.kind) has deadlines")
        }
        try kind.advance(due.subject, in: context)
    }

    // MARK: Effects

    /// Hands out events.
    func publish(_ events: [Event], _ outcome: inout Outcome) {
        for event in events {
            if event.type == EventType.breakTaken.rawValue { unrecordedSleeps = [] }
            let isOver = [Transaction.importParts[1], Transaction.importRemovals[1]]
            if isOver.contains(event.type) { dependencies.imports.drop(event.subject) }
            let notice = notice(of: event)
            let wasTold =
                notice.alert.map { health.alerted.remove($0.key(for: event)) != nil } ?? false
            if let ended = notice.endsThread { outcome.withdraw(thread: ended) }
            if event.cause == .merge, let ended = notice.endsThread {
                outcome.endedThreads.insert(ended)
            }
            outcome.published.append(
                Published(
                    event: event, alert: wasTold ? nil : notice.alert,
                    audience: wasTold || event.cause == .merge ? .subscribers : .everybody,
                    endsThread: notice.endsThread))
        }
        publishedSeq = max(publishedSeq, store.lastSeq)
        noteShared(events)
    }

    /// Notes that the hooks have begun with the alerts of all events up to this one.
    package func noteAlerted(upTo seq: Int64) {
        alertedSeq = max(alertedSeq ?? 0, min(seq, store.lastSeq))
    }

    /// Whether a commit is wanted only to note which alerts were given.
    package var hasUnnotedAlerts: Bool { alertedSeq != nil && !health.isDegraded }

    private func noteAlerted(in transaction: Transaction) throws {
        if let alertedSeq { try transaction.setMeta(.alerted, alertedSeq) }
    }

    /// Notes which alerts were given, where no other commit has done so. A failure only means that the
    /// alerts are given twice after a crash.
    package func noteAlerts(at now: Moment) {
        guard hasUnnotedAlerts else { return }
        _ = try? store.perform(at: now) { try noteAlerted(in: $0) }
        alertedSeq = nil
    }

    /// Records an event of the daemon itself.
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
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
        return outcome
    }

    /// Closes the database, once the hooks have ended.
    ///
    /// - Parameter seq: number of the event up to which alerts were given; `nil` for all.
    package func close(at now: Moment, alertedUpTo seq: Int64? = nil) {
        store.findPlace()
        if isDisplaced { recoverDisplaced(at: now, &unclaimed) }
        if seq != 0 { noteAlerted(upTo: seq ?? store.lastSeq) }
        noteAlerts(at: now)
        do { try store.close() } catch { log("the database can't be closed: \(error)") }
        recovery.dropTemporary(store)
    }
}

extension Call {
    /// The call's effect; a refused call has none.
    var effect: Effect {
        guard case .success(let request) = request else { return .none }
        return type(of: request).effect
    }

    /// Whether the call is carried out in turns with others; a refused call isn't.
    package var isLong: Bool {
        guard case .success(let request) = request else { return false }
        return type(of: request).isLong
    }

    /// Whether the call changes the state.
    package var isChange: Bool { effect == .change }

    /// Whether the response has figures of progress.
    package var readsProgress: Bool { (try? request.get()) is any ProgressRequest }

    /// Whether the call has an effect that remains if nobody takes the reply.
    package var leavesTraces: Bool {
        guard case .success(let request) = request else { return false }
        return type(of: request).effect != .none && !(request is EventsSubscribe)
    }
}

extension Alert {
    /// Key that tells an alert from others where the event has no number.
    func key(for event: Event) -> String {
        "\(event.subject) \(event.type) \(title) \(moment ?? "")"
    }
}
