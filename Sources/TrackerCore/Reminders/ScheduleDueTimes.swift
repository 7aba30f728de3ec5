extension Schedule {
    /// The moments at which a schedule falls due if nobody answers, in UTC milliseconds and ascending
    /// order. They end with the year 9999.
    package struct DueTimes: Sequence, IteratorProtocol {
        private let everyMs: Int64?
        private let baseMs: Int64?
        private var walk: WindowWalk
        private var ahead: Window?
        /// Windows that have opened and may have moments left.
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

        /// The earliest moment of the open windows that is still to come; `nil` where there is none.
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
    /// Splits the window at the last answer or firing, from which the interval is counted within this
    /// window. The second part is `nil` where the window doesn't contain `baseMs`.
    func split(at baseMs: Int64?) -> (Self, Self?) {
        guard let baseMs, opensMs <= baseMs, baseMs <= closesMs else { return (self, nil) }
        return (
            Self(opensMs: opensMs, closesMs: baseMs), Self(opensMs: baseMs, closesMs: closesMs)
        )
    }

    /// The first moment of the window later than `lastMs`: opening + k · every with k ≥ 1, or the opening
    /// itself for a fixed time. `nil` where there is none.
    func first(after lastMs: Int64, everyMs: Int64?) -> Int64? {
        guard let everyMs else { return opensMs > lastMs ? opensMs : nil }
        let passed = lastMs <= opensMs ? 0 : (lastMs - opensMs) / everyMs
        let moment = opensMs + (passed + 1) * everyMs
        return moment <= closesMs ? moment : nil
    }

    /// The last moment of the window up to `endMs`; `nil` where there is none.
    func last(through endMs: Int64, everyMs: Int64?) -> Int64? {
        let end = min(endMs, closesMs)
        guard let everyMs else { return opensMs <= end ? opensMs : nil }
        guard end - opensMs >= everyMs else { return nil }
        return opensMs + (end - opensMs) / everyMs * everyMs
    }
}

extension Schedule {
    /// The moments after an instant at which the schedule falls due if nobody answers. The sequence ends only
    /// with the year 9999, so callers take as many as they need.
    ///
    /// - Parameters:
    ///   - afterMs: any instant, exclusive, UTC milliseconds.
    ///   - baseMs: under anchor `response`, the last answer, or the last firing where there is no answer, or
    ///     the creation or enabling of the reminder. `nil` counts as if nothing had ever fired.
    package func moments(after afterMs: Int64, base baseMs: Int64? = nil, in zone: Zone) -> DueTimes
    {
        DueTimes(
            self, after: Swift.min(Swift.max(afterMs, WindowWalk.firstMs), WindowWalk.lastMs),
            base: baseMs, in: zone)
    }

    /// The first of `moments`. Under anchor `response`, `afterMs` should be `baseMs` itself.
    package func next(after afterMs: Int64, base baseMs: Int64? = nil, in zone: Zone) -> Int64? {
        var moments = moments(after: afterMs, base: baseMs, in: zone)
        return moments.next()
    }

    /// The next due time under anchor `response`, given the last answer, or the last firing where there is
    /// no answer, or the creation or enabling of the reminder. `nil` where there is none.
    package func nextResponse(afterBase baseMs: Int64, in zone: Zone) -> Int64? {
        next(after: baseMs, base: baseMs, in: zone)
    }

    /// The latest moment later than `afterMs` and up to `throughMs`, found without going through the earlier
    /// ones; `nil` where there is none.
    package func latest(
        after afterMs: Int64, through throughMs: Int64, base baseMs: Int64? = nil, in zone: Zone
    ) -> Int64? {
        guard throughMs >= WindowWalk.firstMs else { return nil }
        let end = Swift.min(throughMs, WindowWalk.lastMs)
        let base = anchor == .response ? baseMs : nil
        // The search begins a day back, or further for schedules that are active on one day of the week or
        // that have gaps of the clock in between.
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

    /// The window that contains an instant, both ends included, or otherwise the next one to open; `nil` for
    /// fixed times. Where one window closes as another opens, the closing one is returned.
    package func window(from instantMs: Int64, in zone: Zone) -> Window? {
        guard everyMs != nil else { return nil }
        var walk = WindowWalk(self, around: instantMs, in: zone)
        while let window = walk.next() {
            if window.closesMs >= instantMs { return window }
        }
        return nil
    }

    /// Whether the one time of a schedule for once has passed; never for others.
    package func isOver(by nowMs: Int64, in zone: Zone) -> Bool {
        once?.datedMs(in: zone).map { $0 <= nowMs } ?? false
    }

    /// Whether the window of the moment `dueMs` has closed by `nowMs`; never for fixed times.
    package func hasClosed(windowOf dueMs: Int64, by nowMs: Int64, in zone: Zone) -> Bool {
        // No moment is the opening of its window, so where two windows meet, the one that closes is the
        // moment's own.
        guard everyMs != nil else { return false }
        guard let window = window(from: dueMs, in: zone) else { return true }
        return window.opensMs >= dueMs || window.closesMs < nowMs
    }
}
