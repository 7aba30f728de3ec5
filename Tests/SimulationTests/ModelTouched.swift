import TestSupport

// What `last` stands for.

extension Model {
    /// The events of some types that a person's requests brought about, undid or redid, the newest first.
    private func touches(_ types: Set<String>) -> some Sequence<EventModel> {
        stride(from: seq, through: 1, by: -1).lazy.compactMap { seq in
            let event = event(seq)
            guard isReversal(event.type) else {
                let isTouch = event.isStep && (!event.changes.isEmpty || isImport(event))
                return isTouch && types.contains(event.type) ? event : nil
            }
            return Int64(event.subject).map(self.event).flatMap {
                types.contains($0.type) ? $0 : nil
            }
        }
    }

    private func isImport(_ event: EventModel) -> Bool {
        event.type == "import.added" && !isImportUndone(event.subject)
    }

    private static let setTypes: Set<String> = ["set.logged", "set.updated", "set.deleted"]
    private static let workoutTypes: Set<String> = [
        "workout.started", "workout.updated", "workout.finished", "workout.deleted",
        "workout.discarded",
    ]

    /// The workout that was touched last, itself or a set of it; after an import the newest.
    var lastTouchedWorkout: WorkoutModel? {
        let types = Self.setTypes.union(Self.workoutTypes).union(["import.added"])
        for event in touches(types) {
            guard event.type != "import.added" || !isImport(event) else { return lastWorkout }
            let isSet = Self.setTypes.contains(event.type)
            let id = isSet ? event.data["workout"]?.text : event.subject
            if let workout = workouts.first(where: { $0.id == id }) { return workout }
        }
        return lastWorkout
    }

    func lastTouchedSet(of workout: String) -> SetModel? {
        var places: [String: Int] = [:]
        for (place, event) in touches(Self.setTypes).enumerated() where places[event.subject] == nil
        {
            places[event.subject] = place
        }
        return sets.filter { $0.workout == workout }.max { first, second in
            let (former, latter) = (places[first.id] ?? .max, places[second.id] ?? .max)
            return former == latter
                ? (first.atMs, first.position) < (second.atMs, second.position) : former > latter
        }
    }

    var lastTouchedEntry: EntryModel? {
        for event in touches(["log.added", "log.updated", "log.deleted"]) {
            if let entry = entries.first(where: { $0.id == event.subject }) { return entry }
        }
        return entries.max { $0.order < $1.order }
    }

    var lastTouchedMeasurement: MeasurementModel? {
        let types: Set<String> = [
            "measurement.logged", "measurement.deleted", "weight.logged", "weight.deleted",
        ]
        for event in touches(types) {
            if let entry = measurements.first(where: { $0.id == event.subject }) { return entry }
        }
        return measurements.max { $0.order < $1.order }
    }

    var lastTouchedMax: MaxModel? {
        for event in touches(["max.logged", "max.deleted"]) {
            if let entry = maxes.first(where: { $0.id == event.subject }) { return entry }
        }
        return maxes.max { $0.order < $1.order }
    }

    var lastTouchedWeight: MeasurementModel? {
        for event in touches(["weight.logged", "weight.deleted"]) {
            if let weight = weights.first(where: { $0.id == event.subject }) { return weight }
        }
        return weights.max { $0.order < $1.order }
    }
}
