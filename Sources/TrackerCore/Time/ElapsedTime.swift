/// Time counted while something runs: the milliseconds counted before the present stretch, and the moment
/// at which that stretch began.
package struct ElapsedTime: Sendable, Hashable {
    /// Milliseconds counted before `since`.
    package private(set) var countedMs: Int64
    /// Moment at which the count began; `nil` while it stands still.
    package private(set) var since: Moment?

    /// Smallest difference in milliseconds at which the wall clock counts as set rather than gradually
    /// adjusted.
    static let clockStepMs: Int64 = 1000

    /// Elapsed time that counts from `start`.
    package init(from start: Moment) {
        countedMs = 0
        since = start
    }

    package var isCounting: Bool { since != nil }

    /// Reading at `now`, in milliseconds: 50 years at most.
    package func elapsedMs(at now: Moment) -> Int64 {
        Bounds.span(countedMs + (since.map { now.elapsedMs(since: $0) } ?? 0))
    }

    package mutating func stop(at now: Moment) {
        countedMs = elapsedMs(at: now)
        since = nil
    }

    /// Stops the count at a given reading, for when the reading is known better than the time of the call.
    package mutating func stop(atElapsedMs elapsed: Int64) {
        countedMs = elapsed
        since = nil
    }

    package mutating func start(at now: Moment) {
        guard since == nil else { return }
        since = now
    }

    /// Whether the machine slept while the time was counted.
    package func slept(at now: Moment) -> Bool {
        since.map { now.slept(since: $0) } ?? false
    }

    /// Reading at `now` without the time that the machine slept, in milliseconds.
    package func awakeMs(at now: Moment) -> Int64 {
        Bounds.span(countedMs + (since.map { now.awakeMs(since: $0) } ?? 0))
    }

    /// Carries the count over a reboot, onto the new boot's clock.
    ///
    /// - Returns: whether there was a reboot since the count began.
    package mutating func reanchor(at now: Moment) -> Bool {
        guard let since, since.bootID != now.bootID else { return false }
        countedMs = elapsedMs(at: now)
        self.since = now
        return true
    }

    /// Follows the wall clock after it was set, since the wall clock will bridge the next reboot.
    ///
    /// - Returns: the milliseconds by which the clock was set; `nil` where that doesn't matter.
    package mutating func adjustToClock(at now: Moment) -> Int64? {
        guard let since, since.bootID == now.bootID else { return nil }
        let wallMs = now.wallMs - now.elapsedMs(since: since)
        let step = wallMs - since.wallMs
        guard abs(step) >= Self.clockStepMs else { return nil }
        self.since?.wallMs = wallMs
        return step
    }

    /// Reading of the boot clock, in nanoseconds, at which the elapsed time reaches `target` milliseconds;
    /// `nil` while it stands still.
    package func dueNs(atElapsedMs target: Int64, now: Moment) -> Int64? {
        guard let since else { return nil }
        guard since.bootID == now.bootID else {
            return now.bootNs + (target - elapsedMs(at: now)) * nanosecondsPerMs
        }
        return since.bootNs + (target - countedMs) * nanosecondsPerMs
    }
}

extension ElapsedTime {
    /// The counted milliseconds; while the count is running, followed by a blank and the moment at which it
    /// began.
    package var text: String { since.map { "\(countedMs) \($0.text)" } ?? "\(countedMs)" }

    /// Reads elapsed time from the form of `text`; `nil` for anything else.
    package init?(text: String) {
        var text = text
        guard let elapsedTime = text.withUTF8({ ElapsedTime(text: $0[...]) }) else { return nil }
        self = elapsedTime
    }

    private init?(text: Slice<UnsafeBufferPointer<UInt8>>) {
        let blank = text.firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
        guard let counted = Int64(decimal: text[..<blank]) else { return nil }
        countedMs = counted
        guard blank < text.endIndex else { return }
        let moment = text[(blank + 1)...]
        guard !moment.contains(UInt8(ascii: " ")), let since = Moment(text: moment) else {
            return nil
        }
        self.since = since
    }
}
