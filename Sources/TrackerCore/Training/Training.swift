/// A session that works toward a target in short efforts with short rests between them.
///
/// Amounts are in the measure of the mode: milliseconds held, or reps.
package struct Training: Dated {
    package enum Mode: String, Choice { case time, reps }

    package enum State: String, ColumnValue { case training, resting, paused, complete }

    /// A change of a session, as its events report it.
    package enum Change: Sendable {
        case started, effortStarted, attempted, resting, paused, resumed, targetReached, completed
        case reset, undone, updated
    }

    /// One effort, and how it was counted.
    package struct Attempt: Sendable, Hashable, Codable {
        package let id: String
        /// Amount held or performed, before the adjustment.
        package internal(set) var value: Int64
        package let adjustment: Int64
        package internal(set) var counted: Int64
        /// Time of the attempt, UTC milliseconds.
        package let atMs: Int64
        /// Milliseconds actually rested after the attempt; `nil` where no rest after it has ended.
        package internal(set) var restTakenMs: Int64?
        /// Duration of an effort of reps, in milliseconds; `nil` for holds, whose value is the duration, and
        /// for attempts from older versions.
        package internal(set) var tookMs: Int64?
    }

    /// Shortest hold, in milliseconds, that can be ended early: an earlier request is taken for a mistake.
    package static let firstBailMs: Int64 = 1000
    /// Milliseconds within which a second report of the same reps is taken for a double press.
    package static let doublePressMs: Int64 = 1000
    /// Maximum number of attempts; a stop may add one more.
    package static let maximumAttempts = 500

    /// Milliseconds after its end for which a session can be reopened.
    package static let reopeningMs: Int64 = 86_400_000

    package static let table = "training"
    package static let corrections: Set<EventType> = [
        .trainingUndone, .trainingUpdated, .trainingDeleted, .exerciseMerged, .journalUndone,
        .journalRedone,
    ]

    package let id: String
    package internal(set) var fields: Fields
    /// The state, with what belongs to it alone.
    var stage: Stage
    /// Time since the start, pauses included, until the session is complete.
    package internal(set) var clock: ElapsedTime
    /// Whether an event has reported that the present hold has reached the target.
    var hasReached = false
    package internal(set) var accumulated: Int64 = 0
    package internal(set) var attempts: [Attempt] = []
    /// Reading of `clock`, in milliseconds, at the last attempt; `nil` before the first.
    var attemptedMs: Int64?
    /// Total duration of all attempts, in milliseconds.
    package internal(set) var effortMs: Int64 = 0
    /// Start, UTC milliseconds.
    package let startedMs: Int64
    /// Local day of the start.
    package let day: LocalDay
    /// Number of this start: each later start of a training has a larger one.
    package let startOrder: Int64

    /// A session whose first effort begins now.
    ///
    /// - Parameter order: a number larger than that of every earlier start.
    package init(id: String, fields: Fields, order: Int64, day: LocalDay, at now: Moment) {
        self.day = day
        self.id = id
        self.fields = fields
        stage = .training(ElapsedTime(from: now))
        clock = ElapsedTime(from: now)
        startedMs = now.wallMs
        startOrder = order
    }

    package var isLive: Bool { state != .complete }

    /// Moves the session to another exercise with the same unit.
    package mutating func move(toExercise id: String) { fields.exercise = id }

    package var hasReachedTarget: Bool { accumulated >= fields.target }

    /// Total time rested after attempts, in milliseconds.
    package var restedMs: Int64 { attempts.reduce(0) { $0 + ($1.restTakenMs ?? 0) } }

    /// Whether the session itself counts as an effort once it is complete, since it has no log entry.
    package var isOwnEffort: Bool { fields.exercise == nil || performed == nil }

    /// The amount for the log, in whole reps or seconds without adjustments; `nil` where that would be 0.
    package var performed: Int64? {
        let sum = attempts.reduce(0) { $0 + $1.value }
        let whole = min(fields.mode == .time ? sum / 1000 : sum, Exercise.counts.upperBound)
        return whole > 0 ? whole : nil
    }

    package var datedMs: Int64 { startedMs }

    /// The figures of a hold at one moment, in milliseconds.
    package struct Live: Sendable, Hashable {
        package let elapsed: Int64
        /// Amount that would be counted if the hold were ended now.
        package let counted: Int64
        package let total: Int64
        package let remaining: Int64
        /// Share of the target that `total` has reached, 0 to 100.
        package let percent: Double
        package let canBail: Bool
    }

    /// The figures of the present hold: counted = max(0, elapsed − adjustment), total = accumulated +
    /// counted, remaining = max(0, target − total), percent = min(100, 100 · total / target). `nil` outside
    /// of holds.
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

// MARK: - Rules

extension Training {
    package static let rules = Rules<Training>(
        live: .init(
            where: "ended_ms IS NULL", advice: "complete or reset it first", { $0.isLive },
            reason: { ($0.state.rawValue, "a training session is in progress") }),
        references: [
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("trained", "training sessions or presets use it"), watching: \.unit,
                ids: { $0.fields.exercise.map { [$0] } ?? [] },
                mismatch: {
                    guard $0.isLive else { return nil }
                    return Exercise.mismatch(
                        $0.fields.mode.unit, $1, state: $0.state.rawValue,
                        reason: "a session counts it in \($0.fields.mode.unit.rawValue): complete "
                            + "the session first")
                })
        ])
    package static let sharing: Sharing<Training>? = Sharing(
        [["ready_ms"]], while: { !$0.isLive })
}

// MARK: - Row

extension Training {
    package init(_ row: inout RowVisitor, writing entity: Training?) throws {
        id = try row.column("id", entity?.id)
        fields = try Fields(&row, writing: entity?.fields)
        let state = try row.column("state", entity?.state)
        let rest = try row.optional("rest", entity?.rest)
        clock = try row.column("clock", entity?.clock)
        let effort = try row.optional("effort", entity?.effort)
        hasReached = try row.column("reached", entity?.hasReached)
        accumulated = try row.column("accumulated", entity?.accumulated)
        attempts = try row.list("attempts", entity?.attempts)
        attemptedMs = try row.optional("attempted_ms", entity?.attemptedMs)
        effortMs = try row.column("effort_ms", entity?.effortMs)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        let endedMs = try row.optional("ended_ms", entity?.endedMs)
        stage = try Stage(state, effort: effort, rest: rest, endedMs: endedMs)
        day = try row.day(entity?.day, of: startedMs)
    }
}

// MARK: - Progress

extension Training {
    /// Day of a session that is or was complete; `nil` for others, which no figure counts.
    package static func firstDay(affectedFrom former: Training?, to new: Training?) -> Int? {
        let counts = former?.state == .complete || new?.state == .complete
        return counts ? [former?.day.number, new?.day.number].compactMap { $0 }.min() : nil
    }
}
