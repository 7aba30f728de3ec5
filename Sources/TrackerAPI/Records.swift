import TrackerCore

/// A personal record as it stands.
package struct RecordView: Codable, Sendable, Hashable {
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    package let kind: String
    package let value: Double
    /// `kg` or `lb`, whichever is preferred, or `reps` or `seconds`.
    package let unit: String
    /// Load of the set, as it was entered.
    package let load: Double?
    package let loadUnit: String?
    /// `bodyweight` where the load was added to the body's weight, `assisted` where the load assists.
    package let loadMode: String?
    /// Reps of the set.
    package let reps: Int64?
    /// Id of the set that made the record; `nil` for `workout_work`.
    package let set: String?
    /// Id of the workout.
    package let workout: String?
    /// Time of the set; for `workout_work`, the time of the last set that counts toward the record.
    package let at: String
    /// Whether the first counted set of the exercise, by time, made the record.
    package let first: Bool

    package init(_ record: Records.Record, of exercise: String, name: String, zone: Zone) {
        self.exercise = exercise
        exerciseName = name
        kind = record.kind.rawValue
        value = record.value
        unit = record.unit
        let load = record.candidate?.load
        self.load = load?.value
        loadUnit = load?.unit.rawValue
        let mode = load == nil ? nil : record.candidate?.loadMode
        loadMode = mode == .external ? nil : mode?.rawValue
        reps = record.candidate?.reps
        set = record.candidate?.set
        workout = record.workout
        at = zone.text(ofMs: record.atMs)
        first = record.isFirst
    }
}

/// The personal records of one exercise, or of all exercises with any, sorted by name.
package struct RecordList: Request {
    package static let method = "record.list"
    package static let effect = Effect.none
    package static let isLong = true

    package var exercise: String?
    package init(exercise: String? = nil) { self.exercise = exercise }

    package struct Response: Codable, Sendable {
        package let records: [RecordView]
        package init(records: [RecordView]) { self.records = records }
    }
}

/// Data of `record.set`: a set with the records that it has just made. The event's subject is the set.
package struct RecordSetView: Codable, Sendable, Hashable {
    package let set: SetView
    package let records: [RecordMadeView]

    package init(set: SetView, records: [RecordMadeView]) {
        self.set = set
        self.records = records
    }
}
