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
        case started, paused, resumed, extended, restarted, renamed, lapped, finished, rangAgain
        case answered, expired, cancelled, cleared
        /// The person has returned, and is asked whether to resume.
        case resumeOffered
    }

    /// Durations of a countdown: 1 s to 366 days, in milliseconds.
    package static let durations: ClosedRange<Int64> = 1000...31_622_400_000
    /// Milliseconds for which an ended timer stays listed.
    package static let listedAfterEndMs: Int64 = 86_400_000
    /// Milliseconds for which a countdown that is over waits for an answer.
    package static let waitsForMs: Int64 = 43_200_000
    package static let maximumLaps = 1000

    package static let table = "timer"
    package static let isUndoable = true
    package static let rules = Rules<Timer>()
    package static let sharing: Sharing<Timer>? = nil

    package let id: String
    package internal(set) var name: String?
    package let message: String?
    /// Sound at the end, as in `ChosenSound`; `nil` for the usual one.
    package let sound: String?
    /// Milliseconds from one alert to the next once the countdown is over, or 0 for a single alert; `nil` for
    /// what the configuration says.
    package let ringAgainMs: Int64?
    package let kind: Kind
    package internal(set) var state: State
    /// Duration with extensions, in milliseconds; `nil` for a stopwatch.
    package internal(set) var durationMs: Int64?
    /// Duration that was asked for and to which a restart returns, in milliseconds; `nil` for a stopwatch.
    package let originalMs: Int64?
    package internal(set) var elapsedTime: ElapsedTime
    /// Start, UTC milliseconds.
    package internal(set) var startedMs: Int64
    /// Number of this start: each later start of a timer has a larger one, whatever the wall clock did in
    /// between.
    package internal(set) var startOrder: Int64
    /// Time of the pause, UTC milliseconds; `nil` while the timer isn't paused.
    package internal(set) var pausedMs: Int64?
    /// Moment at which the end was noticed, from which the timer stays listed for a day; `nil` while the
    /// timer is live.
    package internal(set) var endNoticed: Moment?
    /// Milliseconds by which the end was noticed late, where that is worth reporting; otherwise `nil`.
    package internal(set) var lateByMs: Int64?
    /// Moment of the last alert of a countdown that is over and waits for an answer; `nil` for any other timer.
    package internal(set) var asked: Moment?
    /// Repetition of the alert, as it was set when the countdown ended; `nil` for none.
    package internal(set) var ringing: Ringing?
    /// Number of times that the alert was repeated.
    package internal(set) var rings: Int
    /// Time of the answer, UTC milliseconds; `nil` without one.
    package internal(set) var answeredMs: Int64?
    package let onSuspend: OnSuspend
    /// Whether the timer is paused while nobody is there, and when the machine sleeps.
    package let pausesWhenAway: Bool
    /// The present pause, if it began because nobody was there; otherwise `nil`.
    package internal(set) var absence: AbsencePause?
    package internal(set) var laps: [Lap]

    /// A timer that starts now: a countdown of `durationMs`, or a stopwatch without it.
    ///
    /// - Parameter order: a number larger than that of every earlier start.
    package init(
        id: String, durationMs: Int64?, name: String?, message: String?, sound: String? = nil,
        ringAgainMs: Int64? = nil, onSuspend: OnSuspend, pausesWhenAway: Bool = false,
        order: Int64, at now: Moment
    ) throws(Rejection) {
        if let durationMs { try Self.check(durationMs, field: "duration") }
        if let name { try Text.checkName(name, field: "name") }
        if let message { try Text.checkMessage(message, field: "message") }
        if let sound { try ChosenSound.check(sound, field: "sound") }
        if let ringAgainMs { try Ringing.check(ringAgainMs, field: "ring_again") }
        self.id = id
        self.name = name
        self.message = message
        self.sound = sound
        self.ringAgainMs = ringAgainMs
        kind = durationMs == nil ? .stopwatch : .countdown
        state = .running
        self.durationMs = durationMs
        originalMs = durationMs
        elapsedTime = ElapsedTime(from: now)
        startedMs = now.wallMs
        startOrder = order
        rings = 0
        self.onSuspend = onSuspend
        self.pausesWhenAway = pausesWhenAway
        laps = []
    }

    private static func check(_ durationMs: Int64, field: String) throws(Rejection) {
        guard durations.contains(durationMs) else {
            throw .invalid(
                field, "\(field: field) is out of range: a timer can last 1 s to 366 days")
        }
    }

    package var isLive: Bool { state == .running || state == .paused }

    /// Whether the countdown is over and waits for an answer.
    package var isWaiting: Bool { asked != nil }

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

    /// Milliseconds since the time was over; `nil` unless the countdown waits for an answer.
    package func waitingMs(at now: Moment) -> Int64? {
        guard isWaiting, let endNoticed else { return nil }
        return now.elapsedMs(since: endNoticed) + (lateByMs ?? 0)
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
        absence = nil
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

    /// Answers a countdown that is over: the person has seen it.
    package mutating func answer(at now: Moment) throws(Rejection) -> Change {
        guard isWaiting else {
            let reason =
                isLive ? "the timer isn't over yet" : "the timer isn't waiting for an answer"
            throw .conflict(reason, state: state.rawValue)
        }
        asked = nil
        answeredMs = now.wallMs
        return .answered
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
        absence = nil
        dropEnd()
        laps = []
        return .restarted
    }

    /// Extends a countdown, or shortens it by a negative span; a countdown shortened past zero is over. One
    /// that is over and waits for an answer runs again, for the span.
    package mutating func extend(byMs span: Int64, at now: Moment) throws(Rejection) -> Change {
        guard let durationMs else {
            throw .conflict("a stopwatch has no duration to extend", state: state.rawValue)
        }
        let runsAgain = isWaiting && span > 0
        if !runsAgain { try requireLive(to: "extended") }
        let (sum, overflow) = durationMs.addingReportingOverflow(span)
        guard span != 0, !overflow, sum <= Self.durations.upperBound else {
            throw .invalid(
                "by",
                "\(field: "by") is out of range: it can't be 0 or make the timer longer than 366 days"
            )
        }
        if runsAgain {
            state = .running
            elapsedTime.start(at: now)
            dropEnd()
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
        guard state == .running else {
            throw .conflict(
                "the stopwatch is \(state.rawValue): it takes laps only while it runs",
                state: state.rawValue)
        }
        guard laps.count < Self.maximumLaps else {
            throw Rejection(
                .tooLarge, "a stopwatch keeps at most \(Self.maximumLaps) laps", field: "timer")
        }
        laps.append(Lap(atMs: now.wallMs, elapsedMs: elapsedTime.elapsedMs(at: now)))
        return .lapped
    }

    // MARK: The course of time

    /// Applies the change that is due by now, and returns it; `nil` where none is due.
    ///
    /// - Parameter ringing: the repetition of the alert of a countdown that ends now; `nil` for none.
    package mutating func advance(to now: Moment, ringing: Ringing? = nil) -> Change? {
        switch state {
        case .running where stopsInSleep && elapsedTime.slept(at: now):
            return sleep(at: now, ringing)
        case .running:
            guard let durationMs, elapsedTime.elapsedMs(at: now) >= durationMs else { return nil }
            return ask(durationMs, at: now, ringing)
        case .paused: return nil
        case .finished, .cancelled:
            guard let endNoticed else { return nil }
            let elapsed = now.elapsedMs(since: endNoticed)
            guard let asked else { return elapsed >= Self.listedAfterEndMs ? .cleared : nil }
            guard elapsed < Self.waitsForMs else {
                self.asked = nil
                return .expired
            }
            guard let everyMs = ringsAfterMs, now.elapsedMs(since: asked) >= everyMs else {
                return nil
            }
            // Alerts that were missed are given once.
            self.asked = now
            rings += 1
            return .rangAgain
        }
    }

    private var stopsInSleep: Bool { onSuspend != .continue || pausesWhenAway }

    /// Ends a countdown whose time is over, and asks the person.
    private mutating func ask(
        _ durationMs: Int64, at now: Moment, _ ringing: Ringing?
    ) -> Change {
        let late = elapsedTime.elapsedMs(at: now) - durationMs
        elapsedTime.stop(atElapsedMs: durationMs)
        end(.finished, at: now)
        lateByMs = late >= worthTellingMs ? late : nil
        asked = now
        self.ringing = ringing
        return .finished
    }

    /// Milliseconds from the last alert to the next one; `nil` where no more is to come.
    private var ringsAfterMs: Int64? {
        ringing.flatMap { rings < $0.atMost ? $0.everyMs : nil }
    }

    /// Pauses or cancels the timer as of the moment when the machine went to sleep.
    private mutating func sleep(at now: Moment, _ ringing: Ringing?) -> Change {
        // A countdown that was over before the machine slept finishes instead.
        let awake = elapsedTime.awakeMs(at: now)
        if let durationMs, awake >= durationMs { return ask(durationMs, at: now, ringing) }
        elapsedTime.stop(atElapsedMs: awake)
        guard onSuspend != .cancel else {
            end(.cancelled, at: now)
            return .cancelled
        }
        halt(.paused, at: now)
        if pausesWhenAway { absence = .awaitsReturn }
        return .paused
    }

    // MARK: Deadlines

    package func deadline(at now: Moment) -> Deadline? {
        switch state {
        case .running:
            guard let durationMs else { return nil }
            return elapsedTime.dueNs(atElapsedMs: durationMs, now: now).map(Deadline.boot)
        case .paused: return nil
        case .finished, .cancelled:
            guard let endNoticed else { return nil }
            guard let asked else {
                return .boot(endNoticed.dueNs(afterMs: Self.listedAfterEndMs, now: now))
            }
            let expiry = endNoticed.dueNs(afterMs: Self.waitsForMs, now: now)
            let ring = ringsAfterMs.map { asked.dueNs(afterMs: $0, now: now) }
            return .boot(min(expiry, ring ?? expiry))
        }
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        _ = asked?.carryOver(at: now)
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
        // The elapsed time stands still while the timer waits.
        asked?.adjust(toClockAt: now) ?? elapsedTime.adjustToClock(at: now)
    }

    // MARK: Parts of the moves

    mutating func halt(_ state: State, at now: Moment) {
        self.state = state
        elapsedTime.stop(at: now)
        pausedMs = now.wallMs
    }

    private mutating func end(_ state: State, at now: Moment) {
        self.state = state
        elapsedTime.stop(at: now)
        pausedMs = nil
        absence = nil
        endNoticed = now
    }

    /// Forgets the end of a timer that runs again, and what became of its question.
    private mutating func dropEnd() {
        endNoticed = nil
        lateByMs = nil
        asked = nil
        ringing = nil
        rings = 0
        answeredMs = nil
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
