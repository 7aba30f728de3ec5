import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct ExerciseMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @discardableResult
    private func create(_ name: String, _ more: String = "") throws -> String {
        try bench.call(
            "exercise.create", "{\"name\":\"\(name)\",\"unit\":\"reps\"\(more)}"
        ).id()
    }

    // MARK: Addressing

    @Test func anUnknownOneNamesTheNearest() throws {
        for name in ["Push-ups", "Pull-ups", "Plank", "Bench Press", "Paused Bench Press"] {
            try create(name)
        }
        func message(_ text: String) throws -> String {
            let refusal = try bench.refusal("exercise.get", "{\"exercise\":\"\(text)\"}")
            #expect(refusal.kind == .notFound && refusal.field == "exercise")
            return refusal.message
        }
        #expect(try message("ush up") == "no exercise 'ush up'; did you mean Push-ups?")
        #expect(
            try message("puslups") == "no exercise 'puslups'; did you mean Pull-ups or Push-ups?")
        #expect(try message("plnak") == "no exercise 'plnak'; did you mean Plank?")
        #expect(
            try message("ress")
                == "no exercise 'ress'; did you mean Bench Press or Paused Bench Press?")
        #expect(
            try message("zzzzzz") == "no exercise 'zzzzzz'")
        try bench.call("exercise.archive", #"{"exercise":"plank"}"#)
        #expect(try message("plnak") == "no exercise 'plnak'")
        #expect(try message(String(repeating: "x", count: 5000)).count < 300)
    }

    // MARK: Aliases

    private func alias(_ params: String) throws -> JSONValue {
        try bench.call("exercise.alias", "{\(params)}")
    }
}
