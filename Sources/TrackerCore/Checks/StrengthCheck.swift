extension Settings {
    package func check(at now: Moment) throws(Rejection) { try fields.check() }
}

extension Template {
    package func check(at now: Moment) throws(Rejection) {
        try fields.check()
        for planned in fields.exercises { try Bounds.check(id: planned.exercise, "exercises") }
    }
}

extension Workout {
    package func check(at now: Moment) throws(Rejection) {
        try Text.checkName(name, field: "name")
        try Bounds.check(id: template, "template")
        try Bounds.check(startedMs, in: Bounds.times, "started_ms")
        try day.check(of: startedMs)
        try Bounds.check(startOrder, in: Bounds.orders(at: now), "start_order")
        try Bounds.require((endedMs == nil) == (state == .open), "ended_ms")
        try Bounds.check(endedMs, in: startedMs...Bounds.times.upperBound, "ended_ms")
        if let note { try Text.checkMessage(note, field: "note") }
        if let restMs { try Settings.check(restMs: restMs) }
        guard exercises.count <= Self.maximumExercises else { throw Self.tooManyExercises }
        try Bounds.require(Set(exercises.map(\.place)).count == exercises.count, "exercises")
        for exercise in exercises {
            try Bounds.check(id: exercise.exercise, "exercises")
            try Bounds.check(
                exercise.block, in: 1...Bounds.orders(at: now).upperBound, "exercises")
            if let superset = exercise.superset { try Text.checkName(superset, field: "superset") }
            try exercise.target?.check()
            if let note = exercise.note { try Text.checkMessage(note, field: "note") }
        }
        try Self.check(deload: deload)
        try Bounds.check(id: importID, "import")
        try Bounds.check(id: owner, "owner")
    }
}

extension WorkoutSet {
    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(id: workout, "workout")
        try Bounds.check(id: exercise, "exercise")
        try Bounds.check(block, in: 1...Bounds.orders(at: now).upperBound, "block")
        try Bounds.check(position, in: Bounds.orders(at: now), "position")
        try fields.check()
        try Bounds.require(fields.load.map { $0.unit == fields.loadUnit } ?? true, "load_unit")
        try Bounds.check(id: fields.dropOf, "drop_of")
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
        try day.check(of: atMs)
        try Bounds.check(updatedMs, in: Bounds.times, "updated_ms")
        try Bounds.check(id: rest, "rest")
        try Bounds.check(importedRestMs, in: 0...Rest.durations.upperBound, "imported_rest_ms")
        try Bounds.check(logOrder, in: Bounds.orders(at: now), "log_order")
    }
}
