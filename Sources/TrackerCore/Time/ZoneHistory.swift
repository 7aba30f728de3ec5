/// The zones that a person was in, and since when, which tell how long each local day lasted.
package struct ZoneHistory: Sendable {
    /// A zone, and the instant since which the person was in it, UTC milliseconds.
    private struct Stay: Sendable {
        let fromMs: Int64
        let zone: Zone
    }

    private let stays: [Stay]
    private let startMinute: Int64
    /// Days around a change of the zone. The length of other days depends on their zone alone.
    private var changed: Set<Int> = []

    private static let shortMs: Int64 = 43_200_000

    /// - Parameters:
    ///   - changes: the changes of the zone, in the order of their moments.
    ///   - present: the present zone.
    ///   - startMinute: the start of the day, in minutes after local midnight.
    package init(_ changes: [ZoneChange], present: Zone, startMinute: Int64) {
        var stays: [Stay] = []
        for change in changes {
            if stays.isEmpty, let zone = present.named(change.from) {
                stays.append(Stay(fromMs: .min, zone: zone))
            }
            if let zone = present.named(change.to) {
                stays.append(Stay(fromMs: change.atMs, zone: zone))
            }
            let first = Self.firstDay(changedBy: change.atMs)
            changed.formUnion(first...first + 4)
        }
        self.stays = stays.isEmpty ? [Stay(fromMs: .min, zone: present)] : stays
        self.startMinute = startMinute
    }

    /// The first of the five days whose length a change of the zone may change, in whatever zones.
    static func firstDay(changedBy instant: Int64) -> Int {
        Int(instant.floorDivided(by: secondsPerDay * 1000).quotient) - 2
    }

    /// The zone that the person was in at an instant, UTC milliseconds.
    package func zone(atMs instant: Int64) -> Zone {
        (stays.last { $0.fromMs <= instant } ?? stays[0]).zone
    }

    /// Whether a day lasted less than 12 hours for the person.
    package func isShort(_ day: Int) -> Bool {
        let midday = Int64(day) * secondsPerDay * 1000 + 43_200_000
        guard changed.contains(day) else {
            let days = Days(zone: zone(atMs: midday), startMinute: startMinute)
            return days.startMs(of: day + 1) - days.startMs(of: day) < Self.shortMs
        }
        var lasted: Int64 = 0
        for (index, stay) in stays.enumerated() {
            let end = index + 1 < stays.count ? stays[index + 1].fromMs : Int64.max
            let days = Days(zone: stay.zone, startMinute: startMinute)
            let span = days.startMs(of: day)..<max(days.startMs(of: day), days.startMs(of: day + 1))
            lasted += max(0, min(end, span.upperBound) - max(stay.fromMs, span.lowerBound))
        }
        return lasted < Self.shortMs
    }
}
