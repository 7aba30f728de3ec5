import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Equipment of exercises: units, bars, stacks and pairs.
@Suite struct GearMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    @discardableResult
    private func update(_ exercise: String, _ members: String) throws -> JSONValue {
        try bench.call("exercise.update", "{\"exercise\":\"\(exercise)\",\(members)}")
    }

    private func get(_ exercise: String) throws -> JSONValue {
        try bench.call("exercise.get", "{\"exercise\":\"\(exercise)\"}")
    }

    /// The value of a record with its unit, such as `60.0 kg`.
    private func record(_ exercise: String, _ kind: String) throws -> String {
        let result = try bench.call("record.list", "{\"exercise\":\"\(exercise)\"}")
        let record = result["records"]?.list.first { $0["kind"]?.string == kind }
        return "\(record?["value"]?.figure ?? 0) \(record?["unit"]?.string ?? "")"
    }

    // MARK: Members

    @Test func givenChangedAndRemoved() throws {
        let created = try bench.call(
            "exercise.create",
            #"{"name":"Pulldown","unit":"reps","step":5,"start":2.5,"pair":true}"#)
        #expect(created["step"]?.figure == 5 && created["start"]?.figure == 2.5)
        // Steps have a unit, which doesn't change with the settings.
        #expect(created["load_unit"] == .string("kg") && created["pair"] == .bool(true))
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        let listed = try update("pulldown", #""steps":[20,5,12.5]"#)
        #expect(listed["steps"]?.list.map(\.figure) == [5, 12.5, 20])
        #expect(listed["step"] == nil && listed["load_unit"] == .string("kg"))
        let pounds = try update("pulldown", #""load_unit":"lb","step":10"#)
        #expect(pounds["start"]?.figure == 10 && pounds["load_unit"] == .string("lb"))
        try bench.call("journal.undo")
        #expect(try get("pulldown")["steps"]?.list.count == 3)
        try update("pulldown", #""steps":false,"load_unit":false,"pair":false"#)
        let bare = try get("pulldown")
        for member in ["steps", "step", "start", "load_unit", "pair", "bar"] {
            #expect(bare[member] == nil, "\(member)")
        }
        // A bar has its own unit, else that of the exercise, else the preferred one.
        #expect(try update("pulldown", #""bar":35"#)["bar_unit"] == .string("lb"))
        #expect(
            try update("pulldown", #""bar":15,"bar_unit":"kg""#)["bar_unit"] == .string("kg"))
        #expect(
            try update("pulldown", #""bar":15,"load_unit":"kg""#)["bar_unit"] == .string("kg"))
        try bench.crash()
        try bench.start()
        #expect(try get("pulldown")["bar"]?.figure == 15)
        try bench.verify()
    }

    @Test(arguments: [
        (#""steps":[5],"step":5"#, "step"), (#""start":5"#, "start"), (#""steps":[]"#, "steps"),
        (#""steps":[5,5]"#, "steps"), (#""steps":[0]"#, "steps"), (#""step":0"#, "step"),
        (#""step":5,"start":-1"#, "start"), (#""bar":-1"#, "bar"),
        (#""bar_unit":"kg""#, "bar_unit"),
        (#""bar":false,"bar_unit":"kg""#, "bar_unit"), (#""bar":20,"steps":[5]"#, "bar"),
        (#""load_unit":"lb""#, "load_unit"), (#""load_unit":false"#, "load_unit"),
        (#""bar":20"#, "bar"),
    ])
    func whatDoesNotFit(_ members: String, _ field: String) throws {
        try update("squats", #""step":5"#)
        let before = try get("squats")
        let refusal = try bench.refusal("exercise.update", "{\"exercise\":\"squats\",\(members)}")
        #expect(refusal.kind == .invalidParams && refusal.field == field, "\(refusal)")
        #expect(try get("squats") == before)
    }

    // MARK: Units

    @Test func loadsAreInTheUnitOfTheExercise() throws {
        try bench.call("workout.start")
        try bench.set("bench press", #""reps":5,"load":60,"rest":false"#)
        #expect(try record("bench press", "heaviest_load") == "60.0 kg")
        try update("bench press", #""load_unit":"lb""#)
        // What was logged stays as it was, and is told in the new unit.
        #expect(try record("bench press", "heaviest_load") == "132.27735731 lb")
        let typed = try bench.set("bench press", #""reps":5,"load":135,"rest":false"#)["set"]
        #expect(typed?["load_unit"] == .string("lb") && typed?["load"]?.figure == 135)
        let kilograms = try bench.set(
            "bench press", #""reps":5,"load":62.5,"unit":"kg","rest":false"#)["set"]
        #expect(kilograms?["load_unit"] == .string("kg"))
        // The last set was in kg; the exercise's unit comes first.
        let again = try bench.set("bench press", #""reps":5,"load":140,"rest":false"#)["set"]
        #expect(again?["load_unit"] == .string("lb"))
        let sets = try bench.call("workout.get", #"{"workout":"last"}"#).sets()
        #expect(sets.map { $0["load"]?.figure } == [60, 135, 62.5, 140])
        #expect(sets.map { $0["load_unit"]?.string } == ["kg", "lb", "kg", "lb"])
        let progress = try bench.call("exercise.progress", #"{"exercise":"bench press"}"#)
        #expect(progress["unit"] == .string("lb"))
        // 5 × 60 kg, 5 × 62.5 kg and 5 × 275 lb.
        let volume = progress["points"]?.list.first?["volume"]?.figure
        #expect(volume == 2725.33135588)
        try update("bench press", #""load_unit":false"#)
        #expect(try record("bench press", "heaviest_load").hasSuffix(" kg"))
        let last = try bench.set("bench press", #""reps":5,"load":140,"rest":false"#)["set"]
        #expect(last?["load_unit"] == .string("lb"))
        try bench.verify()
    }

    @Test func templatesAreInTheUnitOfTheExercise() throws {
        try update("squats", #""load_unit":"lb""#)
        let template = try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[{"exercise":"squats","sets":1,"reps":5,"load":135,\
            "progression":{"add":5}}]}
            """)
        let exercise = template["exercises"]?.list.first
        #expect(exercise?["groups"]?.list.first?["load_unit"] == .string("lb"))
        #expect(exercise?["progression"]?["add_unit"] == .string("lb"))
    }

    // MARK: Computed loads

    // In lb, 100 kg are 220 in plates, and 2.5 kg are 5.

    /// The load of the next workout of the template `Legs`, after one with the planned sets.
    private func next() throws -> (Double?, String?) {
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        try bench.call("set.log", #"{"rest":false}"#)
        bench.advance(ms: 1000)
        try bench.call("workout.finish")
        let exercise = try bench.call("template.get", #"{"template":"legs"}"#)["exercises"]?
            .list.first
        let group = (exercise?["next"] ?? exercise?["groups"])?.list.first
        return (group?["load"]?.figure, group?["load_unit"]?.string)
    }

    @Test(arguments: [
        (#""step":5,"start":2.5"#, 102.5, "kg"), (#""steps":[50,100,120]"#, 120, "kg"),
        (#""load_unit":"lb""#, 225, "lb"), (#""bar":15"#, 102.5, "kg"),
        (#""load_unit":"lb","steps":[200,230]"#, 230, "lb"), (#""pair":true"#, 102.5, "kg"),
    ])
    func aProgressionAsksForWhatIsThere(
        _ gear: String, _ load: Double, _ unit: String
    ) throws {
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[{"exercise":"squats","sets":1,"reps":5,"load":100,\
            "progression":{"add":2.5}}]}
            """)
        try update("squats", gear)
        let (value, told) = try next()
        #expect(told == unit)
        #expect(value == load)
        try bench.verify()
    }

    @Test func aShareIsOfTheStack() throws {
        try bench.call("workout.start")
        try bench.set("squats", #""reps":1,"load":100,"rest":false"#)
        try bench.call("workout.finish")
        try update("squats", #""step":15,"start":5"#)
        try bench.call(
            "template.create",
            #"{"name":"Legs","exercises":[{"exercise":"squats","sets":1,"reps":1,"percent":85}]}"#)
        bench.advance(ms: 86_400_000)
        let workout = try bench.call("workout.start", #"{"template":"legs"}"#)
        let group = workout["exercises"]?.list.first?["target"]?["groups"]?.list.first
        #expect(group?["load"]?.figure == 80 && group?["load_unit"] == .string("kg"))
    }

    @Test func platesForTheBarOfAnExercise() throws {
        try update("bench press", #""bar":15,"bar_unit":"kg""#)
        let own = try bench.call("plates.calculate", #"{"load":60,"exercise":"bench press"}"#)
        #expect(own["bar"]?.figure == 15 && own["achieved"]?.figure == 60)
        let given = try bench.call(
            "plates.calculate", #"{"load":60,"exercise":"bench press","bar":10}"#)
        #expect(given["bar"]?.figure == 10)
        try update("bench press", #""load_unit":"lb""#)
        let pounds = try bench.call("plates.calculate", #"{"load":100,"exercise":"bench press"}"#)
        #expect(pounds["unit"] == .string("lb") && pounds["bar"]?.figure == 33.06933933)
        #expect(pounds["achieved"]?.figure == 98.06933933)
        let plain = try bench.call("plates.calculate", #"{"load":60,"exercise":"squats"}"#)
        #expect(plain["bar"]?.figure == 20)
        try update("squats", #""step":5"#)
        let refusal = try bench.refusal("plates.calculate", #"{"load":60,"exercise":"squats"}"#)
        #expect(refusal.field == "exercise" && refusal.kind == .invalidParams)
    }

    // MARK: Pairs

    @Test func aPairCountsTwiceInWork() throws {
        try bench.call("workout.start")
        try bench.set("bench press", #""reps":10,"load":30,"rest":false"#)
        try bench.set("squats", #""reps":1,"load":100,"rest":false"#)
        bench.advance(ms: 1000)
        let before = try bench.call("workout.finish")["summary"]
        #expect(before?["volume"]?.figure == 400)
        func volume(_ exercise: String) throws -> Double? {
            try bench.call(
                "volume.list",
                "{\"from\":\"2026-03-01\",\"to\":\"2026-03-01\",\"exercise\":\"\(exercise)\"}")[
                    "days"]?.list.first?["volume"]?.figure
        }
        try update("bench press", #""pair":true"#)
        let after = try bench.call("workout.get", #"{"workout":"last"}"#)
        #expect(after["summary"]?["volume"]?.figure == 700)
        #expect(after.sets().first?["pair"] == .bool(true))
        #expect(after.sets(of: 1).first?["pair"] == nil)
        #expect(try volume("bench press") == 600 && volume("squats") == 100)
        #expect(try record("bench press", "set_work") == "600.0 kg")
        #expect(try record("bench press", "workout_work") == "600.0 kg")
        #expect(try record("bench press", "heaviest_load") == "30.0 kg")
        let progress = try bench.call("exercise.progress", #"{"exercise":"bench press"}"#)
        #expect(progress["points"]?.list.first?["volume"]?.figure == 600)
        let report = try bench.call("report.get", #"{"period":"day","date":"2026-03-01"}"#)
        #expect(report["strength"]?["volume"]?.figure == 700)
        try bench.verify()
        try bench.call("journal.undo")
        #expect(try volume("bench press") == 300)
        try bench.verify()
    }

    /// A barbell is one weight; the body may hold two, and so may equipment that isn't known.
    @Test func aBarbellIsNoPair() throws {
        for change in [#""pair":true,"equipment":"Barbell""#, #""equipment":"barbell""#] {
            try update("squats", #""pair":true"#)
            let refusal = try bench.refusal(
                "exercise.update", "{\"exercise\":\"squats\",\(change)}")
            #expect(refusal.kind == .invalidParams && refusal.field == "pair")
            #expect(refusal.message.contains("the equipment of Squats is a barbell"))
        }
        let refusal = try bench.refusal(
            "exercise.create",
            #"{"name":"Row","unit":"reps","equipment":"barbell","pair":true}"#)
        #expect(refusal.field == "pair")
        try update("squats", #""pair":false,"equipment":"barbell""#)
        #expect(try get("squats")["pair"] == nil)
        // What is left as it is isn't looked at.
        try update("squats", #""default_count":7"#)
        for equipment in ["dumbbells", "bodyweight", "cable", ""] {
            try update("squats", "\"pair\":true,\"equipment\":\"\(equipment)\"")
            #expect(try get("squats")["pair"] == .bool(true))
        }
        try bench.verify()
    }

    /// Help isn't lifted, so that it doesn't count twice; an added load does, and the body once.
    @Test func assistanceAndTheBodyCountOnce() throws {
        try update("pull-ups", #""pair":true"#)
        try bench.call("weight.log", #"{"weight":80,"at":"-1h"}"#)
        try bench.call("workout.start")
        for (mode, work) in [("bodyweight", 1000.0), ("assisted", 700)] {
            try bench.set(
                "pull-ups",
                "\"reps\":10,\"load\":10,\"load_mode\":\"\(mode)\",\"rest\":false")
            #expect(try record("pull-ups", "set_work") == "1000.0 kg")
            let progress = try bench.call("exercise.progress", #"{"exercise":"pull-ups"}"#)
            let volume = progress["points"]?.list.first?["volume"]?.figure
            #expect(volume == (mode == "assisted" ? 1000 + work : work))
        }
        try bench.verify()
    }
}
