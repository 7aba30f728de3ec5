import TrackerCore

/// State of a run at one moment.
package struct RunView: Codable, Sendable, Hashable {
    package let id: String
    /// Id of the program, which may have changed or been deleted since.
    package let program: String
    package let name: String
    package let state: OpenEnum<Run.State>
    /// Index of the step, from 0.
    package let index: Int
    /// Number of steps; `nil` for an endless run.
    package let steps: Int?
    package let interval: Interval
    /// Next interval; `nil` during the last one.
    package let next: Interval?
    package let round: ProgramStep.Round?
    /// Duration of the interval, including extensions; `nil` from older daemons.
    package let durationMs: Int64?
    package let remainingMs: Int64
    /// Time spent running, without pauses and waiting.
    package let elapsedMs: Int64
    /// Time left of the whole run; `nil` for an endless one that is live.
    package let totalRemainingMs: Int64?
    /// Time spent in work intervals, without open ones; `nil` from older daemons.
    package let workedMs: Int64?
    /// Number of work intervals that were done to their end, without open ones; `nil` from older daemons.
    package let rounds: Int?
    @MomentText package var startedAt: String
    /// Local day of the run, such as `2026-03-01`; `nil` from older daemons.
    package let day: String?
    /// Planned end of the interval.
    @MomentText package var dueAt: String?
    @MomentText package var endedAt: String?
    /// Planned end of the interval that waits for confirmation; `nil` if none waits or the time isn't known.
    @MomentText package var waitingSince: String?
    /// Number of times that the person was asked to confirm again; `nil` for none.
    package let rings: Int?
    /// True for a run that pauses while nobody is there; otherwise `nil`.
    package let pauseWhenAway: Bool?
    /// True for a run that is paused because nobody was there; otherwise `nil`.
    package let away: Bool?
    /// Seconds left; only in `run.countdown`.
    package let seconds: Int?
    /// Delay until a boundary was noticed; only in events about boundaries noticed late.
    package let lateByMs: Int64?
    /// Number of boundaries passed unnoticed; only in the same events, which report the last one.
    package let passed: Int?

    /// - Parameter waitingSinceMs: time when the run began to wait for confirmation, UTC milliseconds; `nil`
    ///   if it doesn't wait.
    package init(
        _ run: Run, waitingSinceMs: Int64? = nil, at now: Moment, zone: Zone,
        after change: Run.Change? = nil
    ) {
        id = run.id
        program = run.program
        name = run.name
        state = OpenEnum(run.state)
        index = run.index
        steps = run.place.steps
        interval = run.place.interval
        next = run.place.next
        round = run.place.round
        durationMs = run.durationMs
        let remaining = run.remainingMs(at: now)
        remainingMs = remaining
        elapsedMs = run.elapsedMs(at: now)
        totalRemainingMs = run.isLive ? run.place.followingMs.map { remaining + $0 } : 0
        workedMs = run.workedMs(at: now)
        rounds = run.rounds
        startedAt = zone.text(ofMs: run.startedMs)
        day = run.day.text
        dueAt = run.state == .running ? zone.text(ofMs: now.wallMs + remaining) : nil
        endedAt = run.endedMs.map(zone.text)
        waitingSince = waitingSinceMs.map(zone.text)
        rings = run.rings > 0 ? run.rings : nil
        pauseWhenAway = run.pausesWhenAway ? true : nil
        away = run.absence == nil ? nil : true
        seconds = change?.seconds
        lateByMs = change?.late?.byMs
        passed = change?.late?.passed
    }

    /// Whether `run.interval_finished` plays the interval's end sound. Each boundary has one sound. The start
    /// of the next interval, a request for confirmation and the end of the run have sounds of their own,
    /// which replace this one.
    package var isEndHeard: Bool {
        guard interval.cues.contains(.end), interval.confirmation == .automatic, let next else {
            return false
        }
        return !next.cues.contains(.start)
    }
}

extension Run.Change {
    fileprivate var seconds: Int? {
        guard case .countdown(let seconds) = self else { return nil }
        return seconds
    }

    fileprivate var late: Run.Late? {
        switch self {
        case .intervalStarted(let late), .intervalFinished(let late),
            .confirmationNeeded(let late), .completed(let late):
            late
        default: nil
        }
    }
}

package struct RunStart: ChangeRequest {
    package typealias Response = RunView
    package static let method = "run.start"

    package var program: String
    /// Index of the first step, from 0; `nil` to start at the beginning.
    package var from: Int?
    /// Number of repetitions of the outermost groups; `nil` for the program's own number.
    package var rounds: Int?
    /// Duration of the work intervals; `nil` for the program's own.
    package var work: Span?
    /// Duration of the rests and short breaks; `nil` for the program's own.
    package var rest: Span?
    /// Whether the run waits for no confirmation; `nil` means `false`.
    package var auto: Bool?
    /// Whether to pause it while nobody is there.
    package var pauseWhenAway: Bool?
    /// Sound at the start of intervals without a sound of their own, as in a program; `nil` for the program's own.
    package var sound: String?
    /// Time from one alert to the next while the run waits for the person, as it then does at its end, too; `nil` for
    /// what the program says.
    package var ringAgain: Removable<Span>?

    package init(
        program: String, from: Int? = nil, rounds: Int? = nil, work: Span? = nil,
        rest: Span? = nil, auto: Bool? = nil, pauseWhenAway: Bool? = nil, sound: String? = nil,
        ringAgain: Removable<Span>? = nil
    ) {
        self.program = program
        self.from = from
        self.rounds = rounds
        self.work = work
        self.rest = rest
        self.auto = auto
        self.pauseWhenAway = pauseWhenAway
        self.sound = sound
        self.ringAgain = ringAgain
    }

    package init(program: String, _ changes: RunChanges, pauseWhenAway: Bool? = nil) {
        self.init(
            program: program, rounds: changes.rounds, work: changes.workMs.map { Span(ms: $0) },
            rest: changes.restMs.map { Span(ms: $0) }, auto: changes.isAutomatic ? true : nil,
            pauseWhenAway: pauseWhenAway, sound: changes.sound,
            ringAgain: changes.ringAgainMs.map { $0 == 0 ? .removed : .value(Span(ms: $0)) })
    }

    /// Changes of the run from its program.
    package var changes: RunChanges {
        RunChanges(
            rounds: rounds, workMs: work?.ms, restMs: rest?.ms, isAutomatic: auto ?? false,
            sound: sound, ringAgainMs: ringAgain.map { $0.value?.ms ?? 0 })
    }
}

package typealias RunMove = Move<RunWord>

package enum RunWord: String, MoveWord {
    package typealias Target = NoMembers
    package typealias Response = RunView

    case pause = "run.pause"
    case resume = "run.resume"
    /// Begins the next interval. After the last interval, the run is complete.
    case skip = "run.skip"
    /// Restarts the interval, or goes back one interval during the first 2 s.
    case back = "run.back"
    case stop = "run.stop"
}

/// Begins the next interval of a run that waits for confirmation.
package struct RunConfirm: ChangeRequest {
    package typealias Response = RunView
    package static let method = "run.confirm"

    /// Amount done of the exercise that the interval logs; `nil` for the amount in the program.
    package var count: Int64?
    package init(count: Int64? = nil) { self.count = count }
}

/// The live run, or the last one if none is live.
package struct RunGet: ReadRequest, PlainRequest {
    package typealias Response = RunView
    package static let method = "run.get"
    package init() {}
}

package struct RunJump: ChangeRequest {
    package typealias Response = RunView
    package static let method = "run.jump"

    /// Index of the step, from 0.
    package let index: Int
    package init(index: Int) { self.index = index }
}

package struct RunExtend: ChangeRequest {
    package typealias Response = RunView
    package static let method = "run.extend"

    /// Time to add; may be negative.
    package let by: Span
    package init(by: Span) { self.by = by }
}

/// Runs, newest start first.
package struct RunList: ReadRequest, LongRequest, Limited {
    package static let method = "run.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Start of the range, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for
    /// no limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    package var limit: Int?

    package init(from: When? = nil, to: When? = nil, limit: Int? = nil) {
        self.from = from
        self.to = to
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let runs: [RunView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?

        package init(runs: [RunView], total: Int) {
            self.runs = runs
            self.total = total
        }
    }
}
