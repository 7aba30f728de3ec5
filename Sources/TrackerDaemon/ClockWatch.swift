import Systemd
import TrackerCore

/// Tells of steps of the wall clock, of other time zones, and of waking from sleep.
@MainActor final class ClockWatch {
    /// A smaller step is the slow steering of a time service.
    private static let stepMs: Int64 = 1000

    /// Milliseconds that the wall clock is ahead of the boot clock.
    private var offsetMs: Int64
    private var sources: [EventSource] = []

    /// - Parameter changed: gets the step in milliseconds; `nil` where the clock itself went on.
    init(_ loop: EventLoop, changed: @escaping (_ byMs: Int64?) -> Void) throws {
        offsetMs = Self.offset()
        sources.append(
            try loop.clockSteps { [unowned self] in
                let offset = Self.offset()
                let step = offset - offsetMs
                if abs(step) >= Self.stepMs {
                    offsetMs = offset
                    changed(step)
                } else {
                    changed(nil)
                }
            })
        let link = LocalZone.linkPath
        // A machine without that folder keeps its zone.
        let zone = try? loop.watchPath(folder(of: link), for: .replacements) { change in
            guard change.name == name(of: link) else { return }
            LocalZone.reload()
            changed(nil)
        }
        if let zone { sources.append(zone) }
    }

    private static func offset() -> Int64 {
        let reading = Clocks.read()
        return reading.wallMs - reading.bootNs / nanosecondsPerMs
    }
}
