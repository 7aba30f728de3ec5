import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// Reads times from the command line.
enum WhenArgument {
    /// A time. A word for a day, such as `yesterday`, means the current time on that day.
    static func read(_ text: String) throws -> When {
        try when(ClockNotation.moment(text, now: .local()))
    }

    /// A time. Any day, even a date, means the current time on that day.
    static func readOnDay(_ text: String) throws -> When {
        try when(ClockNotation.momentOrDate(text, now: .local()))
    }

    /// A time. A bare time of day means the day of the item itself.
    static func readWithinDay(_ text: String) throws -> When {
        let time = ClockNotation.dayOrMoment(text, now: .local())
        return try time?.isTimeOfDay == true ? when(time) : read(text)
    }

    /// A time or a whole day.
    static func readDay(_ text: String) throws -> When {
        try when(ClockNotation.dayOrMoment(text, now: .local()))
    }

    /// A coming day or a time. The name of a weekday means the next one, today included.
    static func readComingDay(_ text: String) throws -> When {
        try when(ClockNotation.dayToCome(text, now: .local()))
    }

    /// A time to come.
    static func readToCome(_ text: String) throws -> When {
        guard let time = ClockNotation.timeToCome(text, now: .local()) else {
            throw ValidationError("give \(ClockNotation.allowedToCome)")
        }
        return When(time)
    }

    private static func when(_ time: GivenTime?) throws -> When {
        guard let time else { throw ValidationError("give \(ClockNotation.allowed)") }
        return When(time)
    }
}
