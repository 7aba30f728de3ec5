import TrackerCore

package struct WorkoutView: Codable, Sendable, Hashable {
    package struct Exercise: Codable, Sendable, Hashable {
        /// Its id.
        package let exercise: String
        package let name: String
        package let superset: String?
        package let target: TargetView?
        package let note: String?
        /// The sets of the last workout with it before this one.
        package let previous: [SetView]?
        package let sets: [SetView]

        package init(
            _ part: WorkoutExercise, name: String, previous: [SetView]?, sets: [SetView]
        ) {
            exercise = part.exercise
            self.name = name
            superset = part.superset
            target = part.target.map(TargetView.init)
            note = part.note
            self.previous = previous
            self.sets = sets
        }
    }

    /// The sums of a finished workout, warm-ups left out.
    package struct Summary: Codable, Sendable, Hashable {
        package let durationMs: Int64
        package let sets: Int
        package let reps: Int64
        /// Reps × load, in `unit`.
        package let volume: Double
        /// The preferred one.
        package let unit: String

        package init(durationMs: Int64, of sets: [WorkoutSet], unit: Load.Unit) {
            let counted = sets.filter { $0.fields.kind != .warmup }
            self.durationMs = durationMs
            self.sets = counted.count
            reps = counted.reduce(0) { $0 + ($1.fields.reps ?? 0) }
            var work = Work()
            for set in counted { work += Work(of: set) }
            volume = work.value(in: unit)
            self.unit = unit.rawValue
        }
    }

    package let id: String
    package let name: String
    /// The id of the template that it was begun with.
    package let template: String?
    package let state: String
    package let startedAt: String
    /// The local day that it belongs to, such as `2026-03-01`. Older daemons don't say.
    package let day: String?
    package let endedAt: String?
    package let note: String?
    package let restMs: Int64?
    /// The id of the import that it came with.
    package let `import`: String?
    package let exercises: [Exercise]
    package let summary: Summary?

    package init(_ workout: Workout, exercises: [Exercise], summary: Summary?, zone: Zone) {
        id = workout.id
        name = workout.name
        template = workout.template
        state = workout.state.rawValue
        startedAt = zone.text(ofMs: workout.startedMs)
        day = workout.day.text
        endedAt = workout.endedMs.map(zone.text)
        note = workout.note
        restMs = workout.restMs
        self.import = workout.importID
        self.exercises = exercises
        self.summary = summary
    }
}

/// One workout at a time is open.
package struct WorkoutStart: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.start"
    package static let effect = Effect.change

    package var template: String?
    /// A workout whose exercises are to be done again: an id, a unique prefix of one, or `last`.
    package var `repeat`: String?
    /// The name of the template or of the repeated workout where it is left out.
    package var name: String?
    /// Now where it is left out; never ahead.
    package var at: When?

    package init(
        template: String? = nil, repeat: String? = nil, name: String? = nil, at: When? = nil
    ) {
        self.template = template
        self.repeat = `repeat`
        self.name = name
        self.at = at
    }
}

package struct WorkoutAddExercise: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.add_exercise"
    package static let effect = Effect.change

    package var exercise: String
    package var superset: String?
    /// Its place among the exercises, from 1; the last where it is left out.
    package var position: Int64?
    /// An id, a unique prefix of one, or `last`; the open one where it is left out.
    package var workout: String?

    package init(
        exercise: String, superset: String? = nil, position: Int64? = nil, workout: String? = nil
    ) {
        self.exercise = exercise
        self.superset = superset
        self.position = position
        self.workout = workout
    }
}

/// Takes an exercise out of a workout, with its sets.
package struct WorkoutRemoveExercise: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.remove_exercise"
    package static let effect = Effect.change

    package var exercise: String
    /// Needed where it has sets.
    package var confirm: Bool?
    package var workout: String?

    package init(exercise: String, confirm: Bool? = nil, workout: String? = nil) {
        self.exercise = exercise
        self.confirm = confirm
        self.workout = workout
    }
}

package struct WorkoutReorder: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.reorder"
    package static let effect = Effect.change

    /// All of the workout's, in their order from now on.
    package var exercises: [String]
    package var workout: String?

    package init(exercises: [String], workout: String? = nil) {
        self.exercises = exercises
        self.workout = workout
    }
}

/// Notes something on a workout, or on one of its exercises; an empty note removes it.
package struct WorkoutNote: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.note"
    package static let effect = Effect.change

    package var note: String
    package var exercise: String?
    package var workout: String?

    package init(note: String, exercise: String? = nil, workout: String? = nil) {
        self.note = note
        self.exercise = exercise
        self.workout = workout
    }
}

package struct WorkoutFinish: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.finish"
    package static let effect = Effect.change

    /// Now where it is left out; never ahead, nor before its last set.
    package var at: When?
    package var workout: String?

    package init(at: When? = nil, workout: String? = nil) {
        self.at = at
        self.workout = workout
    }
}

/// Throws an open workout away, with its sets.
package struct WorkoutDiscard: Request {
    package typealias Response = WorkoutView
    package static let method = "workout.discard"
    package static let effect = Effect.change

    package var confirm: Bool?
    package var workout: String?

    package init(confirm: Bool? = nil, workout: String? = nil) {
        self.confirm = confirm
        self.workout = workout
    }
}

/// A request about one workout: an id, a unique prefix of one, or `last`; the open one where it is left out.
package protocol WorkoutRequest: Request where Response == WorkoutView {
    var workout: String? { get }
    init(workout: String?)
}

/// The workout that is named, else the open one, else the last one.
package struct WorkoutGet: WorkoutRequest {
    package static let method = "workout.get"
    package static let effect = Effect.none
    package let workout: String?
    package init(workout: String? = nil) { self.workout = workout }
}

/// Deletes it with its sets; that can be undone.
package struct WorkoutDelete: WorkoutRequest {
    package static let method = "workout.delete"
    package static let effect = Effect.change
    package let workout: String?
    package init(workout: String? = nil) { self.workout = workout }
}

/// Workouts, the newest first, without what was done before them.
package struct WorkoutList: Limited {
    package static let method = "workout.list"
    package static let effect = Effect.none
    package static let isLong = true
    package static let maximumLimit = 200
    package static let defaultLimit = 20

    /// By their start, inclusive; a day from its beginning, which is at `day_starts_at`.
    package var from: When?
    /// Exclusive; a day until its end.
    package var to: When?
    /// Only workouts with sets of this exercise.
    package var exercise: String?
    package var limit: Int?

    package init(
        from: When? = nil, to: When? = nil, exercise: String? = nil, limit: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.exercise = exercise
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let workouts: [WorkoutView]
        package init(workouts: [WorkoutView]) { self.workouts = workouts }
    }
}
