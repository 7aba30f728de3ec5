import TestSupport

// Rules for the events of runs and holds, whatever the model says.

extension Auditor {
    /// A moment that was announced: the end of an interval, or a hold's target.
    struct Announced {
        let dueNs: Int64
        let since: Instant

        init(inMs ms: Int64, _ now: Instant) {
            dueNs = now.realNs + ms * msNs
            since = now
        }

        /// Allowed error: a reboot is bridged by the wall clock, which may have been set, and times in
        /// whole milliseconds may differ by one.
        private func errorNs(at now: Instant) -> Int64 {
            let boots = Int64(now.boot - since.boot)
            return msNs * (1 + (boots == 0 ? 0 : now.setMs - since.setMs + boots))
        }

        func isEarly(byMs mark: Int64 = 0, at now: Instant) -> Bool {
            now.realNs + errorNs(at: now) < dueNs - mark * msNs
        }

        func isMissed(at now: Instant) -> Bool { now.realNs - errorNs(at: now) > dueNs }
    }

    struct WatchedRun {
        private var end: Announced?
        /// The next follow-up, while the run waits for confirmation; `nil` where none may come.
        private var followUp: Announced?
        /// Number of follow-ups since the run began to wait.
        private var rings: Int64 = 0
        private var counted: Set<Int64> = []
        private var isHalf = false
        /// Index of the interval whose start was reported and that nobody has left since; `nil` for none.
        private var begun: Int64?
        private(set) var isOver = false

        func isMissed(at now: Instant) -> Bool {
            // How many follow-ups there are at most isn't known here, but one there is.
            [end, rings == 0 ? followUp : nil].contains { $0?.isMissed(at: now) ?? false }
        }

        mutating func note(_ change: String, _ event: EventModel, _ now: Instant) throws {
            guard !isOver else { throw Mismatch("the run is over") }
            if change == "followed_up", followUp?.isEarly(at: now) != false {
                throw Mismatch("followed up too early, or twice")
            }
            rings = change == "followed_up" ? rings + 1 : 0
            guard event.data["rings"]?.int ?? 0 == rings else {
                throw Mismatch("it was followed up \(rings) times")
            }
            let every = event.data["interval"]?["ring_again_ms"]?.int
            let isAsked = change == "confirmation_needed" || rings > 0 && every != nil
            followUp = isAsked ? Announced(inMs: every ?? 5 * minuteMs, now) : nil
            switch change {
            case "countdown":
                let seconds = event.data["seconds"]?.int ?? 0
                guard counted.insert(seconds).inserted else { throw Mismatch("counted twice") }
                try reach(byMs: seconds * 1000, now)
            case "halfway":
                guard !isHalf else { throw Mismatch("half was told twice") }
                isHalf = true
            case "interval_finished", "confirmation_needed", "completed":
                if event.byTime { try reach(now) }
                begun = nil
            case "interval_started":
                if event.byTime { try reach(now) }
                let index = event.data["index"]?.int
                guard begun != index else { throw Mismatch("it has begun before") }
                (begun, counted, isHalf) = (index, [], false)
            case "jumped", "skipped": (begun, counted, isHalf) = (nil, [], false)
            case "extended": (counted, isHalf) = ([], false)
            default: break
            }
            let isRunning = event.data["state"] == "running"
            // Between the end of an interval and the next event, no time of the interval is left.
            if change != "interval_finished" {
                let left = event.data["remaining_ms"]?.int ?? 0
                end = isRunning ? Announced(inMs: left, now) : nil
            }
            isOver = ["completed", "stopped"].contains(change)
        }

        private func reach(byMs mark: Int64 = 0, _ now: Instant) throws {
            guard let end, !end.isEarly(byMs: mark, at: now) else { throw Mismatch("too early") }
        }
    }

    struct WatchedHold {
        private var target: Announced?
        private var isReached = false
        private(set) var isOver = false
        /// Whether the last event tells all about the session.
        private var isKnown: Bool

        init(isKnown: Bool = true) { self.isKnown = isKnown }

        /// Whether the target was reached long ago without an event.
        func isMissed(at now: Instant) -> Bool { !isReached && target?.isMissed(at: now) ?? false }

        mutating func note(_ change: String, _ event: EventModel, _ now: Instant) throws {
            // Corrections come after the end, too, and may lead back before it.
            let isCorrection = ["undone", "updated", "deleted"].contains(change)
            guard !isOver || isCorrection else { throw Mismatch("the session is over") }
            if change == "target_reached" {
                guard !isReached else { throw Mismatch("it was reached before") }
                let isEarly = target?.isEarly(at: now) ?? isKnown
                guard !isEarly else { throw Mismatch("too early") }
                isReached = true
            }
            if change == "effort_started" { isReached = false }
            if change == "undone" { isReached = true }
            if isCorrection, event.data["live"]?["remaining"].flatMap(Self.ms) ?? 0 > 0 {
                isReached = false
            }
            isKnown = true
            isOver =
                ["completed", "reset", "deleted"].contains(change)
                || event.data["state"] == "complete"
            let isHolding = event.data["state"] == "training"
            guard !isOver, isHolding, let held = event.data["live"]?["elapsed"].flatMap(Self.ms)
            else {
                target = nil
                return
            }
            let goal = ["target", "adjustment"].reduce(0) {
                $0 + (event.data[$1].flatMap(Self.ms) ?? 0)
            }
            let done = event.data["accumulated"].flatMap(Self.ms) ?? 0
            target = Announced(inMs: goal - done - held, now)
        }

        /// Milliseconds of a number of seconds.
        private static func ms(_ seconds: Json) -> Int64? {
            switch seconds {
            case .int(let value): value * 1000
            case .number(let text): Double(text).map { Int64(($0 * 1000).rounded()) }
            default: nil
            }
        }
    }
}
