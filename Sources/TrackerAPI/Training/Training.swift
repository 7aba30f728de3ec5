import TrackerCore

/// State of a training session at one moment. Amounts are seconds or reps, depending on the mode.
package struct TrainingView: Codable, Sendable, Hashable {
    package struct Attempt: Codable, Sendable, Hashable {
        package let id: String
        package let value: Double
        package let adjustment: Double
        package let counted: Double
        @MomentText package var at: String
        package let restTakenMs: Int64?
    }

    /// Figures of a hold.
    package struct Live: Codable, Sendable, Hashable {
        package let elapsed: Double
        package let counted: Double
        package let total: Double
        package let remaining: Double
        /// Share of the target reached so far, 0 to 100 percent.
        package let percent: Double
        package let canBail: Bool
    }

    /// Sums of a completed session.
    package struct Summary: Codable, Sendable, Hashable {
        package let total: Double
        package let attempts: Int
        package let effortMs: Int64
        package let restMs: Int64
        /// Time from start to end, including pauses, milliseconds.
        package let durationMs: Int64
    }

    /// Figures of an earlier session.
    package struct Last: Codable, Sendable, Hashable {
        package let id: String
        package let total: Double
        package let attempts: Int
        @MomentText package var startedAt: String
    }

    package let id: String
    package let mode: String
    package let state: OpenEnum<Training.State>
    package let target: Double
    package let adjustment: Double
    package let restMs: Int64
    /// Time to get ready before a hold; `nil` for none.
    package let readyMs: Int64?
    /// Id of the exercise; `nil` for none.
    package let exercise: String?
    package let exerciseName: String?
    package let accumulated: Double
    package let attempts: [Attempt]
    /// Figures of the current or paused hold; `nil` for none.
    package let live: Live?
    /// Current or paused rest; `nil` for none.
    package let rest: RestView?
    @MomentText package var startedAt: String
    /// Local day of the session, such as `2026-03-01`; `nil` from older daemons.
    package let day: String?
    @MomentText package var endedAt: String?
    package let summary: Summary?
    /// Last completed session with the same exercise and mode; `nil` for none, and once this session is over.
    package let last: Last?
    /// Delay in noticing that the target was reached, if it is worth reporting; only in
    /// `training.target_reached`.
    package let lateByMs: Int64?
    /// True if the session was discarded; otherwise `nil`.
    package var discarded: Bool?

    package init(
        _ training: Training, exerciseName: String?, rest: Rest?, last: Training?, at now: Moment,
        zone: Zone, lateByMs: Int64? = nil
    ) {
        let mode = training.fields.mode
        id = training.id
        self.mode = mode.rawValue
        state = OpenEnum(training.state)
        target = mode.amount(training.fields.target)
        adjustment = mode.amount(training.fields.adjustment)
        restMs = training.fields.restMs
        readyMs = training.fields.readyMs > 0 ? training.fields.readyMs : nil
        exercise = training.fields.exercise
        self.exerciseName = exerciseName
        accumulated = mode.amount(training.accumulated)
        attempts = training.attempts.map { Attempt($0, mode: mode, zone: zone) }
        live = training.live(at: now).map { Live($0, mode: mode) }
        self.rest = rest.map { RestView($0, at: now, zone: zone) }
        startedAt = zone.text(ofMs: training.startedMs)
        day = training.day.text
        endedAt = training.endedMs.map(zone.text)
        summary = training.isLive ? nil : Summary(training)
        self.last = last.map { Last($0, zone: zone) }
        self.lateByMs = lateByMs
    }
}

extension TrainingView.Attempt {
    fileprivate init(_ attempt: Training.Attempt, mode: Training.Mode, zone: Zone) {
        id = attempt.id
        value = mode.amount(attempt.value)
        adjustment = mode.amount(attempt.adjustment)
        counted = mode.amount(attempt.counted)
        at = zone.text(ofMs: attempt.atMs)
        restTakenMs = attempt.restTakenMs
    }
}

extension TrainingView.Live {
    fileprivate init(_ live: Training.Live, mode: Training.Mode) {
        elapsed = mode.amount(live.elapsed)
        counted = mode.amount(live.counted)
        total = mode.amount(live.total)
        remaining = mode.amount(live.remaining)
        percent = live.percent
        canBail = live.canBail
    }
}

extension TrainingView.Last {
    fileprivate init(_ training: Training, zone: Zone) {
        id = training.id
        total = training.fields.mode.amount(training.accumulated)
        attempts = training.attempts.count
        startedAt = zone.text(ofMs: training.startedMs)
    }
}

extension TrainingView.Summary {
    fileprivate init(_ training: Training) {
        total = training.fields.mode.amount(training.accumulated)
        attempts = training.attempts.count
        effortMs = training.effortMs
        restMs = training.restedMs
        durationMs = training.clock.countedMs
    }
}

/// Settings of a session or preset as they were given. Missing members get the preset's values, or the
/// defaults without a preset.
package struct TrainingParameters: Codable, Sendable, Hashable {
    /// Mode of the session; `nil` for that of the exercise, or else of the preset.
    package var mode: Training.Mode?
    /// Amount in seconds or reps, depending on the mode.
    package var target: Double?
    /// Minutes instead of a target, unless the exercise is done over a distance: they may be metres.
    package var minutesOrMetres: Int64?
    package var rest: Span?
    /// Time to get ready before a hold.
    package var ready: Span?
    /// Amount in seconds or reps, depending on the mode.
    package var adjustment: Double?
    /// Mark of an amount that was given as a duration, which is refused for reps.
    package var timed: Bool?
    package var exercise: String?
    /// Name of a preset.
    package var preset: String?

    package init() {}
}

/// Starts a session with its first attempt. Only one session can be live.
package struct TrainingStart: ChangeRequest {
    package typealias Response = TrainingView
    package static let method = "training.start"

    package var parameters: TrainingParameters

    package init(_ parameters: TrainingParameters) { self.parameters = parameters }

    package init(from decoder: any Decoder) throws {
        parameters = try TrainingParameters(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws { try parameters.encode(to: encoder) }
}

package typealias TrainingMove = Move<TrainingWord>

package enum TrainingWord: String, MoveWord {
    package typealias Target = NoMembers
    package typealias Response = TrainingView

    /// Ends a hold early: the adjustment is subtracted and the rest starts.
    case bail = "training.bail"
    /// Completes the session, or discards it if nothing was done. A current hold counts in full.
    case stop = "training.stop"
    /// Skips the rest and starts the next attempt.
    case skipRest = "training.skip_rest"
    /// Pauses the attempt or the rest.
    case pause = "training.pause"
    case resume = "training.resume"
}

/// Logs an attempt of `count` reps.
package struct TrainingReps: ChangeRequest {
    package typealias Response = TrainingView
    package static let method = "training.reps"

    package let count: Int64
    package init(count: Int64) { self.count = count }
}

/// Discards the unfinished session.
package struct TrainingReset: ChangeRequest, Confirmed {
    package typealias Response = TrainingView
    package static let method = "training.reset"

    package var confirm: Bool?
    package init(confirm: Bool? = nil) { self.confirm = confirm }
}

package struct TrainingGet: ReadRequest {
    package typealias Response = TrainingView
    package static let method = "training.get"

    /// Id, unique prefix of an id, or `last`; `nil` for the live session, or the last one if none is live.
    package var training: String?
    package init(training: String? = nil) { self.training = training }
}

/// Sessions, newest first, and the trend of all matching completed sessions.
package struct TrainingList: ReadRequest, LongRequest, Limited {
    package static let method = "training.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Earliest start, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for no
    /// limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    package var mode: Training.Mode?
    package var exercise: String?
    package var limit: Int?

    package init(
        from: When? = nil, to: When? = nil, mode: Training.Mode? = nil, exercise: String? = nil,
        limit: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.mode = mode
        self.exercise = exercise
        self.limit = limit
    }

    package struct Trend: Codable, Sendable, Hashable {
        /// Direction of the trend: `up`, `level` or `down`.
        package let direction: String
        /// Mean total of the last five sessions, in seconds or reps.
        package let last: Double
        /// Mean total of the five sessions before those, in seconds or reps.
        package let before: Double

        package init(_ trend: TrainingTrend) {
            direction = trend.direction.rawValue
            last = trend.last
            before = trend.before
        }
    }

    /// Trends by mode; a mode with fewer than ten completed sessions has none.
    package struct Trends: Codable, Sendable, Hashable {
        package let time: Trend?
        package let reps: Trend?

        package init(time: Trend?, reps: Trend?) {
            self.time = time
            self.reps = reps
        }
    }

    package struct Response: Codable, Sendable {
        package let trainings: [TrainingView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?
        package let trend: Trends?

        package init(trainings: [TrainingView], total: Int, trend: Trends?) {
            self.trainings = trainings
            self.total = total
            self.trend = trend
        }
    }
}
