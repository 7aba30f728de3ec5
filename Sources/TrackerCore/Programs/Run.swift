/// A run through a program. At most one run is live at a time; ended runs are kept.
///
/// Boundaries are planned moments: an interval begins when the one before was due to end, however late that
/// is noticed. The run's `RunPlan` is kept separately, since it never changes.
package struct Run: Dated {
    package enum State: String, ColumnValue, CaseIterable {
        case running, paused
        case waiting = "waiting_for_confirmation"
        case completed, stopped

        package var text: String {
            self == .waiting ? "waiting for confirmation" : rawValue
        }
    }

    /// How late a boundary was noticed.
    package struct Late: Sendable, Hashable {
        package let byMs: Int64
        /// Number of boundaries passed since the last look, where it was too long ago for each to get an
        /// event of its own; otherwise `nil`.
        package let passed: Int?

        package init(byMs: Int64, passed: Int?) {
            self.byMs = byMs
            self.passed = passed
        }
    }

    /// A change of a run, as its events report it.
    package enum Change: Sendable, Equatable {
        case started, paused, resumed, skipped, jumped, extended, stopped
        /// The person has returned, and is asked whether to resume.
        case resumeOffered
        case intervalStarted(Late?)
        case halfway
        /// Whole seconds left before the end of the interval.
        case countdown(Int)
        case intervalFinished(Late?)
        case confirmationNeeded(Late?)
        /// The run still waits for confirmation, and the person is asked again.
        case followedUp
        case completed(Late?)
    }

    /// Lateness in milliseconds above which a boundary counts as passed unattended.
    private static let staleMs: Int64 = 1000
    /// Lateness in milliseconds above which a cue within an interval would only confuse.
    private static let staleCueMs: Int64 = 500
    /// Milliseconds from the start of an interval within which going back means the interval before.
    package static let backMs: Int64 = 2000
    /// Repetition of the request to confirm where no other was chosen.
    package static let followUp = Ringing(everyMs: 300_000, atMost: 1)

    package static let table = "run"
    package static let rules = Rules<Run>(
        live: .init(
            where: "ended_ms IS NULL", advice: "stop it first", { $0.isLive },
            reason: { ($0.state.rawValue, "\($0.name) is in progress") }))
    package static let sharing: Sharing<Run>? = Sharing(
        [["worked_ms"], ["rounds"]], local: ["ringing", "rings", "pause_when_away", "absence"],
        while: { !$0.isLive })

    package let id: String
    /// Id of the program.
    package let program: String
    /// Name of the program when the run began.
    package let name: String
    package internal(set) var state: State
    /// Index of the present step, from 0.
    package private(set) var index: Int
    /// Time run, without pauses and waiting.
    package internal(set) var elapsedTime: ElapsedTime
    /// Time run, in milliseconds, at which the present interval began.
    private(set) var beganMs: Int64
    /// Duration of the present interval, extensions included.
    package internal(set) var durationMs: Int64
    package private(set) var place: Place
    /// Whether an event has reported the start of the present interval.
    var hasBegun: Bool
    /// Remaining milliseconds of the interval below which cues are still to come; at 0 the interval is
    /// over.
    var belowMs: Int64
    /// Time spent in work intervals before the present one, in milliseconds.
    var workedMs: Int64
    /// Number of work intervals that were done to their end.
    package internal(set) var rounds: Int
    /// Moment at which the person was last asked to confirm; `nil` where they aren't asked again.
    var asked: Moment?
    /// Repetition of the request to confirm, as it was set when the run began to wait; `nil` for the usual one.
    package internal(set) var ringing: Ringing?
    /// Number of times that the person was asked to confirm again.
    package internal(set) var rings: Int
    /// Whether the run is paused while nobody is there, except in intervals for resting, and when the machine
    /// sleeps.
    package let pausesWhenAway: Bool
    /// The present pause, if it began because nobody was there; otherwise `nil`.
    package internal(set) var absence: AbsencePause?
    /// Start, UTC milliseconds.
    package let startedMs: Int64
    /// Local day of the start.
    package let day: LocalDay
    /// Number of this start: each later start of a run has a larger one.
    package let startOrder: Int64
    /// End, UTC milliseconds; where the end was noticed late, the moment at which the run was due to end.
    /// `nil` while the run is live.
    package private(set) var endedMs: Int64?

    /// A run that starts now.
    ///
    /// - Parameters:
    ///   - first: index of the first step of the run, from 0.
    ///   - order: a number larger than that of every earlier start.
    /// - Throws: a rejection of `from` for a step that the plan doesn't have.
    package init(
        _ plan: RunPlan, of program: Program, from first: Int = 0, pausesWhenAway: Bool = false,
        order: Int64, day: LocalDay, at now: Moment
    ) throws(Rejection) {
        guard plan.offersStep(first) else {
            throw .invalid(
                "from",
                "\(field: "from") is out of range: the run has steps \(plan.offeredSteps)")
        }
        self.day = day
        id = plan.id
        self.program = program.id
        name = program.name
        state = .running
        index = 0
        elapsedTime = ElapsedTime(from: now)
        beganMs = 0
        durationMs = 0
        place = plan.place(of: first)
        hasBegun = false
        belowMs = 0
        workedMs = 0
        rounds = 0
        rings = 0
        self.pausesWhenAway = pausesWhenAway
        startedMs = now.wallMs
        startOrder = order
        beginInterval(first, of: plan, atElapsedMs: 0)
    }

    package var isLive: Bool { state != .completed && state != .stopped }

    package var datedMs: Int64 { startedMs }

    /// Time run, without pauses and waiting, in milliseconds.
    package func elapsedMs(at now: Moment) -> Int64 { elapsedTime.elapsedMs(at: now) }

    /// Milliseconds left of the interval, never negative; 0 once the run has ended.
    package func remainingMs(at now: Moment) -> Int64 {
        isLive ? max(0, endMs - elapsedTime.elapsedMs(at: now)) : 0
    }

    /// Time run, in milliseconds, at the end of the interval.
    private var endMs: Int64 { beganMs + durationMs }

    /// Time spent in work intervals, in milliseconds, without open ones.
    package func workedMs(at now: Moment) -> Int64 {
        guard isLive, place.interval.isWork else { return workedMs }
        return workedMs + max(0, elapsedTime.elapsedMs(at: now) - beganMs)
    }

    /// Leaves the interval for another one.
    ///
    /// - Parameters:
    ///   - elapsed: the time run, in milliseconds, at the end of the one and the beginning of the other.
    mutating func enter(_ index: Int, of plan: RunPlan, atElapsedMs elapsed: Int64) {
        leave(atElapsedMs: elapsed)
        beginInterval(index, of: plan, atElapsedMs: elapsed)
    }

    /// Counts what was done of the interval.
    private mutating func leave(atElapsedMs elapsed: Int64) {
        guard place.interval.isWork else { return }
        count(workMs: max(0, elapsed - beganMs), rounds: elapsed >= endMs ? 1 : 0)
    }

    /// - Parameter elapsed: the time run, in milliseconds, at the beginning of the interval.
    private mutating func beginInterval(_ index: Int, of plan: RunPlan, atElapsedMs elapsed: Int64)
    {
        self.index = index
        place = plan.place(of: index)
        hasBegun = false
        beganMs = elapsed
        durationMs = place.interval.durationMs
        belowMs = durationMs
    }

    /// - Parameters:
    ///   - elapsed: the time run, in milliseconds, at the end.
    mutating func end(_ state: State, atMs ended: Int64, atElapsedMs elapsed: Int64) {
        leave(atElapsedMs: elapsed)
        self.state = state
        endedMs = ended
        belowMs = 0
        dropQuestion()
        absence = nil
    }

    /// Forgets that the person was asked to confirm.
    mutating func dropQuestion() {
        asked = nil
        ringing = nil
        rings = 0
    }
}

// MARK: - Absence

extension Run {
    /// Whether the run pauses now if nobody is there. Resting away from the desk is what a break is for.
    package var pausesNow: Bool {
        pausesWhenAway && state == .running && ![.rest, .break].contains(place.interval.kind)
    }

    /// Pauses the run, since nobody is there; `nil` where it doesn't pause now, or its interval is over.
    package mutating func leave(at now: Moment) -> Change? {
        guard pausesNow, !hasSlept(at: now), remainingMs(at: now) > 0 else { return nil }
        state = .paused
        elapsedTime.stop(at: now)
        absence = .awaitsReturn
        return .paused
    }

    /// Notes that the person is back and asked whether to resume; `nil` where no pause waits for that.
    package mutating func offerResume() -> Change? {
        guard absence == .awaitsReturn else { return nil }
        absence = .asked
        return .resumeOffered
    }

    /// Whether the machine slept while the run counted, and the run pauses for that.
    package func hasSlept(at now: Moment) -> Bool {
        pausesWhenAway && state == .running && elapsedTime.slept(at: now)
    }

    /// Pauses the run as of the moment when the machine went to sleep. Its interval ends no sooner than the
    /// person resumes.
    private mutating func sleep(at now: Moment) -> Change {
        state = .paused
        elapsedTime.stop(atElapsedMs: min(elapsedTime.awakeMs(at: now), endMs))
        absence = .awaitsReturn
        return .paused
    }
}

// MARK: - The course of time

extension Run {
    /// Applies the next change that is due by now, and returns it; `nil` where none is due. Callers repeat
    /// the call until then.
    ///
    /// - Parameter ringAtMost: most repetitions of the alert of an interval that waits, where it has a span for
    ///   them.
    package mutating func advance(
        _ plan: RunPlan, to now: Moment, ringAtMost: Int = 5
    ) -> Change? {
        if hasSlept(at: now) { return sleep(at: now) }
        if state == .waiting { return followUp(at: now) }
        // A paused interval may have been shortened past its end.
        guard state == .running || state == .paused && belowMs == 0 else { return nil }
        let elapsed = elapsedTime.elapsedMs(at: now)
        guard endMs <= elapsed else { return cue(remainingMs: endMs - elapsed) }
        let (last, end) = lastEnded(plan, byElapsedMs: elapsed)
        let passed = last - index + 1
        let lateMs = elapsed - end
        let isStale = passed > 1 || lateMs > Self.staleMs
        let isLate = isStale || lateMs >= worthTellingMs
        let late = isLate ? Late(byMs: lateMs, passed: isStale ? passed : nil) : nil
        guard isStale || belowMs == 0 else {
            belowMs = 0
            return .intervalFinished(late)
        }
        if last > index {
            leave(atElapsedMs: endMs)
            let between = plan.work(in: index + 1..<last)
            count(workMs: between.ms, rounds: between.rounds)
            beginInterval(
                last, of: plan, atElapsedMs: end - plan.step(at: last).interval.durationMs)
            // The interval is one of those that have passed, so its start isn't reported.
            hasBegun = true
        }
        return pass(plan, atElapsedMs: end, lateMs: lateMs, late, ringAtMost, at: now)
    }

    private mutating func followUp(at now: Moment) -> Change? {
        let ringing = ringing ?? Self.followUp
        guard let asked, now.elapsedMs(since: asked) >= ringing.everyMs else { return nil }
        rings += 1
        // Alerts that were missed are given once.
        self.asked = rings < ringing.atMost ? now : nil
        return .followedUp
    }

    /// The index of the last interval that has ended by `elapsed`, and the time run at its end. An interval
    /// that must be confirmed is the last, and one before an open one, which hasn't ended.
    private func lastEnded(
        _ plan: RunPlan, byElapsedMs elapsed: Int64
    ) -> (index: Int, endMs: Int64) {
        var (last, end) = (index, endMs)
        while plan.step(at: last).interval.confirmation == .automatic, plan.hasStep(last + 1) {
            let following = plan.step(at: last + 1).interval
            let next = end + following.durationMs
            guard !following.isOpen, next <= elapsed else { break }
            (last, end) = (last + 1, next)
            // Whole turns of an endless group are passed at once, however many.
            if let turn = plan.turn(from: last) {
                let turns = (elapsed - end) / turn.ms
                (last, end) = (last + Int(turns) * turn.steps, end + turns * turn.ms)
            }
        }
        return (last, end)
    }

    /// Moves on from the interval's end: waits for confirmation, completes the run or begins the next
    /// interval.
    private mutating func pass(
        _ plan: RunPlan, atElapsedMs end: Int64, lateMs: Int64, _ late: Late?, _ ringAtMost: Int,
        at now: Moment
    ) -> Change {
        if place.interval.confirmation == .manual {
            state = .waiting
            absence = nil
            elapsedTime.stop(atElapsedMs: end)
            belowMs = 0
            asked = now
            ringing = place.interval.ringAgainMs.map { Ringing(everyMs: $0, atMost: ringAtMost) }
            return .confirmationNeeded(late)
        }
        guard plan.hasStep(index + 1) else {
            elapsedTime.stop(atElapsedMs: end)
            self.end(.completed, atMs: now.wallMs - lateMs, atElapsedMs: end)
            return .completed(late)
        }
        enter(index + 1, of: plan, atElapsedMs: end)
        guard state == .running else { return .skipped }
        hasBegun = true
        return .intervalStarted(late)
    }

    private mutating func cue(remainingMs: Int64) -> Change? {
        let mark = marksMs.first { $0 >= remainingMs && $0 - remainingMs <= Self.staleCueMs }
        guard let mark else { return nil }
        belowMs = mark
        let cues = place.interval.cues
        let isCountdown = cues.contains(.countdown) && Interval.countdownMs.contains(mark)
        return isCountdown ? .countdown(Int(mark / 1000)) : .halfway
    }

    /// Marks that are still to come, in milliseconds before the end, the earliest first.
    private var marksMs: [Int64] {
        Interval.marksMs(durationMs: durationMs, cues: place.interval.cues).filter { $0 < belowMs }
    }

    /// The moment of the next cue that isn't stale, or of the interval's end; while the run waits, the
    /// moment of the follow-up. `nil` for none.
    package func deadline(at now: Moment) -> Deadline? {
        if let asked {
            let everyMs = (ringing ?? Self.followUp).everyMs
            return .boot(asked.dueNs(afterMs: everyMs, now: now))
        }
        guard state == .running else { return nil }
        let remaining = endMs - elapsedTime.elapsedMs(at: now)
        let mark = marksMs.first { $0 - remaining <= Self.staleCueMs } ?? 0
        return elapsedTime.dueNs(atElapsedMs: endMs - mark, now: now).map(Deadline.boot)
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        let isCarried = elapsedTime.reanchor(at: now)
        return asked?.carryOver(at: now) ?? false || isCarried
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? {
        // The elapsed time stands still while the run waits.
        asked?.adjust(toClockAt: now) ?? elapsedTime.adjustToClock(at: now)
    }
}

// MARK: - Row

extension Run {
    package init(_ row: inout RowVisitor, writing entity: Run?) throws {
        id = try row.column("id", entity?.id)
        program = try row.column("program", entity?.program)
        name = try row.column("name", entity?.name)
        state = try row.column("state", entity?.state)
        index = try row.column("step", entity?.index)
        elapsedTime = try row.column("tally", entity?.elapsedTime)
        beganMs = try row.column("began_ms", entity?.beganMs)
        durationMs = try row.column("duration_ms", entity?.durationMs)
        place = try row.json("place", entity?.place)
        hasBegun = try row.column("begun", entity?.hasBegun)
        belowMs = try row.column("below_ms", entity?.belowMs)
        workedMs = try row.column("worked_ms", entity?.workedMs, absent: 0)
        rounds = try row.column("rounds", entity?.rounds, absent: 0)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        endedMs = try row.optional("ended_ms", entity?.endedMs)
        asked = try row.optional("asked", entity?.asked)
        ringing = try row.optionalJSON("ringing", entity?.ringing)
        rings = try row.column("rings", entity?.rings, absent: 0)
        day = try row.day(entity?.day, of: startedMs)
        pausesWhenAway = try row.column(
            "pause_when_away", entity?.pausesWhenAway, absent: false)
        absence = try row.optional("absence", entity?.absence)
    }
}

// MARK: - Progress

extension Run {
    /// Day of a run that has or had ended; `nil` for a live one, which no figure counts.
    package static func firstDay(affectedFrom former: Run?, to new: Run?) -> Int? {
        let counts = former?.isLive == false || new?.isLive == false
        return counts ? [former?.day.number, new?.day.number].compactMap { $0 }.min() : nil
    }
}
