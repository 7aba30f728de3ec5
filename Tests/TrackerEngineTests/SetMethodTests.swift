import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

@Suite struct SetMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("workout.start")
        bench.forget()
    }

    private func update(_ members: String, _ set: String = "last") throws -> JSONValue {
        let result = try bench.call("set.update", "{\"set\":\"\(set)\",\(members)}")
        return try #require(result["set"])
    }

    private func refused(_ members: String, exercise: String = "squats") throws -> Rejection {
        try bench.refusal("set.log", "{\"exercise\":\"\(exercise)\",\(members)}")
    }

    @Test func thereIsALimit() throws {
        let one = #"{"exercise":"squats","reps":1,"rest":false}"#
        try bench.callEach("set.log", Array(repeating: one, count: 500))
        let refusal = try refused(#""reps":1"#)
        #expect(refusal.kind == .tooLarge && refusal.field == "workout")
        #expect(refusal.message.contains("500"))
    }

    // MARK: Which exercise is meant

    private func meant(_ text: String) throws -> JSONValue? {
        try bench.set(text, #""reps":1"#)["set"]?["exercise_name"]
    }
}
