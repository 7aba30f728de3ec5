extension Schedule {
    /// The windows without an hour of the day, as arguments of `--between`: one text for all active days, or
    /// one for each day that has windows of its own. `nil` for fixed times, and where the hour is outside of
    /// the windows or no window would be left.
    package func windows(withoutHour hour: Int) -> [String]? {
        guard fields.every != nil, let days = try? windowsByDay() else { return nil }
        // The part of a window after midnight belongs to the day before, unless every day has it.
        let isDaily = Set(slots.map(\.weekday)).count == 7 && days.count == 1
        var texts: [String] = []
        var isChanged = false
        for (name, windows) in days {
            var rest: [String] = []
            for window in windows {
                let parts = Self.cut(window, Int64(hour))
                isChanged = isChanged || parts.count != 1 || parts[0] != window
                guard let parts = Self.texts(parts, isDaily: isDaily) else { return nil }
                rest += parts
            }
            guard !rest.isEmpty else { continue }
            texts.append((name.map { "\($0)=" } ?? "") + rest.joined(separator: ","))
        }
        return isChanged && isLegal(texts) ? texts : nil
    }

    private typealias Minutes = (start: Int64, end: Int64)

    /// The windows of each day that has its own, in the order given; a single element without a name where
    /// the days share their windows.
    private func windowsByDay() throws(Rejection) -> [(name: String?, windows: [Minutes])] {
        switch fields.between {
        case nil: return [(nil, [(0, minutesPerDay)])]
        case .text(let text): return [(nil, try TimeOfDay.windows(text))]
        case .byDay(let days):
            var list: [(name: String?, windows: [Minutes])] = []
            for day in days { list.append((day.name, try TimeOfDay.windows(day.windows))) }
            return list
        }
    }

    /// The parts of a window that are left without an hour and without the same hour after midnight. Both
    /// ends of a window belong to it.
    private static func cut(_ window: Minutes, _ hour: Int64) -> [Minutes] {
        var parts = [window]
        for from in [hour * 60, hour * 60 + minutesPerDay] {
            parts = parts.flatMap { part -> [Minutes] in
                guard part.start < from + 60, part.end >= from else { return [part] }
                return [(part.start, from - 1), (from + 60, part.end)].filter { $0.0 < $0.1 }
            }
        }
        return parts
    }

    private static func texts(_ parts: [Minutes], isDaily: Bool) -> [String]? {
        guard isDaily || parts.allSatisfy({ $0.start < minutesPerDay }) else { return nil }
        return parts.map { part in
            let shift = part.start < minutesPerDay ? 0 : minutesPerDay
            return "\(TimeOfDay.text(part.start - shift))-\(TimeOfDay.text(part.end - shift))"
        }
    }

    /// Whether the schedule could have these windows.
    private func isLegal(_ texts: [String]) -> Bool {
        let byDay = texts.compactMap { text -> Windows.Day? in
            let parts = text.split(separator: "=", maxSplits: 1)
            return parts.count == 2 ? Windows.Day(String(parts[0]), String(parts[1])) : nil
        }
        guard let first = texts.first else { return false }
        let windows = byDay.isEmpty ? Windows.text(first) : .byDay(byDay)
        return (try? changed(by: Fields(between: windows))) != nil
    }
}
