/// Moments that something is counted from.
extension Moment {
    /// When so many milliseconds will have passed since it, on the boot clock in nanoseconds.
    func dueNs(afterMs span: Int64, now: Moment) -> Int64 {
        guard bootID == now.bootID else {
            return now.bootNs + (span - now.elapsedMs(since: self)) * nanosecondsPerMs
        }
        return bootNs + span * nanosecondsPerMs
    }

    /// Carries it over a reboot, onto the new boot's clock: the wall clock tells how long ago it was. One
    /// further ahead than it can be has just been, since then that clock is wrong.
    ///
    /// - Returns: whether there was anything to carry over.
    mutating func carryOver(at now: Moment, furthestAheadMs: Int64 = 0) -> Bool {
        guard bootID != now.bootID else { return false }
        let agoMs = now.wallMs - wallMs
        self = agoMs < -furthestAheadMs ? now : now.advanced(byMs: -agoMs)
        return true
    }

    /// Follows the wall clock after it was set, since that clock will bridge the next reboot.
    ///
    /// - Returns: by how many milliseconds it was set; `nil` where that doesn't matter.
    mutating func adjust(toClockAt now: Moment) -> Int64? {
        guard bootID == now.bootID else { return nil }
        let followed = now.wallMs - (now.bootNs - bootNs) / nanosecondsPerMs
        let step = followed - wallMs
        guard abs(step) >= ElapsedTime.clockStepMs else { return nil }
        wallMs = followed
        return step
    }
}

extension Deadline {
    /// When it is by the wall clock, as far as can be told now: UTC milliseconds.
    func wallMs(at now: Moment) -> Int64 {
        switch self {
        case .boot(let ns): now.wallMs + (ns - now.bootNs) / nanosecondsPerMs
        case .wall(let ms): ms
        }
    }

    /// The earliest of some.
    package static func earliest(_ deadlines: [Deadline?], at now: Moment) -> Deadline? {
        deadlines.compactMap(\.self).min { $0.wallMs(at: now) < $1.wallMs(at: now) }
    }
}
