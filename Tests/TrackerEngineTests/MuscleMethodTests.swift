import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Muscles of exercises, and the sets of each. The bench begins on Sunday, 2026-03-01, at 09:00.
@Suite struct MuscleMethodTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private func update(_ exercise: String, _ muscles: String) throws {
        try bench.call(
            "exercise.update", "{\"exercise\":\"\(exercise)\",\"muscles\":\(muscles)}")
    }

    private func muscles(_ exercise: String) throws -> JSONValue? {
        try bench.call("exercise.get", "{\"exercise\":\"\(exercise)\"}")["muscles"]
    }

    /// The counts as `chest 3`.
    private func told(_ list: JSONValue?) -> [String] {
        (list?.list ?? []).map { count in
            let sets = count["sets"].map { "\($0.integer.map { "\($0)" } ?? "half")" } ?? ""
            return "\(count["muscle"]?.string ?? "") \(sets)"
        }
    }

    @Test func aWorkoutTellsTheSetsOfEach() throws {
        try update("squats", #"{"primary":["quads","glutes"],"secondary":["lower back"]}"#)
        try update("bench press", #"{"primary":["chest"],"secondary":["lower back"]}"#)
        try bench.call("workout.start")
        try bench.set("squats", #""reps":5,"load":60,"type":"warmup""#)
        for _ in 0..<2 { try bench.set("squats") }
        for _ in 0..<3 { try bench.set("bench press") }
        try bench.set("plank", #""seconds":30"#)
        let done = try bench.call("workout.finish")["summary"]
        #expect(told(done?["muscles"]) == ["chest 3", "lower back half", "glutes 2", "quads 2"])
        #expect(done?["muscles"]?.list[1]["sets"] == .number(2.5))
        // Neither lists nor events have them, and they follow the exercise.
        let listed = try bench.call("workout.list")["workouts"]?.list.first?["summary"]
        #expect(listed?["muscles"] == nil)
        try update("squats", "false")
        let later = try bench.call("workout.get", #"{"workout":"last"}"#)["summary"]
        #expect(told(later?["muscles"]) == ["chest 3", "lower back half"])
        #expect(later?["muscles"]?.list[1]["sets"] == .number(1.5))
    }

    @Test func weeksBeginAsTheSettingsSay() throws {
        try update("squats", #"{"primary":["quads"],"secondary":["glutes"]}"#)
        for day in ["2026-02-22", "2026-02-23", "2026-02-28"] {
            try bench.call("workout.start", "{\"at\":\"\(day)T10:00\"}")
            try bench.set("squats")
            try bench.set("squats", #""reps":5,"load":60,"type":"warmup""#)
            try bench.call("workout.finish")
        }
        func weeks(_ more: String = "") throws -> [String] {
            try bench.call(
                "volume.list", "{\"from\":\"2026-02-01\",\"to\":\"2026-02-28\"\(more)}")["muscles"]?
                .list.map {
                    "\($0["week"]?.string ?? "") \($0["muscle"]?.string ?? "") "
                        + ($0["sets"]?.integer.map { "\($0)" } ?? "half")
                } ?? []
        }
        #expect(
            try weeks() == [
                "2026-02-16 quads 1", "2026-02-16 glutes half", "2026-02-23 quads 2",
                "2026-02-23 glutes 1",
            ])
        try bench.call("settings.set", #"{"week_starts":"sat"}"#)
        #expect(try weeks().first == "2026-02-21 quads 2")
        #expect(try weeks(#","exercise":"plank""#).isEmpty)
    }
}
