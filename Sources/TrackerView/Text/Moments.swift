import TrackerAPI
import TrackerCore

/// A time such as `2026-03-01T09:30:00.000+01:00`, read by the person's clock and days.
struct LocalMoment {
    /// Number of the calendar date.
    let date: Int
    /// Time of day, such as `09:30:00`.
    let clock: String
    /// Minute of the day, from 0.
    let minute: Int

    /// Minutes since midnight of a date such as `2026-03-01`, by the clock.
    func minute(since day: String) -> Int {
        let days = Days.number(ofDate: day).map { date - $0 } ?? 0
        return days * 1440 + minute
    }

    init?(_ text: String) {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, let date = Days.number(ofDate: String(parts[0])),
            let hour = Int(parts[1].prefix(2)), let minute = Int(parts[1].dropFirst(3).prefix(2))
        else { return nil }
        self.date = date
        clock = String(parts[1].prefix(8))
        self.minute = hour * 60 + minute
    }

    /// The time in words that stay correct however long they are shown: `14:30` on the same day, `Mon 09:30`
    /// in the next days, otherwise with the date.
    func text(asSeenFrom now: LocalMoment?) -> String {
        let time = String(clock.prefix(5))
        let day = Days.text(of: date)
        guard let now, (0...6).contains(date - now.date) else { return "\(day) \(time)" }
        return date == now.date ? time : "\(Weekday.shortName(of: day) ?? day) \(time)"
    }
}

extension Style {
    /// A time to the minute: `14:05` today, `yesterday 18:00`, `tomorrow 09:30`, `Mon 09:30` within a week,
    /// `2026-03-01 09:30`. Days are the person's: after midnight it is still `tonight 01:30`, and later `last
    /// night 01:30`.
    package func time(_ moment: String) -> String { words(moment) }

    /// The same for a column, which also names today: `today 14:05`.
    func day(_ moment: String) -> String { words(moment, today: "today ") }

    /// The same to the second, for events in quick succession.
    package func second(_ moment: String) -> String { words(moment, length: 8) }

    /// The time of day alone, if the day is known.
    func clock(_ moment: String) -> String {
        LocalMoment(moment).map { String($0.clock.prefix(5)) } ?? moment.forTerminal
    }

    /// A future time: `in 25 min (14:05)`, or as `time` writes it if it is hours away.
    package func coming(_ moment: String) -> String {
        guard let ms = WireTime.ms(moment) else { return moment.forTerminal }
        let seconds = (ms - nowMs()) / 1000
        let (time, minutes) = (time(moment), (seconds + 30) / 60)
        let isToday = time.utf8.count == 5
        switch seconds {
        case ..<1: return "now"
        case ..<60: return "in \(seconds) s"
        case ..<3600: return "in \(minutes) min (\(time))"
        case ..<86_400 where isToday:
            let rest = minutes % 60 > 0 ? " \(minutes % 60) min" : ""
            return "in \(minutes / 60) h\(rest) (\(time))"
        default: return time
        }
    }

    /// A date by the person's days: `today`, `yesterday` or the date itself.
    func date(_ date: String) -> String {
        guard let day = Days.number(ofDate: date), let today = Days.number(ofDate: today()) else {
            return date.forTerminal
        }
        return day == today ? "today" : day == today - 1 ? "yesterday" : date
    }

    private func words(_ text: String, today name: String = "", length: Int = 5) -> String {
        guard let moment = LocalMoment(text), let today = Days.number(ofDate: today()) else {
            return text.forTerminal
        }
        let time = String(moment.clock.prefix(length))
        let isLate = moment.minute < dayStart()
        // People whose day begins in the afternoon don't call the morning before it a night.
        let isNight = isLate && moment.minute < 720
        switch moment.date - (isLate ? 1 : 0) - today {
        case 0: return (isNight ? "tonight " : name) + time
        case -1: return (isNight ? "last night " : "yesterday ") + time
        case 1 where !isNight: return "tomorrow " + time
        default:
            let (date, away) = (Days.text(of: moment.date), moment.date - today)
            let weekday = Weekday.shortName(of: date) ?? ""
            if (-6...6).contains(away) { return "\(weekday) \(time)" }
            return (away > 0 ? "\(weekday) " : "") + "\(date) \(time)"
        }
    }
}

/// Times in the form used on the wire.
package enum WireTime {
    /// The time in UTC milliseconds; `nil` for any other text.
    package static func ms(_ text: String) -> Int64? { GivenTime(text)?.instantMs }
}
