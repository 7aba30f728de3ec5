import Systemd
import TrackerCore

/// The machine's clocks and time zone as types of TrackerCore.
nonisolated enum Clock {
    static func now() -> Moment {
        let reading = Clocks.read()
        return Moment(
            wallMs: reading.wallMs, bootNs: reading.bootNs, awakeNs: reading.awakeNs,
            bootID: Clocks.bootID)
    }

    static let zone = Zone(
        name: { LocalZone.name },
        named: { name in
            LocalZone.offsetSeconds(atUnixSeconds: 0, in: name).map { _ in
                Zone(name: { name }) { LocalZone.offsetSeconds(atUnixSeconds: $0, in: name) ?? 0 }
            }
        },
        offsetSeconds: { LocalZone.offsetSeconds(atUnixSeconds: $0) })
}
