import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct WorkoutMethodTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    @discardableResult
    private func start(_ params: String = "{}") throws -> JSONValue {
        try bench.call("workout.start", params)
    }

    private func get(_ workout: String? = nil) throws -> JSONValue {
        try bench.call(
            "workout.get", workout.map { "{\"workout\":\"\($0)\"}" } ?? "{}")
    }

    /// A name is a template's or a plan's; no workout begins by a mistyped one.
    @Test func aNameIsATemplatesIfThereIsOne() throws {
        let template = try bench.call(
            "template.create",
            #"{"name":"Push","exercises":[{"exercise":"squats","sets":3,"reps":5}]}"#
        ).id()
        for named in ["PUSH", template] {
            let workout = try start("{\"named\":\"\(named)\"}")
            #expect(workout["template"] == .string(template) && workout["name"] == .string("Push"))
            try bench.call("workout.discard", #"{"confirm":true}"#)
        }
        for params in [
            #"{"named":"push","template":"push"}"#, #"{"named":"push","repeat":"last"}"#,
        ] {
            #expect(try bench.refusal("workout.start", params).field == "named")
        }
        let light = try start(#"{"named":"push","name":"light"}"#)
        #expect(light["template"] == .string(template) && light["name"] == .string("light"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call(
            "template.create", #"{"name":"Push B","exercises":[{"exercise":"squats","sets":3}]}"#)
        let cases = [
            ("Pus", "no template 'Pus'; there are Push, Push B"),
            ("push b!x", "no template 'push b!x'; did you mean Push B?"),
            ("Leg day", "no template 'Leg day'"), ("last", "no template 'last'"),
        ]
        for (name, message) in cases {
            let none = try bench.refusal("workout.start", "{\"named\":\"\(name)\"}")
            #expect(none.kind == .notFound && none.field == "named")
            #expect(none.message == message)
        }
        let blank = try bench.refusal("workout.start", #"{"named":" "}"#)
        #expect(blank.kind == .invalidParams && blank.field == "named")
        try bench.call("plan.create", #"{"name":"Five","templates":["push b","push"]}"#)
        #expect(try start(#"{"named":"five"}"#)["name"] == .string("Push B"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        let planned = try start(#"{"named":"five","name":"light"}"#)
        #expect(planned["template"] != nil && planned["name"] == .string("light"))
        try bench.call("workout.discard", #"{"confirm":true}"#)
        for name in ["push", "push b"] {
            try bench.call("template.delete", "{\"template\":\"\(name)\"}")
        }
        let gone = try bench.refusal("workout.start", #"{"named":"five"}"#)
        #expect(gone.kind == .notFound && gone.field == "named")
        #expect(gone.message == "all templates of Five have been deleted")
    }

    @Test func finished() throws {
        try start(#"{"at":"-30m"}"#)
        let empty = try bench.refusal("workout.finish")
        #expect(empty.kind == .conflict && empty.state == "open")
        try bench.set("squats", #""reps":5,"load":100,"at":"-20m""#)
        try bench.set("squats", #""reps":3,"load":20,"unit":"lb","at":"-10m""#)
        try bench.set("squats", #""reps":9,"load":20,"type":"warmup","at":"-10m""#)
        for at in ["-15m", "-40m", "23:00"] {
            #expect(
                try bench.refusal("workout.finish", "{\"at\":\"\(at)\"}").field == "at", "\(at)")
        }
        let done = try bench.call("workout.finish", #"{"at":"-5m"}"#)
        #expect(done["state"] == .string("finished"))
        let summary = try #require(done["summary"])
        #expect(summary["duration_ms"] == .integer(1_500_000) && summary["sets"] == .integer(2))
        #expect(summary["volume"] == .number(527.215_542_2) && summary["reps"] == .integer(8))
        #expect(summary["unit"] == .string("kg") && summary["average_rest_ms"] == nil)
        #expect(summary["difference"] == nil && summary["records"]?.list.isEmpty == false)
        let again = try bench.refusal(
            "workout.finish", "{\"workout\":\"\(try done.id())\"}")
        #expect(again.kind == .conflict && again.state == "finished")
        #expect(try bench.refusal("workout.finish").field == "workout")
        #expect(bench.types.last == "workout.finished")
        // Undoing the finish opens the workout again, as long as no other is open.
        let seq = try #require(bench.published.last?.event.seq)
        try start()
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq)}").kind == .conflict)
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(try bench.call("status")["workout"]?["id"] == done["id"])
        try bench.verify()
    }
}
