/// The date and time on a person's clock, which give words such as `yesterday` their meaning.
package struct LocalNow: Sendable {
    /// Number of the calendar's date.
    let date: Int
    /// Whole minutes since midnight, in seconds.
    let second: Int64
    /// Start of the person's day, in seconds after midnight.
    let turn: Int64
    /// Number of the person's day. After midnight it is still that of the evening, until the next day begins.
    package let day: Int

    /// Number of the day of a time: the calendar's if the time is before the person's day begins, otherwise that of
    /// the person's day. A time that is over is of the calendar's date, whenever the day begins.
    func day(at second: Int64) -> Int { second <= self.second || second < turn ? date : day }
}

extension LocalNow {
    /// - Parameters:
    ///   - dayStartMinute: the start of the person's day, in minutes after midnight.
    ///   - day: number of the person's day; `nil` for what the clock shows, which a leap of the clock may belie.
    package init(_ local: CivilTime, dayStartMinute: Int64, day: Int? = nil) {
        let (date, minute) = (Days.number(of: local), Int64(local.hour * 60 + local.minute))
        self.init(
            date: date, second: minute * 60, turn: dayStartMinute * 60,
            day: day ?? (minute < dayStartMinute ? date - 1 : date))
    }
}
