import Rig
import TestSupport

/// The times at which a schedule lets a reminder fall due: its days, and its times or windows.
struct WatchedSchedule: CustomStringConvertible {
    let description: String
    /// Whether the schedule has fixed times, or intervals by the clock, which don't count from an answer.
    let isFixed: Bool
    /// Days of the week; 0 is Monday.
    private let days: Set<Int>
    /// Fixed times in seconds of the day.
    private let times: [Int64]
    /// Windows in seconds of the day; the end is beyond the day where a window crosses midnight.
    private let windows: [ClosedRange<Int64>]
    /// The one time of a schedule for once, as it is kept; `nil` for others.
    private let once: String?

    init(_ schedule: Json) {
        once = schedule["once"]?.text
        description = schedule.description
        isFixed = schedule["every"] == nil || schedule["anchor"] == "clock"
        days = Self.days(Self.words(schedule["days"]) ?? ["mon-fri"])
        times = (Self.words(schedule["at"]) ?? []).compactMap(Self.seconds)
        let given = Self.words(schedule["between"]) ?? ["00:00-24:00"]
        let spans = schedule["every"] == nil ? [] : given
        windows = spans.compactMap { span in
            let ends = span.split(separator: "-").compactMap { Self.seconds(String($0)) }
            guard ends.count == 2 else { return nil }
            return ends[0]...(ends[1] > ends[0] ? ends[1] : ends[1] + 86_400)
        }
    }

    private static func words(_ value: Json?) -> [String]? {
        guard let value, value != .null else { return nil }
        if let text = value.text { return text.split(separator: ",").map(String.init) }
        return value.list.compactMap(\.text)
    }

    private static func seconds(_ time: String) -> Int64? {
        let parts = time.split(separator: ":").compactMap { Int64($0) }
        return parts.count == 2 ? (parts[0] * 60 + parts[1]) * 60 : nil
    }

    private static func days(_ words: [String]) -> Set<Int> {
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        var days: Set<Int> = []
        for word in words {
            if word == "daily" { return Set(0..<7) }
            let ends = word.split(separator: "-").compactMap { names.firstIndex(of: String($0)) }
            guard let first = ends.first, let last = ends.last else { continue }
            days.formUnion((0..<7).filter { ($0 - first + 7) % 7 <= (last - first + 7) % 7 })
        }
        return days
    }

    /// Whether an instant in UTC milliseconds is one of the times, or lies in one of the windows. Near a
    /// change of the local clock every instant is accepted.
    func mayBeDue(at ms: Int64, in place: Place) -> Bool {
        if let once {
            let isInstant = Json.text(once).wallMs != nil
            return isInstant
                ? Json.text(once).wallMs == ms : once.prefix(16) == place.text(ms).prefix(16)
        }
        let second = ms / 1000
        let offset = place.offsetSeconds(second)
        guard
            [-2, -1, 1, 2].allSatisfy({ place.offsetSeconds(second + $0 * 86_400) == offset })
        else { return true }
        let local = second + Int64(offset)
        let (day, time) = (local / 86_400, local % 86_400)
        if times.contains(time), ms % 1000 == 0, isOn(day) { return true }
        return windows.contains { window in
            isOn(day) && window.contains(time) || isOn(day - 1) && window.contains(time + 86_400)
        }
    }

    /// Whether a day, counted from 1970-01-01, is one of the days; 1970-01-01 was a Thursday.
    private func isOn(_ day: Int64) -> Bool { days.contains(Int((day + 3) % 7)) }
}
