import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The days by the clock that a workout's day was found by.
    private func days(of workout: Workout) throws -> Days {
        let isHere = try local(workout.startedMs).day == workout.day
        return Days(
            zone: isHere ? zone : workout.day.zone,
            startMinute: try transaction.settings().dayStartMinute)
    }

    /// The moment that a person gave for something in a workout, in whose day a time without a date lies.
    ///
    /// - Throws: a refusal where the moment lies ahead.
    func pastInstant(
        _ when: When, onDayOf workout: Workout, field: String
    ) throws -> LocalInstant {
        guard !when.time.isDay else {
            throw Rejection.invalid(
                field, "\(field) must tell the time of day, too: \(GivenTime.allowed)")
        }
        var days = when.time.isTimeOfDay ? try days(of: workout) : try days()
        let instant = days.local(of: when.time, on: workout.day.number, at: now)
        guard instant.ms <= now.wallMs else {
            throw Rejection.invalid(field, "\(field) lies ahead: give a time that is over")
        }
        return instant
    }

    /// The time of a set that is added to a workout without one: now; in a finished workout its end, in a
    /// backdated one a time after its last set.
    func timeOfNextSet(in workout: Workout) throws -> LocalInstant {
        guard workout.isBackdated, workout.state == .open else {
            // A set that is added to a finished workout has the time of its end by default.
            return try local(workout.endedMs ?? now.wallMs)
        }
        let last = try transaction.lastSet(ofWorkout: workout.id)
        let restMs = try last.map {
            try plannedRestMs(after: $0.place, $0.fields.kind, in: workout)
        }
        var days = try days(of: workout)
        return days.local(
            ofMs: workout.nextSetMs(
                after: last, restMs: restMs ?? 0,
                dayEndMs: days.startMs(of: workout.day.number + 1), at: now))
    }

    /// Milliseconds of the rest after a set of a block: that of the block, the workout or the settings; within
    /// a superset only after its last member, and none after a warm-up. 0 for none.
    func plannedRestMs(
        after place: ExerciseBlock, _ kind: WorkoutSet.Kind, in workout: Workout
    ) throws -> Int64 {
        guard kind != .warmup, workout.rests(after: place) else { return 0 }
        return try workout.restMs(after: place) ?? transaction.settings().restMs
    }
}

extension Context {
    /// Moves the sets of a workout that came in with a file without times of sets: all have the workout's start.
    ///
    /// - Returns: the end of the workout, UTC milliseconds, which lasts as long as before; `nil` where its sets
    ///   have times of their own.
    fileprivate func moveSets(of workout: Workout, to start: LocalInstant) throws -> Int64? {
        let sets = try transaction.sets(ofWorkout: workout.id)
        guard workout.importID != nil, sets.allSatisfy({ $0.atMs == workout.startedMs }) else {
            return nil
        }
        for var set in sets {
            try set.edit(set.fields, time: start, at: now)
            try append(.setUpdated, subject: set.id, data: view(set), [set])
        }
        return workout.endedMs.map { min(now.wallMs, $0 + start.ms - workout.startedMs) }
    }
}

extension WorkoutUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        guard name != nil || startedAt != nil || endedAt != nil else {
            throw Rejection.invalid(
                "name", "nothing to change: give name, started_at or ended_at")
        }
        let former = workout
        let start = try startedAt.map {
            try context.pastInstant($0, onDayOf: former, field: "started_at")
        }
        let movedEndMs = try start.flatMap { try context.moveSets(of: former, to: $0) }
        try workout.edit(
            name: name.map { try Text.nameBesideLast($0, field: "name") },
            start: start,
            endedMs: endedAt.map {
                try context.pastInstant($0, onDayOf: former, field: "ended_at").ms
            } ?? movedEndMs,
            setsMs: context.transaction.setsMs(ofWorkout: workout.id), at: context.now)
        return try context.append(.workoutUpdated, workout)
    }
}
