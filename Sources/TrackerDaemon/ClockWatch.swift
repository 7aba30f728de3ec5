import Systemd
import TrackerCore

/// Reports steps of the wall clock, changes of the time zone, and waking from sleep.
@MainActor final class ClockWatch {
    /// Smallest step to report, in milliseconds; a smaller change is the gradual correction of a time
    /// service.
    private static let stepMs: Int64 = 1000

    /// Wall clock minus boot clock, in milliseconds.
    private var offsetMs: Int64
    private var steps: ClockStepSource?
    /// Watches the link to the zone, and the zone's data.
    private var zone: FileWatch?

    /// - Parameter changed: gets the step in milliseconds; `nil` if the wall clock wasn't set.
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
        zone = try FileWatch(loop, [LocalZone.path]) {
            LocalZone.reload()
            changed(nil)
        }
    }

    private static func offset() -> Int64 {
        let reading = Clocks.read()
        return reading.wallMs - reading.bootNs / nanosecondsPerMs
    }
}
