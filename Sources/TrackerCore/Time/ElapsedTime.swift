/// Time counted while something runs: what it had counted when it last began to run, and when that was.
package struct ElapsedTime: Sendable, Hashable {
    /// Counted before `since`, in milliseconds.
    package private(set) var countedMs: Int64
    /// When it began to count; `nil` while it stands still.
    package private(set) var since: Moment?

    /// From how far on the wall clock was set, and not only steered.
    static let clockStepMs: Int64 = 1000

    /// A tally that counts from `start`.
    package init(from start: Moment) {
        countedMs = 0
        since = start
    }

    package var isCounting: Bool { since != nil }

    /// What it shows at `now`, in milliseconds.
    package func elapsedMs(at now: Moment) -> Int64 {
        countedMs + (since.map { now.elapsedMs(since: $0) } ?? 0)
    }

    package mutating func stop(at now: Moment) {
        countedMs = elapsedMs(at: now)
        since = nil
    }

    /// Stops it at a given reading, where that is known better than the time of the call.
    package mutating func stop(atElapsedMs elapsed: Int64) {
        countedMs = elapsed
        since = nil
    }

    package mutating func start(at now: Moment) {
        guard since == nil else { return }
        since = now
    }

    /// Whether the machine slept while it counted.
    package func slept(at now: Moment) -> Bool {
        since.map { now.slept(since: $0) } ?? false
    }

    /// What it would show had it stood still while the machine slept, in milliseconds.
    package func awakeMs(at now: Moment) -> Int64 {
        countedMs + (since.map { now.awakeMs(since: $0) } ?? 0)
    }

    /// Carries the count over a reboot, onto the new boot's clock.
    ///
    /// - Returns: whether there was anything to carry over.
    package mutating func reanchor(at now: Moment) -> Bool {
        guard let since, since.bootID != now.bootID else { return false }
        countedMs = elapsedMs(at: now)
        self.since = now
        return true
    }

    /// Follows the wall clock after it was set, since that clock will bridge the next reboot.
    ///
    /// - Returns: by how many milliseconds it was set; `nil` where that doesn't matter.
    package mutating func adjustToClock(at now: Moment) -> Int64? {
        guard let since, since.bootID == now.bootID else { return nil }
        let wallMs = now.wallMs - now.elapsedMs(since: since)
        let step = wallMs - since.wallMs
        guard abs(step) >= Self.clockStepMs else { return nil }
        self.since?.wallMs = wallMs
        return step
    }

    /// When it reaches `target` milliseconds on the boot clock, in nanoseconds; `nil` while it stands still.
    package func dueNs(atElapsedMs target: Int64, now: Moment) -> Int64? {
        guard let since else { return nil }
        guard since.bootID == now.bootID else {
            return now.bootNs + (target - elapsedMs(at: now)) * nanosecondsPerMs
        }
        return since.bootNs + (target - countedMs) * nanosecondsPerMs
    }
}

extension ElapsedTime {
    /// The milliseconds counted and, while it counts, a blank and the moment since when.
    package var text: String { since.map { "\(countedMs) \($0.text)" } ?? "\(countedMs)" }

    /// Reads what `text` gives.
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
