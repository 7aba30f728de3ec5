/// A countdown or a stopwatch.
package struct Timer: Entity {
    package enum Kind: String, ColumnValue { case countdown, stopwatch }

    package enum State: String, ColumnValue, CaseIterable {
        case running, paused, finished, cancelled
    }

    /// The timer's behaviour when the machine sleeps.
    package enum OnSuspend: String, Choice {
        case `continue`, pause, cancel
    }

    package struct Lap: Sendable, Hashable, Codable {
        /// Time of the lap, UTC milliseconds.
        package let atMs: Int64
        /// Milliseconds since the start, without pauses.
        package let elapsedMs: Int64
    }

    /// A change of a timer, as its events report it.
    package enum Change: Sendable {
        case started, paused, resumed, extended, restarted, renamed, lapped, finished, cancelled
        case cleared
    }

    /// Durations of a countdown: 1 s to 366 days, in milliseconds.
    package static let durations: ClosedRange<Int64> = 1000...31_622_400_000
    /// Milliseconds for which an ended timer stays listed.
    package static let listedAfterEndMs: Int64 = 86_400_000
    package static let maximumLaps = 1000

    package static let table = "timer"
    package static let isUndoable = true
    package static let rules = Rules<Timer>()
    package static let sharing: Sharing<Timer>? = nil

    package let id: String
    package private(set) var name: String?
    package let message: String?
    /// Sound at the end, as in `ChosenSound`; `nil` for the usual one.
    package let sound: String?
    package let kind: Kind
    package private(set) var state: State
    /// Duration with extensions, in milliseconds; `nil` for a stopwatch.
    package private(set) var durationMs: Int64?
    /// Duration that was asked for and to which a restart returns, in milliseconds; `nil` for a stopwatch.
    package let originalMs: Int64?
    package private(set) var elapsedTime: ElapsedTime
    /// Start, UTC milliseconds.
    package private(set) var startedMs: Int64
    /// Number of this start: each later start of a timer has a larger one, whatever the wall clock did in
    /// between.
    package private(set) var startOrder: Int64
    /// Time of the pause, UTC milliseconds; `nil` while the timer isn't paused.
    package private(set) var pausedMs: Int64?
    /// Moment at which the end was noticed, from which the timer stays listed for a day; `nil` while the
    /// timer is live.
    package private(set) var endNoticed: Moment?
    /// Milliseconds by which the end was noticed late, where that is worth reporting; otherwise `nil`.
    package private(set) var lateByMs: Int64?
    package let onSuspend: OnSuspend
    package private(set) var laps: [Lap]

    /// A timer that starts now: a countdown of `durationMs`, or a stopwatch without it.
    ///
    /// - Parameter order: a number larger than that of every earlier start.
    package init(
        id: String, durationMs: Int64?, name: String?, message: String?, sound: String? = nil,
        onSuspend: OnSuspend, order: Int64, at now: Moment
    ) throws(Rejection) {
        if let durationMs { try Self.check(durationMs, field: "duration") }
        if let name { try Text.checkName(name, field: "name") }
        if let message { try Text.checkMessage(message, field: "message") }
        if let sound { try ChosenSound.check(sound, field: "sound") }
        self.id = id
        self.name = name
        self.message = message
        self.sound = sound
        kind = durationMs == nil ? .stopwatch : .countdown
        state = .running
        self.durationMs = durationMs
        originalMs = durationMs
        elapsedTime = ElapsedTime(from: now)
        startedMs = now.wallMs
        startOrder = order
        self.onSuspend = onSuspend
        laps = []
    }

    private static func check(_ durationMs: Int64, field: String) throws(Rejection) {
        guard durations.contains(durationMs) else {
            throw .invalid(
                field, "\(field: field) is out of range: a timer can last 1 s to 366 days")
        }
    }

    package var isLive: Bool { state == .running || state == .paused }

    package func elapsedMs(at now: Moment) -> Int64 { elapsedTime.elapsedMs(at: now) }

    /// Milliseconds left, never negative; `nil` for a stopwatch.
    package func remainingMs(at now: Moment) -> Int64? {
        durationMs.map { max(0, $0 - elapsedTime.elapsedMs(at: now)) }
    }

    /// End, UTC milliseconds; where the end was noticed late, the moment at which the time was over. `nil`
    /// while the timer is live.
    package var endedMs: Int64? {
        endNoticed.map { $0.wallMs - (lateByMs ?? 0) }
    }

    // MARK: Moves of a person

    package mutating func pause(at now: Moment) throws(Rejection) -> Change {
        try require(.running, to: "paused")
        halt(.paused, at: now)
        return .paused
    }

    package mutating func resume(at now: Moment) throws(Rejection) -> Change {
        try require(.paused, to: "resumed")
        state = .running
        pausedMs = nil
        elapsedTime.start(at: now)
        return .resumed
    }

    package mutating func cancel(at now: Moment) throws(Rejection) -> Change {
        try requireLive(to: "cancelled")
        end(.cancelled, at: now)
        return .cancelled
    }

    package mutating func finish(at now: Moment) throws(Rejection) -> Change {
        try requireLive(to: "finished")
        end(.finished, at: now)
        return .finished
    }

    /// Starts the timer again with its original duration, from any state.
    ///
    /// - Parameter order: a number larger than that of every earlier start.
    package mutating func restart(order: Int64, at now: Moment) -> Change {
        state = .running
        durationMs = originalMs
        elapsedTime = ElapsedTime(from: now)
        startedMs = now.wallMs
        startOrder = order
        pausedMs = nil
        endNoticed = nil
        lateByMs = nil
        laps = []
        return .restarted
    }

    /// Extends a countdown, or shortens it by a negative span; a countdown shortened past zero is over.
    package mutating func extend(byMs span: Int64, at now: Moment) throws(Rejection) -> Change {
        guard let durationMs else {
            throw .conflict("a stopwatch has no duration to extend", state: state.rawValue)
        }
        try requireLive(to: "extended")
        let (sum, overflow) = durationMs.addingReportingOverflow(span)
        guard span != 0, !overflow, sum <= Self.durations.upperBound else {
            throw .invalid(
                "by",
                "\(field: "by") is out of range: it can't be 0 or make the timer longer than 366 days"
            )
        }
        let elapsed = elapsedTime.elapsedMs(at: now)
        guard sum > elapsed else {
            self.durationMs = min(elapsed, Self.durations.upperBound)
            end(.finished, at: now)
            return .finished
        }
        self.durationMs = sum
        return .extended
    }

    package mutating func rename(to name: String) throws(Rejection) -> Change {
        try Text.checkName(name, field: "name")
        self.name = name
        return .renamed
    }

    package mutating func lap(at now: Moment) throws(Rejection) -> Change {
        guard kind == .stopwatch else {
            throw .conflict("laps are for stopwatches; this is a countdown", state: state.rawValue)
        }
        try require(.running, to: "lapped")
        guard laps.count < Self.maximumLaps else {
            throw Rejection(
                .tooLarge, "a stopwatch keeps at most \(Self.maximumLaps) laps", field: "timer")
        }
        laps.append(Lap(atMs: now.wallMs, elapsedMs: elapsedTime.elapsedMs(at: now)))
        return .lapped
    }

    // MARK: The course of time

    /// Applies the change that is due by now, and returns it; `nil` where none is due.
    package mutating func advance(to now: Moment) -> Change? {
        switch state {
        case .running where onSuspend != .continue && elapsedTime.slept(at: now):
            return sleep(at: now)
        case .running:
            guard let durationMs else { return nil }
            let late = elapsedTime.elapsedMs(at: now) - durationMs
            guard late >= 0 else { return nil }
            elapsedTime.stop(atElapsedMs: durationMs)
            end(.finished, at: now)
            lateByMs = late >= worthTellingMs ? late : nil
            return .finished
        case .paused: return nil
        case .finished, .cancelled:
            guard let endNoticed, now.elapsedMs(since: endNoticed) >= Self.listedAfterEndMs else {
                return nil
            }
            return .cleared
        }
    }

    /// Pauses or cancels the timer as of the moment when the machine went to sleep.
    private mutating func sleep(at now: Moment) -> Change {
        // A countdown that was over before the machine slept finishes instead.
        let awake = elapsedTime.awakeMs(at: now)
        if let durationMs, awake >= durationMs {
            let late = elapsedTime.elapsedMs(at: now) - durationMs
            elapsedTime.stop(atElapsedMs: durationMs)
            end(.finished, at: now)
            lateByMs = late >= worthTellingMs ? late : nil
            return .finished
        }
        elapsedTime.stop(atElapsedMs: awake)
        if onSuspend == .pause {
            halt(.paused, at: now)
            return .paused
        }
        end(.cancelled, at: now)
        return .cancelled
    }

    package func deadline(at now: Moment) -> Deadline? {
        switch state {
        case .running:
            guard let durationMs else { return nil }
            return elapsedTime.dueNs(atElapsedMs: durationMs, now: now).map(Deadline.boot)
        case .paused: return nil
        case .finished, .cancelled:
            guard let endNoticed else { return nil }
            var listed = ElapsedTime(from: endNoticed)
            _ = listed.reanchor(at: now)
            return listed.dueNs(atElapsedMs: Self.listedAfterEndMs, now: now).map(Deadline.boot)
        }
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        guard let ended = endNoticed, ended.bootID != now.bootID else {
            return elapsedTime.reanchor(at: now)
        }
        // The day for which the timer stays listed is counted on the new boot's clock, whatever happens to
        // the wall clock; the time of the end stays as it was.
        endNoticed?.bootNs = now.bootNs - now.elapsedMs(since: ended) * nanosecondsPerMs
        endNoticed?.bootID = now.bootID
        return true
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? {
        elapsedTime.adjustToClock(at: now)
    }

    // MARK: Parts of the moves

    private mutating func halt(_ state: State, at now: Moment) {
        self.state = state
        elapsedTime.stop(at: now)
        pausedMs = now.wallMs
    }

    private mutating func end(_ state: State, at now: Moment) {
        self.state = state
        elapsedTime.stop(at: now)
        pausedMs = nil
        endNoticed = now
    }

    private func require(_ needed: State, to verb: String) throws(Rejection) {
        guard state == needed else {
            throw .conflict(
                "the timer is \(state.rawValue): only a \(needed.rawValue) one can be \(verb)",
                state: state.rawValue)
        }
    }

    private func requireLive(to verb: String) throws(Rejection) {
        guard isLive else {
            throw .conflict(
                "the timer is already \(state.rawValue): only a running or paused one can be \(verb)",
                state: state.rawValue)
        }
    }
}

// MARK: - Row

extension Timer {
    package init(_ row: inout RowVisitor, writing entity: Timer?) throws {
        id = try row.column("id", entity?.id)
        name = try row.optional("name", entity?.name)
        message = try row.optional("message", entity?.message)
        sound = try row.optional("sound", entity?.sound)
        kind = try row.column("kind", entity?.kind)
        state = try row.column("state", entity?.state)
        durationMs = try row.optional("duration_ms", entity?.durationMs)
        originalMs = try row.optional("original_ms", entity?.originalMs)
        elapsedTime = try row.column("tally", entity?.elapsedTime)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        pausedMs = try row.optional("paused_ms", entity?.pausedMs)
        endNoticed = try row.optional("end_noticed", entity?.endNoticed)
        lateByMs = try row.optional("late_by_ms", entity?.lateByMs)
        onSuspend = try row.column("on_suspend", entity?.onSuspend)
        laps = try row.list("laps", entity?.laps)
    }
}
