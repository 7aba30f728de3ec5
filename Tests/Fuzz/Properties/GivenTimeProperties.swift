import TrackerCore

/// A time that a person gives is read or refused, and a time that is read lies where the text says.
///
/// The input: eight bytes with the present time in milliseconds, two with the zone's offset in minutes,
/// then the text.
enum GivenTimeProperties {
    private static let dayMs: Int64 = 86_400_000

    static func check(_ bytes: [UInt8]) throws {
        var input = Input(bytes)
        let nowMs = Int64(input.number().magnitude % 4_102_444_800_000)
        let offset = (Int(input.byte()) * 256 + Int(input.byte())) % 1560 - 720
        let zone = Zone { _ in offset * 60 }
        let now = Moment(wallMs: nowMs, bootNs: 0, awakeNs: 0, bootID: "fuzz")
        let text = String(decoding: input.rest, as: UTF8.self)
        guard let given = GivenTime(text) else { return }
        try demand(given.text == text, "\(text) has become \(given.text)")
        let ms = given.ms(at: now, zone: zone)
        let endMs = Days(zone: zone, startMinute: 0).endMs(of: given, at: now)
        try demand(endMs == (given.isDay ? ms + dayMs : ms), "\(text) goes from \(ms) to \(endMs)")
        if text.hasPrefix("-") { try demand(ms <= nowMs, "\(text) is \(ms - nowMs) ms ahead") }
    }
}
