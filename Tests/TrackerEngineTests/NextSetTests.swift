import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The next set, and sets that take from it what they leave out.
@Suite struct NextSetTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call(
            "exercise.create", #"{"name":"Deadlift","unit":"reps","equipment":"barbell"}"#)
    }

    private func next() throws -> JSONValue { try bench.call("set.next") }

    private func log(_ members: String = "") throws -> JSONValue {
        try #require(try bench.call("set.log", "{\(members)}")["set"])
    }

    /// A text such as `Squats 2/3 5x100`.
    private func text(_ set: JSONValue?) -> String {
        guard let set else { return "nothing" }
        let name = set["exercise_name"]?.string ?? ""
        let reps = set["reps"]?.integer.map { "\($0)" } ?? "?"
        let load = set["load"]?.figure.map { "x\(Int($0))" } ?? ""
        return "\(name) \(set["index"]?.integer ?? 0)/\(set["of"]?.integer ?? 0) \(reps)\(load)"
    }

    private func template() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Push","exercises":[{"exercise":"bench press","sets":2,"reps":5,"load":100},\
            {"exercise":"pull-ups","sets":1,"reps":8}]}
            """)
        try bench.call("workout.start", #"{"template":"push"}"#)
    }

    @Test func aTemplateToItsEnd() throws {
        try template()
        let first = try next()
        #expect(first["why"] == .string("template") && first["last_time"] == nil)
        #expect(text(first["set"]) == "Bench Press 1/2 5x100")
        bench.forget()
        let logged = try log()
        #expect(logged["reps"]?.integer == 5 && logged["load"]?.figure == 100)
        #expect(logged["exercise"] == first["set"]?["exercise"])
        #expect(bench.types == ["set.logged", "rest.started", "record.set"])
        #expect(try text(next()["set"]) == "Bench Press 2/2 5x100")
        // What is given stays.
        #expect(try log(#""load":105,"rpe":9"#)["load"]?.figure == 105)
        #expect(try text(next()["set"]) == "Pull-ups 1/1 8")
        #expect(try log()["load_mode"] == .string("bodyweight"))
        #expect(try next() == .object(["why": .string("done")]))
        let refusal = try bench.refusal("set.log", "{}")
        #expect(refusal.kind == .conflict && refusal.field == "exercise")
        #expect(refusal.state == "done" && refusal.message.contains("name the exercise"))
        // An exercise that is given goes on, though.
        #expect(try log(#""exercise":"bench press""#)["load"]?.figure == 105)
        try bench.verify()
    }

    @Test func asTheLastTime() throws {
        try bench.call("workout.start")
        try bench.set("squats", #""reps":8,"load":60,"type":"warmup""#)
        try bench.set("squats", #""reps":5,"load":225,"unit":"lb","rpe":8"#)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start")
        #expect(try next() == .object(["why": .string("done")]))
        #expect(try bench.refusal("set.log", "{}").message.hasPrefix("nothing is planned"))
        let warmup = try log(#""exercise":"squats""#)
        #expect(warmup["type"] == .string("warmup") && warmup["load"]?.figure == 60)
        let told = try next()
        #expect(told["why"] == .string("last_time"))
        #expect(text(told["set"]) == "Squats 2/2 5x225")
        #expect(told["set"]?["unit"] == .string("lb") && told["set"]?["rpe"] == nil)
        #expect(told["last_time"]?["rpe"]?.figure == 8)
        let bare = try log(#""reps":6"#)
        #expect(bare["load"]?.figure == 225 && bare["load_unit"] == .string("lb"))
        #expect(bare["type"] == .string("working"))
        #expect(try next()["why"] == .string("previous"))
        try bench.verify()
    }

    /// Sets whose plan is a share of a 1RM that isn't known.
    @Test(arguments: [
        // What is logged, and the amount that the refusal repeats; none where the set is taken.
        ("", "5"), (#""reps":4"#, "4"), (#""reps":5,"rpe":8"#, "5"),
        (#""type":"working","reps":6"#, "6"), (#""exercise":"pull-ups""#, "6"),
        (#""exercise":"plank""#, "60s"), (#""reps":5,"load":100"#, nil),
        (#""reps":5,"load":0"#, nil), (#""reps":5,"load_mode":"bodyweight""#, nil),
        (#""exercise":"pull-ups","reps":5,"load":10"#, nil),
        (#""exercise":"plank","seconds":50"#, nil),
    ])
    func aShareWithoutAKnownMaximum(members: String, amount: String?) throws {
        let sled = try bench.call("exercise.create", #"{"name":"Sled Push","unit":"reps"}"#)
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[{"exercise":"sled push","sets":2,"reps":5,"percent":85},\
            {"exercise":"pull-ups","sets":2,"reps":6,"percent":70},\
            {"exercise":"plank","sets":1,"seconds":60,"percent":70}]}
            """)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        if let amount {
            let refusal = try bench.refusal("set.log", "{\(members)}")
            #expect(refusal.kind == .invalidParams && refusal.field == "load")
            #expect(refusal.message.contains("which isn't known yet"))
            #expect(
                refusal.message.contains("\(amount)x100") && refusal.message.contains("\(amount)x0")
            )
            try bench.set("sled push", #""reps":5,"load":100"#)
        } else {
            _ = try log(members)
            try bench.set("sled push", #""reps":5,"load":100"#)
        }
        // The load that is known now is repeated, and the next workout goes by the 1RM.
        let again = try log(#""exercise":"\#(sled.id())","reps":4"#)
        #expect(again["load"]?.figure == 100)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        #expect(try log()["load"]?.figure == 98.75)
        try bench.verify()
    }

    @Test func thePlatesOfTheBarAreToldWhereWanted() throws {
        try bench.call("workout.start")
        try bench.set("deadlift")
        #expect(try next()["set"]?["plates"] == nil)
        bench.dependencies.configuration.lifting.showPlates = true
        let plates = try next()["set"]?["plates"]
        #expect(plates?["achieved"]?.figure == 100 && plates?["short_by"]?.figure == 0)
        #expect(plates?["bar"]?.figure == 20 && plates?["unit"] == .string("kg"))
        // A load below the bar has none, and neither has one without a bar.
        try bench.set("deadlift", #""reps":5,"load":15"#)
        #expect(try next()["set"]?["plates"] == nil)
        try bench.set("pull-ups", #""reps":5,"load":20,"load_mode":"bodyweight""#)
        #expect(try next()["set"]?["plates"] == nil)
    }

    @Test func theAlertsOfARestNameIt() throws {
        try bench.call("workout.start")
        try bench.set("squats", #""reps":5,"load":102.5,"rpe":9"#)
        try bench.set("squats", #""reps":4,"load":100"#)
        bench.advance(ms: 60_000)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start")
        try bench.set("squats", #""reps":5,"load":60,"type":"warmup","rest":"90s""#)
        bench.forget()
        bench.advance(ms: 90_000)
        let line = "Squats\nnext: Squats 2 of 3: 5x102.5kg (last time 5x102.5kg@9)"
        #expect(bench.alerts.map(\.body) == [line, line])
        #expect(bench.alerts.map(\.title) == ["Rest ends in 3s", "Rest is over"])
        // A rest that no set began says nothing of it.
        try bench.call("rest.start", #"{"duration":"1m","label":"tea"}"#)
        bench.advance(ms: 60_000)
        #expect(bench.alerts.last?.body == "tea")
    }

    /// The next set of an exercise that is asked for, whatever comes next, also of one outside of the workout.
    @Test func ofAnExerciseThatIsAskedFor() throws {
        try template()
        func next(_ exercise: String) throws -> JSONValue {
            try bench.call("set.next", "{\"exercise\":\"\(exercise)\"}")
        }
        #expect(try text(next("pull-ups")["set"]) == "Pull-ups 1/1 8")
        #expect(try text(self.next()["set"]) == "Bench Press 1/2 5x100")
        _ = try log(#""exercise":"pull-ups""#)
        // What was planned is done; one more is like the one before.
        let more = try next("pull-ups")
        #expect(text(more["set"]) == "Pull-ups 2/2 8" && more["why"] == .string("previous"))
        #expect(try next("deadlift") == .object(["why": .string("done")]))
        #expect(try bench.refusal("set.next", #"{"exercise":"nothing"}"#).kind == .notFound)
    }
}

extension JSONValue {
    /// The number, whole or not.
    var figure: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
