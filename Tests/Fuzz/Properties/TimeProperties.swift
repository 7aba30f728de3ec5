import FoundationEssentials
import TrackerCore

/// Moments read as they were written, and times are shown by RFC 3339, in any zone.
///
/// The input: eight bytes of milliseconds, eight with the zone's offset in seconds, then a moment's text.
enum TimeProperties {
    /// From the time since which Foundation's calendar agrees, to the year 9999, beyond which RFC 3339 has
    /// no times.
    private static let shownMs = (-12_219_292_800_000 + dayMs)..<(253_402_300_800_000 - dayMs)
    private static let dayMs: Int64 = 86_400_000

    static func check(_ bytes: [UInt8]) throws {
        var input = Input(bytes)
        let ms = input.number()
        let offset = Int(input.number() % 64_800)
        let zone = Zone { _ in offset }
        // Any time can be shown.
        _ = (zone.text(ofMs: ms), zone.civilTime(atMs: ms).timeText)
        // RFC 3339 has no offsets with seconds.
        try checkShown(ms % (1 << 48), Zone { _ in offset / 60 * 60 })
        try checkShown(ms % (1 << 48), zone, dateIsSame: false)
        try checkMoment(String(decoding: input.rest, as: UTF8.self))
    }

    private static func checkShown(
        _ ms: Int64, _ zone: Zone, dateIsSame: Bool = true
    ) throws {
        guard shownMs.contains(ms) else { return }
        let text = zone.text(ofMs: ms)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let date = try? style.parse(text)
        let again = date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
        try demand(again == ms, "\(ms) ms is shown as \(text), which is \(again ?? 0) ms")
        let civil = zone.civilTime(atMs: ms)
        try demand((1...12).contains(civil.month), "\(civil)")
        try demand((1...31).contains(civil.day), "\(civil)")
        try demand((0...23).contains(civil.hour) && (0...59).contains(civil.minute), "\(civil)")
        guard dateIsSame else { return }
        try demand(text.hasPrefix(civil.dateText), "\(text) isn't on \(civil.dateText)")
    }

    private static func checkMoment(_ text: String) throws {
        guard let moment = Moment(text: text) else { return }
        let again = Moment(text: moment.text)
        try demand(again == moment, "\(moment.text) is read as \(again?.text ?? "nothing")")
    }
}
