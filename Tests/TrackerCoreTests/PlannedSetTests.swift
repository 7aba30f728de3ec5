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

    private func plan(
        _ exercise: String = "bench", _ target: ExerciseTarget? = nil, superset: String? = nil,
        done: [WorkoutSet] = [], former: [WorkoutSet] = []
    ) -> BlockPlan {
        BlockPlan(
            WorkoutExercise(exercise: exercise, superset: superset, target: target),
            loadMode: .external, done: done, former: former)
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
        #expect(text(plan("bench", wish, former: former).next()) == "1/3 6x105 template")
        let one = [try set(6, 110)]
        let second = plan("bench", wish, done: one, former: former)
        #expect(text(second.next()) == "2/3 6x105 template" && second.left == 2)
        #expect(second.next()?.lastTime == former[2])
        // A warm-up and a drop are none of the planned sets.
        let more = one + [try set(8, 60, .warmup), try set(9, 80, .drop, dropOf: "s")]
        #expect(text(plan("bench", wish, done: more).next()) == "4/5 6x105 template")
        let all = Array(repeating: try set(6, 110), count: 3)
        #expect(plan("bench", wish, done: all).left == 0)
        #expect(text(plan("bench", wish, done: all).next()) == "4/4 6x110 previous")
    }

    @Test func whatATargetLeavesOpenIsAsTheLastTimeOrAsBefore() throws {
        let former = [try set(8, 60, .warmup), try set(5, 100), try set(4, 90)]
        let bare = try target(3)
        #expect(text(plan("bench", bare, former: former).next()) == "1/3 5x100 template")
        let reps = try target(3, 6)
        #expect(text(plan("bench", reps, former: former).next()) == "1/3 6x100 template")
        // A warm-up before it isn't the set before.
        let warm = plan("bench", reps, done: [try set(8, 60, .warmup)])
        #expect(text(warm.next()) == "2/4 6 template")
        let own = plan("bench", reps, done: [try set(5, 95)], former: [former[1]])
        #expect(text(own.next()) == "2/3 6x95 template")
        #expect(text(plan("bench", bare).next()) == "1/3 ? template")
    }

    @Test func withoutATargetAsTheLastTimeWarmUpsFirst() throws {
        let former = [
            try set(8, 60, .warmup), try set(5, 100), try set(9, 70, .drop),
            try set(4, 90, .failure),
        ]
        var done: [WorkoutSet] = []
        #expect(text(plan(done: done, former: former).next()) == "1/3 8x60 warmup last_time")
        done.append(try set(8, 60, .warmup))
        #expect(text(plan(done: done, former: former).next()) == "2/3 5x100 last_time")
        done.append(try set(5, 102))
        #expect(text(plan(done: done, former: former).next()) == "3/3 4x90 failure last_time")
        done.append(try set(4, 95))
        let over = plan(done: done, former: former)
        #expect(text(over.next()) == "4/4 4x95 previous" && over.left == 0)
        // Whoever begins without the warm-up isn't sent back to it.
        let cold = plan(done: [done[1]], former: former)
        #expect(text(cold.next()) == "2/2 4x90 failure last_time")
        #expect(text(cold.next(isWarmup: true)) == "2/2 8x60 warmup last_time")
        #expect(text(plan().next()) == "nothing")
    }

    private func groups(_ groups: SetGroup...) -> ExerciseTarget { ExerciseTarget(groups: groups) }

    @Test func groupsAreDoneInTheirOrderWarmUpsToo() throws {
        let wish = groups(
            SetGroup(sets: 1, kind: .warmup, reps: 5, load: try Load(60, .kg)),
            SetGroup(sets: 1, reps: 5, load: try Load(80, .kg)),
            SetGroup(sets: 2, kind: .failure, reps: 5, repsTo: 8, load: try Load(100, .kg), rpe: 9))
        var done: [WorkoutSet] = []
        #expect(text(plan("bench", wish).next()) == "1/4 5x60 warmup template")
        #expect(plan("bench", wish).left == 4)
        done.append(try set(5, 60, .warmup))
        #expect(text(plan("bench", wish, done: done).next()) == "2/4 5x80 template")
        // One warm-up more than planned stands for none of the others.
        done.append(try set(3, 70, .warmup))
        #expect(text(plan("bench", wish, done: done).next()) == "3/5 5x80 template")
        done.append(try set(5, 80))
        let third = try #require(plan("bench", wish, done: done).next())
        #expect(text(third) == "4/5 5x100 failure template")
        #expect(third.repsTo == 8 && third.rpe == 9)
        done += try [set(5, 100, .failure), set(5, 100)]
        #expect(plan("bench", wish, done: done).left == 0)
        #expect(plan("bench", wish, done: done).next()?.rpe == nil)
    }

    @Test func theBodyAloneIsWithoutTheLoadOfTheLastTime() throws {
        let alone = groups(SetGroup(sets: 1, reps: 8, loadMode: .bodyweight))
        let next = plan("dips", alone, former: [try set(8, 20)]).next()
        #expect(next?.load == nil && next?.loadMode == .bodyweight)
        let added = groups(
            SetGroup(sets: 1, reps: 8, load: try Load(10, .kg), loadMode: .bodyweight))
        #expect(plan("dips", added, former: [try set(8, 20)]).next()?.loadMode == .bodyweight)
        // A share of a 1RM that isn't known leaves the load open.
        let share = groups(SetGroup(sets: 1, reps: 8, percent: 80))
        #expect(text(plan("dips", share, former: [try set(8, 20)]).next()) == "1/1 8x20 template")
    }

    /// In a deload the loads of the last time are lowered, and the last time is told as it was.
    @Test func theLoadsOfADeload() throws {
        let former = [try set(5, 100), try set(5, 100)]
        let lowered = [try set(5, 60), try set(5, 60)]
        let deload = BlockPlan(
            WorkoutExercise(exercise: "bench"), loadMode: .external, done: [], former: former,
            lowered: lowered)
        let next = try #require(deload.next())
        #expect(text(next) == "1/2 5x60 last_time")
        #expect(next.lastTime?.fields.load?.value == 100)
        let later = BlockPlan(
            WorkoutExercise(exercise: "bench"), loadMode: .external, done: [lowered[0]],
            former: former, lowered: lowered)
        #expect(text(later.next()) == "2/2 5x60 last_time")
    }

    /// A share of the training max stays open without one, whatever the last load was.
    @Test(
        arguments: [
            (SetGroup.ShareBase.max, nil, 85.0, SetGroup.ShareBase.max), (.best, 100, nil, nil),
        ] as [(SetGroup.ShareBase, Double?, Double?, SetGroup.ShareBase?)])
    func anOpenShare(
        _ base: SetGroup.ShareBase, _ load: Double?, _ share: Double?, _ told: SetGroup.ShareBase?
    ) throws {
        let group = SetGroup(sets: 2, reps: 5, percent: 85, percentOf: base)
        let next = plan(
            "bench", ExerciseTarget(groups: [group]), former: [try set(5, 100)]
        ).next()
        #expect(next?.load?.value == load && next?.openShare == share)
        #expect(next?.shareBase == told)
    }

    @Test func whatIsSaidOfTheReps() throws {
        var group = SetGroup(sets: 1, reps: 5)
        (group.amrap, group.perSide, group.tempo, group.drops) = (true, true, "3-1-1", 2)
        let next = plan("bench", ExerciseTarget(groups: [group])).next()
        #expect(next?.amrap == true && next?.perSide == true)
        #expect(next?.tempo == "3-1-1" && next?.drops == 2)
        #expect(SetPhrase.reps(5, to: nil, amrap: true, perSide: true) == "5+/side")
        #expect(SetPhrase.drops(1) == " 1drop" && SetPhrase.drops(2) == " 2drops")
        #expect(SetPhrase.drops(nil).isEmpty && SetPhrase.tempo(nil).isEmpty)
    }
}
