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
    /// The body's weight in the value, as it was noted; `nil` where it has no part in that.
    package let bodyWeight: Double?
    package let bodyWeightUnit: String?
    /// True where the value is of the added load alone, since the body's weight wasn't known; `nil`
    /// elsewhere.
    package let withoutBody: Bool?
    /// Reps of the set.
    package let reps: Int64?
    /// Id of the set that made the record; `nil` for `workout_work`.
    package let set: String?
    /// Id of the workout.
    package let workout: String?
    /// Time of the set; for `workout_work`, the time of the last set that counts toward the record.
    @MomentText package var at: String
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

/// A personal record that a set, or a whole workout, has made.
package struct RecordMadeView: Codable, Sendable, Hashable {
    package let kind: String
    package let value: Double
    package let unit: String
    /// Value of the record before; `nil` for none.
    package let previous: Double?
    /// True where no counted set of the exercise was before.
    package let first: Bool
    /// True where the value is of the added load alone, since the body's weight wasn't known; `nil`
    /// elsewhere.
    package let withoutBody: Bool?
    /// Id of the exercise; `nil` in the answer to a set, as are all that follow.
    package let exercise: String?
    package let exerciseName: String?
    /// Id of the set; `nil` for `workout_work`, as are all that follow.
    package let set: String?
    package let reps: Int64?
    package let load: Double?
    package let loadUnit: String?
    /// `nil` where the load is external.
    package let loadMode: String?

    /// A record of a set that is told beside it.
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

    /// A record of a workout.
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

/// The personal records of one exercise, or of all exercises with any, sorted by name.
package struct RecordList: ReadRequest, LongRequest {
    package static let method = "record.list"

    package var exercise: String?
    /// True to list the most reps with each load, also where a heavier one was lifted as often.
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

/// Data of `record.set`: the records that a set, or a workout at its end, has just made. The event's
/// subject is that set or workout.
package struct RecordSetView: Codable, Sendable, Hashable {
    /// `nil` where a workout has made them.
    package let set: SetView?
    /// Id of the workout; `nil` from older daemons.
    package let workout: String?
    /// Name of the workout that has made them; `nil` where a set has.
    package let name: String?
    package let records: [RecordMadeView]
    /// All records of the workout up to now; `nil` from older daemons.
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
