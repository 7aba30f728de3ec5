import Testing
import TrackerAPI

@testable import TrackerEngine

extension Bench {
    /// A bench with exercises for workouts.
    static func gym() throws -> Bench {
        let bench = try Bench()
        try bench.createExercises([
            "Bench Press": "reps", "Bench Dips": "reps", "Squats": "reps", "Pull-ups": "reps",
            "Paused Squats": "reps", "Plank": "seconds",
        ])
        return bench
    }

    /// Creates exercises, each with its unit, in one batch.
    func createExercises(_ exercises: KeyValuePairs<String, String>) throws {
        try callEach(
            "exercise.create", exercises.map { "{\"name\":\"\($0)\",\"unit\":\"\($1)\"}" })
        forget()
    }

    /// Creates exercises whose rows are long, so that an export of them has several pages.
    func createLongExercises(_ count: Int) throws {
        let category = String(repeating: "c", count: 150)
        try callEach(
            "exercise.create",
            (1...count).map {
                "{\"name\":\"e\($0)\",\"unit\":\"reps\",\"category\":\"\(category)\"}"
            })
    }

    /// Logs a set of an exercise with further members.
    @discardableResult
    func set(_ exercise: String, _ members: String = "\"reps\":5,\"load\":100") throws -> JSONValue
    {
        try call("set.log", "{\"exercise\":\"\(exercise)\",\(members)}")
    }

    /// Logs a set like `set`, and returns its id.
    func setID(_ exercise: String, _ members: String = "\"reps\":5,\"load\":100") throws -> String {
        try #require(try set(exercise, members)["set"]).id()
    }

    func id(ofExercise name: String) throws -> String {
        try call("exercise.get", "{\"exercise\":\"\(name)\"}").id()
    }
}

extension JSONValue {
    /// The names of a workout's exercises, in their order.
    var exerciseNames: [String] {
        self["exercises"]?.list.compactMap { $0["name"]?.string } ?? []
    }

    /// The sets of one exercise of the workout.
    func sets(of exercise: Int = 0, _ member: String = "sets") -> [JSONValue] {
        let exercises = self["exercises"]?.list ?? []
        return exercises.indices.contains(exercise) ? exercises[exercise][member]?.list ?? [] : []
    }
}
