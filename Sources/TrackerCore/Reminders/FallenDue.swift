/// A moment at which a reminder fell due, and what is to become of it.
package struct FallenDue: Sendable, Hashable {
    package let dueMs: Int64
    /// Whether it is to be shown, or was missed for good.
    package let isShown: Bool
}

extension Reminder {
    /// Of more that fell due while nobody could be told, those before the last ones aren't kept.
    package static let maximumMissed = 366
    /// What is noticed so soon wasn't missed, only the machine was busy.
    private static let onTimeMs: Int64 = 30_000

    private var schedule: Schedule { fields.schedule }

    /// What the next interval is counted from after a firing: the moment at which it was due, so that the
    /// little by which each is noticed late doesn't add up; now, where it was missed.
    package static func base(dueMs: Int64, at now: Moment) -> Moment {
        let late = now.wallMs - dueMs
        return (0..<onTimeMs).contains(late) ? now.advanced(byMs: -late) : now
    }

    /// When it falls due next, UTC milliseconds.
    ///
    /// - Parameters:
    ///   - base: what an interval is counted from.
    ///   - isKnown: whether it has fallen due at a moment before: none does so twice, even where the clock
    ///     is set back.
    package func nextMs(
        base: Moment, at now: Moment, in zone: Zone, isKnown: (Int64) throws -> Bool
    ) rethrows -> Int64? {
        if schedule.anchor == .response {
            let next = schedule.nextResponse(afterBase: base.wallMs, in: zone)
            guard let next, next <= now.wallMs else { return next }
            return schedule.next(after: now.wallMs, base: base.wallMs, in: zone)
        }
        var moments = schedule.moments(after: now.wallMs, in: zone)
        while let moment = moments.next() {
            if try !isKnown(moment) { return moment }
        }
        return nil
    }

    /// When the next one is due after the clock was set or the zone has changed.
    package func movedMs(
        of next: Occurrence, at now: Moment, in zone: Zone, isKnown: (Int64) throws -> Bool
    ) rethrows -> Int64? {
        guard let base = next.base else { return next.dueMs }
        let isOverdue = next.dueMs <= now.wallMs
        guard isOverdue else { return try nextMs(base: base, at: now, in: zone, isKnown: isKnown) }
        // What has come due stays so, unless its interval isn't over by a clock that was set.
        guard schedule.anchor == .response,
            let moved = schedule.nextResponse(afterBase: base.wallMs, in: zone),
            moved > now.wallMs
        else { return next.dueMs }
        return moved
    }

    /// What has fallen due by now, the earliest first.
    ///
    /// - Parameter firstMs: the first of them.
    package func fallen(
        from firstMs: Int64, at now: Moment, in zone: Zone, isKnown: (Int64) throws -> Bool
    ) rethrows -> [FallenDue] {
        var moments: [Int64] = []
        // Under anchor `response` the next one waits for this one.
        if schedule.anchor != .response {
            var end = now.wallMs
            while moments.count < Self.maximumMissed - 1,
                let moment = schedule.latest(after: firstMs, through: end, in: zone)
            {
                if try !isKnown(moment) { moments.append(moment) }
                end = moment - 1
            }
        }
        moments.append(firstMs)
        return moments.reversed().enumerated().map { index, dueMs in
            let isLast = index == moments.count - 1
            return FallenDue(
                dueMs: dueMs, isShown: isShown(dueMs, isLast: isLast, at: now, in: zone))
        }
    }

    private func isShown(_ dueMs: Int64, isLast: Bool, at now: Moment, in zone: Zone) -> Bool {
        let late = now.wallMs - dueMs
        guard late >= Self.onTimeMs else { return isLast || fields.missed == .all }
        switch fields.missed {
        case .skip: return false
        case .once where !isLast: return false
        case .once, .all:
            if let grace = fields.graceMs, late > grace { return false }
            return !schedule.hasClosed(windowOf: dueMs, by: now.wallMs, in: zone)
        }
    }
}
