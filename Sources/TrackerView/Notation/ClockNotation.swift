import TrackerCore

/// Readers for times of day, days and windows as people type them. They return the form used on the wire.
package enum ClockNotation {
    /// Local date and time, which give words such as `yesterday` their meaning.
    package struct Now: Sendable {
        /// Date, such as `2026-03-01`.
        package let date: String
        /// Time of day, such as `09:30`.
        package let time: String
        fileprivate let dayStart: @Sendable () -> Int

        /// - Parameter dayStart: minute of the day when the person's days begin.
        package init(
            date: String, time: String, dayStart: @escaping @Sendable () -> Int = { 0 }
        ) {
            (self.date, self.time, self.dayStart) = (date, time, dayStart)
        }

        /// Date of the person's day. After midnight it is still the date of the evening, until the next day
        /// begins.
        package var day: String {
            guard isNight(time), let number = Days.number(ofDate: date) else { return date }
            return Days.text(of: number - 1)
        }

        /// Whether a time of day is before the person's day begins.
        func isNight(_ time: String) -> Bool {
            let parts = time.split(separator: ":").prefix(2).compactMap { Int($0) }
            return parts.count == 2 && parts[0] * 60 + parts[1] < dayStart()
        }

        /// Date of a time: the calendar date if the time is before the person's day begins, otherwise the
        /// date of the person's day. A time that is over is of the calendar date, whenever the day begins.
        fileprivate func day(at time: String) -> String {
            time <= self.time || isNight(time) ? date : day
        }
    }

    package static let allowed =
        "a time such as 09:30, 8am, yesterday, 'monday 18:00', 2026-03-01T09:30 or -10m (ago)"

    /// A time of day such as `8`, `8am`, `8:30pm`, `17:30`, `noon` or `midnight` as `HH:MM`; `nil` for any other
    /// text.
    package static func timeOfDay(_ text: some StringProtocol) -> String? {
        var figure = text.lowercased()[...]
        if let named = namedTimes[String(figure)] { return named }
        let half = ["am", "pm"].first { figure.hasSuffix($0) }
        if half != nil { figure = figure.dropLast(2) }
        while figure.last == " " { figure = figure.dropLast() }
        let parts = figure.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, (1...2).contains(first.utf8.count),
            var hour = number(first), let minute = parts.count == 2 ? number(parts[1]) : 0,
            parts.count == 1 || parts[1].utf8.count == 2, minute < 60
        else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        guard hour < 24 || hour == 24 && minute == 0 else { return nil }
        return "\(hour.twoDigits):\(minute.twoDigits)"
    }

    private static let namedTimes = ["noon": "12:00", "midday": "12:00", "midnight": "00:00"]

    /// Times of day, separated by commas.
    package static func timesOfDay(_ text: String) -> String {
        list(text) { timeOfDay($0) }
    }

    /// Windows such as `9-17` or `9am-12:30,14-17`, as `09:00-17:00`. Unknown text stays as it is.
    package static func windows(_ text: String) -> String {
        list(text) { window in
            let ends = window.split(separator: "-", omittingEmptySubsequences: false)
                .map { timeOfDay(trimmed($0)) }
            guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
            return "\(start)-\(end)"
        }
    }

    /// Forms of a window such as `9-5`, which most people mean as 9:00 to 17:00: as typed, as probably meant,
    /// and as one would type it for the night. `nil` if there is no such window.
    package static func officeHours(
        _ text: String
    ) -> (typed: String, meant: String, night: String)? {
        for window in text.split(separator: ",") {
            let ends = (window.split(separator: "=").last ?? window).split(separator: "-")
            guard ends.count == 2, let start = number(ends[0]), let end = number(ends[1]),
                end < start, start <= 12, end > 0
            else { continue }
            return (
                String(window), "\(start)-\(end + 12)",
                "\(start.twoDigits):00-\(end.twoDigits):00"
            )
        }
        return nil
    }

    /// Days such as `weekdays`, `weekend` or `mon,wed`.
    package static func days(_ text: String) -> String {
        list(text) { word in
            switch word.lowercased() {
            case "weekday", "weekdays", "workdays": "mon-fri"
            case "weekend", "weekends": "sat-sun"
            case "every day", "everyday", "all": "daily"
            default: nil
            }
        }
    }

    /// A time: in the form used on the wire, a time of day, a day with a time, or a day alone, which means
    /// the current time on that day. After midnight, 23:00 means the evening before. `nil` for unknown text.
    package static func moment(_ text: String, now: Now) -> GivenTime? {
        guard let given = dayOrMoment(text, now: now) else { return nil }
        if given.isTimeOfDay, now.day(at: given.text) != now.date {
            return GivenTime("\(now.day)T\(given.text)")
        }
        guard given.isDay, GivenTime(text) == nil else { return given }
        let night = now.isNight(now.time) ? 1 : 0
        let date = Days.number(ofDate: given.text).map { Days.text(of: $0 + night) }
        return GivenTime("\(date ?? given.text)T\(now.time)")
    }

    /// A time. A day alone, whether a date or a word, means the current time on that day.
    package static func momentOrDate(_ text: String, now: Now) -> GivenTime? {
        guard let given = moment(text, now: now), given.isDay else {
            return moment(text, now: now)
        }
        return GivenTime("\(given.text)T\(now.time)")
    }

    /// A time or a whole day. A weekday means the last one, including today.
    package static func dayOrMoment(_ text: String, now: Now) -> GivenTime? {
        if let time = GivenTime(text) { return time }
        if number(text[...]) == nil, let time = timeOfDay(text) { return GivenTime(time) }
        let words = text.split(separator: " ", maxSplits: 1)
        guard let first = words.first else { return nil }
        guard words.count == 2 else {
            return date(of: first, today: now.day).flatMap(GivenTime.init)
        }
        guard let time = timeOfDay(words[1]),
            let date = date(of: first, today: now.day(at: time))
        else { return nil }
        // On a Monday morning, 'monday 18:00' means last week's.
        let isAhead =
            Weekday.named(first.lowercased()) != nil && date == now.date && time > now.time
        let number = Days.number(ofDate: date).map { Days.text(of: $0 - (isAhead ? 7 : 0)) }
        return GivenTime("\(number ?? date)T\(time)")
    }

    /// A coming day or a time. A weekday means the next one, including today.
    package static func dayToCome(_ text: String, now: Now) -> GivenTime? {
        guard Weekday.named(text.lowercased()) != nil,
            let last = dayOrMoment(text, now: now).flatMap({ Days.number(ofDate: $0.text) })
        else { return dayOrMoment(text, now: now) }
        let isToday = Days.text(of: last) == now.day
        return GivenTime(Days.text(of: last + (isToday ? 0 : 7)))
    }

    package static let allowedToCome =
        "a time such as 18:30, 3pm, noon, 'tomorrow 9am', 'monday 18:00' or 2026-03-01T09:30"

    /// A time to come, never a whole day. A time of day stays one; a weekday means the next one on which that time
    /// is still to come. The day comes first or last.
    package static func timeToCome(_ text: String, now: Now) -> GivenTime? {
        if let time = GivenTime(text) { return time.isDay || text.hasPrefix("-") ? nil : time }
        if number(text[...]) == nil, let time = timeOfDay(text) { return GivenTime(time) }
        let words = text.split(separator: " ")
        guard words.count > 1 else { return nil }
        return time(words.dropFirst(), on: words[0], now: now)
            ?? time(words.dropLast(), on: words[words.count - 1], now: now)
    }

    /// Time of day on a day to come; `nil` if the words aren't that.
    private static func time(
        _ words: ArraySlice<Substring>, on word: Substring, now: Now
    ) -> GivenTime? {
        guard let time = timeOfDay(words.joined(separator: " ")),
            let day = dayToCome(String(word), now: now), day.isDay
        else { return nil }
        let isWeekday = Weekday.named(word.lowercased()) != nil
        let isOver = isWeekday && day.text == now.date && time <= now.time
        let date = Days.number(ofDate: day.text).map { Days.text(of: $0 + (isOver ? 7 : 0)) }
        return GivenTime("\(date ?? day.text)T\(time)")
    }

    /// A time. A word such as `tomorrow` means the time when that day begins, a weekday the next one; a date stays a
    /// date.
    package static func beginning(_ text: String, now: Now) -> GivenTime? {
        if let time = timeToCome(text, now: now) { return time }
        guard var given = dayToCome(text, now: now) else { return nil }
        if Weekday.named(text.lowercased()) != nil, given.text == now.day,
            let number = Days.number(ofDate: given.text)
        {
            given = GivenTime(Days.text(of: number + 7)) ?? given
        }
        guard given.isDay, GivenTime(text) == nil else { return given }
        let minute = now.dayStart()
        return GivenTime("\(given.text)T\((minute / 60).twoDigits):\((minute % 60).twoDigits)")
    }

    /// Date that a word such as `yesterday` means. A date stands for itself.
    ///
    /// - Parameter date: the person's day, which has to be asked for, so only if the word needs it.
    private static func date(of word: Substring, today date: @autoclosure () -> String) -> String? {
        if GivenTime(String(word))?.isDay == true { return String(word) }
        let name = word.lowercased()
        guard ["today", "yesterday", "tomorrow"].contains(name) || Weekday.named(name) != nil else {
            return nil
        }
        let present = date()
        guard let today = Days.number(ofDate: present), let weekday = Weekday.of(present) else {
            return nil
        }
        switch name {
        case "today": return present
        case "yesterday": return Days.text(of: today - 1)
        case "tomorrow": return Days.text(of: today + 1)
        case let name:
            guard let meant = Weekday.named(name) else { return nil }
            return Days.text(of: today - (weekday - meant + 7) % 7)
        }
    }

    private static func list(_ text: String, _ read: (String) -> String?) -> String {
        text.split(separator: ",", omittingEmptySubsequences: false)
            .map { read(trimmed($0)) ?? String($0) }.joined(separator: ",")
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
