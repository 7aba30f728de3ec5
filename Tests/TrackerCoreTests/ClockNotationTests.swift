import Testing
import TrackerCore

@testable import TrackerView

@Suite struct ClockNotationTests {
    /// A Sunday.
    private let now = ClockNotation.Now(date: "2026-03-01", time: "14:05")

    @Test(arguments: [
        ("9", "09:00"), ("17", "17:00"), ("8am", "08:00"), ("8 am", "08:00"), ("8PM", "20:00"),
        ("12am", "00:00"), ("12pm", "12:00"), ("8:30pm", "20:30"), ("9:05", "09:05"),
        ("24", "24:00"), ("24:00", "24:00"), ("00:00", "00:00"), ("noon", "12:00"),
        ("Midnight", "00:00"),
    ])
    func timesOfDay(_ text: String, _ wire: String) {
        #expect(ClockNotation.timeOfDay(text) == wire)
    }

    @Test(arguments: [
        "", "am", "25", "24:01", "9:5", "9:60", "13pm", "0am", "9.5", "-9", "9:00:00", "soon",
        "999",
        "٣",
    ])
    func whatIsNoTimeOfDay(_ text: String) { #expect(ClockNotation.timeOfDay(text) == nil) }

    @Test(arguments: [
        ("9-17", "09:00-17:00"), ("9am-5pm", "09:00-17:00"), ("22-2", "22:00-02:00"),
        ("9:00 - 12:30,14-17", "09:00-12:30,14:00-17:00"), ("often", "often"), ("9-", "9-"),
        ("09:00-17:00", "09:00-17:00"), ("noon-midnight", "12:00-00:00"),
    ])
    func windows(_ text: String, _ wire: String) { #expect(ClockNotation.windows(text) == wire) }

    @Test(arguments: [
        ("weekdays", "mon-fri"), ("Weekend", "sat-sun"), ("everyday", "daily"),
        ("mon,weekend", "mon,sat-sun"), ("mon-fri", "mon-fri"), ("often", "often"),
    ])
    func days(_ text: String, _ wire: String) { #expect(ClockNotation.days(text) == wire) }

    @Test func timesAreAList() {
        #expect(ClockNotation.timesOfDay("8am, 20:00,x") == "08:00,20:00,x")
    }

    @Test(arguments: [
        ("today", "2026-03-01"), ("yesterday", "2026-02-28"), ("Tomorrow", "2026-03-02"),
        ("monday", "2026-02-23"), ("sun", "2026-03-01"), ("sat", "2026-02-28"),
        ("yesterday 18:00", "2026-02-28T18:00"), ("mon 8am", "2026-02-23T08:00"),
        ("2026-02-03 8am", "2026-02-03T08:00"), ("8pm", "20:00"), ("8:30", "08:30"),
        ("-10m", "-10m"), ("10:15", "10:15"), ("2026-03-01", "2026-03-01"),
        ("2026-03-01T10:15:00Z", "2026-03-01T10:15:00Z"),
    ])
    func daysAndMoments(_ text: String, _ wire: String) {
        #expect(ClockNotation.dayOrMoment(text, now: now)?.text == wire)
    }

    /// A time to come has its day first or last.
    @Test(
        arguments: [
            ("tomorrow 9pm", "2026-03-02T21:00"), ("9pm tomorrow", "2026-03-02T21:00"),
            ("6:30 pm monday", "2026-03-02T18:30"), ("sunday 9am", "2026-03-08T09:00"),
            ("9am sun", "2026-03-08T09:00"), ("18:00 2026-03-05", "2026-03-05T18:00"),
            ("6 tomorrow", "2026-03-02T06:00"), ("9pm", "21:00"), ("tomorrow", nil),
            ("9pm soon", nil), ("tomorrow monday", nil), ("6", nil),
        ] as [(String, String?)])
    func timesToCome(_ text: String, _ wire: String?) {
        #expect(ClockNotation.timeToCome(text, now: now)?.text == wire)
    }

    /// A pause until tomorrow ends with the person's day, also where that is after midnight.
    @Test func aDayBeginsWithThePersonsDay() {
        let night = ClockNotation.Now(date: "2026-03-02", time: "01:30", dayStart: { 240 })
        #expect(ClockNotation.beginning("tomorrow", now: night)?.text == "2026-03-02T04:00")
        let noon = ClockNotation.Now(date: "2026-03-02", time: "12:00", dayStart: { 240 })
        #expect(ClockNotation.beginning("tomorrow", now: noon)?.text == "2026-03-03T04:00")
        #expect(ClockNotation.beginning("17:30", now: noon)?.text == "17:30")
        #expect(ClockNotation.beginning("2026-03-05", now: noon)?.text == "2026-03-05")
    }

    /// A weekday is the next one on which the time is still to come. The clock shows 14:05 on a Sunday.
    @Test(arguments: [
        ("18:30", "18:30"), ("9am", "09:00"), ("3 pm", "15:00"), ("noon", "12:00"),
        ("tomorrow 9am", "2026-03-02T09:00"), ("monday 18:00", "2026-03-02T18:00"),
        ("sunday 14:05", "2026-03-08T14:05"), ("sun 15:00", "2026-03-01T15:00"),
        ("sat noon", "2026-03-07T12:00"), ("sat 9", "2026-03-07T09:00"),
        ("2026-03-05 8am", "2026-03-05T08:00"),
        ("2026-03-05T08:00", "2026-03-05T08:00"), ("today 18:00", "2026-03-01T18:00"),
    ])
    func timesToCome(_ text: String, _ wire: String) {
        #expect(ClockNotation.timeToCome(text, now: now)?.text == wire)
    }

    @Test(arguments: ["", "9", "tomorrow", "2026-03-05", "-10m", "soon", "monday soon", "18:30 x"])
    func whatIsNoTimeToCome(_ text: String) {
        #expect(ClockNotation.timeToCome(text, now: now) == nil)
    }

    @Test(arguments: [
        ("monday", "2026-03-02T00:00"), ("sunday", "2026-03-08T00:00"), ("3pm", "15:00"),
        ("monday 9am", "2026-03-02T09:00"),
    ])
    func beginningsAreAhead(_ text: String, _ wire: String) {
        #expect(ClockNotation.beginning(text, now: now)?.text == wire)
    }

    /// What is typed of a day that comes round again lies behind.
    @Test func aWeekdaysTimeIsOver() {
        #expect(ClockNotation.dayOrMoment("sun 18:00", now: now)?.text == "2026-02-22T18:00")
        #expect(ClockNotation.dayOrMoment("sun 14:05", now: now)?.text == "2026-03-01T14:05")
    }

    @Test func officeHoursAreNoNight() {
        let odd = ClockNotation.officeHours("mon=9-5")
        #expect(odd?.meant == "9-17" && odd?.night == "09:00-05:00")
        for text in ["9-17", "22-6", "09:00-05:00", "9am-5am", "0-8", "8-8"] {
            #expect(ClockNotation.officeHours(text) == nil, "\(text)")
        }
    }

    /// A number alone could be an hour or a day.
    @Test(arguments: ["8", "m", "monda", "yesterday soon", "yesterday 25:00", "soon", ""])
    func whatIsNeither(_ text: String) {
        #expect(ClockNotation.dayOrMoment(text, now: now) == nil)
    }

    /// A word for a day is meant at the present time of day; a date is left to the daemon, which asks for
    /// the time.
    @Test(arguments: [
        ("yesterday", "2026-02-28T14:05"), ("mon", "2026-02-23T14:05"), ("8pm", "20:00"),
        ("2026-02-28", "2026-02-28"),
    ])
    func aDayAsAMoment(_ text: String, _ wire: String) {
        #expect(ClockNotation.moment(text, now: now)?.text == wire)
    }

    /// The beginning of the day has to be asked for, so only if the time depends on it.
    @Test(arguments: ["14:05", "9:30", "8am", "yesterday 8am", "today 14:00", "mon 9", "-10m"])
    func aTimeThatIsOverNeedsNoBeginningOfTheDay(_ text: String) {
        let now = ClockNotation.Now(date: "2026-03-01", time: "14:05") {
            Issue.record("the beginning of the day was asked for")
            return 240
        }
        #expect(ClockNotation.moment(text, now: now) != nil)
    }
}

/// Words for days after midnight, where the person's day goes on until 04:00.
@Suite struct NightNotationTests {
    /// The early morning of a Monday, which is still the person's Sunday.
    private let night = ClockNotation.Now(
        date: "2026-03-02", time: "01:30", dayStart: { 240 })
    private let morning = ClockNotation.Now(
        date: "2026-03-02", time: "04:00", dayStart: { 240 })

    @Test(arguments: [
        ("today", "2026-03-01"), ("yesterday", "2026-02-28"), ("tomorrow", "2026-03-02"),
        ("sunday", "2026-03-01"), ("monday", "2026-02-23"), ("2026-03-02", "2026-03-02"),
        ("yesterday 23:00", "2026-02-28T23:00"), ("today 23:00", "2026-03-01T23:00"),
        ("tomorrow 9:30", "2026-03-02T09:30"),
        // The small hours go by the calendar, as a clock shows them.
        ("today 1:00", "2026-03-02T01:00"), ("yesterday 1:00", "2026-03-01T01:00"),
    ])
    func days(_ text: String, _ expected: String) {
        #expect(ClockNotation.dayOrMoment(text, now: night)?.text == expected)
    }

    @Test(arguments: [
        ("yesterday", "2026-03-01T01:30"), ("today", "2026-03-02T01:30"),
        ("2026-02-27", "2026-02-27"), ("23:00", "2026-03-01T23:00"), ("1:00", "01:00"),
        ("-10m", "-10m"),
    ])
    func moments(_ text: String, _ expected: String) {
        #expect(ClockNotation.moment(text, now: night)?.text == expected)
    }

    @Test func aDateMayBeEnough() {
        let now = ClockNotation.Now(date: "2026-03-04", time: "10:30")
        for (text, wire) in [
            ("2026-02-01", "2026-02-01T10:30"), ("yesterday", "2026-03-03T10:30"),
            ("2026-02-01T09:00", "2026-02-01T09:00"), ("09:30", "09:30"), ("-10m", "-10m"),
        ] {
            #expect(ClockNotation.momentOrDate(text, now: now)?.text == wire)
        }
        #expect(ClockNotation.momentOrDate("2026-02-31", now: now) == nil)
    }

    @Test func theDayBeginsAtItsMinute() {
        #expect(night.day == "2026-03-01" && morning.day == "2026-03-02")
        #expect(ClockNotation.dayOrMoment("yesterday", now: morning)?.text == "2026-03-01")
        #expect(ClockNotation.moment("23:00", now: morning)?.text == "23:00")
    }

    /// A pause lasts until the weekday to come.
    @Test(arguments: [
        ("sunday", "2026-03-01"), ("monday", "2026-03-02"), ("Sat", "2026-03-07"),
        ("tomorrow", "2026-03-02"), ("2026-03-10", "2026-03-10"),
    ])
    func aDayToCome(_ word: String, _ date: String) {
        let now = ClockNotation.Now(date: "2026-03-01", time: "09:30")
        #expect(ClockNotation.dayToCome(word, now: now)?.text == date)
        #expect(ClockNotation.dayToCome("often", now: now) == nil)
    }
}
