/// A moment at which a reminder fell due, and the decision whether it is shown.
package struct FallenDue: Sendable, Hashable {
    package let dueMs: Int64
    /// Whether the occurrence is shown; otherwise it was missed for good.
    package let isShown: Bool
}

extension Reminder {
    /// Maximum number of kept occurrences that fell due while nobody could be told: the first and the latest.
    package static let maximumMissed = 366
    /// Milliseconds of lateness below which an occurrence doesn't count as missed: the machine was only busy.
    private static let onTimeMs: Int64 = 30_000

    private var schedule: Schedule { fields.schedule }

    /// The moment that the next interval is counted from after a firing: the moment at which the occurrence
    /// was due, so that small delays don't add up, or now where the occurrence was missed.
    package static func base(dueMs: Int64, at now: Moment) -> Moment {
        let late = now.wallMs - dueMs
        return (0..<onTimeMs).contains(late) ? now.advanced(byMs: -late) : now
    }

    /// The next time at which the reminder falls due, UTC milliseconds; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - base: the moment that an interval is counted from.
    ///   - isKnown: whether the reminder has fallen due at a time before. No reminder falls due twice at
    ///     the same time, even where the clock is set back.
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

    /// The new due time of the next occurrence after the clock was set or the zone has changed, UTC
    /// milliseconds; `nil` where there is none.
    package func movedMs(
        of next: Occurrence, at now: Moment, in zone: Zone, isKnown: (Int64) throws -> Bool
    ) rethrows -> Int64? {
        guard case .scheduled(let base) = next.stage else { return next.dueMs }
        let isOverdue = next.dueMs <= now.wallMs
        guard isOverdue else { return try nextMs(base: base, at: now, in: zone, isKnown: isKnown) }
        // An occurrence that is overdue stays so, unless the clock was set back and its interval isn't over
        // by the new time.
        guard schedule.anchor == .response,
            let moved = schedule.nextResponse(afterBase: base.wallMs, in: zone),
            moved > now.wallMs
        else { return next.dueMs }
        return moved
    }

    /// The moments that have fallen due by now, the earliest first.
    ///
    /// - Parameter firstMs: the first of the moments, UTC milliseconds.
    package func fallen(
        from firstMs: Int64, at now: Moment, in zone: Zone, isKnown: (Int64) throws -> Bool
    ) rethrows -> [FallenDue] {
        var moments: [Int64] = []
        // Under anchor `response` no further moment falls due before this one has fired.
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
