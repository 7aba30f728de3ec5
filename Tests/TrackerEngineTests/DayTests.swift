import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// A day means the same everywhere: it begins at `day_starts_at`, 04:00 by default. The bench's clock shows
/// Sunday, 2026-03-01, 09:00 at first; these tests begin at 01:30 in the following night.
@Suite struct DayTests {
    let bench: Bench

    /// Makes a row of each kind at 01:30.
    init() throws {
        bench = try Bench()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call(
            "program.create", #"{"name":"p","intervals":[{"label":"Work","duration":"1m"}]}"#)
        try bench.call("reminder.create", #"{"name":"move","at":["01:30"],"days":"daily"}"#)
        bench.advance(to: 0, 30, day: 1)
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        try bench.call("training.start", #"{"mode":"reps","target":5,"rest":0}"#)
        try bench.call("training.reps", #"{"count":1}"#)
        try bench.call("training.stop")
        try bench.call("run.start", #"{"program":"p"}"#)
        try bench.call("run.stop")
    }

    /// Words for days go by the person's: at 01:30 it is still Sunday.
    @Test func wordsForDays() throws {
        for (text, at) in [
            ("yesterday", "2026-03-01T01:30"), ("23:00", "2026-03-01T23:00"),
            ("sunday 11pm", "2026-03-01T23:00"), ("today 1am", "2026-03-02T01:00"),
        ] {
            let entry = try bench.call(
                "log.add", "{\"exercise\":\"squats\",\"count\":5,\"at\":\"\(text)\"}")
            #expect(entry["at"] == .string("\(at):00.000+01:00"), "\(text)")
        }
        for date in ["2026-03-01", " 2026-03-01"] {
            let refusal = try bench.refusal(
                "log.add", "{\"exercise\":\"squats\",\"count\":5,\"at\":\"\(date)\"}")
            #expect(refusal.field == "at", "\(date)")
        }
        let listed = try bench.call("log.list", #"{"from":"yesterday","to":"yesterday"}"#)
        #expect(listed["entries"]?.list.count == 1)
        let quiet = try bench.call("do_not_disturb.set", #"{"until":"tomorrow"}"#)
        #expect(quiet["until"] == .string("2026-03-02T04:00:00.000+01:00"))
        let once = try bench.call(
            "reminder.create", #"{"name":"mum","once":"sunday 9am"}"#)
        #expect(once["next_at"] == .string("2026-03-08T09:00:00.000+01:00"))
        let day = try bench.call("report.get", #"{"period":"yesterday"}"#)
        #expect(day["from"] == .string("2026-02-28") && day["period"] == .string("day"))
        let both = try bench.refusal(
            "report.get", #"{"period":"yesterday","date":"2026-03-01"}"#)
        #expect(both.kind == .invalidParams && both.field == "date")
        let month = try bench.call("calendar.month", #"{"month":"last month"}"#)["days"]?.list
        #expect(month?.first?["date"] == .string("2026-02-01") && month?.count == 28)
    }

    /// Where the clock leaps over the start of the day, the day begins half an hour after the leap.
    @Test func wordsAfterALeap() throws {
        // In Berlin the clock goes from 02:00 to 03:00 on 2026-03-29.
        bench.place.become { $0 < 1_774_746_000 ? 3600 : 7200 }
        try bench.call("settings.set", #"{"day_starts_at":"02:30"}"#)
        // 03:10.
        bench.advance(to: 1, 10, day: 27)
        for period in ["day", "today"] {
            let report = try bench.call("report.get", "{\"period\":\"\(period)\"}")
            #expect(report["from"] == .string("2026-03-28"), "\(period)")
        }
        let entry = try bench.call("log.add", #"{"exercise":"squats","count":5,"at":"23:00"}"#)
        #expect(entry["at"] == .string("2026-03-28T23:00:00.000+01:00"))
    }
}
