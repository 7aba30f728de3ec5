import Rig
import TestSupport

/// A schedule, by the rules alone, by brute force: every local day, every window of it.
struct ScheduleModel: Hashable {
    struct Window: Hashable {
        let opens: Int64
        let closes: Int64
    }

    let json: Json
    let every: Int64?
    /// Windows in minutes of the day; the ends of windows that cross midnight lie beyond it.
    private let spans: [[Int64]]
    /// Days of the week; 0 is Monday.
    private let days: Set<Int64>
    let isResponse: Bool
    /// The one time, as a local time without an offset or an instant with one; `nil` for others.
    private let once: String?

    static let members = ["every", "at", "once", "between", "days", "anchor"]

    init(_ members: [String: Json]) throws {
        json = .object(members.filter { Self.members.contains($0.key) && $0.value != .null })
        days = Self.days(json["days"]?.words ?? ["mon-fri"])
        once = json["once"]?.text
        if once != nil {
            for name in Self.members where name != "once" && json[name] != nil {
                throw Refusal.invalid(name)
            }
            spans = []
            every = nil
            isResponse = false
            return
        }
        if let times = json["at"]?.words {
            try require(json["every"] == nil, .invalid("at"))
            try require(json["between"] == nil, .invalid("between"))
            try require(json["anchor"] == nil, .invalid("anchor"))
            spans = try times.map { time in
                guard let minute = Self.minute(time), minute < 1440 else {
                    throw Refusal.invalid("at")
                }
                return [minute, minute]
            }
            every = nil
            isResponse = false
            return
        }
        guard let ms = json["every"].flatMap(Params.ms), (minuteMs...dayMs).contains(ms) else {
            throw Refusal.invalid("every")
        }
        every = ms
        isResponse = json["anchor"]?.text != "clock"
        // Windows by day are tested elsewhere; here only the empty object occurs.
        try require(json["between"] != [:], .invalid("between"))
        spans = try (json["between"]?.text ?? "00:00-24:00").split(separator: ",").map { window in
            let ends = window.split(separator: "-").compactMap { Self.minute(String($0)) }
            try require(ends.count == 2 && ends[0] != ends[1], .invalid("between"))
            return [ends[0], ends[1] < ends[0] ? ends[1] + 1440 : ends[1]]
        }
        let longest = spans.map { $0[1] - $0[0] }.max() ?? 0
        try require(ms <= longest * minuteMs, .invalid("every"))
    }

    private static func minute(_ text: String) -> Int64? {
        let parts = text.split(separator: ":").compactMap { Int64($0) }
        guard parts.count == 2, parts[1] < 60, parts[0] * 60 + parts[1] <= 1440 else { return nil }
        return parts[0] * 60 + parts[1]
    }

    static func days(_ words: [String]) -> Set<Int64> {
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        var days: Set<Int64> = []
        for word in words {
            guard word != "daily" else { return Set(0..<7) }
            let ends = word.split(separator: "-").compactMap { names.firstIndex(of: String($0)) }
            guard let first = ends.first, let last = ends.last else { continue }
            var day = first
            while day != last {
                days.insert(Int64(day))
                day = (day + 1) % 7
            }
            days.insert(Int64(last))
        }
        return days
    }

    // MARK: Moments

    /// Windows that open on the local days around an instant, in order.
    private func windows(
        around ms: Int64, before: Int64 = 3, after: Int64 = 10, in place: Place
    ) -> [Window] {
        let today = place.localDay(ms)
        return (today - before...today + after).filter { days.contains(($0 + 3) % 7) }
            .flatMap { day in
                spans.map { span in
                    Window(
                        opens: place.instantMs(ofLocal: (day * 1440 + span[0]) * 60),
                        closes: place.instantMs(ofLocal: (day * 1440 + span[1]) * 60))
                }
            }.filter { every == nil || $0.opens < $0.closes }.sorted { $0.opens < $1.opens }
    }

    /// The parts of a window that have an interval grid of their own: up to the base, and from it on.
    private func grids(_ window: Window, _ base: Int64?) -> [Window] {
        guard isResponse, let base, window.opens <= base, base <= window.closes else {
            return [window]
        }
        return [
            Window(opens: window.opens, closes: base), Window(opens: base, closes: window.closes),
        ]
    }

    var isOnce: Bool { once != nil }

    /// The one time, UTC milliseconds; `nil` for others.
    func onceMs(in place: Place) -> Int64? {
        guard let once else { return nil }
        let parts = once.split { "-+:.TZ".contains($0) }.compactMap { Int64($0) }
        let day = Place.days(parts[0], parts[1], parts[2])
        let local = day * 86_400 + (parts[3] * 60 + parts[4]) * 60
        guard parts.count > 6 else { return place.instantMs(ofLocal: local) }
        let isWest = once.dropFirst(23).hasPrefix("-")
        let offset = parts.count > 8 ? (parts[7] * 60 + parts[8]) * (isWest ? -60 : 60) : 0
        return (local + parts[5] - offset) * 1000 + parts[6]
    }

    func next(after ms: Int64, base: Int64?, in place: Place) -> Int64? {
        if once != nil { return onceMs(in: place).flatMap { $0 > ms ? $0 : nil } }
        return windows(around: ms, in: place).flatMap { grids($0, base) }.compactMap { grid in
            guard let every else { return grid.opens > ms ? grid.opens : nil }
            let passed = ms < grid.opens ? 0 : (ms - grid.opens) / every
            let moment = grid.opens + (passed + 1) * every
            return moment <= grid.closes ? moment : nil
        }.min()
    }

    /// The moments after one instant and up to another, the last 400 of them.
    func moments(after ms: Int64, through end: Int64, in place: Place) -> [Int64] {
        if once != nil {
            return onceMs(in: place).map { [$0] }?.filter { ms < $0 && $0 <= end } ?? []
        }
        var found: Set<Int64> = []
        var day = end
        while day > ms - 3 * dayMs, found.count < 400 {
            for window in windows(around: day, before: 1, after: 1, in: place) {
                guard let every else {
                    found.insert(window.opens)
                    continue
                }
                let count = (window.closes - window.opens) / every
                if count > 0 {
                    found.formUnion((1...count).map { window.opens + $0 * every })
                }
            }
            found = found.filter { ms < $0 && $0 <= end }
            day -= dayMs
        }
        return found.sorted()
    }

    /// Whether the window of an interval's moment is over.
    func isOver(windowOf ms: Int64, at now: Int64, in place: Place) -> Bool {
        guard every != nil else { return false }
        let window = windows(around: ms, in: place).first { $0.opens < ms && ms <= $0.closes }
        return window.map { $0.closes < now } ?? true
    }
}

extension Place {
    func localDay(_ ms: Int64) -> Int64 {
        let seconds = ms / 1000
        return (seconds + Int64(offsetSeconds(seconds))) / 86_400
    }

    /// The instant at which the local clock shows a time, by RFC 5545: the first of two; in a gap, the one
    /// by the offset before.
    func instantMs(ofLocal seconds: Int64) -> Int64 {
        let before = Int64(offsetSeconds(seconds - 86_400))
        let after = Int64(offsetSeconds(seconds + 86_400))
        let found = [before, after].map { seconds - $0 }
            .filter { Int64(offsetSeconds($0)) == seconds - $0 }.min()
        return (found ?? seconds - before) * 1000
    }

    /// The time that the local clock shows at an instant, in seconds.
    func localSeconds(_ ms: Int64) -> Int64 { ms / 1000 + Int64(offsetSeconds(ms / 1000)) }

    func endOfDay(_ ms: Int64) -> Int64 { instantMs(ofLocal: (localDay(ms) + 1) * 86_400) }
}

extension Model {
    /// The next instant at which the local clock shows a time such as `07:00`; `nil` for another text.
    func coming(_ text: String) -> Int64? {
        let parts = text.split(separator: ":").compactMap { Int64($0) }
        guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { return nil }
        let today = place.localDay(now.wallMs)
        let seconds = (parts[0] * 60 + parts[1]) * 60
        let ms = place.instantMs(ofLocal: today * 86_400 + seconds)
        guard ms <= now.wallMs else { return ms }
        // The clock may show it twice.
        let again = ms + hourMs
        if again > now.wallMs, place.localSeconds(again) == place.localSeconds(ms) { return again }
        return place.instantMs(ofLocal: (today + 1) * 86_400 + seconds)
    }
}

extension Json {
    /// The words of a list, or of a text with commas.
    var words: [String] {
        if let text { return text.split(separator: ",").map(String.init) }
        return list.compactMap(\.text)
    }
}
