import TrackerCore

/// State of a timer at one moment.
package struct TimerView: Codable, Sendable, Hashable {
    package struct Lap: Codable, Sendable, Hashable {
        @MomentText package var at: String
        package let elapsedMs: Int64
    }

    package let id: String
    package let name: String?
    package let message: String?
    /// Sound at the end: a sound's name, or a file's path; `nil` for the usual one.
    package let sound: String?
    /// Milliseconds from one alert to the next once it is over, 0 for a single alert; `nil` for what the
    /// configuration says.
    package let ringAgainMs: Int64?
    package let kind: String
    package let state: OpenEnum<Timer.State>
    package let durationMs: Int64?
    package let elapsedMs: Int64
    package let remainingMs: Int64?
    @MomentText package var startedAt: String
    @MomentText package var dueAt: String?
    @MomentText package var pausedAt: String?
    @MomentText package var endedAt: String?
    package let lateByMs: Int64?
    /// Milliseconds since its time was over; `nil` unless it waits for an answer.
    package let waitingMs: Int64?
    /// Number of times that its alert was repeated; `nil` for none.
    package let rings: Int?
    /// Time of the answer; `nil` without one.
    @MomentText package var answeredAt: String?
    package let onSuspend: String
    /// True for a timer that pauses while nobody is there; otherwise `nil`.
    package let pauseWhenAway: Bool?
    /// True for a timer that is paused because nobody was there; otherwise `nil`.
    package let away: Bool?
    package let laps: [Lap]

    package init(_ timer: Timer, at now: Moment, zone: Zone) {
        id = timer.id
        name = timer.name
        message = timer.message
        sound = timer.sound
        ringAgainMs = timer.ringAgainMs
        kind = timer.kind.rawValue
        state = OpenEnum(timer.state)
        durationMs = timer.durationMs
        elapsedMs = timer.elapsedMs(at: now)
        let remaining = timer.remainingMs(at: now)
        remainingMs = remaining
        startedAt = zone.text(ofMs: timer.startedMs)
        dueAt = timer.state == .running ? remaining.map { zone.text(ofMs: now.wallMs + $0) } : nil
        pausedAt = timer.pausedMs.map(zone.text)
        endedAt = timer.endedMs.map(zone.text)
        lateByMs = timer.lateByMs
        waitingMs = timer.waitingMs(at: now)
        rings = timer.rings > 0 ? timer.rings : nil
        answeredAt = timer.answeredMs.map(zone.text)
        onSuspend = timer.onSuspend.rawValue
        pauseWhenAway = timer.pausesWhenAway ? true : nil
        away = timer.absence == nil ? nil : true
        laps = timer.laps.map { Lap(at: zone.text(ofMs: $0.atMs), elapsedMs: $0.elapsedMs) }
    }
}

package struct TimerStart: ChangeRequest {
    package typealias Response = TimerView
    package static let method = "timer.start"

    /// Duration of the countdown; `nil` where `until` is given.
    package var duration: Span?
    /// End of the countdown, where a time of day means the next one; `nil` where `duration` is given.
    package var until: When?
    package var name: String?
    package var message: String?
    package var onSuspend: Timer.OnSuspend?
    /// Whether to pause it while nobody is there.
    package var pauseWhenAway: Bool?
    /// Sound at the end: a sound's name, or a file's full path; `nil` for the usual one.
    package var sound: String?
    /// Time from one alert to the next once it is over, until it is answered; `removed` for a single alert, `nil`
    /// for what the configuration says.
    package var ringAgain: Removable<Span>?

    package init(
        duration: Span? = nil, until: When? = nil, name: String? = nil, message: String? = nil,
        onSuspend: Timer.OnSuspend? = nil, pauseWhenAway: Bool? = nil, sound: String? = nil,
        ringAgain: Removable<Span>? = nil
    ) {
        self.duration = duration
        self.until = until
        self.name = name
        self.message = message
        self.onSuspend = onSuspend
        self.pauseWhenAway = pauseWhenAway
        self.sound = sound
        self.ringAgain = ringAgain
    }
}

package struct StopwatchStart: ChangeRequest {
    package typealias Response = TimerView
    package static let method = "stopwatch.start"

    package var name: String?
    package var onSuspend: Timer.OnSuspend?
    /// Whether to pause it while nobody is there.
    package var pauseWhenAway: Bool?

    package init(
        name: String? = nil, onSuspend: Timer.OnSuspend? = nil, pauseWhenAway: Bool? = nil
    ) {
        self.name = name
        self.onSuspend = onSuspend
        self.pauseWhenAway = pauseWhenAway
    }
}

package typealias TimerMove = Move<TimerWord>

package enum TimerWord: String, MoveWord {
    package typealias Response = TimerView

    case pause = "timer.pause"
    case resume = "timer.resume"
    case cancel = "timer.cancel"
    case restart = "timer.restart"
    case finish = "timer.finish"
    /// Answers a countdown that is over.
    case answer = "timer.answer"
    case lap = "stopwatch.lap"

    package struct Target: Codable, Sendable {
        /// Id, unique prefix of an id, name, or `last`; `nil` for the only stopwatch that is running or paused.
        package let timer: String?
    }
}

extension TimerMove {
    package init(_ word: TimerWord, timer: String? = nil) {
        self.init(word, on: .init(timer: timer))
    }
}

/// Does one thing to several timers: to all of them, or to none.
package struct TimerEach: ChangeRequest {
    package static let method = "timer.each"

    package enum Action: String, Choice { case pause, resume, cancel, finish, restart, answer }

    package var action: Action
    /// Ids, beginnings of ids, names or `last`, where a name may take several texts; `nil` for all timers that
    /// the action is possible for, but no stopwatch to `cancel`.
    package var timers: [String]?

    package init(action: Action, timers: [String]? = nil) {
        self.action = action
        self.timers = timers
    }

    package struct Response: Codable, Sendable {
        package let timers: [TimerView]
        package init(timers: [TimerView]) { self.timers = timers }
    }
}

package struct TimerGet: ReadRequest {
    package typealias Response = TimerView
    package static let method = "timer.get"

    /// Id, unique prefix of an id, name, or `last`.
    package let timer: String
    package init(timer: String) { self.timer = timer }
}

package struct TimerExtend: ChangeRequest {
    package typealias Response = TimerView
    package static let method = "timer.extend"

    package let timer: String
    /// Time to add; may be negative. A countdown that is over and waits for an answer runs for this time.
    package let by: Span

    package init(timer: String, by: Span) {
        self.timer = timer
        self.by = by
    }
}

package struct TimerRename: ChangeRequest {
    package typealias Response = TimerView
    package static let method = "timer.rename"

    package let timer: String
    package let name: String

    package init(timer: String, name: String) {
        self.timer = timer
        self.name = name
    }
}

package struct TimerList: ReadRequest {
    package static let method = "timer.list"

    /// Whether to list ended timers that wait for no answer, too.
    package var all: Bool?

    package init(all: Bool? = nil) { self.all = all }

    package struct Response: Codable, Sendable {
        package let timers: [TimerView]
        package init(timers: [TimerView]) { self.timers = timers }
    }
}

/// Removes ended timers from the list, except those that wait for an answer.
package struct TimerClear: ChangeRequest, PlainRequest {
    package static let method = "timer.clear"
    package init() {}

    package struct Response: Codable, Sendable {
        package let cleared: Int
        package init(cleared: Int) { self.cleared = cleared }
    }
}
