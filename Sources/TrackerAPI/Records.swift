import TrackerCore

/// A record as it stands.
package struct RecordView: Codable, Sendable, Hashable {
    /// Its id.
    package let exercise: String
    package let exerciseName: String
    package let kind: String
    package let value: Double
    /// `kg` or `lb`, the preferred one; `reps`, `seconds`.
    package let unit: String
    /// The set's, as it was entered.
    package let load: Double?
    package let loadUnit: String?
    /// `bodyweight` where the load was added to the body's weight, `assisted` where it is help.
    package let loadMode: String?
    /// The set's.
    package let reps: Int64?
    /// The id of the set that made it; none for `workout_work`.
    package let set: String?
    /// Its id.
    package let workout: String?
    /// The set's time; for `workout_work` that of the last set that added to it.
    package let at: String
    /// Whether the exercise's first counted set made it, by the time of sets.
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

/// The records of one exercise, or of all that have any, by name.
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

/// The data of `record.set`: what a set has just made; its subject is the set.
package struct RecordSetView: Codable, Sendable, Hashable {
    package let set: SetView
    package let records: [RecordMadeView]

    package init(set: SetView, records: [RecordMadeView]) {
        self.set = set
        self.records = records
    }
}
