import Testing

@testable import TrackerCore

extension LocalNow {
    /// - Parameter dayStart: hour when the person's days begin.
    init(_ text: String, dayStart: Int64 = 0) throws {
        let ms = try #require(GivenTime(text)?.datedMs(in: Zone { _ in 0 }))
        self.init(CivilTime(unixSeconds: ms / 1000), dayStartMinute: dayStart * 60)
    }
}

@Suite struct TypedTimeTests {
    /// A Sunday.
    private let now: LocalNow

    init() throws { now = try LocalNow("2026-03-01T14:05") }

    private func timeToCome(_ text: String) -> String? {
        TypedTime(text).flatMap { $0.isToCome ? $0.coming(by: now).text : nil }
    }

    @Test(arguments: [
        ("today", "2026-03-01"), ("yesterday", "2026-02-28"), ("Tomorrow", "2026-03-02"),
        ("monday", "2026-02-23"), ("sun", "2026-03-01"), ("sat", "2026-02-28"),
        ("yesterday 18:00", "2026-02-28T18:00"), ("18:00 yesterday", "2026-02-28T18:00"),
        ("mon 8am", "2026-02-23T08:00"),
        ("2026-02-03 8am", "2026-02-03T08:00"), ("8pm", "20:00"), ("8:30", "08:30"),
        ("-10m", "-10m"), ("10:15", "10:15"), ("2026-03-01", "2026-03-01"),
        ("2026-03-01T10:15:00Z", "2026-03-01T10:15:00Z"),
    ])
    func daysAndMoments(_ text: String, _ wire: String) {
        #expect(TypedTime(text)?.past(by: now).text == wire)
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
        #expect(timeToCome(text) == wire)
    }

    /// A pause until tomorrow ends with the person's day, also where that is after midnight.
    @Test func aDayBeginsWithThePersonsDay() throws {
        let night = try LocalNow("2026-03-02T01:30", dayStart: 4)
        #expect(TypedTime("tomorrow")?.coming(by: night).text == "2026-03-02T04:00")
        let noon = try LocalNow("2026-03-02T12:00", dayStart: 4)
        #expect(TypedTime("tomorrow")?.coming(by: noon).text == "2026-03-03T04:00")
        #expect(TypedTime("17:30")?.coming(by: noon).text == "17:30")
        #expect(TypedTime("2026-03-05")?.coming(by: noon).text == "2026-03-05")
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
        #expect(timeToCome(text) == wire)
    }

    @Test(arguments: ["", "9", "tomorrow", "2026-03-05", "-10m", "soon", "monday soon", "18:30 x"])
    func whatIsNoTimeToCome(_ text: String) {
        #expect(timeToCome(text) == nil)
    }

    @Test(arguments: [
        ("monday", "2026-03-02T00:00"), ("sunday", "2026-03-08T00:00"), ("3pm", "15:00"),
        ("monday 9am", "2026-03-02T09:00"),
    ])
    func beginningsAreAhead(_ text: String, _ wire: String) {
        #expect(TypedTime(text)?.coming(by: now).text == wire)
    }

    /// What is typed of a day that comes round again lies behind.
    @Test func aWeekdaysTimeIsOver() {
        #expect(TypedTime("sun 18:00")?.past(by: now).text == "2026-02-22T18:00")
        #expect(TypedTime("sun 14:05")?.past(by: now).text == "2026-03-01T14:05")
    }

    /// A number alone could be an hour or a day.
    @Test(arguments: ["8", "m", "monda", "yesterday soon", "yesterday 25:00", "soon", ""])
    func whatIsNeither(_ text: String) { #expect(TypedTime(text) == nil) }

    @Test func aTextIsShort() {
        #expect(TypedTime("monday" + String(repeating: " ", count: 53) + "18:00") != nil)
        #expect(TypedTime("monday" + String(repeating: " ", count: 54) + "18:00") == nil)
    }

    /// A word for a day is meant at the present time of day; a date stays a day.
    @Test(arguments: [
        ("yesterday", "2026-02-28T14:05"), ("mon", "2026-02-23T14:05"), ("8pm", "20:00"),
        ("2026-02-28", "2026-02-28"), (" 2026-02-28", "2026-02-28"), ("2026-02-28 ", "2026-02-28"),
        (" yesterday ", "2026-02-28T14:05"),
    ])
    func aDayAsAMoment(_ text: String, _ wire: String) {
        #expect(TypedTime(text)?.pastMoment(by: now).text == wire)
    }
}

/// Words for days after midnight, where the person's day goes on until 04:00.
@Suite struct NightNotationTests {
    /// The early morning of a Monday, which is still the person's Sunday.
    private let night: LocalNow
    private let morning: LocalNow

    init() throws {
        night = try LocalNow("2026-03-02T01:30", dayStart: 4)
        morning = try LocalNow("2026-03-02T04:00", dayStart: 4)
    }

    @Test(arguments: [
        ("today", "2026-03-01"), ("yesterday", "2026-02-28"), ("tomorrow", "2026-03-02"),
        ("sunday", "2026-03-01"), ("monday", "2026-02-23"), ("2026-03-02", "2026-03-02"),
        ("yesterday 23:00", "2026-02-28T23:00"), ("today 23:00", "2026-03-01T23:00"),
        ("tomorrow 9:30", "2026-03-02T09:30"),
        // The small hours go by the calendar, as a clock shows them.
        ("today 1:00", "2026-03-02T01:00"), ("yesterday 1:00", "2026-03-01T01:00"),
    ])
    func days(_ text: String, _ expected: String) {
        #expect(TypedTime(text)?.past(by: night).text == expected)
    }

    @Test(arguments: [
        ("yesterday", "2026-03-01T01:30"), ("today", "2026-03-02T01:30"),
        ("2026-02-27", "2026-02-27"), ("23:00", "2026-03-01T23:00"), ("1:00", "01:00"),
        ("-10m", "-10m"),
    ])
    func moments(_ text: String, _ expected: String) {
        #expect(TypedTime(text)?.pastMoment(by: night).text == expected)
    }

    /// The person's Sunday isn't over, but its times of day are.
    @Test(arguments: [
        ("sunday 9am", "2026-03-08T09:00"), ("sun 23:00", "2026-03-08T23:00"),
        ("sunday", "2026-03-08T04:00"), ("monday 9am", "2026-03-02T09:00"),
        ("monday 1:30", "2026-03-09T01:30"), ("mon 2:00", "2026-03-02T02:00"),
        ("monday", "2026-03-02T04:00"), ("tomorrow 9am", "2026-03-02T09:00"),
    ])
    func timesToCome(_ text: String, _ expected: String) {
        #expect(TypedTime(text)?.coming(by: night).text == expected)
    }

    @Test func aDateMayBeEnough() throws {
        let now = try LocalNow("2026-03-04T10:30")
        for (text, wire) in [
            ("2026-02-01", "2026-02-01T10:30"), ("yesterday", "2026-03-03T10:30"),
            ("2026-02-01T09:00", "2026-02-01T09:00"), ("09:30", "09:30"), ("-10m", "-10m"),
        ] {
            #expect(TypedTime(text)?.pastMomentOnDay(by: now).text == wire)
        }
        #expect(TypedTime("2026-02-31") == nil)
    }

    @Test func theDayBeginsAtItsMinute() {
        #expect(Days.text(of: night.day) == "2026-03-01")
        #expect(Days.text(of: morning.day) == "2026-03-02")
        #expect(TypedTime("yesterday")?.past(by: morning).text == "2026-03-01")
        #expect(TypedTime("23:00")?.pastMoment(by: morning).text == "23:00")
    }

    /// A pause lasts until the weekday to come.
    @Test(arguments: [
        ("sunday", "2026-03-01"), ("monday", "2026-03-02"), ("Sat", "2026-03-07"),
        ("tomorrow", "2026-03-02"), ("2026-03-10", "2026-03-10"),
        ("sat 18:00", "2026-03-07T18:00"), ("sun 18:00", "2026-03-01T18:00"), ("18:00", "18:00"),
    ])
    func aDayToCome(_ word: String, _ date: String) throws {
        let now = try LocalNow("2026-03-01T09:30")
        #expect(TypedTime(word)?.comingDay(by: now).text == date)
    }
}
