import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Days in the time zone that gave a workout its day.
    private func days(of workout: Workout) throws -> Days {
        let isHere = try local(workout.startedMs).day == workout.day
        return Days(
            zone: isHere ? zone : workout.day.zone,
            startMinute: try transaction.settings().dayStartMinute)
    }

    /// Moment that a person gave for something in a workout; a time without a date is one of the workout's
    /// day.
    ///
    /// - Throws: a refusal where the moment is in the future.
    func pastInstant(
        _ when: When, onDayOf workout: Workout, field: String
    ) throws -> LocalInstant {
        let isOfDay = when.time.isTimeOfDay
        let time = try isOfDay ? past(when) : pastMoment(when)
        try time.checkTimeOfDay(field)
        var days = isOfDay ? try days(of: workout) : try days()
        let instant = days.local(of: time, on: workout.day.number, at: now)
        guard instant.ms <= now.wallMs else { throw Rejection.ahead(field) }
        return instant
    }

    /// Moment that a person gave for something in a workout; in a backdated workout, a time without a date is
    /// one of the workout's day.
    func pastInstant(_ when: When, in workout: Workout) throws -> LocalInstant {
        guard workout.isBackdated, when.time.isTimeOfDay else { return try pastInstant(when) }
        return try pastInstant(when, onDayOf: workout, field: "at")
    }

    /// Time of a set that is added to a workout without a time: now; in a finished workout the workout's end,
    /// in a backdated one a time after its last set.
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

    /// Planned rest after a set of a block, in milliseconds: that of the block, the workout or the settings.
    /// Within a superset only the block's counts, and after a warm-up there is none. 0 for none.
    func plannedRestMs(
        after place: ExerciseBlock, _ kind: WorkoutSet.Kind, in workout: Workout
    ) throws -> Int64 {
        guard kind != .warmup else { return 0 }
        return try workout.restMs(after: place) ?? transaction.settings().restMs
    }
}

extension Context {
    /// Moves the sets of a workout to its new start, where it was imported from a file without times of sets.
    ///
    /// - Returns: the end of the workout in UTC milliseconds, so that it lasts as long as before; `nil` where
    ///   its sets have times of their own.
    func moveSets(of workout: Workout, to start: LocalInstant) throws -> Int64? {
        let sets = try transaction.sets(ofWorkout: workout.id)
        guard workout.importID != nil, sets.allSatisfy({ $0.atMs == workout.startedMs }) else {
            return nil
        }
        for var set in sets {
            try set.edit(set.fields, time: start, at: now)
            try record(.setUpdated, set, as: view(set))
        }
        return workout.endedMs.map { min(now.wallMs, $0 + start.ms - workout.startedMs) }
    }
}
