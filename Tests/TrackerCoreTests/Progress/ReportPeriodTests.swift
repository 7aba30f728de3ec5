import TestSupport
import Testing
import TrackerCore

@Suite struct ReportPeriodTests {
    private static func number(_ date: String) throws -> Int {
        try #require(Days.number(ofDate: date))
    }

    private static func text(_ days: ClosedRange<Int>) -> String {
        "\(Days.text(of: days.lowerBound))..\(Days.text(of: days.upperBound))"
    }

    @Test(arguments: [
        ("day", "2026-03-11", 0, "2026-03-11..2026-03-11", "2026-03-10..2026-03-10"),
        ("week", "2026-03-11", 0, "2026-03-09..2026-03-15", "2026-03-02..2026-03-08"),
        ("week", "2026-03-09", 0, "2026-03-09..2026-03-15", "2026-03-02..2026-03-08"),
        ("week", "2026-03-15", 0, "2026-03-09..2026-03-15", "2026-03-02..2026-03-08"),
        ("week", "2026-03-11", 5, "2026-03-07..2026-03-13", "2026-02-28..2026-03-06"),
        ("week", "2026-03-14", 5, "2026-03-14..2026-03-20", "2026-03-07..2026-03-13"),
        ("week", "2026-03-11", 6, "2026-03-08..2026-03-14", "2026-03-01..2026-03-07"),
        ("week", "2026-03-08", 6, "2026-03-08..2026-03-14", "2026-03-01..2026-03-07"),
        ("month", "2026-03-31", 0, "2026-03-01..2026-03-31", "2026-02-01..2026-02-28"),
        ("month", "2026-01-15", 0, "2026-01-01..2026-01-31", "2025-12-01..2025-12-31"),
        ("month", "2025-12-31", 0, "2025-12-01..2025-12-31", "2025-11-01..2025-11-30"),
        ("year", "2028-02-29", 0, "2028-01-01..2028-12-31", "2027-01-01..2027-12-31"),
    ]) func periods(
        _ length: String, _ date: String, _ weekStart: Int, _ days: String, _ before: String
    ) throws {
        let period = ReportPeriod(
            try #require(.init(rawValue: length)), containing: try Self.number(date),
            weekStart: weekStart)
        #expect(Self.text(period.days) == days)
        #expect(Self.text(period.before.days) == before)
    }

    /// The comparison of a period that contains a day, at a time of an hour east of Greenwich.
    private static func comparison(
        _ length: ReportPeriod.Length, on date: String, at now: String
    ) throws -> (comparison: ReportComparison, cut: String?, endMs: Int64) {
        let zone = Zone { _ in 3600 }
        var days = Days(zone: zone, startMinute: 240)
        let time = try #require(GivenTime(now))
        let moment = Moment(
            wallMs: time.ms(at: Moment(wallMs: 0, bootNs: 0, awakeNs: 0, bootID: ""), zone: zone),
            bootNs: 0, awakeNs: 0, bootID: "")
        let today = days.number(ofMs: moment.wallMs)
        let comparison = ReportComparison(
            ReportPeriod(length, containing: try number(date)), today: today, at: moment,
            in: zone, startMs: days.startMs)
        return (
            comparison, comparison.cutMs.map { String(zone.text(ofMs: $0).prefix(16)) },
            days.startMs(of: comparison.period.before.days.upperBound + 1)
        )
    }

    @Test(arguments: [
        // Wednesday, 15:00: Monday to Wednesday 15:00 of the week before.
        ("week", "2026-03-11", "2026-03-11T15:00", "2026-03-02..2026-03-04", "2026-03-04T15:00"),
        // In the night, which belongs to Wednesday, the same night a week before.
        ("week", "2026-03-11", "2026-03-12T02:00", "2026-03-02..2026-03-04", "2026-03-05T02:00"),
        ("day", "2026-03-11", "2026-03-11T15:00", "2026-03-10..2026-03-10", "2026-03-10T15:00"),
        ("month", "2026-03-11", "2026-03-11T15:00", "2026-02-01..2026-02-11", "2026-02-11T15:00"),
        // Months and years without such a day count to their end, or to the end of the day before.
        ("month", "2026-03-31", "2026-03-31T15:00", "2026-02-01..2026-02-28", "2026-03-01T04:00"),
        ("month", "2026-03-29", "2026-03-29T15:00", "2026-02-01..2026-02-28", "2026-03-01T04:00"),
        ("month", "2026-02-28", "2026-02-28T15:00", "2026-01-01..2026-01-28", "2026-01-28T15:00"),
        ("year", "2028-02-29", "2028-02-29T15:00", "2027-01-01..2027-02-28", "2027-03-01T04:00"),
        ("year", "2026-03-11", "2026-03-11T15:00", "2025-01-01..2025-03-11", "2025-03-11T15:00"),
        ("year", "2029-03-01", "2029-03-01T15:00", "2028-01-01..2028-03-01", "2028-03-01T15:00"),
        ("year", "2026-01-01", "2026-01-01T15:00", "2025-01-01..2025-01-01", "2025-01-01T15:00"),
    ]) func aRunningPeriodIsCutAtTheSamePlace(
        _ length: String, _ date: String, _ now: String, _ before: String, _ cut: String
    ) throws {
        let found = try Self.comparison(
            try #require(.init(rawValue: length)), on: date, at: now)
        #expect(found.comparison.isRunning)
        #expect(Self.text(found.comparison.daysBefore) == before)
        #expect(found.cut == cut)
        #expect(
            found.comparison.isCut(before: found.endMs) == !(now >= "2026-03-29" && now < "2026-04")
        )
        #expect(found.comparison.days.upperBound == (try Self.number(date)))
    }

    @Test func aFinishedPeriodIsComparedWithTheWholeOneBefore() throws {
        let found = try Self.comparison(.week, on: "2026-03-04", at: "2026-03-11T15:00")
        #expect(!found.comparison.isRunning && found.comparison.cutMs == nil)
        #expect(Self.text(found.comparison.days) == "2026-03-02..2026-03-08")
        #expect(Self.text(found.comparison.daysBefore) == "2026-02-23..2026-03-01")
        #expect(!found.comparison.isCut(before: found.endMs))
        // A period is over when the day after its last one begins.
        #expect(
            try Self.comparison(.week, on: "2026-03-04", at: "2026-03-09T03:59").comparison
                .isRunning)
        #expect(
            try !Self.comparison(.week, on: "2026-03-04", at: "2026-03-09T04:00").comparison
                .isRunning)
    }

    /// The local time is the same, whatever the clock did in between.
    @Test func theCutIsAtTheSameLocalTime() throws {
        let berlin = try SystemZone.named("Europe/Berlin").zone
        let days = Days(zone: berlin, startMinute: 240)
        // Tuesday, 2026-03-31T15:00+02:00, after the leap of Sunday.
        let now = Moment(wallMs: 1_774_962_000_000, bootNs: 0, awakeNs: 0, bootID: "")
        let today = try Self.number("2026-03-31")
        let comparison = ReportComparison(
            ReportPeriod(.week, containing: today), today: today, at: now, in: berlin,
            startMs: days.startMs)
        #expect(
            comparison.cutMs.map(berlin.text) == "2026-03-24T15:00:00.000+01:00")
    }

    @Test(arguments: [
        (100, 100, 0, "level"), (100, 105, 5, "level"), (100, 95, -5, "level"),
        (100, 106, 6, "up"), (100, 94, -6, "down"), (200, 211, 6, "up"), (200, 209, 5, "level"),
        (200, 189, -6, "down"), (200, 191, -5, "level"), (40, 0, -100, "down"),
        (3, 4, 33, "up"), (3, 5, 67, "up"), (8, 7, -13, "down"),
    ]) func changes(_ before: Int64, _ count: Int64, _ percent: Int64, _ trend: String) throws {
        let change = try #require(ReportChange(from: before, to: count))
        #expect(change.percent == percent)
        #expect(change.trend.rawValue == trend)
    }

    @Test func fromNothingThereIsNoPercent() throws {
        let new = try #require(ReportChange(from: 0, to: 7))
        #expect(new.percent == nil && new.trend == .new)
        #expect(ReportChange(from: 0, to: 0) == nil)
    }

    @Test(
        arguments: [
            (5, 10, 4, 5, 30), (4, 5, 5, 10, -30), (1, 3, 5, 5, nil), (5, 5, 4, 4, nil),
            (1, 200, 2, 200, 1), (2, 200, 1, 200, -1),
        ] as [(Int, Int, Int, Int, Int64?)])
    func ratesCompareInPoints(_ a: Int, _ n: Int, _ b: Int, _ m: Int, _ points: Int64?) {
        #expect(
            ReportChange.points(
                from: AnswerRate(answered: a, decided: n), to: AnswerRate(answered: b, decided: m))
                == points)
    }
}
