import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// A report as it was told at a moment of the past.
@Suite struct PastReportTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private func report(_ period: String, asOf moment: String? = nil) throws -> JSONValue {
        let asOf = moment.map { ",\"as_of\":\"\($0)\"" } ?? ""
        return try bench.call("report.get", "{\"period\":\"\(period)\"\(asOf)}")
    }

    @Test func itIsAsItWas() throws {
        var told: [(moment: String, period: String, report: JSONValue)] = []
        func tell() throws {
            bench.advance(ms: 60_000)
            let moment = bench.place.zone.text(ofMs: bench.clock.wallMs)
            for period in ["day", "week", "month", "year"] {
                told.append((moment, period, try report(period)))
            }
            bench.advance(ms: 60_000)
        }
        try tell()
        try bench.call(
            "reminder.create",
            #"{"name":"stand","every":"30m","between":"09:00-17:00","days":"daily","exercise":"any"}"#
        )
        let entry = try bench.call("log.add", #"{"exercise":"squats","count":20}"#).id()
        try tell()
        bench.advance(ms: 3_600_000)
        try bench.call("log.add", #"{"exercise":"plank","count":60}"#)
        try bench.call("workout.start")
        try bench.set("bench press")
        try tell()
        try bench.call("log.update", "{\"entry\":\"\(entry)\",\"count\":25}")
        try tell()
        // What was known is told by the clock of its moment.
        bench.place.become("Asia/Tokyo") { _ in 9 * 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        try tell()
        bench.advance(to: 9, day: 3)
        try bench.call("log.delete", "{\"entry\":\"\(entry)\"}")
        try bench.call("settings.set", #"{"week_starts":"sun","unit":"lb"}"#)
        try bench.call("exercise.update", #"{"exercise":"plank","name":"Front Plank"}"#)
        try tell()
        try bench.call("journal.undo")
        try tell()
        bench.advance(to: 9, day: 9)
        for (moment, period, former) in told {
            #expect(try report(period, asOf: moment) == former, "\(period) as of \(moment)")
        }
        try bench.verify()
    }

    /// Sets the clock while the daemon runs, and tells it.
    private func step(ms: Int64) {
        bench.stepWall(ms: ms)
        bench.take(bench.engine.clockStepped(byMs: ms, at: bench.clock))
    }

    /// Some events by the clock as it is.
    private func live(_ events: Int) throws {
        for _ in 1...events {
            try bench.call("timer.start", #"{"duration":"1h"}"#)
            try bench.call("timer.cancel", #"{"timer":"last"}"#)
            bench.advance(ms: 1000)
        }
    }

    private static let yearMs: Int64 = 366 * 86_400_000

    /// The clock was ahead or behind for a while: amid right times, at the beginning, seen as it was set or
    /// only at a start.
    @Test(
        arguments: [yearMs, -yearMs, 40 * 86_400_000, -1_772_000_000_000] as [Int64], [true, false])
    func aClockThatWasWrongHidesNothing(_ ms: Int64, isSeen: Bool) throws {
        var told: [(moment: String, report: JSONValue)] = []
        func tell(_ count: Int) throws {
            try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":\(count)}")
            bench.advance(ms: 60_000)
            let moment = bench.place.zone.text(ofMs: bench.clock.wallMs)
            told.append((moment, try report("week")))
            bench.advance(ms: 60_000)
        }
        for count in 1...12 { try tell(count) }
        bench.advance(ms: 3_600_000)
        if isSeen { step(ms: ms) } else { try reboot(wallMs: ms) }
        try live(5)
        if isSeen { step(ms: -ms) } else { try reboot(wallMs: -ms) }
        bench.advance(ms: 3_600_000)
        for count in 13...20 { try tell(count) }
        bench.advance(ms: 3_600_000)
        for (moment, former) in told {
            #expect(
                try report("week", asOf: moment)["totals"] == former["totals"], "as of \(moment)")
        }
        try bench.verify()
    }

    /// The machine starts again, with a clock that is off by so much from then on.
    private func reboot(wallMs: Int64) throws {
        bench.stop()
        bench.reboot(offMs: 60_000 + wallMs)
        try bench.start()
    }

    @Test(arguments: [yearMs, -1_772_000_000_000] as [Int64])
    func aClockThatWasWrongAtFirst(_ ms: Int64) throws {
        let bench = try Bench()
        bench.stepWall(ms: ms)
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        for _ in 1...30 {
            try bench.call("timer.start", #"{"duration":"1h"}"#)
            try bench.call("timer.cancel", #"{"timer":"last"}"#)
        }
        bench.stepWall(ms: -ms)
        bench.take(bench.engine.clockStepped(byMs: -ms, at: bench.clock))
        var told: [(moment: String, totals: JSONValue?)] = []
        for _ in 1...3 {
            bench.advance(ms: 60_000)
            try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
            bench.advance(ms: 60_000)
            let totals = try bench.call("report.get", #"{"period":"day"}"#)["totals"]
            told.append((bench.place.zone.text(ofMs: bench.clock.wallMs), totals))
            bench.advance(ms: 60_000)
        }
        for (moment, totals) in told {
            let past = try bench.call("report.get", #"{"period":"day","as_of":"\#(moment)"}"#)
            #expect(past["totals"] == totals, "as of \(moment)")
        }
    }

    @Test func othersAreServedMeanwhile() throws {
        try bench.call("log.add", #"{"exercise":"squats","count":20}"#)
        bench.advance(ms: 60_000)
        let former = try report("day")
        let moment = bench.place.zone.text(ofMs: bench.clock.wallMs)
        bench.advance(ms: 60_000)
        let call = try bench.long(
            "report.get", "{\"period\":\"day\",\"as_of\":\"\(moment)\"}")
        var slices = 0
        let reply = try bench.reply(call) {
            slices += 1
            try bench.call("log.add", #"{"exercise":"squats","count":1}"#)
        }
        #expect(slices > 2)
        #expect(try Bench.result(of: reply) == former)
    }

    /// It is the tenth of March, and the report is of what was known on the ninth.
    @Test func wordsGoByThePresentDay() throws {
        bench.advance(to: 9, day: 9)
        for (params, from) in [
            (#""period":"yesterday""#, "2026-03-09"),
            (#""period":"day","date":"yesterday""#, "2026-03-09"),
            (#""period":"last week""#, "2026-03-02"), (#""period":"day""#, "2026-03-09"),
        ] {
            let report = try bench.call(
                "report.get", "{\(params),\"as_of\":\"yesterday 20:00\"}")
            #expect(report["from"] == .string(from), "\(params)")
        }
        let ahead = try bench.refusal(
            "report.get", #"{"period":"today","as_of":"yesterday 20:00"}"#)
        #expect(ahead.field == "period")
    }

    @Test func whatIsRefused() throws {
        let future = try bench.refusal("report.get", #"{"period":"day","as_of":"23:00"}"#)
        #expect(future.kind == .invalidParams && future.field == "as_of")
        let day = try bench.refusal("report.get", #"{"period":"day","as_of":"2026-02-01"}"#)
        #expect(day.kind == .invalidParams && day.field == "as_of")
        // Before the first event nothing is known.
        #expect(try report("day", asOf: "2026-02-01T10:00")["seq"] == .integer(0))
    }
}
