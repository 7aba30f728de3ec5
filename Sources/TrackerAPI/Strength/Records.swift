import TrackerCore

/// A current personal record.
package struct RecordView: Codable, Sendable, Hashable {
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    package let kind: String
    package let value: Double
    /// Unit of the value: `kg` or `lb`, whichever is preferred, `reps` or `seconds`.
    package let unit: String
    /// Load of the set, as it was entered.
    package let load: Double?
    package let loadUnit: String?
    /// Mode of the load: `bodyweight` if it was added to the body weight, `assisted` if it reduced it;
    /// otherwise `nil`.
    package let loadMode: String?
    /// Body weight included in the value, as it was logged; `nil` if none is included.
    package let bodyWeight: Double?
    package let bodyWeightUnit: String?
    /// True if the value counts only the added load because the body weight wasn't known; otherwise `nil`.
    package let withoutBody: Bool?
    /// Reps of the set.
    package let reps: Int64?
    /// Id of the set that made the record; `nil` for `workout_work`.
    package let set: String?
    /// Id of the workout.
    package let workout: String?
    /// Time of the set; for `workout_work`, of the last set that counts toward the record.
    @MomentText package var at: String
    /// Whether the exercise's first counted set made the record.
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
        let moved = record.kind.isOfMovedWeight ? record.candidate?.moved : nil
        bodyWeight = moved?.body?.value
        bodyWeightUnit = moved?.body?.unit.rawValue
        withoutBody = moved?.lacksBody == true ? true : nil
        reps = record.candidate?.reps
        set = record.candidate?.set
        workout = record.workout
        at = zone.text(ofMs: record.atMs)
        first = record.isFirst
    }
}

/// A personal record made by a set or a whole workout.
package struct RecordMadeView: Codable, Sendable, Hashable {
    package let kind: String
    package let value: Double
    package let unit: String
    /// Value of the previous record; `nil` for none.
    package let previous: Double?
    /// True if the exercise had no counted set before.
    package let first: Bool
    /// True if the value counts only the added load because the body weight wasn't known; otherwise `nil`.
    package let withoutBody: Bool?
    /// Id of the exercise. This and all following members are `nil` in the result of logging a set.
    package let exercise: String?
    package let exerciseName: String?
    /// Id of the set. This and all following members are `nil` for `workout_work`.
    package let set: String?
    package let reps: Int64?
    package let load: Double?
    package let loadUnit: String?
    /// Mode of the load; `nil` if it is external.
    package let loadMode: String?

    /// A record shown beside its set.
    package init(_ record: RecordMade) {
        kind = record.kind.rawValue
        value = record.value
        unit = record.unit
        previous = record.previous
        first = record.isFirst
        withoutBody = record.lacksBody ? true : nil
        (exercise, exerciseName, set) = (nil, nil, nil)
        (reps, load, loadUnit, loadMode) = (nil, nil, nil, nil)
    }

    /// A record listed with its workout.
    package init(_ record: RecordMade, of exercise: String, name: String) {
        kind = record.kind.rawValue
        value = record.value
        unit = record.unit
        previous = record.previous
        first = record.isFirst
        withoutBody = record.lacksBody ? true : nil
        self.exercise = exercise
        exerciseName = name
        let candidate = record.candidate
        set = candidate?.set
        reps = candidate?.reps
        load = candidate?.load?.value
        loadUnit = candidate?.load?.unit.rawValue
        let mode = candidate?.load == nil ? nil : candidate?.loadMode
        loadMode = mode == .external ? nil : mode?.rawValue
    }
}

/// Personal records of one exercise or of all, sorted by name of exercise.
package struct RecordList: ReadRequest, LongRequest {
    package static let method = "record.list"

    package var exercise: String?
    /// True to list the most reps at every load, even if a heavier load was lifted as often.
    package var all: Bool?

    package init(exercise: String? = nil, all: Bool? = nil) {
        self.exercise = exercise
        self.all = all
    }

    package struct Response: Codable, Sendable {
        package let records: [RecordView]
        package init(records: [RecordView]) { self.records = records }
    }
}

/// Data of `record.set`: records just made by a set, or by a workout when it ended. The subject of the event
/// is that set or workout.
package struct RecordSetView: Codable, Sendable, Hashable {
    /// Set that made the records; `nil` if a workout did.
    package let set: SetView?
    /// Id of the workout; `nil` from older daemons.
    package let workout: String?
    /// Name of the workout that made the records; `nil` if a set did.
    package let name: String?
    package let records: [RecordMadeView]
    /// All records of the workout so far; `nil` from older daemons.
    package let soFar: [RecordMadeView]?

    package init(set: SetView, records: [RecordMadeView], soFar: [RecordMadeView]) {
        self.set = set
        workout = set.workout
        name = nil
        self.records = records
        self.soFar = soFar
    }

    package init(_ workout: Workout, records: [RecordMadeView], soFar: [RecordMadeView]) {
        set = nil
        self.workout = workout.id
        name = workout.name
        self.records = records
        self.soFar = soFar
    }
}
