extension Occurrence {
    /// The state of an occurrence, with what belongs to it alone.
    enum Stage: Sendable, Hashable {
        /// The interval is counted from `base`. It may lie ahead, at the end of a snooze.
        case scheduled(base: Moment)
        /// Expires at `expiresMs`, UTC milliseconds, with the local day; `nil` for an occurrence that expires
        /// with its interval.
        case pending(Wait, expiresMs: Int64?)
        case snoozed(Wait, forMs: Int64)
        /// `log` is the id of the log entry that the answer made or named; `nil` for none.
        case answered(Response, log: String?)
        case dismissed(Response)
        case expired(Reason?)
        case suppressed(Reason?)
    }

    /// The wait for an answer.
    struct Wait: Sendable, Hashable {
        /// Moment of the first firing.
        var began: Moment
        /// Moment of the last firing, or of the start of the snooze.
        var since: Moment
    }

    /// An answer.
    struct Response: Sendable, Hashable {
        /// Time of the answer, UTC milliseconds.
        var atMs: Int64
        /// Milliseconds from the first firing to the answer.
        var afterMs: Int64
    }

    package var state: State {
        switch stage {
        case .scheduled: .scheduled
        case .pending: .pending
        case .snoozed: .snoozed
        case .answered: .answered
        case .dismissed: .dismissed
        case .expired: .expired
        case .suppressed: .suppressed
        }
    }

    /// Moment that the interval is counted from; `nil` for an occurrence that has fallen due.
    package var base: Moment? {
        guard case .scheduled(let base) = stage else { return nil }
        return base
    }

    /// The wait for an answer; `nil` for an occurrence that isn't live.
    var wait: Wait? {
        switch stage {
        case .pending(let wait, _), .snoozed(let wait, _): wait
        case .scheduled, .answered, .dismissed, .expired, .suppressed: nil
        }
    }

    private var response: Response? {
        switch stage {
        case .answered(let response, _), .dismissed(let response): response
        case .scheduled, .pending, .snoozed, .expired, .suppressed: nil
        }
    }

    /// The reason why the occurrence wasn't shown, or ended without an answer; `nil` for none.
    package var reason: Reason? {
        switch stage {
        case .expired(let reason), .suppressed(let reason): reason
        case .scheduled, .pending, .snoozed, .answered, .dismissed: nil
        }
    }

    package var answer: Answer? {
        switch stage {
        case .answered: .log
        case .dismissed: .dismiss
        case .scheduled, .pending, .snoozed, .expired, .suppressed: nil
        }
    }

    /// Time of the answer, UTC milliseconds; `nil` without one.
    package var answeredMs: Int64? { response?.atMs }

    /// Milliseconds from the first firing to the answer; `nil` without one.
    package var responseMs: Int64? { response?.afterMs }

    /// Id of the log entry that the answer made or named; `nil` for none.
    package var log: String? {
        guard case .answered(_, let log) = stage else { return nil }
        return log
    }
}

extension Occurrence.Response {
    init(to wait: Occurrence.Wait, at now: Moment) {
        self.init(atMs: now.wallMs, afterMs: now.elapsedMs(since: wait.began))
    }
}

extension Occurrence.Stage {
    /// Passes each moment to `change`, and whether it is the one that the interval is counted from.
    mutating func changeMoments(_ change: (inout Moment, _ isBase: Bool) -> Void) {
        switch self {
        case .scheduled(var base):
            change(&base, true)
            self = .scheduled(base: base)
        case .pending(var wait, let expiresMs):
            wait.changeMoments(change)
            self = .pending(wait, expiresMs: expiresMs)
        case .snoozed(var wait, let spanMs):
            wait.changeMoments(change)
            self = .snoozed(wait, forMs: spanMs)
        case .answered, .dismissed, .expired, .suppressed: break
        }
    }
}

extension Occurrence.Wait {
    fileprivate mutating func changeMoments(_ change: (inout Moment, _ isBase: Bool) -> Void) {
        change(&began, false)
        change(&since, false)
    }
}

extension Occurrence.Stage {
    /// Expiry with the local day, UTC milliseconds; `nil` for none.
    var expiresMs: Int64? {
        guard case .pending(_, let expiresMs) = self else { return nil }
        return expiresMs
    }

    /// Length of the snooze in milliseconds; `nil` outside of `snoozed`.
    var snoozeMs: Int64? {
        guard case .snoozed(_, let spanMs) = self else { return nil }
        return spanMs
    }
}

extension Occurrence {
    /// Time at which a snoozed occurrence fires again, UTC milliseconds; `nil` for one that isn't snoozed.
    package func snoozedUntilMs(at now: Moment) -> Int64? {
        guard case .snoozed(let wait, let spanMs) = stage else { return nil }
        return now.wallMs + spanMs - now.elapsedMs(since: wait.since)
    }

    /// Time at which a pending occurrence expires, UTC milliseconds; `nil` for one that isn't pending.
    package func expiryMs(at now: Moment) -> Int64? {
        guard case .pending(let wait, let expiresMs) = stage else { return nil }
        return expireAfterMs.map { now.wallMs + $0 - now.elapsedMs(since: wait.since) } ?? expiresMs
    }

    /// Change that brought the occurrence into its state; `nil` while it is scheduled or pending.
    package var lastChange: Change? {
        switch stage {
        case .scheduled, .pending: nil
        case .snoozed: .snoozed
        case .answered: .answered
        case .dismissed: .dismissed
        case .expired: .expired
        case .suppressed: .suppressed
        }
    }
}
