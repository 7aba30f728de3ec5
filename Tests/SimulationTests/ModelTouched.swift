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

    private func lastTouched<Entry: OrderedModel>(
        among all: [Entry], by types: Set<String>
    ) -> Entry? {
        for event in touches(types) {
            if let entry = all.first(where: { $0.id == event.subject }) { return entry }
        }
        return all.max { $0.order < $1.order }
    }

    var lastTouchedEntry: EntryModel? {
        lastTouched(among: entries, by: ["log.added", "log.updated", "log.deleted"])
    }

    var lastTouchedMeasurement: MeasurementModel? {
        lastTouched(
            among: measurements,
            by: ["measurement.logged", "measurement.deleted", "weight.logged", "weight.deleted"])
    }

    var lastTouchedMax: MaxModel? { lastTouched(among: maxes, by: ["max.logged", "max.deleted"]) }

    var lastTouchedWeight: MeasurementModel? {
        lastTouched(among: weights, by: ["weight.logged", "weight.deleted"])
    }
}

/// An entry of a list; its order is the number of the event that made it.
protocol OrderedModel {
    var id: String { get }
    var order: Int64 { get }
}

extension EntryModel: OrderedModel {}
extension MeasurementModel: OrderedModel {}
extension MaxModel: OrderedModel {}
