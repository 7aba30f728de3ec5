import TrackerCore

/// A run as it stands at one moment.
package struct RunView: Codable, Sendable, Hashable {
    package let id: String
    /// Its id; the program may be another by now, or gone.
    package let program: String
    package let name: String
    package let state: String
    /// Of the steps, from 0.
    package let index: Int
    /// The number of steps.
    package let steps: Int?
    package let interval: Interval
    /// The interval after it; `nil` in the last.
    package let next: Interval?
    package let round: ProgramStep.Round?
    /// The length of the interval, with extensions. Older daemons don't say.
    package let durationMs: Int64?
    package let remainingMs: Int64
    /// Pauses and waiting left out.
    package let elapsedMs: Int64
    package let totalRemainingMs: Int64
    package let startedAt: String
    /// The local day that it belongs to, such as `2026-03-01`. Older daemons don't say.
    package let day: String?
    /// The end of the interval.
    package let dueAt: String?
    package let endedAt: String?
    /// In `run.countdown`: how many seconds are left.
    package let seconds: Int?
    /// The lateness in events about a boundary that was noticed after its time.
    package let lateByMs: Int64?
    /// The number of boundaries that were passed, in those events, which tell the last.
    package let passed: Int?

    package init(_ run: Run, at now: Moment, zone: Zone, after change: Run.Change? = nil) {
        id = run.id
        program = run.program
        name = run.name
        state = run.state.rawValue
        index = run.index
        steps = run.place.steps
        interval = run.place.interval
        next = run.place.next
        round = run.place.round
        durationMs = run.durationMs
        let remaining = run.remainingMs(at: now)
        remainingMs = remaining
        elapsedMs = run.elapsedMs(at: now)
        totalRemainingMs = run.isLive ? remaining + run.place.followingMs : 0
        startedAt = zone.text(ofMs: run.startedMs)
        day = run.day.text
        dueAt = run.state == .running ? zone.text(ofMs: now.wallMs + remaining) : nil
        endedAt = run.endedMs.map(zone.text)
        seconds = change?.seconds
        lateByMs = change?.late?.byMs
        passed = change?.late?.passed
    }

    /// In `run.interval_finished`: whether that is heard. A boundary has one sound: that of the next interval's
    /// beginning, of the question or of the run's end; that of the interval's own end only where none of them
    /// comes at the same moment.
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

package struct RunStart: Request {
    package typealias Response = RunView
    package static let method = "run.start"
    package static let effect = Effect.change

    package var program: String
    package init(program: String) { self.program = program }
}

package struct RunPause: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.pause"
    package static let effect = Effect.change
    package init() {}
}

package struct RunResume: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.resume"
    package static let effect = Effect.change
    package init() {}
}

/// Goes on after an interval that waits for that.
package struct RunConfirm: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.confirm"
    package static let effect = Effect.change
    package init() {}
}

/// Goes on to the next interval; after the last one the run is complete.
package struct RunSkip: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.skip"
    package static let effect = Effect.change
    package init() {}
}

/// Begins the interval anew, or in its first 2 s the one before.
package struct RunBack: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.back"
    package static let effect = Effect.change
    package init() {}
}

package struct RunStop: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.stop"
    package static let effect = Effect.change
    package init() {}
}

/// The run that is on, else the last one.
package struct RunGet: PlainRequest {
    package typealias Response = RunView
    package static let method = "run.get"
    package static let effect = Effect.none
    package init() {}
}

package struct RunJump: Request {
    package typealias Response = RunView
    package static let method = "run.jump"
    package static let effect = Effect.change

    /// Of the steps, from 0.
    package let index: Int
    package init(index: Int) { self.index = index }
}

package struct RunExtend: Request {
    package typealias Response = RunView
    package static let method = "run.extend"
    package static let effect = Effect.change

    /// May be negative.
    package let by: Span
    package init(by: Span) { self.by = by }
}

/// Runs by the moment of their start, the newest first.
package struct RunList: Limited {
    package static let method = "run.list"
    package static let effect = Effect.none
    package static let isLong = true
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Inclusive; a day from its beginning, which is at `day_starts_at`.
    package var from: When?
    /// Exclusive; a day until its end.
    package var to: When?
    package var limit: Int?

    package init(from: When? = nil, to: When? = nil, limit: Int? = nil) {
        self.from = from
        self.to = to
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let runs: [RunView]
        package init(runs: [RunView]) { self.runs = runs }
    }
}
