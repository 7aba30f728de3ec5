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

    @Test func laterOnesTellWhatWasBefore() throws {
        try log(5, 100)
        try bench.call("workout.finish")
        try bench.call("workout.start")
        bench.forget()
        #expect(made(try log(5, 100)) == [])
        #expect(!bench.types.contains("record.set"))
        #expect(
            made(try log(6, 100)) == [
                "most_reps 6 reps was 5", "best_1rm 120 kg was 116.66666667",
                "set_work 600 kg was 500",
            ])
        #expect(
            made(try log(1, 102.5)) == [
                "heaviest_load 102.5 kg was 100", "most_reps 1 reps",
            ])
        // A lighter load that was lifted no more often is beaten by a heavier one.
        #expect(made(try log(6, 90)) == [])
    }

    @Test(arguments: ["warmup", "partial"]) func someMakeNone(_ type: String) throws {
        #expect(made(try log(5, 100, ",\"type\":\"\(type)\"")) == [])
        #expect(try records() == [] && !bench.types.contains("record.set"))
        #expect(made(try log(5, 50)).count == 4)
    }

    @Test func aHoldIsARecordToo() throws {
        let held = try bench.call("set.log", #"{"exercise":"hang","seconds":42.5}"#)
        #expect(made(held) == ["longest_hold 42.5 seconds first"])
        let again = try bench.call("set.log", #"{"exercise":"hang","seconds":42}"#)
        #expect(made(again) == [])
    }

    /// An undo goes by the rows that were written; a `record.set` event writes none.
    @Test func whatWasToldIsNothingToUndo() throws {
        try log(5, 100)
        let undone = try bench.call("journal.undo")
        #expect(undone["undone"]?["type"] == .string("set.logged"))
        #expect(try records() == [])
        try bench.verify()
    }

    // MARK: The list

    @Test func theyCorrectThemselves() throws {
        try log(5, 100)
        let heavy = try log(3, 120)["set"]?.id() ?? ""
        #expect(try records().first == "heaviest_load 120 kg")
        try bench.call("set.update", "{\"set\":\"\(heavy)\",\"load\":90}")
        #expect(try records().first == "heaviest_load 100 kg first")
        try bench.call("set.update", "{\"set\":\"\(heavy)\",\"load\":240,\"unit\":\"lb\"}")
        #expect(try records().first == "heaviest_load 108.8621688 kg")
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        #expect(try records().first == "heaviest_load 240 lb")
        try bench.call("set.update", "{\"set\":\"\(heavy)\",\"type\":\"warmup\"}")
        #expect(try records().first == "heaviest_load 220.46226218 lb first")
        try bench.call("set.delete", "{\"set\":\"\(heavy)\"}")
        try bench.call("journal.undo")
        try bench.call("set.update", "{\"set\":\"\(heavy)\",\"type\":\"working\"}")
        #expect(try records().first == "heaviest_load 240 lb")
        try bench.call("settings.set", #"{"unit":"kg"}"#)
        try bench.call("set.delete", "{\"set\":\"\(heavy)\"}")
        #expect(try records().first == "heaviest_load 100 kg first")
        try bench.verify()
    }

    @Test func aRecordTellsItsSet() throws {
        let logged = try log(5, 225, #","unit":"lb""#)
        let list = try #require(
            try bench.call("record.list", #"{"exercise":"press"}"#)["records"]?.list)
        let heaviest = try #require(list.first)
        #expect(heaviest["load"] == .integer(225) && heaviest["load_unit"] == .string("lb"))
        #expect(heaviest["set"]?.string == logged["set"]?["id"]?.string)
        #expect(heaviest["at"] == logged["set"]?["at"] && heaviest["reps"] == .integer(5))
        #expect(heaviest["exercise"] == .string(press))
        #expect(heaviest["exercise_name"] == .string("Press"))
        let work = try #require(list.last)
        #expect(work["kind"] == .string("workout_work") && work["set"] == nil)
        #expect(work["workout"] == logged["set"]?["workout"])
    }

    @Test func allExercisesByName() throws {
        try log(5, 100)
        try bench.call("set.log", #"{"exercise":"hang","seconds":30}"#)
        let names = try bench.call("record.list")["records"]?.list.map {
            $0["exercise_name"]?.string
        }
        #expect(names == ["Hang"] + Array(repeating: "Press", count: 5))
        #expect(try records(#"{"exercise":"hang"}"#) == ["longest_hold 30 seconds first"])
        let refusal = try bench.refusal("record.list", #"{"exercise":"nothing"}"#)
        #expect(refusal.kind == .notFound && refusal.field == "exercise")
    }

    @Test func aBackdatedSetBecomesTheFirst() throws {
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call("workout.start", #"{"at":"-4h"}"#)
        try log(5, 100, #","at":"-1h""#)
        #expect(
            made(try log(6, 60, #","at":"-3h""#)) == ["most_reps 6 reps was 5 first"])
        #expect(try records().filter { $0.hasSuffix("first") } == ["most_reps 6 reps first"])
    }

    // MARK: Progress and volume

    @Test func progress() throws {
        try log(10, 40, #","type":"warmup""#)
        try log(5, 100)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start")
        try log(11, 50)
        let progress = try bench.call("exercise.progress", #"{"exercise":"press"}"#)
        let points = try #require(progress["points"]?.list)
        #expect(points.map { $0["best_load"] } == [.integer(100), .integer(50)])
        #expect(points.map { $0["best_1rm"] } == [.number(116.66666667), .integer(50)])
        #expect(points.map { $0["volume"] } == [.integer(500), .integer(550)])
        #expect(points.map { $0["reps"] } == [.integer(5), .integer(11)])
        #expect(progress["unit"] == .string("kg"))
        let later = try bench.call(
            "exercise.progress", #"{"exercise":"press","from":"2026-03-02"}"#)
        #expect(later["points"]?.list.count == 1)
        let refusal = try bench.refusal(
            "exercise.progress", #"{"exercise":"press","from":"2026-03-02","to":"2026-03-01"}"#)
        #expect(refusal.field == "to")
    }

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

    @Test func volumeByDays() throws {
        // The time is 09:00 where the person is.
        try log(5, 100)
        try log(10, 20, #","type":"warmup""#)
        try log(2, 100, #","type":"partial""#)
        bench.advance(ms: 86_400_000)
        try log(1, 100, #","unit":"lb""#)
        let asked = #"{"from":"2026-03-01","to":"2026-03-02"}"#
        let days = try #require(try bench.call("volume.list", asked)["days"]?.list)
        #expect(days.map { $0["date"]?.string } == ["2026-03-01", "2026-03-02"])
        #expect(days.map { $0["volume"] } == [.integer(700), .number(45.359237)])
        #expect(days.map { $0["rolling_7d"] } == [.integer(700), .number(745.359237)])
        // The rolling sum of the first day also counts the days before it.
        let second = try bench.call("volume.list", #"{"from":"2026-03-02","to":"2026-03-02"}"#)
        #expect(second["days"]?.list == [days[1]])
        try bench.call("settings.set", #"{"day_starts_at":"10:00"}"#)
        let turned = try bench.call("volume.list", #"{"from":"2026-02-01","to":"2026-03-31"}"#)
        #expect(turned["days"]?.list.map { $0["date"]?.string } == ["2026-03-01", "2026-03-02"])
        try bench.call("settings.set", #"{"unit":"lb","day_starts_at":"04:00"}"#)
        let pounds = try bench.call("volume.list", #"{"from":"-3h","to":"-1m","exercise":"press"}"#)
        #expect(pounds["unit"] == .string("lb"))
        #expect(pounds["days"]?.list.map { $0["volume"] } == [.integer(100)])
        #expect(
            try bench.refusal("volume.list", #"{"from":"2026-03-02","to":"2026-03-01"}"#).field
                == "to")
    }

    @Test func theCalendar() throws {
        try log(5, 100)
        try bench.call("log.add", #"{"exercise":"press","count":5}"#)
        try bench.call("training.start", #"{"mode":"reps","exercise":"press","target":1}"#)
        try bench.call("training.reps", #"{"count":5}"#)
        try bench.call("log.add", #"{"exercise":"press","count":5,"at":"2026-02-28T23:30"}"#)
        let march = try #require(
            try bench.call("calendar.month", #"{"month":"2026-03"}"#)["days"]?.list)
        #expect(march.count == 31 && march[0]["date"] == .string("2026-03-01"))
        #expect(march[0]["workouts"] == .integer(1) && march[0]["trainings"] == .integer(1))
        #expect(march[0]["logs"] == .integer(2) && march[1]["logs"] == .integer(0))
        let february = try bench.call("calendar.month", #"{"month":"2026-02"}"#)["days"]?.list
        #expect(february?.count == 28 && february?.last?["logs"] == .integer(1))
        for month in ["2026-13", "march", "", "2026-03-01"] {
            let refusal = try bench.refusal("calendar.month", "{\"month\":\"\(month)\"}")
            #expect(refusal.field == "month" && refusal.kind == .invalidParams)
        }
    }

    // MARK: Calculations

    @Test func oneRepMax() throws {
        let estimate = try bench.call("one_rep_max.estimate", #"{"load":100,"reps":5}"#)
        #expect(estimate["value"] == .number(116.66666667))
        let other = try bench.call(
            "one_rep_max.estimate", #"{"load":100,"reps":10,"formula":"oconner"}"#)
        #expect(other["value"] == .integer(125))
        #expect(try bench.call("one_rep_max.estimate", #"{"load":100,"reps":11}"#).members == [])
        for (params, field) in [
            (#"{"load":10001,"reps":5}"#, "load"), (#"{"load":100,"reps":10001}"#, "reps"),
        ] {
            #expect(try bench.refusal("one_rep_max.estimate", params).field == field)
        }
    }

    /// A record's set has the load mode with which it was logged.
    @Test func recordsTellHowTheirLoadCounted() throws {
        func modes(_ members: String) throws -> Set<String?> {
            try bench.set("press", "\"reps\":8,\"load\":20,\"rest\":false" + members)
            let result = try bench.call("record.list", #"{"exercise":"press","all":true}"#)
            let byLoad = (result["records"]?.list ?? []).filter { $0["load"] != nil }
            return Set(byLoad.map { $0["load_mode"]?.string })
        }
        #expect(try modes(#","load_mode":"assisted""#) == ["assisted"])
        #expect(try modes(#","load_mode":"bodyweight""#) == ["assisted", "bodyweight"])
        #expect(try modes(#","load_mode":"external""#).contains("bodyweight"))
        try bench.set("press", #""reps":8,"load":25,"rest":false"#)
        #expect(try modes("").contains(nil))
    }

    @Test func plates() throws {
        let byDefault = try bench.call("plates.calculate", #"{"load":102.5}"#)
        #expect(byDefault["per_side"]?.list == [.integer(25), .integer(15), .number(1.25)])
        #expect(byDefault["bar"] == .integer(20) && byDefault["unit"] == .string("kg"))
        let pounds = try bench.call("plates.calculate", #"{"load":225,"unit":"lb"}"#)
        #expect(pounds["per_side"]?.list == [.integer(45), .integer(45)])
        try bench.call(
            "settings.set",
            #"{"bar":15,"plates":[{"weight":20,"count":2},{"weight":10,"count":4}]}"#)
        let owned = try bench.call("plates.calculate", #"{"load":100}"#)
        #expect(owned["per_side"]?.list == [.integer(20), .integer(10), .integer(10)])
        #expect(owned["achieved"] == .integer(95) && owned["short_by"] == .integer(5))
        let given = try bench.call("plates.calculate", #"{"load":100,"bar":20,"plates":[20]}"#)
        #expect(given["per_side"]?.list == [.integer(20), .integer(20)])
        for (params, field) in [
            (#"{"load":14}"#, "load"), (#"{"load":100,"bar":-1}"#, "bar"),
            (#"{"load":100,"plates":[5,5]}"#, "plates"),
        ] {
            #expect(try bench.refusal("plates.calculate", params).field == field)
        }
    }
}
