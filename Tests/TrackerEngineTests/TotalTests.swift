import Testing
import TrackerAPI

/// Lists say how many elements match, whatever the limit. The bench begins on 2026-03-01 at 09:00.
@Suite struct TotalTests {
    private static let secondDay = #""from":"2026-03-02","to":"2026-03-02""#

    /// Asks for a list with limits below, at and above the number of its elements.
    ///
    /// - Parameter filter: members of the request beside the limit.
    private func expect(
        _ total: Int, _ bench: Bench, _ method: String, _ member: String, _ filter: String = ""
    ) throws {
        let whole = try bench.call(method, "{\(filter)}")
        #expect(whole[member]?.list.count == total, "\(method) \(filter)")
        #expect(whole["total"] == .integer(Int64(total)), "\(method) \(filter)")
        for limit in (total - 1)...(total + 1) where limit > 0 {
            let others = filter.isEmpty ? "" : ",\(filter)"
            let list = try bench.call(method, "{\"limit\":\(limit)\(others)}")
            #expect(list[member]?.list.count == min(limit, total), "\(method) \(filter) \(limit)")
            #expect(list["total"] == .integer(Int64(total)), "\(method) \(filter) \(limit)")
        }
    }

    @Test func ofExercises() throws {
        let bench = try Bench.withExercises()
        try expect(3, bench, "exercise.list", "exercises")
        try expect(1, bench, "exercise.list", "exercises", #""query":"plank""#)
        try bench.call("exercise.archive", #"{"exercise":"hang"}"#)
        try expect(2, bench, "exercise.list", "exercises")
        try expect(3, bench, "exercise.list", "exercises", #""archived":true"#)
    }

    @Test func ofWorkouts() throws {
        let bench = try Bench.gym()
        for exercise in ["squats", "plank", "squats"] {
            try bench.call("workout.start")
            try bench.set(exercise, #""seconds":30"#)
            try bench.set(exercise, #""seconds":40"#)
            try bench.call("workout.finish")
            bench.advance(ms: 86_400_000)
        }
        try expect(3, bench, "workout.list", "workouts")
        try expect(2, bench, "workout.list", "workouts", #""exercise":"squats""#)
        try expect(1, bench, "workout.list", "workouts", Self.secondDay)
        try expect(2, bench, "exercise.history", "sessions", #""exercise":"squats""#)
        try expect(1, bench, "exercise.history", "sessions", #""exercise":"plank""#)
    }

    @Test func ofMeasurements() throws {
        let bench = try Bench()
        for day in 1...3 {
            try bench.call("weight.log", "{\"weight\":\(80 + day)}")
            try bench.call("measurement.log", #"{"what":"waist","value":84,"unit":"cm"}"#)
            bench.advance(ms: 86_400_000)
        }
        try expect(3, bench, "weight.list", "entries")
        try expect(1, bench, "weight.list", "entries", Self.secondDay)
        try expect(6, bench, "measurement.list", "entries")
        try expect(3, bench, "measurement.list", "entries", #""what":"Waist""#)
        try expect(2, bench, "measurement.list", "entries", Self.secondDay)
    }
}
