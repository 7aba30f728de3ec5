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
}
