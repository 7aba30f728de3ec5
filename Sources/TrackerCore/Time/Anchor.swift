/// Moments from which time is counted.
extension Moment {
    /// The reading of the boot clock, in nanoseconds, at which `span` milliseconds will have passed since
    /// this moment.
    func dueNs(afterMs span: Int64, now: Moment) -> Int64 {
        guard bootID == now.bootID else {
            return now.bootNs + (span - now.elapsedMs(since: self)) * nanosecondsPerMs
        }
        return bootNs + span * nanosecondsPerMs
    }

    /// Carries the moment over a reboot, onto the new boot's clock; the wall clock tells how long ago it
    /// was. A moment that lies further ahead than `furthestAheadMs` becomes `now`, since the wall clock
    /// must then be wrong.
    ///
    /// - Returns: whether there was a reboot since.
    mutating func carryOver(at now: Moment, furthestAheadMs: Int64 = 0) -> Bool {
        guard bootID != now.bootID else { return false }
        let agoMs = min(now.wallMs - wallMs, Bounds.spans.upperBound)
        self = agoMs < -furthestAheadMs ? now : now.advanced(byMs: -agoMs)
        return true
    }

    /// Follows the wall clock after it was set, since the wall clock will bridge the next reboot.
    ///
    /// - Returns: the milliseconds by which the clock was set; `nil` where that doesn't matter.
    mutating func adjust(toClockAt now: Moment) -> Int64? {
        guard bootID == now.bootID else { return nil }
        let followed = max(0, now.wallMs - (now.bootNs - bootNs) / nanosecondsPerMs)
        let step = followed - wallMs
        guard abs(step) >= ElapsedTime.clockStepMs else { return nil }
        wallMs = followed
        return step
    }
}

extension Deadline {
    /// The deadline by the wall clock, UTC milliseconds, as estimated now.
    func wallMs(at now: Moment) -> Int64 {
        switch self {
        case .boot(let ns): now.wallMs + (ns - now.bootNs) / nanosecondsPerMs
        case .wall(let ms): ms
        }
    }

    /// The earliest deadline; `nil` where there is none.
    package static func earliest(_ deadlines: [Deadline?], at now: Moment) -> Deadline? {
        deadlines.compactMap(\.self).min { $0.wallMs(at: now) < $1.wallMs(at: now) }
    }
}
