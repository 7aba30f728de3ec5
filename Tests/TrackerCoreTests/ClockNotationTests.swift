import Testing

@testable import TrackerCore

@Suite struct ClockNotationTests {
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

    @Test func officeHoursAreNoNight() {
        let odd = ClockNotation.officeHours("mon=9-5")
        #expect(odd?.meant == "9-17" && odd?.night == "09:00-05:00")
        for text in ["9-17", "22-6", "09:00-05:00", "9am-5am", "0-8", "8-8"] {
            #expect(ClockNotation.officeHours(text) == nil, "\(text)")
        }
    }
}
