import Systemd
import TrackerCore

/// Tells of steps of the wall clock, of other time zones, and of waking from sleep.
@MainActor final class ClockWatch {
    /// A smaller step is the slow steering of a time service.
    private static let stepMs: Int64 = 1000

    /// Milliseconds that the wall clock is ahead of the boot clock.
    private var offsetMs: Int64
    private var steps: ClockStepSource?
    /// The link to the zone, and the zone's data.
    private var zone: FileWatch?

    /// - Parameter changed: gets the step in milliseconds; `nil` where the clock itself went on.
    init(_ loop: EventLoop, changed: @escaping (_ byMs: Int64?) -> Void) throws {
        offsetMs = Self.offset()
        steps = try loop.clockSteps { [unowned self] in
            let offset = Self.offset()
            let step = offset - offsetMs
            if abs(step) >= Self.stepMs {
                offsetMs = offset
                changed(step)
            } else {
                changed(nil)
            }
        }
        zone = try FileWatch(loop, LocalZone.path) {
            LocalZone.reload()
            changed(nil)
        }
    }

    private static func offset() -> Int64 {
        let reading = Clocks.read()
        return reading.wallMs - reading.bootNs / nanosecondsPerMs
    }
}
