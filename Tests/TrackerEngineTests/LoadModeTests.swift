import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The meaning of loads that nobody tells: on top of the body, help, or the load alone.
@Suite struct LoadModeTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        for (name, equipment) in [
            ("Chin-ups", "pull-up bar"), ("Assisted Chin-ups", "machine"), ("Rows", "barbell"),
        ] {
            try bench.call(
                "exercise.create",
                "{\"name\":\"\(name)\",\"unit\":\"reps\",\"equipment\":\"\(equipment)\"}")
        }
    }

    private func log(_ members: String) throws -> JSONValue {
        try #require(bench.call("set.log", "{\(members)}")["set"])
    }

    @Test(arguments: [
        ("chin-ups", "bodyweight"), ("assisted chin-ups", "assisted"), ("rows", "external"),
        ("squats", "external"),
    ])
    func anExerciseTellsIt(_ name: String, _ mode: String) throws {
        try bench.call("workout.start")
        let set = try log("\"exercise\":\"\(name)\",\"reps\":5,\"load\":20")
        #expect(set["load_mode"] == .string(mode))
        // What is told counts.
        let told = try log(
            "\"exercise\":\"\(name)\",\"reps\":5,\"load\":20,\"load_mode\":\"assisted\"")
        #expect(told["load_mode"] == .string("assisted"))
    }

    /// The name of one that was merged tells it, too.
    @Test func aMergedNameTellsIt() throws {
        try bench.call(
            "exercise.merge", #"{"exercise":"assisted chin-ups","into":"chin-ups"}"#)
        try bench.call("workout.start")
        let help = try log(#""exercise":"assisted chin-ups","reps":8,"load":20"#)
        #expect(help["load_mode"] == .string("assisted"))
        let added = try log(#""exercise":"chin-ups","reps":5,"load":10"#)
        #expect(added["load_mode"] == .string("bodyweight"))
        #expect(added["exercise"] == help["exercise"])
        try bench.verify()
    }

    /// A plan without history leaves it to the exercise.
    @Test(arguments: [("assisted chin-ups", "assisted"), ("chin-ups", "bodyweight")])
    func aPlanLeavesItToTheExercise(_ name: String, _ mode: String) throws {
        try bench.call(
            "template.create",
            "{\"name\":\"Pull\",\"exercises\":[{\"exercise\":\"\(name)\",\"sets\":3,\"reps\":8,\"load\":20}]}"
        )
        try bench.call("workout.start", #"{"template":"pull"}"#)
        #expect(try bench.call("set.next")["set"]?["load_mode"] == .string(mode))
        let set = try log("")
        #expect(set["load_mode"] == .string(mode) && set["load"] == .integer(20))
        if mode == "assisted" {
            let records = try bench.call("record.list", "{\"exercise\":\"\(name)\"}")["records"]?
                .list
            #expect(records?.contains { $0["kind"] == .string("heaviest_load") } == false)
        }
    }

    /// Warm-ups that were passed over don't come again, but those behind do.
    @Test func whatWasPassedOverStaysBehind() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[{"exercise":"squats","groups":[\
            {"sets":1,"type":"warmup","reps":10,"load":40},{"sets":1,"reps":5,"load":80},\
            {"sets":1,"type":"warmup","reps":5,"load":60},{"sets":3,"reps":5,"load":100}]}]}
            """)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        _ = try log(#""exercise":"squats","reps":5,"load":80,"type":"working""#)
        let next = try #require(bench.call("set.next")["set"])
        #expect(next["load"] == .integer(60) && next["type"] == .string("warmup"))
    }
}
