import TestSupport
import Testing
import TrackerCore

/// Tests of volume, progress, and the days by which they count.
struct VolumeTests {
    private static func work(_ load: Double, _ unit: Load.Unit = .kg) throws -> Work {
        Work(reps: 1, load: try Load(load, unit))
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func rollingIsTheSum(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var volume = Volume()
        var works: [Int: Double] = [:]
        for number in 0..<60 where Int.random(in: 0..<3, using: &random) == 0 {
            let load = Double(Int.random(in: 1...99, using: &random)) / 4
            volume.add(try Self.work(load), of: "e", on: number)
            works[number] = load
        }
        let days = volume.days(from: 10)
        #expect(days.map(\.number) == works.keys.filter { $0 >= 10 }.sorted())
        for day in days {
            let sum = (day.number - 6...day.number).reduce(0) { $0 + (works[$1] ?? 0) }
            #expect(
                day.rolling.value(in: .kg) == sum
                    && day.volume.value(in: .kg) == works[day.number])
        }
    }

    @Test func workComesOutEvenInBothUnits() throws {
        var work = Work()
        for _ in 0..<30 { work += Work(of: try CandidateRig.set("a", 5, 101.25, .lb)) }
        #expect(work.value(in: .lb) == 15_187.5)
        #expect(work.value(in: .kg) == 6_888.93411938)
        work += Work(of: try CandidateRig.set("b", 10, 0.1))
        #expect(work.value(in: .kg) == 6_889.93411938)
        for none in [
            try CandidateRig.set("c", 5), try CandidateRig.set("d", nil, 10, seconds: 5),
            try CandidateRig.set("e", 5, 10, mode: .assisted),
        ] {
            #expect(Work(of: none) == Work())
        }
    }

    @Test func progressGoesByWorkout() throws {
        let points = ExercisePoints(of: [
            try CandidateRig.set("a", 10, 60, kind: .warmup, at: 1),
            try CandidateRig.set("b", 5, 100, at: 2), try CandidateRig.set("c", 8, 95, at: 3),
            try CandidateRig.set("d", 3, 120, kind: .partial, at: 4),
            try CandidateRig.set("e", 11, 80, workout: "w2", at: 5),
            try CandidateRig.set("f", seconds: 30, workout: "w3", at: 6),
            try CandidateRig.set("g", 10, 20, kind: .warmup, workout: "w4", at: 7),
        ]).points
        #expect(points.map(\.workout) == ["w1", "w2", "w3"] && points.map(\.atMs) == [2, 5, 6])
        #expect(points.map(\.heaviest) == [100_000_000_000, 80_000_000_000, nil])
        #expect(points.map { $0.best?.oneRepMax(in: .kg) } == [120.33333333, 80, nil])
        #expect(points.map { $0.volume.value(in: .kg) } == [1620, 880, 0])
        #expect(points.map(\.reps) == [16, 11, 0] && points.map(\.longestHold) == [nil, nil, 30])
    }
}

struct DaysTests {
    @Test(arguments: [
        ("America/Los_Angeles", "2026-03-03T05:30:00Z", "2026-03-02", -28_800),
        ("Europe/Berlin", "2026-03-29T01:30:00Z", "2026-03-28", 7200),
        ("Europe/Berlin", "2026-03-29T02:00:00Z", "2026-03-29", 7200),
        ("Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-24", 7200),
        ("Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-24", 3600),
        ("Europe/Berlin", "2026-10-25T03:00:00Z", "2026-10-25", 3600),
        ("Pacific/Auckland", "2026-03-06T18:00:00Z", "2026-03-07", 46_800),
        ("America/Los_Angeles", "2026-03-06T18:00:00Z", "2026-03-06", -28_800),
        ("Pacific/Auckland", "2026-03-08T15:00:00Z", "2026-03-09", 46_800),
        ("America/Los_Angeles", "2026-03-08T19:00:00Z", "2026-03-08", -25_200),
        ("America/Los_Angeles", "2026-03-09T10:59:59Z", "2026-03-08", -25_200),
        ("America/Los_Angeles", "2026-03-09T11:00:00Z", "2026-03-09", -25_200),
        // The clock of Apia had no 30 December: its 29th lasted until 04:00 of the 31st.
        ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29", -36_000),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-29", 50_400),
        ("Pacific/Apia", "2011-12-30T14:00:00Z", "2011-12-31", 50_400),
    ])
    func localDays(_ zone: String, _ at: String, _ date: String, _ offset: Int) throws {
        var days = Days(zone: try SystemZone.named(zone).zone, startMinute: 240)
        let time = try #require(GivenTime(at))
        let local = days.local(of: time, at: Machine().now)
        #expect(local.day.text == date && local.day.offsetS == offset)
        #expect(try days.local(ofMs: #require(time.instantMs)) == local)
    }

    @Test func anOffsetThatIsGivenIsTakenAsItIs() throws {
        var days = Days(zone: try SystemZone.named("Asia/Tokyo").zone, startMinute: 240)
        let time = try #require(GivenTime("2026-10-25T02:30:00+01:00"))
        let local = days.local(of: time, at: Machine().now)
        #expect(local.day == LocalDay(number: local.day.number, offsetS: 3600))
        #expect(local.day.text == "2026-10-24")
    }

    @Test func aDayTurnsWhereOneLikes() throws {
        var days = Days(zone: .utc, startMinute: 240)
        let day = days.number(ofMs: 1_772_337_600_000)
        #expect(Days.text(of: day) == "2026-03-01")
        #expect(days.startMs(of: day) == 1_772_337_600_000)
        #expect(days.number(ofMs: 1_772_337_599_999) == day - 1)
        #expect(days.number(ofMs: 1_772_337_600_000 + 86_399_999) == day)
        let now = Machine().now
        #expect(days.number(of: try #require(GivenTime("2026-03-01")), at: now) == day)
        #expect(days.number(of: try #require(GivenTime("03:59")), at: now) == day - 1)
        #expect(days.number(of: try #require(GivenTime("04:00")), at: now) == day)
        #expect(days.number(ofMs: -1) == -1)
    }

    /// Each instant lies in one day, which has a beginning and an end.
    @Test(arguments: [
        "Europe/Berlin", "America/Santiago", "Pacific/Apia", "America/Havana", "Africa/Cairo",
    ])
    func zones(_ name: String) throws {
        let zone = try SystemZone.named(name)
        var random = SplitMix(seed: 7)
        for minute in [0, 150, 240, 1439] as [Int64] {
            var days = Days(zone: zone.zone, startMinute: minute)
            for transition in zone.transitions {
                for _ in 0..<12 {
                    let near = Int64.random(in: -100_000...100_000, using: &random)
                    let at = (transition.at + near) * 1000
                    let day = days.number(ofMs: at)
                    #expect(days.startMs(of: day) <= at && at < days.startMs(of: day + 1))
                    var anew = Days(zone: zone.zone, startMinute: minute)
                    #expect(anew.number(ofMs: at) == day)
                }
            }
        }
    }

    @Test func months() throws {
        let leap = try #require(Month("2024-02"))
        #expect(leap.days.count == 29 && Days.text(of: leap.days.lowerBound) == "2024-02-01")
        #expect(Days.text(of: try #require(Month("2025-12")).days.upperBound) == "2026-01-01")
        for text in ["", "2026", "2026-13", "2026-00", "2026-3", "2026-03-01", "26-03", "march"] {
            #expect(Month(text) == nil)
        }
    }
}
