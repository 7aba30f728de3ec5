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
}
