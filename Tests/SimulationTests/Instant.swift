import Glibc
import TrackerCore

struct Instant: Sendable, Hashable {
    var wallMs: Int64
    var bootNs: Int64
    var awakeNs: Int64
    var boot: Int
    /// Real time, whatever the machine's clocks show; the daemon never learns it.
    var realNs: Int64
    /// Milliseconds by which the wall clock may differ, by having been set, from the clock that running
    /// counts assume.
    var setMs: Int64 = 0

    /// 2026-03-01T08:00:00Z, an hour and a half after booting.
    static let beginning = Instant(
        wallMs: 1_772_352_000_000, bootNs: 5_400_000_123_456, awakeNs: 5_000_000_345_678, boot: 1,
        realNs: 0)

    var moment: Moment {
        Moment(wallMs: wallMs, bootNs: bootNs, awakeNs: awakeNs, bootID: "boot-\(boot)")
    }

    /// Milliseconds that count since an earlier moment: on the boot clock, and across a reboot on the wall
    /// clock.
    func ms(since earlier: Instant) -> Int64 {
        guard boot == earlier.boot else { return max(0, wallMs - earlier.wallMs) }
        return max(0, (bootNs - earlier.bootNs) / msNs)
    }

    /// Milliseconds that count since an earlier moment, without the time in which the machine slept.
    func awakeMs(since earlier: Instant) -> Int64 {
        guard boot == earlier.boot else { return ms(since: earlier) }
        return max(0, (awakeNs - earlier.awakeNs) / msNs)
    }

    /// Whether the machine has slept since, as far as this boot can tell.
    func slept(since earlier: Instant) -> Bool {
        boot == earlier.boot
            && (bootNs - earlier.bootNs) - (awakeNs - earlier.awakeNs) > 100 * msNs
    }

    mutating func setClock(byMs step: Int64, isKnown: Bool) {
        wallMs += step
        // Counts follow the step, unless it is less than a second.
        setMs += isKnown ? 999 : abs(step)
    }

    /// Corrects the wall time to what the present wall clock would have shown then; less than a second
    /// doesn't matter.
    ///
    /// - Returns: whether the time has changed.
    mutating func follow(_ now: Instant, _ steps: inout [Int64]) -> Bool {
        guard boot == now.boot else { return false }
        let step = now.wallMs - now.ms(since: self) - wallMs
        guard abs(step) >= 1000 else { return false }
        wallMs += step
        steps.append(step)
        return true
    }

    /// Time on the boot clock at which `ms` milliseconds have passed since the moment, which may lie before
    /// the last reboot.
    func reaches(_ ms: Int64, _ now: Instant) -> Int64 {
        boot == now.boot ? bootNs + ms * msNs : now.bootNs + (ms - now.ms(since: self)) * msNs
    }

    mutating func followExactly(_ now: Instant) {
        if boot == now.boot { wallMs = now.wallMs - now.bootNs / msNs + bootNs / msNs }
    }

    mutating func pass(ns: Int64) {
        sleep(ns: ns)
        awakeNs += ns
    }

    /// Time passes while the machine sleeps.
    mutating func sleep(ns: Int64) {
        // The wall clock shows whole milliseconds of a count that is finer.
        let before = realNs / msNs
        realNs += ns
        wallMs += realNs / msNs - before
        bootNs += ns
    }
}

/// A count that runs from a moment on, or stands still.
protocol Counting {
    /// Milliseconds counted before `since`.
    var counted: Int64 { get set }
    /// Moment since when it counts; `nil` while it stands still.
    var since: Instant? { get set }
}

extension Counting {
    func elapsed(_ now: Instant) -> Int64 { counted + (since.map { now.ms(since: $0) } ?? 0) }

    mutating func stop(_ now: Instant) { (counted, since) = (elapsed(now), nil) }

    /// - Returns: whether it ran in an earlier boot.
    mutating func carry(_ now: Instant) -> Bool {
        guard let since, since.boot != now.boot else { return false }
        (counted, self.since) = (elapsed(now), now)
        return true
    }
}

protocol Armed {
    /// Moment at which it changes by itself, on the boot clock; `nil` for none.
    var alarm: Int64? { get set }
}

extension Armed {
    /// Without what is derived from the rest, so that equal things are equal.
    var withoutAlarm: Self {
        var thing = self
        thing.alarm = nil
        return thing
    }
}

let msNs: Int64 = 1_000_000
let minuteMs: Int64 = 60_000
let hourMs: Int64 = 3_600_000
let dayMs: Int64 = 86_400_000
