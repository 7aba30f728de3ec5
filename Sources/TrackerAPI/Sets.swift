import TrackerCore

package struct SetView: Codable, Sendable, Hashable {
    package let id: String
    /// Its id.
    package let workout: String
    /// Its id.
    package let exercise: String
    package let exerciseName: String
    /// Its place among the sets of this exercise in the workout, from 1, by their times.
    package let index: Int
    package let type: String
    package let reps: Int64?
    package let load: Double?
    package let loadUnit: String
    package let loadMode: String
    package let seconds: Double?
    package let distanceM: Double?
    package let rpe: Double?
    package let rir: Int64?
    /// The id of a set.
    package let dropOf: String?
    package let note: String?
    package let at: String
    /// The local day that it belongs to, such as `2026-03-01`. Older daemons don't say.
    package let day: String?
    package let updatedAt: String?
    /// The rest really taken after it, once that is over.
    package let restMs: Int64?

    /// - Parameters:
    ///   - index: from 1.
    ///   - restMs: the rest that was begun after it, once that is over.
    package init(
        _ set: WorkoutSet, exerciseName: String, index: Int, restMs: Int64?, zone: Zone
    ) {
        let fields = set.fields
        id = set.id
        workout = set.workout
        exercise = set.exercise
        self.exerciseName = exerciseName
        self.index = index
        type = fields.kind.rawValue
        reps = fields.reps
        load = fields.load?.value
        loadUnit = fields.loadUnit.rawValue
        loadMode = fields.loadMode.rawValue
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

/// A record that a set has made.
package struct RecordMadeView: Codable, Sendable, Hashable {
    package let kind: String
    package let value: Double
    package let unit: String
    /// The record before.
    package let previous: Double?
    /// Whether no counted set of the exercise was before, by the time of sets.
    package let first: Bool

    package init(kind: String, value: Double, unit: String, previous: Double?, first: Bool) {
        self.kind = kind
        self.value = value
        self.unit = unit
        self.previous = previous
        self.first = first
    }
}

package struct SetLog: Request {
    package static let method = "set.log"
    package static let effect = Effect.change

    /// An id, a name, or a part of it that means one exercise.
    package var exercise: String
    package var reps: Int64?
    package var load: Double?
    /// The preferred one where it is left out.
    package var unit: Load.Unit?
    /// `working` where it is left out; for one that goes on from another set, `drop`.
    package var type: WorkoutSet.Kind?
    package var seconds: Double?
    package var distanceM: Double?
    package var rpe: Double?
    package var rir: Int64?
    /// A set of the same exercise and workout: an id, a unique prefix of one, or `last` for the workout's newest.
    package var dropOf: String?
    /// Left out it is `external` with a load, else `bodyweight`.
    package var loadMode: WorkoutSet.LoadMode?
    package var note: String?
    /// The rest that begins now; `false` for none.
    package var rest: Removable<Span>?
    /// An id, a unique prefix of one, or `last`; the open one where it is left out.
    package var workout: String?
    /// The moment of the set, where that isn't now: then it begins no rest; never ahead.
    package var at: When?

    package init(exercise: String) { self.exercise = exercise }

    package struct Response: Codable, Sendable {
        package let set: SetView
        package let records: [RecordMadeView]
        /// The rest that it has begun.
        package let rest: RestView?

        package init(set: SetView, records: [RecordMadeView], rest: RestView?) {
            self.set = set
            self.records = records
            self.rest = rest
        }
    }
}

/// Members that are left out stay as they are; an empty text, or `false`, removes what may be without a value.
package struct SetUpdate: Request, Hashable {
    package static let method = "set.update"
    package static let effect = Effect.change

    /// An id, a unique prefix of one, or `last` for the newest of the open workout, else of the last one.
    package var set: String
    package var exercise: String?
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
    /// Never ahead.
    package var at: When?

    package init(set: String) { self.set = set }

    package struct Response: Codable, Sendable {
        package let set: SetView
        package init(set: SetView) { self.set = set }
    }
}

package struct SetDelete: Request {
    package typealias Response = SetUpdate.Response
    package static let method = "set.delete"
    package static let effect = Effect.change

    package let set: String
    package init(set: String) { self.set = set }
}
