import TrackerCore

package struct SetView: Codable, Sendable, Hashable {
    package let id: String
    /// Id of the workout.
    package let workout: String
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    /// Number of the exercise's block in the workout; `nil` for the first.
    package let block: Int64?
    /// Number of the set among those of its block, from 1, in the order of their times.
    package let index: Int
    package let type: String
    package let reps: Int64?
    package let load: Double?
    package let loadUnit: String
    package let loadMode: String
    /// The body's weight as it was noted, which counts with reps whose load is added to it or helps; `nil`
    /// where it isn't known.
    package let bodyWeight: Double?
    package let bodyWeightUnit: String?
    package let seconds: Double?
    package let distanceM: Double?
    package let rpe: Double?
    package let rir: Int64?
    /// Id of the set that this one continues; `nil` for none.
    package let dropOf: String?
    package let note: String?
    @MomentText package var at: String
    /// The local day of the set, such as `2026-03-01`; `nil` from older daemons.
    package let day: String?
    @MomentText package var updatedAt: String?
    /// Rest really taken after the set, once the rest is over; `nil` before.
    package let restMs: Int64?

    /// - Parameters:
    ///   - index: number of the set among those of its block in the workout, from 1.
    ///   - restMs: the rest that was begun after the set, in milliseconds, once the rest is over.
    ///   - body: the body's weight that counts with it; `nil` for none.
    package init(
        _ set: WorkoutSet, exerciseName: String, index: Int, restMs: Int64?, body: Load? = nil,
        zone: Zone
    ) {
        let fields = set.fields
        id = set.id
        workout = set.workout
        exercise = set.exercise
        self.exerciseName = exerciseName
        block = set.block > 1 ? set.block : nil
        self.index = index
        type = fields.kind.rawValue
        reps = fields.reps
        load = fields.load?.value
        loadUnit = fields.loadUnit.rawValue
        loadMode = fields.loadMode.rawValue
        bodyWeight = body?.value
        bodyWeightUnit = body?.unit.rawValue
        seconds = fields.seconds
        distanceM = fields.distanceM
        rpe = fields.rpe
        rir = fields.rir
        dropOf = fields.dropOf
        note = fields.note
        at = zone.text(ofMs: set.atMs)
        day = set.day.text
        updatedAt = set.updatedMs.map(zone.text)
        self.restMs = restMs ?? set.importedRestMs
    }
}

package struct SetLog: ChangeRequest {
    package static let method = "set.log"

    /// An id, a name, or a part of a name that stands for one exercise; `nil` for that of the next set.
    package var exercise: String?
    /// The block of the exercise in the workout; `nil` for the one whose turn it is.
    package var block: Int64?
    /// `nil` for those of the next set of the exercise, unless a time or a distance is given.
    package var reps: Int64?
    /// `nil` for that of the next set of the exercise, if it has one.
    package var load: Double?
    /// Unit of the load that is given; `nil` for the preferred unit.
    package var unit: Load.Unit?
    /// Type of the set; `nil` for `working`, or `drop` where the set continues another one.
    package var type: WorkoutSet.Kind?
    package var seconds: Double?
    package var distanceM: Double?
    package var rpe: Double?
    package var rir: Int64?
    /// A set of the same exercise and workout: an id, a unique prefix of one, or `last` for the workout's
    /// newest set.
    package var dropOf: String?
    /// The load's mode; `nil` for `external` with a load and `bodyweight` without one.
    package var loadMode: WorkoutSet.LoadMode?
    package var note: String?
    /// The rest that begins now; `false` for none, `nil` for the default.
    package var rest: Removable<Span>?
    /// An id, a unique prefix of one, or `last`; `nil` for the open workout.
    package var workout: String?
    /// Time of the set, not ahead of now; `nil` for now, and in a backdated workout for a time after its last
    /// set. Neither a set with a given time nor one of a backdated workout begins a rest.
    package var at: When?

    package init(exercise: String? = nil) { self.exercise = exercise }

    package struct Response: Codable, Sendable {
        package let set: SetView
        package let records: [RecordMadeView]
        /// The rest that the set has begun; `nil` for none.
        package let rest: RestView?

        package init(set: SetView, records: [RecordMadeView], rest: RestView?) {
            self.set = set
            self.records = records
            self.rest = rest
        }
    }
}

/// Changes a set. Missing members stay as they are; an empty text, or `false`, removes a member that may be
/// without a value.
package struct SetUpdate: ChangeRequest, Hashable {
    package static let method = "set.update"

    /// An id, a unique prefix of one, or `last` for the newest set of the open workout, else of the last
    /// one.
    package var set: String
    package var exercise: String?
    /// The block of the exercise in the workout; `nil` for its own, or of another exercise the one whose turn
    /// it is.
    package var block: Int64?
    package var reps: Removable<Int64>?
    package var load: Removable<Double>?
    package var unit: Load.Unit?
    package var type: WorkoutSet.Kind?
    package var seconds: Removable<Double>?
    package var distanceM: Removable<Double>?
    package var rpe: Removable<Double>?
    package var rir: Removable<Int64>?
    package var dropOf: String?
    package var loadMode: WorkoutSet.LoadMode?
    package var note: String?
    /// Time of the set, not ahead of now.
    package var at: When?

    package init(set: String) { self.set = set }

    package struct Response: Codable, Sendable {
        package let set: SetView
        package init(set: SetView) { self.set = set }
    }
}

package struct SetDelete: ChangeRequest {
    package typealias Response = SetUpdate.Response
    package static let method = "set.delete"

    package let set: String
    package init(set: String) { self.set = set }
}

/// The set that comes next in a workout, or the next one of an exercise.
package struct SetNext: ReadRequest {
    package static let method = "set.next"

    /// An id, a unique prefix of one, or `last`; `nil` for the open workout.
    package var workout: String?
    /// An id, a name, or a part of a name that stands for one exercise; `nil` for the one that comes next.
    package var exercise: String?

    package init(workout: String? = nil, exercise: String? = nil) {
        self.workout = workout
        self.exercise = exercise
    }

    package struct Response: Codable, Sendable {
        /// `nil` once all is done, or where nothing is known.
        package let set: PlannedSetView?
        package let why: OpenEnum<PlannedSet.Reason>
        /// The same set of the last workout with the exercise; `nil` for none.
        package let lastTime: SetView?

        package init(set: PlannedSetView?, why: PlannedSet.Reason, lastTime: SetView?) {
            self.set = set
            self.why = OpenEnum(why)
            self.lastTime = lastTime
        }
    }
}

/// A set that is to be done, as far as anything is known of it.
package struct PlannedSetView: Codable, Sendable, Hashable {
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    /// Number of the exercise's block in the workout; `nil` for the first.
    package let block: Int64?
    /// Number of the set among those of its block, from 1.
    package let index: Int
    /// Number of the block's sets in the workout, those that are done and those that are planned.
    package let of: Int
    package let type: String
    /// Number of reps; the least of a range.
    package let reps: Int64?
    /// The most reps of a range; `nil` for no range.
    package let repsTo: Int64?
    package let load: Double?
    /// Unit of the load; `nil` without a load.
    package let unit: String?
    /// The load's mode; without a load `nil`, or `bodyweight` where it is to be the body's weight alone.
    package let loadMode: String?
    package let seconds: Double?
    package let distanceM: Double?
    /// The effort that is aimed at; `nil` for any.
    package let rpe: Double?

    /// - Parameter name: name of the exercise.
    package init(_ set: PlannedSet, name: String) {
        exercise = set.place.exercise
        exerciseName = name
        block = set.place.number > 1 ? set.place.number : nil
        index = set.index
        of = set.count
        type = set.kind.rawValue
        reps = set.reps
        repsTo = set.repsTo
        load = set.load?.value
        unit = set.load?.unit.rawValue
        loadMode = set.loadMode?.rawValue
        seconds = set.seconds
        distanceM = set.distanceM
        rpe = set.rpe
    }
}
