import TrackerCore

package struct WorkoutView: Codable, Sendable, Hashable {
    package struct Exercise: Codable, Sendable, Hashable {
        /// Id of the exercise.
        package let exercise: String
        package let name: String
        /// Number of the block among those of its exercise, from 2; `nil` for the first.
        package let block: Int64?
        package let superset: String?
        package let target: TargetView?
        package let note: String?
        /// Sets of the exercise in the last earlier workout that has any.
        package let previous: [SetView]?
        package let sets: [SetView]

        package init(_ part: WorkoutExercise, name: String, previous: [SetView]?, sets: [SetView]) {
            exercise = part.exercise
            self.name = name
            block = part.block > 1 ? part.block : nil
            superset = part.superset
            target = part.target.map(TargetView.init)
            note = part.note
            self.previous = previous
            self.sets = sets
        }
    }

    /// Difference from an earlier workout that had all of this one's exercises. Its other exercises don't
    /// count.
    package struct Difference: Codable, Sendable, Hashable {
        /// Id of the earlier workout.
        package let workout: String
        /// Local day of the earlier workout, such as `2026-03-01`.
        package let day: String
        /// Difference in work, in the summary's unit; negative if this workout had less.
        package let work: Double
        package let sets: Int
        package let reps: Int64

        package init(workout: Workout, work: Double, sets: Int, reps: Int64) {
            self.workout = workout.id
            day = workout.day.text
            self.work = work
            self.sets = sets
            self.reps = reps
        }
    }

    /// Number of sets for a muscle. A set counts half for a secondary muscle of its exercise.
    package struct MuscleCount: Codable, Sendable, Hashable {
        package let muscle: String
        package let sets: Double

        package init(muscle: Muscle, sets: Double) {
            self.muscle = muscle.rawValue
            self.sets = sets
        }
    }

    /// Sums of a finished workout, without warm-up sets.
    package struct Summary: Codable, Sendable, Hashable {
        package let durationMs: Int64
        package let sets: Int
        package let reps: Int64
        /// Sum of reps × load, in `unit`.
        package let volume: Double
        /// Preferred unit.
        package let unit: String
        /// True if bodyweight reps count only their added load because the body weight wasn't known;
        /// otherwise `nil`.
        package let withoutBody: Bool?
        /// Mean of the rests actually taken after its sets; `nil` if there were none.
        package let averageRestMs: Int64?
        /// Records made in the workout; `nil` in lists and events.
        package var records: [RecordMadeView]?
        /// Difference from an earlier workout; `nil` if none had all of this one's exercises, and in lists
        /// and events.
        package var difference: Difference?
        /// Sets by muscle, most sets first; `nil` in lists and events, and from older daemons.
        package var muscles: [MuscleCount]?

        /// - Parameter restsMs: rests taken after its sets, in milliseconds.
        package init(
            durationMs: Int64, of totals: SetTotals, restsMs: [Int64] = [], unit: Load.Unit
        ) {
            self.durationMs = durationMs
            sets = totals.sets
            reps = totals.reps
            volume = totals.work.value(in: unit)
            self.unit = unit.rawValue
            withoutBody = totals.lacksBody ? true : nil
            averageRestMs = restsMs.isEmpty ? nil : restsMs.reduce(0, +) / Int64(restsMs.count)
        }
    }

    package let id: String
    package let name: String
    /// Id of the template that the workout was started from; `nil` for none.
    package let template: String?
    package let state: OpenEnum<Workout.State>
    @MomentText package var startedAt: String
    /// Local day of the workout, such as `2026-03-01`; `nil` from older daemons.
    package let day: String?
    @MomentText package var endedAt: String?
    package let note: String?
    /// True if the workout was entered for a past time; otherwise `nil`.
    package let backdated: Bool?
    /// Share of the loads in percent, in a workout of a deload; `nil` in any other.
    package let deload: Double?
    package let restMs: Int64?
    /// Id of the import that added the workout; `nil` for none.
    package let `import`: String?
    /// Name of the machine that the workout belongs to; `nil` if it is this one.
    package let machine: String?
    package let exercises: [Exercise]
    package let summary: Summary?

    package init(
        _ workout: Workout, exercises: [Exercise], summary: Summary?, machine: String? = nil,
        zone: Zone
    ) {
        id = workout.id
        name = workout.name
        template = workout.template
        state = OpenEnum(workout.state)
        startedAt = zone.text(ofMs: workout.startedMs)
        day = workout.day.text
        endedAt = workout.endedMs.map(zone.text)
        note = workout.note
        backdated = workout.isBackdated ? true : nil
        deload = workout.deload
        restMs = workout.restMs
        self.import = workout.importID
        self.machine = machine
        self.exercises = exercises
        self.summary = summary
    }
}

/// Begins a workout. Only one workout can be open.
package struct WorkoutStart: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.start"

    package var template: String?
    /// Workout to repeat: an id, a name, a unique prefix of an id, or `last`.
    package var `repeat`: String?
    /// Name of the workout; `nil` for the name of the template or the repeated workout.
    package var name: String?
    /// Name or id of a template, or name of a plan, whose next template is meant. Not with `template` or `repeat`.
    package var named: String?
    /// Start, not in the future; `nil` for now. A given start makes the workout backdated: its sets follow
    /// one another from there, and they start no rests.
    package var at: When?
    /// Share of the planned loads in percent, which makes it a workout of a deload; `nil` for a usual one.
    package var deload: Double?

    package init(
        template: String? = nil, repeat: String? = nil, name: String? = nil, named: String? = nil,
        at: When? = nil
    ) {
        self.template = template
        self.repeat = `repeat`
        self.name = name
        self.named = named
        self.at = at
    }
}

/// Proposal of the template whose turn it is.
package struct WorkoutPropose: ReadRequest, PlainRequest {
    package static let method = "workout.propose"
    package init() {}

    package struct Response: Codable, Sendable {
        /// Template, with the exercises that a workout started now would have; `nil` if there is no template.
        package let template: TemplateView?
        package let why: OpenEnum<TemplateTurn.Reason>
        /// Start of the template's last workout; `nil` if there was none.
        @MomentText package var lastAt: String?
        /// Name of the plan whose next template it is; `nil` if it is in no plan.
        package let plan: String?
        /// Plates for each load that is put on a bar; `nil` if there are none.
        package let plates: [BarLoad]?

        package init(
            template: TemplateView?, why: TemplateTurn.Reason, lastAt: String?,
            plan: String? = nil, plates: [BarLoad]? = nil
        ) {
            self.template = template
            self.why = OpenEnum(why)
            self.lastAt = lastAt
            self.plan = plan
            self.plates = plates
        }
    }

    /// A load of an exercise of the template, with the plates that make it.
    package struct BarLoad: Codable, Sendable, Hashable {
        /// Id of the exercise.
        package let exercise: String
        package let load: Double
        package let plates: PlatesCalculate.Response

        package init(exercise: String, load: Double, plates: PlatesCalculate.Response) {
            self.exercise = exercise
            self.load = load
            self.plates = plates
        }
    }
}

package struct WorkoutAddExercise: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.add_exercise"

    package var exercise: String
    package var superset: String?
    /// Position among the exercises, from 1; `nil` for the end.
    package var position: Int64?
    /// Id, name, unique prefix of an id, or `last`; `nil` for the open workout.
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

/// Removes a block of an exercise and its sets from a workout.
package struct WorkoutRemoveExercise: ChangeRequest, Confirmed {
    package typealias Response = WorkoutView
    package static let method = "workout.remove_exercise"

    package var exercise: String
    /// Number of the block; needed if the workout has several blocks of the exercise.
    package var block: Int64?
    /// Confirmation; needed if the block has sets.
    package var confirm: Bool?
    package var workout: String?

    package init(
        exercise: String, block: Int64? = nil, confirm: Bool? = nil, workout: String? = nil
    ) {
        self.exercise = exercise
        self.block = block
        self.confirm = confirm
        self.workout = workout
    }
}
/// Sets the note of a workout or of a block of one of its exercises; an empty note removes the note.
package struct WorkoutNote: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.note"

    package var note: String
    package var exercise: String?
    /// Number of the block; needed if the workout has several blocks of the exercise.
    package var block: Int64?
    package var workout: String?

    package init(
        note: String, exercise: String? = nil, block: Int64? = nil, workout: String? = nil
    ) {
        self.note = note
        self.exercise = exercise
        self.block = block
        self.workout = workout
    }
}

/// Changes the name, the start, the end and the deload of a workout. Missing members stay as they are.
package struct WorkoutUpdate: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.update"

    package var workout: String?
    package var name: String?
    /// Start, neither in the future nor after the first set. A time alone is on the workout's day.
    package var startedAt: When?
    /// End of a finished workout, neither in the future nor before the last set.
    package var endedAt: When?
    /// Share of the planned loads in percent, which makes it a workout of a deload; false for a usual one.
    package var deload: Removable<Double>?

    package init(
        workout: String? = nil, name: String? = nil, startedAt: When? = nil,
        endedAt: When? = nil
    ) {
        self.workout = workout
        self.name = name
        self.startedAt = startedAt
        self.endedAt = endedAt
    }
}

package struct WorkoutFinish: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.finish"

    /// End, neither in the future nor before the last set; `nil` for now, or in a backdated workout for the
    /// time of its last set.
    package var at: When?
    package var workout: String?

    package init(at: When? = nil, workout: String? = nil) {
        self.at = at
        self.workout = workout
    }
}

/// Discards an open workout and its sets.
package struct WorkoutDiscard: ChangeRequest, Confirmed {
    package typealias Response = WorkoutView
    package static let method = "workout.discard"

    package var confirm: Bool?
    package var workout: String?

    package init(confirm: Bool? = nil, workout: String? = nil) {
        self.confirm = confirm
        self.workout = workout
    }
}

/// A request about one workout, given by an id, a name, a unique prefix of an id, or `last`; `nil` for the
/// open workout. A name is that of the newest workout with it.
package protocol WorkoutRequest: Request where Response == WorkoutView {
    var workout: String? { get }
    init(workout: String?)
}

/// The given workout, or the open one, or if none is open the last one.
package struct WorkoutGet: ReadRequest, WorkoutRequest {
    package static let method = "workout.get"
    package let workout: String?
    package init(workout: String? = nil) { self.workout = workout }
}

/// Deletes a workout and its sets. This can be undone.
package struct WorkoutDelete: ChangeRequest, WorkoutRequest {
    package static let method = "workout.delete"
    package let workout: String?
    package init(workout: String? = nil) { self.workout = workout }
}

/// Workouts, newest first. Their exercises don't include `previous` sets.
package struct WorkoutList: ReadRequest, LongRequest, Limited {
    package static let method = "workout.list"
    package static let maximumLimit = 200
    package static let defaultLimit = 20

    /// Earliest start, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for no
    /// limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    /// Exercise that a workout must have sets of; `nil` for all workouts.
    package var exercise: String?
    package var limit: Int?

    package init(from: When? = nil, to: When? = nil, exercise: String? = nil, limit: Int? = nil) {
        self.from = from
        self.to = to
        self.exercise = exercise
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let workouts: [WorkoutView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?

        package init(workouts: [WorkoutView], total: Int) {
            self.workouts = workouts
            self.total = total
        }
    }
}
