extension Schedule {
    /// A window of one day, both ends included, in UTC milliseconds. A fixed time is a window that closes
    /// as it opens.
    package struct Window: Sendable, Hashable {
        package let opensMs: Int64
        package let closesMs: Int64

        package init(opensMs: Int64, closesMs: Int64) {
            self.opensMs = opensMs
            self.closesMs = closesMs
        }
    }
}

/// The windows of a schedule in the order of their opening.
///
/// Days are read in order, but a gap of the clock may make a window open later than the windows after it. A
/// window is therefore held back until no window of a later day can open before it.
struct WindowWalk: IteratorProtocol {
    /// The years 1 to 9999, in days since 1970-01-01.
    private static let days: ClosedRange<Int64> = -719_162...2_932_896
    static let firstMs = days.lowerBound * secondsPerDay * 1000
    static let lastMs = (days.upperBound + 1) * secondsPerDay * 1000

    private let schedule: Schedule
    /// Windows that close before this time, UTC milliseconds, are left out.
    private let beginMs: Int64
    private var clock: LocalClock
    /// The next day to read, in days since 1970-01-01.
    private var day: Int64
    private var pending: [Schedule.Window] = []

    /// Begins with a window that closes before `wallMs`, or with the first window there is.
    init(_ schedule: Schedule, around wallMs: Int64, in zone: Zone) {
        self.schedule = schedule
        let seconds = min(max(wallMs, Self.firstMs), Self.lastMs).floorDivided(by: 1000).quotient
        let local = seconds + Int64(zone.offsetSeconds(seconds))
        // A window is over within two days of its midnight, and a gap delays it by one day at most: the
        // windows of three days ago are over before this day begins.
        day = local.floorDivided(by: secondsPerDay).quotient - 2
        clock = LocalClock(zone: zone, fromLocal: day * secondsPerDay)
        // Under anchor `response`, a window that is over may overlap one that isn't; they then count as one.
        beginMs = schedule.anchor == .response ? .min : seconds * 1000
        guard let ms = schedule.once?.datedMs(in: zone) else { return }
        day = Self.days.upperBound + 1
        if ms >= beginMs { pending = [Schedule.Window(opensMs: ms, closesMs: ms)] }
    }

    mutating func next() -> Schedule.Window? {
        guard let first = popFirst() else { return nil }
        guard schedule.anchor == .response else { return first }
        // Under anchor `response`, windows that overlap because of a gap are merged, since one interval
        // runs through them.
        var closesMs = first.closesMs
        while let following = peek(), following.opensMs < closesMs {
            closesMs = max(closesMs, following.closesMs)
            pending.removeFirst()
        }
        return Schedule.Window(opensMs: first.opensMs, closesMs: closesMs)
    }

    private mutating func popFirst() -> Schedule.Window? {
        peek().map { first in
            pending.removeFirst()
            return first
        }
    }

    private mutating func peek() -> Schedule.Window? {
        while day <= Self.days.upperBound {
            if let first = pending.first {
                let earliest = (day * secondsPerDay - clock.greatestOffset) * 1000
                if first.opensMs < earliest { return first }
            }
            addDay()
        }
        return pending.first
    }

    private mutating func addDay() {
        let midnight = day * secondsPerDay
        // 1970-01-01 was a Thursday.
        let weekday = (day + 3).floorDivided(by: 7).remainder
        clock.loadOffsets(untilLocal: midnight + 2 * secondsPerDay)
        for slot in schedule.slots where slot.weekday == weekday {
            let opensMs = clock.unixSeconds(ofLocal: midnight + slot.start * 60) * 1000
            let closesMs =
                slot.end == slot.start
                ? opensMs : clock.unixSeconds(ofLocal: midnight + slot.end * 60) * 1000
            // A gap of the clock may put the end of a window before its start.
            guard slot.end == slot.start || opensMs < closesMs, closesMs >= beginMs else {
                continue
            }
            let window = Schedule.Window(opensMs: opensMs, closesMs: closesMs)
            let place = pending.lastIndex { $0.opensMs <= opensMs }.map { $0 + 1 } ?? 0
            pending.insert(window, at: place)
        }
        day += 1
    }
}
