import Testing
import TrackerCore

/// Reads a schedule as a request gives it.
func schedule(_ text: String) throws -> Schedule {
    try JSONText.value(Schedule.self, from: text)
}

/// The moments as texts such as `2026-03-02T09:30+01:00`, which show both the local time and the instant.
func localTexts(_ moments: some Sequence<Int64>, _ zone: Zone) -> [String] {
    moments.map { moment in
        let text = zone.text(ofMs: moment)
        return "\(text.prefix(16))\(text.suffix(6))"
    }
}

/// The instant of a local time, given as `2026-03-02T09:30`, by the zone's own rules.
func localInstant(_ text: String, _ zone: Zone) throws -> Int64 {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(numbers.count == 5)
    return zone.wallMs(
        of: CivilTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
            minute: numbers[4]))
}

func berlin() throws -> Zone { try SystemZone.named("Europe/Berlin").zone }
