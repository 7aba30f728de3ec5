/// A countdown of the rest between efforts. At most one rest is live at a time; ended rests are kept.
package struct Rest: Entity {
    package enum State: String, ColumnValue { case running, paused, finished, skipped }

    /// The effort that the rest followed.
    package struct After: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Codable, CaseIterable { case training, set }

        package let kind: Kind
        package let id: String

        package init(kind: Kind, id: String) {
            self.kind = kind
            self.id = id
        }
    }

    /// A change of a rest, as its events report it.
    package enum Change: Sendable, Equatable {
        case started, paused, resumed, extended, finished, skipped
        /// The mark, in milliseconds before the end.
        case warning(Int64)
    }

    /// Durations of a rest: 1 s to 24 h, in milliseconds.
    package static let durations: ClosedRange<Int64> = 1000...86_400_000
    package static let maximumMarks = 20
    /// Marks of a countdown, in milliseconds before the end. A rest that has all of them counts down.
    package static let countdownMs: [Int64] = [3000, 2000, 1000]
    /// Lateness in milliseconds above which a mark counts as passed unattended; a stale mark gives no
    /// warning.
    private static let staleMarkMs: Int64 = 1000

    package static let table = "rest"
    package static let isDerived = true
    package static let corrections: Set<EventType> = [
        .restSkipped, .journalUndone, .journalRedone,
    ]
    package static let rules = Rules<Rest>(
        live: .init(
            where: "state IN ('running', 'paused')", advice: "skip it first", { $0.isLive },
            reason: { ($0.state.rawValue, "a rest is in progress") }))
    package static let sharing: Sharing<Rest>? = Sharing(while: { !$0.isLive })

    package let id: String
    package private(set) var state: State
    /// Duration with extensions, in milliseconds.
    package private(set) var durationMs: Int64
    package private(set) var elapsedTime: ElapsedTime
    /// Start, UTC milliseconds.
    package let startedMs: Int64
    /// Number of this start: each later start of a rest has a larger one.
    package let startOrder: Int64
    /// End, UTC milliseconds; where the end was noticed late, the moment at which the rest was due to end.
    /// `nil` while the rest is live.
    package private(set) var endedMs: Int64?
    package private(set) var lateByMs: Int64?
    /// Marks of warnings, in milliseconds before the end, the earliest first.
    package let warnAtMs: [Int64]
    /// Marks that are still to come.
    package private(set) var armedMs: [Int64]
    package let label: String?
    package let after: After?

    /// A rest that starts now. Without `after` it must last at least 1 s.
    ///
    /// - Parameters:
    ///   - warnAtMs: marks in milliseconds before the end, in any order; marks not shorter than the rest are
    ///     dropped.
    ///   - order: a number larger than that of every earlier start.
    package init(
        id: String, durationMs: Int64, warnAtMs: [Int64], label: String?, after: After? = nil,
        order: Int64, at now: Moment
    ) throws(Rejection) {
        let shortest = after == nil ? Self.durations.lowerBound : 1
        guard shortest...Self.durations.upperBound ~= durationMs else {
            throw .invalid(
                "duration", "\(field: "duration") is out of range: a rest can last 1 s to 24 h")
        }
        try Self.check(warnAtMs, field: "warn_at")
        if let label { try Text.checkName(label, field: "label") }
        self.id = id
        state = .running
        self.durationMs = durationMs
        elapsedTime = ElapsedTime(from: now)
        startedMs = now.wallMs
        startOrder = order
        let marks = Set(warnAtMs).sorted(by: >)
        self.warnAtMs = marks
        armedMs = marks.filter { $0 < durationMs }
        self.label = label
        self.after = after
    }

    /// Checks a list of warning marks: at most 20, each more than 0 and at most 24 h.
    package static func check(_ marks: [Int64], field: String) throws(Rejection) {
        guard marks.count <= maximumMarks else {
            throw Rejection(
                .tooLarge, "\(field: field) has too many marks: at most \(maximumMarks)",
                field: field)
        }
        guard marks.allSatisfy({ 0 < $0 && $0 <= durations.upperBound }) else {
            throw .invalid(
                field, "\(field: field) is out of range: marks must be more than 0 and at most 24 h"
            )
        }
    }

    package var isLive: Bool { state == .running || state == .paused }

    /// Milliseconds left, never negative; 0 once the rest has ended.
    package func remainingMs(at now: Moment) -> Int64 {
        isLive ? max(0, durationMs - elapsedTime.elapsedMs(at: now)) : 0
    }

    /// The moment at which a running rest ended that is found over only now. If the machine slept during the
    /// rest, the sleep is taken to span that moment rather than to lie before it, since otherwise the daemon
    /// would have noticed the end.
    package func overMoment(at now: Moment) -> Moment {
        let late = max(0, elapsedTime.elapsedMs(at: now) - durationMs)
        let slept =
            elapsedTime.slept(at: now)
            ? elapsedTime.elapsedMs(at: now) - elapsedTime.awakeMs(at: now) : 0
        var moment = now.advanced(byMs: -late)
        moment.awakeNs = now.awakeNs - max(0, late - slept) * nanosecondsPerMs
        return moment
    }

    /// Rest actually taken, without pauses, in milliseconds; `nil` while the rest is live.
    package var takenMs: Int64? { isLive ? nil : elapsedTime.countedMs }

    // MARK: Moves of a person

    package mutating func pause(at now: Moment) throws(Rejection) -> Change {
        try require(.running, to: "paused")
        state = .paused
        elapsedTime.stop(at: now)
        return .paused
    }

    package mutating func resume(at now: Moment) throws(Rejection) -> Change {
        try require(.paused, to: "resumed")
        state = .running
        elapsedTime.start(at: now)
        return .resumed
    }

    package mutating func skip(at now: Moment) throws(Rejection) -> Change {
        guard isLive else {
            throw .conflict(
                "no rest in progress: the last one is \(state.rawValue)", state: state.rawValue)
        }
        end(.skipped, at: now)
        return .skipped
    }

    /// Extends the rest, or shortens it by a negative span; a rest that is shortened past zero is over. Marks
    /// that lie ahead again warn again.
    package mutating func extend(byMs span: Int64, at now: Moment) throws(Rejection) -> Change {
        guard isLive else {
            throw .conflict(
                "no rest in progress: the last one is \(state.rawValue)", state: state.rawValue)
        }
        let (sum, overflow) = durationMs.addingReportingOverflow(span)
        guard span != 0, !overflow, sum <= Self.durations.upperBound else {
            throw .invalid(
                "by",
                "\(field: "by") is out of range: it can't be 0 or make the rest longer than 24 h")
        }
        let elapsed = elapsedTime.elapsedMs(at: now)
        guard sum > elapsed else {
            durationMs = min(elapsed, Self.durations.upperBound)
            end(.finished, at: now)
            return .finished
        }
        durationMs = sum
        armedMs = warnAtMs.filter { $0 < sum - elapsed }
        return .extended
    }

    // MARK: The course of time

    /// Applies the change that is due by now, and returns it; `nil` where none is due.
    package mutating func advance(to now: Moment) -> Change? {
        guard state == .running else { return nil }
        let remaining = durationMs - elapsedTime.elapsedMs(at: now)
        guard remaining > 0 else {
            elapsedTime.stop(atElapsedMs: durationMs)
            end(.finished, at: now)
            endedMs = now.wallMs + remaining
            lateByMs = -remaining >= worthTellingMs ? -remaining : nil
            return .finished
        }
        guard let mark = armedMs.first(where: { $0 >= remaining && !isStale($0, remaining) })
        else { return nil }
        armedMs.removeAll { $0 >= mark }
        return .warning(mark)
    }

    /// The moment of the next mark that isn't stale, or of the end; `nil` unless the rest is running.
    package func deadline(at now: Moment) -> Deadline? {
        guard state == .running else { return nil }
        let remaining = durationMs - elapsedTime.elapsedMs(at: now)
        let mark = armedMs.first { !isStale($0, remaining) } ?? 0
        return elapsedTime.dueNs(atElapsedMs: durationMs - mark, now: now).map(Deadline.boot)
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        elapsedTime.reanchor(at: now)
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? {
        elapsedTime.adjustToClock(at: now)
    }

    private func isStale(_ mark: Int64, _ remaining: Int64) -> Bool {
        mark - remaining > Self.staleMarkMs
    }

    private mutating func end(_ state: State, at now: Moment) {
        self.state = state
        elapsedTime.stop(at: now)
        endedMs = now.wallMs
        armedMs = []
    }

    private func require(_ needed: State, to verb: String) throws(Rejection) {
        guard state == needed else {
            throw .conflict(
                "the rest is \(state.rawValue): only a \(needed.rawValue) one can be \(verb)",
                state: state.rawValue)
        }
    }
}

// MARK: - Row

extension Rest {
    package init(_ row: inout RowVisitor, writing entity: Rest?) throws {
        id = try row.column("id", entity?.id)
        state = try row.column("state", entity?.state)
        durationMs = try row.column("duration_ms", entity?.durationMs)
        elapsedTime = try row.column("tally", entity?.elapsedTime)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        endedMs = try row.optional("ended_ms", entity?.endedMs)
        lateByMs = try row.optional("late_by_ms", entity?.lateByMs)
        warnAtMs = try row.list("warn_at_ms", entity?.warnAtMs)
        armedMs = try row.list("armed_ms", entity?.armedMs)
        label = try row.optional("label", entity?.label)
        after = try row.optionalJSON("after", entity?.after)
    }
}
