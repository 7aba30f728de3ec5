extension Schedule {
    /// The moments at which a schedule falls due if nobody answers, in UTC milliseconds, each later than
    /// the one before. They end with the year 9999.
    package struct DueTimes: Sequence, IteratorProtocol {
        private let everyMs: Int64?
        private let baseMs: Int64?
        private var walk: WindowWalk
        private var ahead: Window?
        /// The windows that have opened, and may have moments left.
        private var open: [Window] = []
        private var lastMs: Int64

        init(_ schedule: Schedule, after lastMs: Int64, base baseMs: Int64?, in zone: Zone) {
            everyMs = schedule.everyMs
            self.baseMs = schedule.anchor == .response ? baseMs : nil
            self.lastMs = lastMs
            walk = WindowWalk(schedule, around: lastMs, in: zone)
            ahead = walk.next()
        }

        package mutating func next() -> Int64? {
            while true {
                let soonest = soonestOfOpen()
                if let ahead, soonest.map({ ahead.opensMs < $0 }) ?? true {
                    add(ahead)
                    self.ahead = walk.next()
                    continue
                }
                if let soonest { lastMs = soonest }
                return soonest
            }
        }

        /// The first moment of the open windows that is still to come.
        private mutating func soonestOfOpen() -> Int64? {
            var soonest: Int64?
            open.removeAll { window in
                guard let moment = window.first(after: lastMs, everyMs: everyMs) else {
                    return true
                }
                soonest = Swift.min(soonest ?? moment, moment)
                return false
            }
            return soonest
        }

        private mutating func add(_ window: Window) {
            let (early, late) = window.split(at: baseMs)
            open.append(early)
            if let late { open.append(late) }
        }
    }
}

extension Schedule.Window {
    /// In the window that holds the last answer or firing, the interval counts from that on.
    func split(at baseMs: Int64?) -> (Self, Self?) {
        guard let baseMs, opensMs <= baseMs, baseMs <= closesMs else { return (self, nil) }
        return (
            Self(opensMs: opensMs, closesMs: baseMs), Self(opensMs: baseMs, closesMs: closesMs)
        )
    }

    /// The first moment in it later than `lastMs`: its opening + k · every, where k ≥ 1, or its opening
    /// where it is a fixed time.
    func first(after lastMs: Int64, everyMs: Int64?) -> Int64? {
        guard let everyMs else { return opensMs > lastMs ? opensMs : nil }
        let passed = lastMs <= opensMs ? 0 : (lastMs - opensMs) / everyMs
        let moment = opensMs + (passed + 1) * everyMs
        return moment <= closesMs ? moment : nil
    }

    /// The last moment in it up to `endMs`.
    func last(through endMs: Int64, everyMs: Int64?) -> Int64? {
        let end = min(endMs, closesMs)
        guard let everyMs else { return opensMs <= end ? opensMs : nil }
        guard end - opensMs >= everyMs else { return nil }
        return opensMs + (end - opensMs) / everyMs * everyMs
    }
}

extension Schedule {
    /// The moments after an instant at which the schedule falls due, if nobody answers: all there will
    /// ever be, so take as many as are wanted.
    ///
    /// - Parameters:
    ///   - afterMs: any instant, exclusive.
    ///   - baseMs: under anchor `response`, the last answer, or the last firing where it has none, or
    ///     when the reminder was created or enabled. Without it, as if nothing had ever fired.
    package func moments(after afterMs: Int64, base baseMs: Int64? = nil, in zone: Zone) -> DueTimes
    {
        DueTimes(
            self, after: Swift.min(Swift.max(afterMs, WindowWalk.firstMs), WindowWalk.lastMs),
            base: baseMs, in: zone)
    }

    /// The first of `moments`. Under anchor `response` ask for what comes after the base itself.
    package func next(after afterMs: Int64, base baseMs: Int64? = nil, in zone: Zone) -> Int64? {
        var moments = moments(after: afterMs, base: baseMs, in: zone)
        return moments.next()
    }

    /// Under anchor `response`: when it falls due next, given the last answer, or the last firing where it
    /// has none, or when the reminder was created or enabled.
    package func nextResponse(afterBase baseMs: Int64, in zone: Zone) -> Int64? {
        next(after: baseMs, base: baseMs, in: zone)
    }

    /// The moments later than `afterMs` and up to `throughMs`, the earliest first, `limit` at most.
    package func due(
        after afterMs: Int64, through throughMs: Int64, base baseMs: Int64? = nil, limit: Int,
        in zone: Zone
    ) -> [Int64] {
        var due: [Int64] = []
        var moments = moments(after: afterMs, base: baseMs, in: zone)
        while due.count < limit, let moment = moments.next(), moment <= throughMs {
            due.append(moment)
        }
        return due
    }

    /// The latest moment later than `afterMs` and up to `throughMs`, without counting those before it.
    package func latest(
        after afterMs: Int64, through throughMs: Int64, base baseMs: Int64? = nil, in zone: Zone
    ) -> Int64? {
        guard throughMs >= WindowWalk.firstMs else { return nil }
        let end = Swift.min(throughMs, WindowWalk.lastMs)
        let base = anchor == .response ? baseMs : nil
        // A day back, or a week for what is active on one day of it; gaps may take some more.
        for days in [1, 8, 40, 400] as [Int64] {
            var walk = WindowWalk(self, around: end - days * 86_400_000, in: zone)
            var latest: Int64?
            while let window = walk.next(), window.opensMs <= end {
                let (early, late) = window.split(at: base)
                for part in [late, early].compactMap(\.self) {
                    guard let moment = part.last(through: end, everyMs: everyMs) else { continue }
                    latest = Swift.max(latest ?? moment, moment)
                }
            }
            if let latest { return latest > afterMs ? latest : nil }
        }
        return nil
    }

    /// The window that an instant lies in, both ends included, or else the one that opens next; `nil` for
    /// fixed times. Where one closes as another opens, the one that closes.
    package func window(from instantMs: Int64, in zone: Zone) -> Window? {
        guard everyMs != nil else { return nil }
        var walk = WindowWalk(self, around: instantMs, in: zone)
        while let window = walk.next() {
            if window.closesMs >= instantMs { return window }
        }
        return nil
    }

    /// Whether the window that a moment fell due in has closed since; never for fixed times.
    package func hasClosed(windowOf dueMs: Int64, by nowMs: Int64, in zone: Zone) -> Bool {
        // No moment is the opening of its window, so that the one that closes with it is its own.
        guard everyMs != nil else { return false }
        guard let window = window(from: dueMs, in: zone) else { return true }
        return window.opensMs >= dueMs || window.closesMs < nowMs
    }

    /// When an occurrence that nobody has answered expires at the latest: when the next one is due, and
    /// not later than `every` after its firing, or than the end of the local day for a fixed time.
    package func expiry(firedAtMs: Int64, in zone: Zone) -> Int64 {
        let bound = everyMs.map { firedAtMs + $0 } ?? zone.endOfDay(containing: firedAtMs)
        guard anchor != .response else { return bound }
        return next(after: firedAtMs, in: zone).map { Swift.min($0, bound) } ?? bound
    }
}
