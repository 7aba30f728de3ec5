import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Personal records, progress, volume and the calendar, over the wire.
@Suite struct RecordMethodTests: LiftingSuite {
    let bench: Bench
    let press: String

    init() throws { (bench, press) = try Bench.lifting() }

    /// The records of the list as `kind value unit`, with a mark on first records.
    private func records(_ params: String = "{}") throws -> [String] {
        (try bench.call("record.list", params)["records"]?.list ?? []).map { record in
            Self.told(record) + (record["first"] == .bool(true) ? " first" : "")
        }
    }

    // MARK: Records of a new set

    @Test func theFirstSetSaysSo() throws {
        let first = try log(5, 100)
        #expect(
            made(first) == [
                "heaviest_load 100 kg first", "most_reps 5 reps first",
                "best_1rm 116.66666667 kg first", "set_work 500 kg first",
            ])
        #expect(bench.types.last == "record.set")
        let event = try bench.data(of: "record.set")
        #expect(event["records"] == first["records"] && event["set"] == first["set"])
        #expect(event["workout"] == first["set"]?["workout"])
        let soFar = try #require(event["so_far"]?.list)
        #expect(soFar.map(Self.told) == made(first).map { $0.replacing(" first", with: "") })
        #expect(soFar.allSatisfy { $0["exercise"] == .string(press) && $0["set"] != nil })
    }

    @Test(arguments: ["warmup", "partial"]) func someMakeNone(_ type: String) throws {
        #expect(made(try log(5, 100, ",\"type\":\"\(type)\"")) == [])
        #expect(try records() == [] && !bench.types.contains("record.set"))
        #expect(made(try log(5, 50)).count == 4)
    }

    // MARK: Progress and volume

    /// By default, the days are 28 of the calendar, also after one of 23 hours.
    @Test func volumeOfFourWeeks() throws {
        // In Berlin the clock goes from 02:00 to 03:00 on 2026-03-29.
        bench.place.become { $0 < 1_774_746_000 ? 3600 : 7200 }
        for _ in 2...3 {
            bench.advance(ms: 86_400_000)
            try log(5, 100)
        }
        // 04:30, half an hour after 2026-03-30 began.
        bench.advance(to: 2, 30, day: 27)
        let days = try bench.call("volume.list")["days"]?.list
        #expect(days?.map { $0["date"]?.string } == ["2026-03-03"])
        let longer = try bench.call("volume.list", #"{"from":"2026-03-02"}"#)["days"]?.list
        #expect(longer?.count == 2)
    }
}
