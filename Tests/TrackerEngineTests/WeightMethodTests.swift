import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Weights of the body. The bench begins on 2026-03-01 at 09:00.
@Suite struct WeightMethodTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    @discardableResult
    private func weigh(_ members: String) throws -> JSONValue {
        try bench.call("weight.log", "{\(members)}")
    }

    private func list(_ params: String = "{}") throws -> [JSONValue] {
        try bench.call("weight.list", params)["entries"]?.list ?? []
    }

    @Test func notedAsItWasGiven() throws {
        let entry = try weigh(#""weight":82.5"#)
        #expect(entry["weight"] == .number(82.5) && entry["unit"] == .string("kg"))
        #expect(entry["at"] == .string("2026-03-01T09:00:00.000+01:00"))
        #expect(bench.types == ["weight.logged"] && bench.alerts.isEmpty)
        #expect(try bench.data(of: "weight.logged") == entry)
        let pounds = try weigh(#""weight":180.25,"unit":"lb","at":"-2h""#)
        #expect(pounds["weight"] == .number(180.25) && pounds["unit"] == .string("lb"))
        #expect(try list() == [entry, pounds])
        #expect(try list(#"{"to":"-1h"}"#) == [pounds])
        #expect(try list(#"{"limit":1}"#) == [entry])
        #expect(try list(#"{"from":"2026-03-01","to":"2026-03-01"}"#).count == 2)
        #expect(try list(#"{"to":"2026-02-28"}"#).isEmpty)
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        #expect(try weigh(#""weight":181"#)["unit"] == .string("lb"))
        try bench.verify()
    }

    @Test func bounds() throws {
        for (members, field) in [
            (#""weight":0.5"#, "weight"), (#""weight":2205,"unit":"lb""#, "weight"),
            (#""weight":80,"at":"10:00""#, "at"), (#""weight":80,"at":"2026-03-02""#, "at"),
        ] {
            let refusal = try bench.refusal("weight.log", "{\(members)}")
            #expect(refusal.kind == .invalidParams && refusal.field == field, "\(refusal)")
            #expect(try list().isEmpty && bench.types.isEmpty)
        }
    }

    @Test func takenOutAndBack() throws {
        let first = try weigh(#""weight":82,"at":"-1h""#)
        let second = try weigh(#""weight":81,"at":"-2h""#)
        bench.forget()
        // The last one is the one noted last, not the newest of the list.
        #expect(try bench.call("weight.delete", #"{"entry":"last"}"#) == second)
        #expect(bench.types == ["weight.deleted"])
        #expect(try list() == [first])
        try bench.call("journal.undo")
        #expect(try list() == [first, second])
        try bench.call("journal.redo")
        #expect(try list() == [first])
        let id = try first.id()
        try bench.call("weight.delete", "{\"entry\":\"\(id.prefix(6))\"}")
        #expect(try list().isEmpty)
        let none = try bench.refusal("weight.delete", #"{"entry":"last"}"#)
        #expect(none.kind == .notFound && none.field == "entry")
        let unknown = try bench.refusal("weight.delete", #"{"entry":"zzzz"}"#)
        #expect(unknown.kind == .notFound && unknown.message == "no weight 'zzzz'")
        try bench.verify()
    }

    /// Finishes a workout with sets of pull-ups at 10 reps, and tells its volume and whether it lacks the body.
    private func volume(_ sets: [String]) throws -> (JSONValue?, JSONValue?) {
        try bench.call("workout.start")
        for members in sets { try bench.set("pull-ups", members) }
        let summary = try bench.call("workout.finish")["summary"]
        return (summary?["volume"], summary?["without_body"])
    }

    @Test func workIsOverBodyAndLoad() throws {
        #expect(try volume([#""reps":10"#]) == (.integer(0), .bool(true)))
        bench.advance(ms: 3_600_000)
        try weigh(#""weight":80"#)
        #expect(try volume([#""reps":10"#]) == (.integer(800), nil))
        #expect(
            try volume([#""reps":5,"load":20,"load_mode":"bodyweight""#]) == (.integer(500), nil))
        #expect(
            try volume([#""reps":5,"load":30,"load_mode":"assisted""#]) == (.integer(250), nil))
        // More help than one weighs leaves nothing.
        #expect(
            try volume([#""reps":5,"load":90,"load_mode":"assisted""#]) == (.integer(0), nil))
        #expect(try volume([#""reps":5,"load":20,"load_mode":"external""#]) == (.integer(100), nil))
        let days = try bench.call(
            "volume.list", #"{"from":"2026-03-01","to":"2026-03-01","exercise":"pull-ups"}"#)
        #expect(days["days"]?.list.first?["volume"] == .integer(1650))
        #expect(days["without_body"] == .bool(true))
        let points = try bench.call("exercise.progress", #"{"exercise":"pull-ups"}"#)["points"]?
            .list
        #expect(points?.map { $0["volume"] }.prefix(2) == [.integer(0), .integer(800)])
        #expect(points?.map { $0["without_body"] }.prefix(2) == [.bool(true), nil])
        #expect(
            try bench.call("report.get", #"{"period":"day"}"#)["strength"]?["volume"]
                == .integer(1650))
        try bench.verify()
    }

    /// A weight that is noted later for an earlier time changes what follows from the sets since then.
    @Test func figuresFollowTheWeights() throws {
        try bench.call("workout.start")
        let set = try bench.set("pull-ups", #""reps":8"#)["set"]
        #expect(set?["body_weight"] == nil)
        try bench.call("workout.finish")
        func summary() throws -> JSONValue? {
            try bench.call("workout.get", #"{"workout":"last"}"#)["summary"]
        }
        #expect(try summary()?["volume"] == .integer(0))
        bench.advance(ms: 60_000)
        try weigh(#""weight":100,"unit":"lb","at":"-10m""#)
        #expect(try summary()?["volume"] == .number(362.873896))
        #expect(try summary()?["without_body"] == nil)
        let told = try bench.call("workout.get", #"{"workout":"last"}"#).sets().first
        #expect(told?["body_weight"] == .integer(100))
        #expect(told?["body_weight_unit"] == .string("lb"))
        // A newer one doesn't count for the set before it.
        try weigh(#""weight":90"#)
        #expect(try summary()?["volume"] == .number(362.873896))
        try bench.call("journal.undo")
        try bench.call("journal.undo")
        #expect(try summary()?["volume"] == .integer(0))
        #expect(try summary()?["without_body"] == .bool(true))
        try bench.verify()
    }

    @Test func recordsAreOverBodyAndLoadButHelpIsNoLoad() throws {
        try weigh(#""weight":80"#)
        try bench.call("workout.start")
        let help = try bench.set("pull-ups", #""reps":5,"load":20,"load_mode":"assisted""#)
        let kinds = (help["records"]?.list ?? []).compactMap { $0["kind"]?.string }
        #expect(kinds == ["most_reps", "best_1rm", "set_work"])
        let added = try bench.set("pull-ups", #""reps":5,"load":10,"load_mode":"bodyweight""#)
        let made = added["records"]?.list ?? []
        #expect(
            made.compactMap { $0["kind"]?.string }
                == ["heaviest_load", "most_reps", "best_1rm", "set_work"])
        func value(_ kind: String) -> JSONValue? {
            made.first { $0["kind"]?.string == kind }?["value"]
        }
        #expect(value("heaviest_load") == .integer(10) && value("best_1rm") == .integer(105))
        #expect(value("set_work") == .integer(450))
        let listed =
            try bench.call("record.list", #"{"exercise":"pull-ups"}"#)["records"]?.list ?? []
        let best = listed.first { $0["kind"]?.string == "best_1rm" }
        #expect(best?["body_weight"] == .integer(80) && best?["body_weight_unit"] == .string("kg"))
        #expect(best?["without_body"] == nil)
        let heaviest = listed.first { $0["kind"]?.string == "heaviest_load" }
        #expect(heaviest?["body_weight"] == nil && heaviest?["value"] == .integer(10))
        #expect(
            listed.first { $0["kind"]?.string == "workout_work" }?["value"] == .integer(750))
    }

    /// An exercise of which only holds were done keeps its record when the body's weight is known.
    @Test func holdsHaveRecordsBesideAWeight() throws {
        try bench.call("workout.start")
        try bench.set("plank", #""seconds":60"#)
        func records() throws -> [JSONValue] {
            try bench.call("record.list", #"{"exercise":"plank"}"#)["records"]?.list ?? []
        }
        let before = try records()
        #expect(before.map { $0["kind"] } == [.string("longest_hold")])
        try weigh(#""weight":82.5"#)
        #expect(try records() == before)
        let all = try bench.call("record.list")["records"]?.list
        #expect(all?.contains { $0["kind"] == .string("longest_hold") } == true)
    }

    @Test func recordsSayWhereTheBodyIsLeftOut() throws {
        try bench.call("workout.start")
        let added = try bench.set("pull-ups", #""reps":5,"load":10,"load_mode":"bodyweight""#)
        let made = added["records"]?.list ?? []
        #expect(
            made.map { $0["without_body"] } == [nil, nil, .bool(true), .bool(true)])
        let squats = try bench.set("squats")["records"]?.list ?? []
        #expect(!squats.isEmpty && squats.allSatisfy { $0["without_body"] == nil })
        let listed = try bench.call("record.list", #"{"exercise":"pull-ups"}"#)["records"]?.list
        #expect(
            listed?.first { $0["kind"]?.string == "best_1rm" }?["without_body"] == .bool(true))
    }

    @Test func theCalendarHasTheLastOfADay() throws {
        try weigh(#""weight":82,"at":"-1h""#)
        try weigh(#""weight":81"#)
        let days = try bench.call("calendar.month", #"{"month":"2026-03"}"#)["days"]?.list
        #expect(days?.first?["weight"] == .integer(81))
        #expect(days?.first?["weight_unit"] == .string("kg") && days?.last?["weight"] == nil)
    }

    @Test func volumeCountsForAchievementsButWeighingMoreMakesNoRecord() throws {
        try weigh(#""weight":80"#)
        try bench.call("workout.start")
        try bench.set("pull-ups", #""reps":5"#)
        try bench.call("workout.finish")
        try bench.call("workout.start")
        bench.advance(ms: 60_000)
        try weigh(#""weight":100"#)
        try bench.set("pull-ups", #""reps":5"#)
        try bench.call("workout.finish")
        let report = try bench.call("report.get", #"{"period":"day"}"#)["strength"]
        #expect(report?["volume"] == .integer(900) && report?["records"] == .integer(1))
        try bench.verify()
    }
}
