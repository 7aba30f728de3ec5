import Systemd
import TrackerCore

/// The machine's clocks and zone, in Core's terms.
nonisolated enum Clock {
    static func now() -> Moment {
        let reading = Clocks.read()
        return Moment(
            wallMs: reading.wallMs, bootNs: reading.bootNs, awakeNs: reading.awakeNs,
            bootID: Clocks.bootID)
    }

    static let zone = Zone(
        name: { LocalZone.name },
        offsetSeconds: { LocalZone.offsetSeconds(atUnixSeconds: $0) })
}
