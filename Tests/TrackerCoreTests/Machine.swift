import TrackerCore

/// A machine whose clocks are moved by hand.
struct Machine {
    // 2026-03-01T08:30:00Z
    private var wallNs: Int64 = 1_772_353_800_000_000_000
    private var bootNs: Int64 = 5_000_000_000_000
    private var awakeNs: Int64 = 4_000_000_000_000
    private var boots = 1

    var now: Moment {
        Moment(
            wallMs: wallNs / 1_000_000, bootNs: bootNs, awakeNs: awakeNs, bootID: "boot-\(boots)")
    }

    mutating func run(ms: Int64) { run(ns: ms * 1_000_000) }

    mutating func run(ns: Int64) {
        wallNs += ns
        bootNs += ns
        awakeNs += ns
    }

    /// The awake clock stands still.
    mutating func sleep(ms: Int64) {
        wallNs += ms * 1_000_000
        bootNs += ms * 1_000_000
    }

    /// Somebody sets the clock on the wall.
    mutating func stepWall(byMs span: Int64) { wallNs += span * 1_000_000 }

    /// The machine is off for a while, and then up for 20 s.
    mutating func reboot(afterMs span: Int64) {
        wallNs += span * 1_000_000
        bootNs = 20_000_000_000
        awakeNs = 20_000_000_000
        boots += 1
    }

    // MARK: Elapsing, in a form that `#expect` takes

    func elapse(_ timer: inout Timer) -> Timer.Change? { timer.advance(to: now) }

    func elapse(_ rest: inout Rest) -> Rest.Change? { rest.advance(to: now) }

    func elapse(_ training: inout Training) -> Training.Change? {
        training.advance(to: now)?.change
    }

    /// - Parameter lastMs: the last time at which the machine was certainly on.
    func reanchor(_ entity: inout some Entity, lastMs: Int64 = 0) -> Bool {
        entity.reanchor(at: now, lastMs: lastMs)
    }

    func pauseAfterReboot(_ training: inout Training) -> Training.Change? {
        training.pauseAfterReboot(at: now)
    }

    func reanchor(_ elapsedTime: inout ElapsedTime) -> Bool { elapsedTime.reanchor(at: now) }

    func adjustToClock(_ elapsedTime: inout ElapsedTime) -> Int64? {
        elapsedTime.adjustToClock(at: now)
    }
}
