/// A session that works toward a target by short efforts with short rests between them.
///
/// Amounts are in the mode's measure: milliseconds held, or reps.
package struct Training: Dated {
    package enum Mode: String, Choice { case time, reps }

    package enum State: String, ColumnValue { case training, resting, paused, complete }

    /// A change of a session, as its events tell it.
    package enum Change: Sendable {
        case started, effortStarted, attempted, resting, paused, resumed, targetReached, completed
        case reset
    }

    /// One effort, as it was counted.
    package struct Attempt: Sendable, Hashable, Codable {
        package let id: String
        /// Held or performed.
        package let value: Int64
        package let adjustment: Int64
        package let counted: Int64
        /// UTC milliseconds.
        package let atMs: Int64
        /// How long the rest after it really was; `nil` where none has ended.
        package internal(set) var restTakenMs: Int64?
    }

    /// Whoever bails out of a hold sooner has pressed the wrong key.
    package static let firstBailMs: Int64 = 1000
    /// Whoever reports the same reps again sooner has pressed the key twice.
    package static let doublePressMs: Int64 = 1000
    /// Stopping may add one more.
    package static let maximumAttempts = 500

    package static let table = "training"

    package let id: String
    package let fields: Fields
    package internal(set) var state: State
    /// The rest that is on, by its id; `nil` outside of rests.
    package internal(set) var rest: String?
    /// Since the start, pauses and all, until it is complete.
    package internal(set) var clock: ElapsedTime
    /// The present effort's clock, which stands while it is paused; `nil` outside of efforts.
    package internal(set) var effort: ElapsedTime?
    /// Whether the present hold was told to have reached the target.
    var hasReached = false
    package internal(set) var accumulated: Int64 = 0
    package internal(set) var attempts: [Attempt] = []
    /// What the session's clock showed at the last attempt.
    var attemptedMs: Int64?
    /// The time under all of the attempts.
    package internal(set) var effortMs: Int64 = 0
    /// UTC milliseconds.
    package let startedMs: Int64
    /// That of its start.
    package let day: LocalDay
    /// Which start this was of all: later is larger.
    package let startOrder: Int64
    /// UTC milliseconds.
    package internal(set) var endedMs: Int64?

    /// A session whose first effort begins now.
    ///
    /// - Parameter order: a number larger than that of every earlier start.
    package init(id: String, fields: Fields, order: Int64, day: LocalDay, at now: Moment) {
        self.day = day
        self.id = id
        self.fields = fields
        state = .training
        clock = ElapsedTime(from: now)
        effort = ElapsedTime(from: now)
        startedMs = now.wallMs
        startOrder = order
    }

    package var isLive: Bool { state != .complete }

    /// Whether an effort is on, or paused.
    package var isInEffort: Bool { effort != nil }

    package var hasReachedTarget: Bool { accumulated >= fields.target }

    /// All the time rested after attempts, in milliseconds.
    package var restedMs: Int64 { attempts.reduce(0) { $0 + ($1.restTakenMs ?? 0) } }

    /// How much a log counts of it, whole reps or seconds without adjustments; `nil` for nothing.
    package var performed: Int64? {
        let sum = attempts.reduce(0) { $0 + $1.value }
        let whole = min(fields.mode == .time ? sum / 1000 : sum, Exercise.counts.upperBound)
        return whole > 0 ? whole : nil
    }

    /// The figures of a hold at one moment.
    package var datedMs: Int64 { startedMs }

    package struct Live: Sendable, Hashable {
        package let elapsed: Int64
        /// What bailing now would count.
        package let counted: Int64
        package let total: Int64
        package let remaining: Int64
        /// 0 to 100.
        package let percent: Double
        package let canBail: Bool
    }

    /// The figures of the present hold: counted = max(0, elapsed − adjustment), total =
    /// accumulated + counted, remaining = max(0, target − total), percent = min(100, 100 · total /
    /// target). `nil` outside of holds.
    package func live(at now: Moment) -> Live? {
        guard fields.mode == .time, let effort else { return nil }
        let elapsed = effort.elapsedMs(at: now)
        let counted = max(0, elapsed - fields.adjustment)
        let total = accumulated + counted
        return Live(
            elapsed: elapsed, counted: counted, total: total,
            remaining: max(0, fields.target - total),
            percent: min(100, 100 * Double(total) / Double(fields.target)),
            canBail: elapsed >= Self.firstBailMs && total < fields.target)
    }
}

// MARK: - Row

extension Training {
    package init(_ row: inout RowVisitor, writing entity: Training?) throws {
        id = try row.column("id", entity?.id)
        fields = try Fields(&row, writing: entity?.fields)
        state = try row.column("state", entity?.state)
        rest = try row.optional("rest", entity?.rest)
        clock = try row.column("clock", entity?.clock)
        effort = try row.optional("effort", entity?.effort)
        hasReached = try row.column("reached", entity?.hasReached)
        accumulated = try row.column("accumulated", entity?.accumulated)
        attempts = try row.list("attempts", entity?.attempts)
        attemptedMs = try row.optional("attempted_ms", entity?.attemptedMs)
        effortMs = try row.column("effort_ms", entity?.effortMs)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        endedMs = try row.optional("ended_ms", entity?.endedMs)
        day = try row.day(entity?.day, of: startedMs)
    }
}
