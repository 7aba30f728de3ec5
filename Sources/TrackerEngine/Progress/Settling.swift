import TrackerCore
import TrackerStore

// Progress is settled in the transaction of the change that has made it stale. The change drops the checkpoints
// that are wrong now; settling makes them again, tells the ends of days, completes challenges and announces what was
// reached. What takes longer than a few milliseconds is left for later, in transactions of its own.

/// The outcome of settling progress, which the engine notes once it is committed.
enum Settlement {
    case unsettled
    /// Progress is settled until the present day ends; `nil` where nothing is to be told then.
    case settled(dayEndMs: Int64?)
    /// A part of the program is wrong, which must not stop the person's own changes.
    case failed
}

extension Engine {
    /// True where progress has to be settled, and can be.
    package var isProgressStale: Bool { store.isProgressStale && !health.isDegraded }

    /// Settles progress within a transaction, after its changes, so that whoever hears of a change hears of what it
    /// has reached, too. Where that takes longer than a few milliseconds, it is left for later.
    func settleAtOnce(in transaction: Transaction) throws -> Settlement {
        guard !isChangeUnfinished, try transaction.keepStaleDays() ?? store.isProgressStale
        else { return .unsettled }
        return try settle(in: transaction) {
            try $0.isSettledQuickly() && $0.settleProgress { true }
        }
    }

    /// Settles progress right after a commit, where that takes a few milliseconds.
    func settleAtOnce(at now: Moment, _ outcome: inout Outcome) {
        settle(at: now, &outcome) { try settleAtOnce(in: $0) }
    }

    /// Continues to settle progress while there is time, with at least one step.
    package func settleProgress(at now: Moment, while hasTime: () -> Bool) -> Outcome {
        var outcome = Outcome()
        settle(at: now, &outcome) { transaction in
            try settle(in: transaction) { try $0.settleProgress(while: hasTime) }
        }
        return outcome
    }

    private func settle(
        at now: Moment, _ outcome: inout Outcome, _ body: (Transaction) throws -> Settlement
    ) {
        guard isProgressStale, !isChangeUnfinished else { return }
        do {
            let (settlement, events) = try store.perform(at: now, body)
            note(settlement, at: now)
            publish(events, &outcome)
        } catch {
            handleStorageError(StoreFault(error), error, at: now, &outcome)
        }
    }

    /// - Parameter body: returns whether progress is settled.
    private func settle(
        in transaction: Transaction, _ body: (Context) throws -> Bool
    ) throws -> Settlement {
        do {
            return try transaction.savepoint {
                let isMerged =
                    try transaction.isSharing && transaction.staleDays()?.isElsewhere == true
                var context = context(transaction, isMerged ? .merge : .deadline("progress"))
                context.isComplete = true
                guard try body(context) else { return .unsettled }
                return .settled(dayEndMs: try context.nextDayEndMs())
            }
        } catch let error where StoreFault(error) == nil {
            log("internal error: progress can't be settled: \(error)")
            // The next events have the numbers of those that were taken back.
            dependencies.forgetState()
            return .failed
        }
    }

    /// Notes what a committed transaction has settled.
    func note(_ settlement: Settlement, at now: Moment) {
        switch settlement {
        case .unsettled: break
        case .settled(let endMs): dayEndMs = endMs
        case .failed:
            // It is tried again with the next change, or in a minute.
            store.isProgressStale = false
            dayEndMs = now.wallMs + 60_000
        }
    }

    /// Notes that the present day may have changed, or what is to be told on it.
    func noteDay() {
        dayEndMs = nil
        store.isProgressStale = true
    }
}

extension Context {
    /// Days between two checkpoints that stay, and most days of one step.
    static let checkpointDays = 32

    /// True where progress is settled in a few milliseconds: in any case where only the last week has changed.
    fileprivate func isSettledQuickly() throws -> Bool {
        let last = try transaction.checkpoint()?.day ?? transaction.dayBeforeProgress()
        return try presentDay() - (last ?? .max) <= Self.checkpointDays + 7
    }

    /// Brings the checkpoints, the challenges and what was told up to the rows, while there is time, with at
    /// least one step.
    ///
    /// - Returns: whether progress is settled.
    fileprivate func settleProgress(while hasTime: () -> Bool) throws -> Bool {
        let today = try presentDay()
        try beginDays(today: today)
        repeat {
            guard try extendCheckpoints(today: today) else { continue }
            try closeDay(today - 1)
            guard try !changeChallenges() else { continue }
            try tellProgress(today: today)
            try tellReport()
            try transaction.forgetStaleDays()
            return true
        } while hasTime()
        return false
    }

    // MARK: Checkpoints

    /// Makes the checkpoints of the days after the last one, as many as one step has.
    ///
    /// - Returns: whether the last checkpoint is of yesterday, or there is nothing to make one of.
    private func extendCheckpoints(today: Int) throws -> Bool {
        let start = try lastFold(before: today)
        guard let place = try start?.through ?? transaction.dayBeforeProgress(), place < today - 1
        else { return true }
        let closed = try closedDay() ?? today - 1
        let stale = try transaction.staleDays()
        // What is written a day after the end of a challenge still counts, so that the last ones are open.
        let ended = try stale.map {
            try transaction.challenges(endingOn: $0.first...max($0.first, today - 2))
        }
        var changed: [ChallengeValue] = []
        let end = min(today - 1, Self.end(ofStepAfter: place))
        let fold = try fold(from: start, through: end, definitions()) { fold, state in
            guard let number = fold.through else { return }
            if number > closed { try tellEnd(of: number, state, fold.streak) }
            for challenge in ended ?? [] where challenge.to == number {
                let challenge = ChallengeValue(challenge, value: fold.value(of: challenge))
                if let stale, try !matchesRows(challenge, changed: stale) {
                    changed.append(challenge)
                }
            }
        }
        try keep(fold, after: start?.through)
        try change(changed)
        return try !transaction.applyOwnChanges() && end == today - 1
    }

    /// The fold of the last checkpoint before today; `nil` where everything has to be folded.
    private func lastFold(before today: Int) throws -> ProgressFold? {
        var last = try transaction.checkpoint()
        if let day = last?.day, day >= today {
            // A journey west has brought days back.
            try transaction.dropCheckpoints(from: today)
            last = try transaction.checkpoint()
        }
        if let fold = try last.flatMap({ try fold(of: $0, definitions()) }) { return fold }
        guard
            try last != nil
                || transaction.staleDays() == nil && transaction.dayBeforeProgress() != nil
        else { return nil }
        // Nobody has folded what there is, or only by other rules: all of it is history.
        transaction.noteChange(on: .min, cause)
        try transaction.keepStaleDays()
        return nil
    }

    /// Number of the last day of the step that begins after a day.
    static func end(ofStepAfter day: Int) -> Int {
        let part = day % checkpointDays
        return day - (part < 0 ? part + checkpointDays : part) + checkpointDays
    }

    /// Keeps a fold as a checkpoint.
    ///
    /// - Parameter former: number of the day of the last checkpoint, which goes unless it is one of those
    ///   that stay.
    func keep(_ fold: ProgressFold, after former: Int?) throws {
        guard let day = fold.through else { return }
        if let former, former % Self.checkpointDays != 0 {
            try transaction.dropCheckpoint(of: former)
        }
        let checkpoint = Checkpoint(day: day, version: .random(in: .min ... .max))
        try transaction.keep(checkpoint, try JSONText.of(fold))
        dependencies.memos.checkpoint.keep(fold, for: checkpoint)
    }

    // MARK: Challenges

    /// Offers the challenges of today, and completes and reopens those for which today's rows count.
    ///
    /// - Returns: whether days have changed by it, which are folded again.
    private func changeChallenges() throws -> Bool {
        let settings = try transaction.settings()
        guard settings.challenges else { return false }
        let progress = try progress()
        try offerChallenges(progress, settings)
        let offered = progress.offered.map {
            ChallengeValue($0, value: progress.present.value(of: $0))
        }
        try change(offered.filter { $0.isComplete != $0.isReached })
        return try transaction.applyOwnChanges()
    }
}
