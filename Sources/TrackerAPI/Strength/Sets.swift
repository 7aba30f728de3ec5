import TrackerCore

package struct SetView: Codable, Sendable, Hashable {
    package let id: String
    /// Id of the workout.
    package let workout: String
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    /// Number of the exercise's block in the workout, from 2; `nil` for the first block.
    package let block: Int64?
    /// Number of the set in its block, from 1, in order of time.
    package let index: Int
    package let type: String
    package let reps: Int64?
    package let load: Double?
    package let loadUnit: String
    package let loadMode: String
    /// True for a pair of weights, so that the load counts twice in work; otherwise `nil`.
    package let pair: Bool?
    /// Body weight as it was logged, for reps with a load added to it or subtracted from it; `nil` if
    /// unknown.
    package let bodyWeight: Double?
    package let bodyWeightUnit: String?
    package let seconds: Double?
    package let distanceM: Double?
    package let rpe: Double?
    package let rir: Int64?
    /// Id of the set that this drop set continues; `nil` for none.
    package let dropOf: String?
    package let note: String?
    @MomentText package var at: String
    /// Local day of the set, such as `2026-03-01`; `nil` from older daemons.
    package let day: String?
    @MomentText package var updatedAt: String?
    /// Rest actually taken after the set, milliseconds; `nil` until the rest is over.
    package let restMs: Int64?

    /// - Parameters:
    ///   - index: number of the set in its block, from 1.
    ///   - restMs: rest taken after the set, in milliseconds; `nil` until it is over.
    ///   - body: body weight that counts with the set; `nil` for none.
    ///   - isPair: whether the exercise's weights come in pairs.
    package init(
        _ set: WorkoutSet, exerciseName: String, index: Int, restMs: Int64?, body: Load? = nil,
        isPair: Bool = false, zone: Zone
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
        pair = MovedWeight(fields, body: nil, isPair: isPair).isPair ? true : nil
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

    /// Id, name, or part of a name that only one exercise has; `nil` for the exercise of `exerciseOf` or
    /// `dropOf`, or else of the next set.
    package var exercise: String?
    /// Set whose exercise and block this one has: an id, a unique prefix of an id, or `last` for the set of
    /// the workout that was changed last.
    package var exerciseOf: String?
    /// Repetition of the workout's newest set: members that are left out have its values, but for the effort
    /// and the note.
    package var `repeat`: Bool?
    /// Block of the exercise in the workout; `nil` for the one whose turn it is.
    package var block: Int64?
    /// Number of reps; `nil` for that of the exercise's next set, unless a time or a distance is given.
    package var reps: Int64?
    /// Load; `nil` for that of the exercise's next set, if it has one.
    package var load: Double?
    /// Change of the load that the set would have without it; below 0 for less.
    package var loadChange: Double?
    /// Unit of the given load or change; `nil` for the preferred unit.
    package var unit: Load.Unit?
    /// Type of the set; `nil` for `working`, or for `drop` if the set continues another one.
    package var type: WorkoutSet.Kind?
    package var seconds: Double?
    package var distanceM: Double?
    /// Minutes of an exercise that is held, or metres of one that is done over a distance.
    package var minutesOrMetres: Int64?
    package var rpe: Double?
    package var rir: Int64?
    /// Set that this one continues, of the same exercise and workout: an id, a unique prefix of an id, or
    /// `last` for the workout's newest set.
    package var dropOf: String?
    /// Mode of the load; `nil` for `external` with a load, or `bodyweight` without one.
    package var loadMode: WorkoutSet.LoadMode?
    package var note: String?
    /// Rest to start; `false` for none, `nil` for the default.
    package var rest: Removable<Span>?
    /// Id, unique prefix of an id, or `last`; `nil` for the open workout.
    package var workout: String?
    /// Time of the set, not in the future; `nil` for now, or in a backdated workout for a time after its last
    /// set. No rest starts if a time is given or the workout is backdated.
    package var at: When?
    /// Mark of numbers that a person typed: a set that probably means something else is then refused.
    package var typed: Bool?

    package init(exercise: String? = nil) { self.exercise = exercise }

    package struct Response: Codable, Sendable {
        package let set: SetView
        package let records: [RecordMadeView]
        /// Rest started by the set; `nil` for none.
        package let rest: RestView?

        package init(set: SetView, records: [RecordMadeView], rest: RestView?) {
            self.set = set
            self.records = records
            self.rest = rest
        }
    }
}

/// Changes a set. Missing members stay as they are; empty text or `false` removes an optional one.
package struct SetUpdate: ChangeRequest, Hashable {
    package static let method = "set.update"

    /// Id, unique prefix of an id, or `last` for the newest set of the open workout, or of the last one if
    /// none is open.
    package var set: String
    package var exercise: String?
    /// Block of the exercise in the workout; `nil` for the set's own block, or if the exercise changes, the
    /// one whose turn it is.
    package var block: Int64?
    package var reps: Removable<Int64>?
    package var load: Removable<Double>?
    /// Change of the load, in the unit of the load; below 0 for less.
    package var loadChange: Double?
    package var unit: Load.Unit?
    package var type: WorkoutSet.Kind?
    package var seconds: Removable<Double>?
    package var distanceM: Removable<Double>?
    /// Minutes of an exercise that is held, or metres of one that is done over a distance.
    package var minutesOrMetres: Int64?
    package var rpe: Removable<Double>?
    package var rir: Removable<Int64>?
    package var dropOf: String?
    package var loadMode: WorkoutSet.LoadMode?
    package var note: String?
    /// Time of the set, not in the future.
    package var at: When?
    /// Mark of numbers that a person typed: a set that probably means something else is then refused.
    package var typed: Bool?

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

/// Next set of a workout, or of one exercise in it.
package struct SetNext: ReadRequest {
    package static let method = "set.next"

    /// Id, unique prefix of an id, or `last`; `nil` for the open workout.
    package var workout: String?
    /// Id, name, or part of a name that only one exercise has; `nil` for the exercise that comes next.
    package var exercise: String?

    package init(workout: String? = nil, exercise: String? = nil) {
        self.workout = workout
        self.exercise = exercise
    }

    package struct Response: Codable, Sendable {
        /// Next set; `nil` once everything is done, or if nothing is known about it.
        package let set: PlannedSetView?
        package let why: OpenEnum<PlannedSet.Reason>
        /// Same set in the last workout with the exercise; `nil` for none.
        package let lastTime: SetView?

        package init(set: PlannedSetView?, why: PlannedSet.Reason, lastTime: SetView?) {
            self.set = set
            self.why = OpenEnum(why)
            self.lastTime = lastTime
        }
    }
}

/// A set still to be done, with whatever is known about it.
package struct PlannedSetView: Codable, Sendable, Hashable {
    /// Id of the exercise.
    package let exercise: String
    package let exerciseName: String
    /// Number of the exercise's block in the workout, from 2; `nil` for the first block.
    package let block: Int64?
    /// Number of the set in its block, from 1.
    package let index: Int
    /// Number of sets in the block, done and planned.
    package let of: Int
    package let type: String
    /// Number of reps, or the low end of a range.
    package let reps: Int64?
    /// High end of the range of reps; `nil` if `reps` isn't a range.
    package let repsTo: Int64?
    /// True if as many reps as possible are to be done, at least `reps`; otherwise `nil`.
    package let amrap: Bool?
    /// True if the reps, or the seconds, are those of each side; otherwise `nil`.
    package let perSide: Bool?
    package let load: Double?
    /// Unit of the load; `nil` without a load.
    package let unit: String?
    /// Mode of the load; without a load, `bodyweight` if only the body weight is to be moved, otherwise
    /// `nil`.
    package let loadMode: String?
    package let seconds: Double?
    package let distanceM: Double?
    /// Target RPE; `nil` for none.
    package let rpe: Double?
    /// Tempo to keep, such as `3-1-1`; `nil` for none.
    package let tempo: String?
    /// Number of drop sets to do after the set; `nil` for none.
    package let drops: Int64?
    /// Plates for the load on its bar; `nil` unless the configuration asks for them, and for other loads.
    package let plates: PlatesCalculate.Response?

    /// - Parameter name: name of the exercise.
    package init(_ set: PlannedSet, name: String, plates: PlatesCalculate.Response? = nil) {
        exercise = set.place.exercise
        exerciseName = name
        block = set.place.number > 1 ? set.place.number : nil
        index = set.index
        of = set.count
        type = set.kind.rawValue
        reps = set.reps
        repsTo = set.repsTo
        amrap = set.amrap
        perSide = set.perSide
        load = set.load?.value
        unit = set.load?.unit.rawValue
        loadMode = set.loadMode?.rawValue
        seconds = set.seconds
        distanceM = set.distanceM
        rpe = set.rpe
        tempo = set.tempo
        drops = set.drops
        self.plates = plates
    }
}
