/// A time as a person types it: any `GivenTime`, a time of day such as `8am` or `noon`, or a word for a day such as
/// `yesterday` or `monday`, alone or beside a time of day. What the words mean depends on the person's clock, and on
/// whether a time in the past or one to come is asked for.
package struct TypedTime: Sendable, Hashable {
    /// The forms of a time in the past, for messages to a person whose text can't be read.
    package static let allowed =
        "a time such as 09:30, 8am, yesterday, 'monday 18:00', 2026-03-01T09:30 or -10m (ago)"
    /// The forms of a time to come.
    package static let allowedToCome =
        "a time such as 18:30, 3pm, noon, 'tomorrow 9am', 'monday 18:00' or 2026-03-01T09:30"

    private enum Meaning: Hashable {
        case given(GivenTime)
        /// A day, and seconds from its midnight; `nil` for the day alone.
        case on(Day, second: Int64?)
    }

    private enum Day: Hashable {
        /// Number of a date.
        case date(Int)
        /// Days after the person's present one.
        case away(Int)
        /// Day of the week, with Monday as 0.
        case weekday(Int)

        var isWeekday: Bool {
            if case .weekday = self { true } else { false }
        }
    }

    /// The text as it was typed.
    package let text: String
    private let meaning: Meaning

    /// Reads a time; `nil` for any other text. The day comes before or behind the time of day.
    package init?(_ text: String) {
        guard let meaning = Self.meaning(of: text) else { return nil }
        self.text = text
        self.meaning = meaning
    }

    package init(_ time: GivenTime) {
        text = time.text
        meaning = .given(time)
    }

    /// Whether the text means a whole day: a date or a word.
    package var isDay: Bool {
        if case .given(let time) = meaning { time.isDay } else { isDayWord }
    }

    /// Whether the text is a word for a day, without a time.
    package var isDayWord: Bool {
        if case .on(_, nil) = meaning { true } else { false }
    }

    /// Whether the text is a time of day alone.
    package var isTimeOfDay: Bool {
        if case .given(let time) = meaning { time.isTimeOfDay } else { false }
    }

    /// Whether the text can mean a moment to come.
    package var isToCome: Bool { !isDay && !text.hasPrefix("-") }

    // MARK: Meanings

    /// A whole day, or a moment in the past. A weekday is the last one, today included.
    package func past(by now: LocalNow) -> GivenTime {
        switch meaning {
        case .given(let time): return time
        case .on(let day, nil): return GivenTime(day: Self.last(day, from: now.day))
        case .on(let day, let second?):
            let number = Self.last(day, from: now.day(at: second))
            // On a Monday morning, 'monday 18:00' means last week's.
            let isAhead = day.isWeekday && number == now.date && second > now.second
            return GivenTime(day: number - (isAhead ? 7 : 0), second: second)
        }
    }

    /// A moment in the past. A word for a day alone means the current time on that day. After midnight, 23:00 is the
    /// evening before. A date stays a day.
    package func pastMoment(by now: LocalNow) -> GivenTime {
        let time = past(by: now)
        if let second = time.secondOfDay {
            return now.day(at: second) == now.date
                ? time : GivenTime(day: now.day, second: second)
        }
        guard isDayWord else { return time }
        return time.at(now.second, daysLater: now.date - now.day)
    }

    /// A moment in the past. Any day, even a date, means the current time on that day.
    package func pastMomentOnDay(by now: LocalNow) -> GivenTime {
        pastMoment(by: now).at(now.second)
    }

    /// A day to come, or a moment. A weekday is the next one, today included.
    package func comingDay(by now: LocalNow) -> GivenTime {
        guard case .on(let day, nil) = meaning else { return coming(by: now) }
        return GivenTime(day: Self.next(day, now))
    }

    /// A moment to come. A weekday is the next one on which the time is still to come; a word for a day alone means the
    /// time when that day begins. A time of day, and a date, stay what they are.
    package func coming(by now: LocalNow) -> GivenTime {
        guard case .on(let day, let second) = meaning else { return past(by: now) }
        let number = Self.next(day, now)
        // After midnight, the person's day is a date that is over.
        let isOver =
            second.map { number < now.date || number == now.date && $0 <= now.second }
            ?? (number == now.day)
        return GivenTime(
            day: number + (day.isWeekday && isOver ? 7 : 0), second: second ?? now.turn)
    }

    /// Number of a day, where a weekday is the last one.
    private static func last(_ day: Day, from today: Int) -> Int {
        switch day {
        case .date(let number): number
        case .away(let days): today + days
        case .weekday(let weekday): today - (Weekday.of(today) - weekday + 7) % 7
        }
    }

    /// Number of a day, where a weekday is the next one, today included.
    private static func next(_ day: Day, _ now: LocalNow) -> Int {
        let number = last(day, from: now.day)
        return day.isWeekday && number != now.day ? number + 7 : number
    }

    // MARK: Reading

    private static func meaning(of text: String) -> Meaning? {
        guard text.utf8.count <= GivenTime.longest else { return nil }
        if let time = GivenTime(text) { return .given(time) }
        // A number alone could be an hour or a day.
        let isNumber = text.utf8.allSatisfy { (48...57).contains($0) }
        if !isNumber, let time = ClockNotation.timeOfDay(text).flatMap({ GivenTime($0) }) {
            return .given(time)
        }
        let words = text.split(separator: " ")
        guard let first = words.first, let last = words.last else { return nil }
        guard words.count > 1 else {
            // A date with a blank at one end isn't a word.
            if case .date(let number)? = day(first) { return .given(GivenTime(day: number)) }
            return day(first).map { .on($0, second: nil) }
        }
        return on(first, words.dropFirst()) ?? on(last, words.dropLast())
    }

    private static func on(_ word: Substring, _ time: ArraySlice<Substring>) -> Meaning? {
        guard let day = Self.day(word),
            let time = ClockNotation.timeOfDay(time.joined(separator: " ")),
            let second = GivenTime(time)?.secondOfDay
        else { return nil }
        return .on(day, second: second)
    }

    private static func day(_ word: Substring) -> Day? {
        switch word.lowercased() {
        case "today": .away(0)
        case "yesterday": .away(-1)
        case "tomorrow": .away(1)
        case let name:
            Weekday.named(name).map { Day.weekday($0) }
                ?? Days.number(ofDate: name).map { Day.date($0) }
        }
    }
}

extension GivenTime {
    /// A whole day at seconds from midnight, some days later; other times stay as they are.
    fileprivate func at(_ second: Int64, daysLater days: Int = 0) -> GivenTime {
        day.map { GivenTime(day: Days.number(of: $0) + days, second: second) } ?? self
    }
}
