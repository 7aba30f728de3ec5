import TestSupport
import Testing
import TrackerAPI

/// Sessions of training for tests, made by a few words.
extension Bench {
    /// A bench with exercises to train: Plank and Hang in seconds, Push-ups in reps.
    static func withExercises() throws -> Bench {
        let bench = try Bench()
        try bench.createExercises(["Plank": "seconds", "Hang": "seconds", "Push-ups": "reps"])
        return bench
    }

    /// A session of holds that is complete: 12 s with a bail, a rest of 10 s, and 20 s until the stop.
    @discardableResult
    func completeHolds(exercise: String = "plank") throws -> JSONValue {
        try call(
            "training.start",
            "{\"mode\":\"time\",\"target\":60,\"rest\":\"10s\",\"exercise\":\"\(exercise)\"}")
        advance(ms: 12_000)
        try call("training.bail")
        advance(ms: 30_000)
        return try call("training.stop")
    }

    func startReps(rest: String = "10s") throws {
        try call(
            "training.start",
            "{\"mode\":\"reps\",\"target\":20,\"rest\":\"\(rest)\",\"exercise\":\"push-ups\"}")
        advance(ms: 5000)
    }

    @discardableResult
    func reps(_ count: Int) throws -> JSONValue {
        try call("training.reps", "{\"count\":\(count)}")
    }

    func logLines() throws -> [String] {
        try #require(try call("log.list")["entries"]?.list).map { entry in
            "\(entry["count"]?.integer ?? 0) \(entry["name"]?.string ?? "")"
        }
    }

    func training() throws -> JSONValue { try call("training.get") }

    func correct(
        _ attempt: Int, _ change: String, of training: String = "last"
    ) throws -> JSONValue {
        try call("training.update", correction(attempt, change, of: training))
    }

    func correction(
        _ attempt: Int, _ change: String, of training: String = "last"
    ) throws -> String {
        let session = try call("training.get", "{\"training\":\"\(training)\"}")
        let id = try #require(session["attempts"]?.list[attempt - 1]["id"]?.string)
        return "{\"training\":\"\(training)\",\"attempts\":[{\"id\":\"\(id)\",\(change)}]}"
    }
}
