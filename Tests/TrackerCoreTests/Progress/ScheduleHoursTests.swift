import Testing
import TrackerCore

@Suite struct ScheduleHoursTests {
    private func windows(
        _ between: String?, days: String? = nil, every: String = "30m", without hour: Int
    ) throws -> [String]? {
        try Schedule(
            Schedule.Fields(
                every: .text(every), between: between.map { .text($0) },
                days: days.map { .text($0) })
        ).windows(withoutHour: hour)
    }

    @Test(arguments: [
        // The end of a window belongs to it: what would be left of its last hour is no window.
        ("09:00-17:00", 16, "09:00-15:59"), ("09:00-17:00", 17, "09:00-16:59"),
        ("09:00-17:00", 9, "10:00-17:00"), ("09:00-17:00", 12, "09:00-11:59,13:00-17:00"),
        ("09:00-17:30", 16, "09:00-15:59,17:00-17:30"),
        ("9:30-12:00,13:00-17:00", 9, "10:00-12:00,13:00-17:00"),
        ("09:00-12:00,13:00-13:45", 13, "09:00-12:00"), ("18:00-24:00", 0, "18:00-23:59"),
        ("22:00-02:00", 22, "23:00-02:00"),
    ]) func anHourIsLeftOut(_ between: String, _ hour: Int, _ rest: String) throws {
        #expect(try windows(between, without: hour) == [rest])
    }

    @Test func thereMayBeNothingToLeaveOut() throws {
        #expect(try windows("09:00-17:00", without: 8) == nil)
        #expect(try windows("09:00-17:00", without: 18) == nil)
        #expect(try windows("09:00-09:45", without: 9) == nil)
        // What is left would be shorter than the interval.
        #expect(try windows("09:00-10:30", every: "90m", without: 10) == nil)
        let fixed = try Schedule(Schedule.Fields(at: .text("09:00,16:00")))
        #expect(fixed.windows(withoutHour: 16) == nil)
    }

    @Test func theWholeDayIsAWindow() throws {
        #expect(try windows(nil, without: 16) == ["00:00-15:59,17:00-24:00"])
        #expect(try windows(nil, without: 23) == ["00:00-22:59"])
    }

    /// After midnight a window belongs to the day before, which a window of its own can't tell.
    @Test func nightsCanBeCutWhereEveryDayHasThem() throws {
        #expect(try windows("22:00-04:00", without: 23) == nil)
        #expect(
            try windows("22:00-04:00", days: "daily", without: 1)
                == ["22:00-00:59,02:00-04:00"])
    }

    @Test func daysKeepTheirOwnWindows() throws {
        let schedule = try Schedule(
            Schedule.Fields(
                every: .text("30m"),
                between: .byDay([
                    .init("mon-thu", "09:00-17:00"), .init("fri", "16:00-16:45"),
                    .init("sat", "10:00-12:00"),
                ])))
        #expect(
            schedule.windows(withoutHour: 16) == ["mon-thu=09:00-15:59", "sat=10:00-12:00"])
        #expect(schedule.windows(withoutHour: 20) == nil)
    }
}
