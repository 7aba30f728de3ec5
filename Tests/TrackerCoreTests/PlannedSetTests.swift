import TestSupport
import Testing
import TrackerCore

/// The choice of the set that comes next.
struct PlannedSetTests {
    private func set(
        _ reps: Int64?, _ load: Double? = nil,
        _ kind: WorkoutSet.Kind = .working, dropOf: String? = nil, of exercise: String = "bench"
    ) throws -> WorkoutSet {
        var fields = WorkoutSet.Fields(
            kind: kind, loadUnit: .kg, loadMode: load == nil ? .bodyweight : .external)
        fields.reps = reps
        fields.load = try load.map { try Load($0, .kg) }
        fields.dropOf = dropOf
        return try WorkoutSet(
            id: "s", workout: "w", exercise: exercise, position: 1, fields: fields,
            time: .utc(1000), order: 1)
    }

    private func target(
        _ sets: Int64, _ reps: Int64? = nil, _ load: Double? = nil
    ) throws -> ExerciseTarget {
        ExerciseTarget(sets: sets, reps: reps, load: try load.map { try Load($0, .kg) })
    }

    private func course(
        _ exercise: String = "bench", _ target: ExerciseTarget? = nil, superset: String? = nil,
        done: [WorkoutSet] = [], former: [WorkoutSet] = []
    ) -> ExerciseCourse {
        ExerciseCourse(
            WorkoutExercise(exercise: exercise, superset: superset, target: target), done: done,
            former: former)
    }

    /// A text such as `2/3 5x100 template`.
    private func text(_ set: PlannedSet?) -> String {
        guard let set else { return "nothing" }
        let load = set.load.map { "x\(Int($0.value))" } ?? ""
        let kind = set.kind == .working ? "" : " \(set.kind.rawValue)"
        let reps = set.reps.map { "\($0)" } ?? "?"
        return "\(set.index)/\(set.count) \(reps)\(load)\(kind) \(set.reason.rawValue)"
    }

    @Test func aTargetComesBeforeTheLastTime() throws {
        let former = [try set(8, 60, .warmup), try set(5, 100), try set(4, 90)]
        let wish = try target(3, 6, 105)
        #expect(text(course("bench", wish, former: former).next()) == "1/3 6x105 template")
        let one = [try set(6, 110)]
        let second = course("bench", wish, done: one, former: former)
        #expect(text(second.next()) == "2/3 6x105 template" && second.left == 2)
        #expect(second.next()?.lastTime == former[2])
        // A warm-up and a drop are none of the planned sets.
        let more = one + [try set(8, 60, .warmup), try set(9, 80, .drop, dropOf: "s")]
        #expect(text(course("bench", wish, done: more).next()) == "4/5 6x105 template")
        let all = Array(repeating: try set(6, 110), count: 3)
        #expect(course("bench", wish, done: all).left == 0)
        #expect(text(course("bench", wish, done: all).next()) == "4/4 6x110 previous")
    }

    @Test func whatATargetLeavesOpenIsAsTheLastTimeOrAsBefore() throws {
        let former = [try set(8, 60, .warmup), try set(5, 100), try set(4, 90)]
        let bare = try target(3)
        #expect(text(course("bench", bare, former: former).next()) == "1/3 5x100 template")
        let reps = try target(3, 6)
        #expect(text(course("bench", reps, former: former).next()) == "1/3 6x100 template")
        // A warm-up before it isn't the set before.
        let warm = course("bench", reps, done: [try set(8, 60, .warmup)])
        #expect(text(warm.next()) == "2/4 6 template")
        let own = course("bench", reps, done: [try set(5, 95)], former: [former[1]])
        #expect(text(own.next()) == "2/3 6x95 template")
        #expect(text(course("bench", bare).next()) == "1/3 ? template")
    }

    @Test func withoutATargetAsTheLastTimeWarmUpsFirst() throws {
        let former = [
            try set(8, 60, .warmup), try set(5, 100), try set(9, 70, .drop),
            try set(4, 90, .failure),
        ]
        var done: [WorkoutSet] = []
        #expect(text(course(done: done, former: former).next()) == "1/3 8x60 warmup last_time")
        done.append(try set(8, 60, .warmup))
        #expect(text(course(done: done, former: former).next()) == "2/3 5x100 last_time")
        done.append(try set(5, 102))
        #expect(text(course(done: done, former: former).next()) == "3/3 4x90 failure last_time")
        done.append(try set(4, 95))
        let over = course(done: done, former: former)
        #expect(text(over.next()) == "4/4 4x95 previous" && over.left == 0)
        // Whoever begins without the warm-up isn't sent back to it.
        let cold = course(done: [done[1]], former: former)
        #expect(text(cold.next()) == "2/2 4x90 failure last_time")
        #expect(text(cold.next(isWarmup: true)) == "2/2 8x60 warmup last_time")
        #expect(text(course().next()) == "nothing")
    }

    @Test func theModeOfTheLoadGoesWithIt() throws {
        var fields = WorkoutSet.Fields(loadUnit: .kg, loadMode: .assisted)
        fields.reps = 8
        fields.load = try Load(15, .kg)
        let helped = try WorkoutSet(
            id: "s", workout: "w", exercise: "dips", position: 1, fields: fields,
            time: .utc(1000), order: 1)
        #expect(course(former: [helped]).next()?.loadMode == .assisted)
        #expect(course(former: [try set(10)]).next()?.loadMode == nil)
        #expect(course("bench", try target(1, 5, 100)).next()?.loadMode == .external)
    }

    @Test func anExerciseGoesOnAndThenComesTheFirstWithSetsLeft() throws {
        let two = try target(2, 5, 100)
        func next(_ done: [String], newest: String?) throws -> String? {
            let courses = try ["a", "b", "c"].map { name in
                course(name, two, done: try done.filter { $0 == name }.map { try set(5, of: $0) })
            }
            return WorkoutCourse(courses, newest: newest).next?.exercise
        }
        #expect(try next([], newest: nil) == "a")
        #expect(try next(["a"], newest: "a") == "a")
        #expect(try next(["a", "a"], newest: "a") == "b")
        #expect(try next(["a", "c"], newest: "c") == "c")
        #expect(try next(["c", "c"], newest: "c") == "a")
        #expect(try next(["a", "a", "b", "b", "c", "c"], newest: "c") == nil)
    }

    @Test func aSupersetIsDoneInTurn() throws {
        let two = try target(2, 5, 100)
        func next(_ done: [String]) throws -> String? {
            let courses = try ["a", "x", "b"].map { name in
                course(
                    name, two, superset: name == "x" ? nil : "S",
                    done: try done.filter { $0 == name }.map { try set(5, of: $0) })
            }
            return WorkoutCourse(courses, newest: done.last).next?.exercise
        }
        #expect(try next(["a"]) == "b")
        #expect(try next(["a", "b"]) == "a")
        #expect(try next(["a", "b", "a"]) == "b")
        #expect(try next(["a", "b", "a", "a"]) == "b")
        #expect(try next(["a", "b", "a", "b"]) == "x")
    }

    @Test func withoutTargetsTheExerciseDoneLastGoesOn() throws {
        let free = [
            course("a"), course("b", done: [try set(5, 50, of: "b")]),
            course("c", former: [try set(8, 80, of: "c")]),
        ]
        #expect(text(WorkoutCourse(free, newest: "b").next) == "2/2 5x50 previous")
        #expect(WorkoutCourse(free, newest: nil).next?.exercise == "b")
        #expect(WorkoutCourse([course("a")], newest: nil).next == nil)
        #expect(WorkoutCourse([], newest: nil).next == nil)
    }
}
