import TrackerCore

/// An exercise and its last use.
package struct ExerciseView: Codable, Sendable, Hashable {
    /// The last use of the exercise, offered as the default for the next one.
    package struct Last: Codable, Sendable, Hashable {
        package let count: Int64?
        package let reps: Int64?
        package let load: Double?
        package let loadUnit: String?
        @MomentText package var at: String

        package init(count: Int64, at: String) {
            self.count = count
            reps = nil
            load = nil
            loadUnit = nil
            self.at = at
        }

        package init(_ set: WorkoutSet, at: String) {
            count = nil
            reps = set.fields.reps
            load = set.fields.load?.value
            loadUnit = set.fields.load?.unit.rawValue
            self.at = at
        }
    }

    package let id: String
    package let name: String
    package let unit: String
    package let category: String
    package let equipment: String?
    package let defaultCount: Int64
    package let icon: String?
    package let color: String?
    package let variantOf: String?
    /// Muscles that the exercise trains; `nil` if none are known.
    package let muscles: Muscles?
    /// Unit of its loads and of its machine's steps; `nil` for the unit of its last set, or the preferred one.
    package let loadUnit: String?
    /// Weight of its bar; `nil` for the bar in the settings, or none.
    package let bar: Double?
    package let barUnit: String?
    /// True for weights in pairs, whose load counts twice in work; otherwise `nil`.
    package let pair: Bool?
    /// Loads of its machine, lightest first; `nil` if there are none, or all at equal distances.
    package let steps: [Double]?
    /// Distance between the loads of its machine; `nil` if they aren't at equal distances.
    package let step: Double?
    /// Lightest load of its machine, beside `step`.
    package let start: Double?
    /// Other names, the library's first.
    package let aliases: [String]
    package let custom: Bool
    package let archived: Bool
    package let last: Last?
    /// True if the exercise is measured by distance; otherwise `nil`.
    package let overDistance: Bool?
    /// Numbers of records that `exercise.merge` moved to this exercise; `nil` except in its result.
    package let merged: ExerciseMerged?

    package init(
        _ exercise: Exercise, aliases: [String], last: Last?, isOverDistance: Bool = false,
        merged: ExerciseMerged? = nil
    ) {
        id = exercise.id
        name = exercise.name
        unit = exercise.unit.rawValue
        category = exercise.fields.category
        equipment = exercise.fields.equipment
        defaultCount = exercise.fields.defaultCount
        icon = exercise.fields.icon
        color = exercise.fields.color
        variantOf = exercise.fields.variantOf
        muscles = exercise.fields.muscles
        loadUnit = exercise.gear.unit?.rawValue
        bar = exercise.gear.bar?.value
        barUnit = exercise.gear.bar?.unit.rawValue
        pair = exercise.isPair ? true : nil
        steps = exercise.gear.stack?.listed
        step = exercise.gear.stack?.even?.step
        start = exercise.gear.stack?.even?.start
        self.aliases = aliases
        custom = exercise.isCustom
        archived = exercise.isArchived
        self.last = last
        overDistance = isOverDistance ? true : nil
        self.merged = merged
    }
}

/// Exercises found by any part of their names, best match first. Among equal matches, those used most often
/// and most recently come first.
package struct ExerciseList: ReadRequest, Limited {
    package static let method = "exercise.list"
    /// Also the default limit, so that all exercises are listed if no limit is given.
    package static let maximumLimit = 1000
    package static let defaultLimit = maximumLimit

    /// Words that must all occur in the name; case, accents and punctuation are ignored. `nil` for all
    /// exercises.
    package var query: String?
    package var category: String?
    /// Whether to list archived exercises too.
    package var archived: Bool?
    package var limit: Int?

    package init(
        query: String? = nil, category: String? = nil, archived: Bool? = nil, limit: Int? = nil
    ) {
        self.query = query
        self.category = category
        self.archived = archived
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let exercises: [ExerciseView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?

        package init(exercises: [ExerciseView], total: Int) {
            self.exercises = exercises
            self.total = total
        }
    }
}

package struct ExerciseCreate: ChangeRequest, GivenGear {
    package typealias Response = ExerciseView
    package static let method = "exercise.create"

    package var name: String
    package var unit: Exercise.Unit
    package var category: String?
    package var equipment: String?
    package var defaultCount: Int64?
    package var icon: String?
    package var color: String?
    /// Exercise that this one is a variant of. It gives the defaults for category, equipment and muscles.
    package var variantOf: String?
    package var muscles: Muscles?
    package var loadUnit: Removable<Load.Unit>?
    package var bar: Removable<Double>?
    package var barUnit: Load.Unit?
    /// True if the weights come in pairs, so that a load counts twice in work.
    package var pair: Bool?
    package var steps: Removable<[Double]>?
    package var step: Removable<Double>?
    package var start: Double?

    package init(name: String, unit: Exercise.Unit) {
        self.name = name
        self.unit = unit
    }
}

/// Changes an exercise. Missing members stay as they are; empty text removes an optional one.
package struct ExerciseUpdate: ChangeRequest, GivenGear {
    package typealias Response = ExerciseView
    package static let method = "exercise.update"

    package var exercise: String
    package var name: String?
    package var unit: Exercise.Unit?
    package var category: String?
    package var equipment: String?
    package var defaultCount: Int64?
    package var icon: String?
    package var color: String?
    package var variantOf: String?
    package var archived: Bool?
    package var muscles: Removable<Muscles>?
    package var loadUnit: Removable<Load.Unit>?
    package var bar: Removable<Double>?
    package var barUnit: Load.Unit?
    /// True if the weights come in pairs, so that a load counts twice in work.
    package var pair: Bool?
    package var steps: Removable<[Double]>?
    package var step: Removable<Double>?
    package var start: Double?

    package init(exercise: String) { self.exercise = exercise }
}

/// A request about one exercise, given by an id, a unique prefix of an id, a name, part of a name, or an
/// alias.
package protocol ExerciseRequest: Request where Response == ExerciseView {
    var exercise: String { get }
    init(exercise: String)
}

package struct ExerciseGet: ReadRequest, ExerciseRequest {
    package static let method = "exercise.get"
    package let exercise: String
    package init(exercise: String) { self.exercise = exercise }
}

/// Gives an exercise another name, or removes one that a person gave it.
package struct ExerciseAlias: ChangeRequest {
    package typealias Response = ExerciseView
    package static let method = "exercise.alias"

    package let exercise: String
    package let alias: String
    /// True to remove the alias.
    package var remove: Bool?

    package init(exercise: String, alias: String, remove: Bool? = nil) {
        self.exercise = exercise
        self.alias = alias
        self.remove = remove
    }
}

/// Removes an exercise from the lists; its records stay.
package struct ExerciseArchive: ChangeRequest, ExerciseRequest {
    package static let method = "exercise.archive"
    package let exercise: String
    package init(exercise: String) { self.exercise = exercise }
}

/// Numbers of records moved from one exercise to another.
package struct ExerciseMerged: Codable, Sendable, Hashable {
    package let sets: Int
    /// Number of log entries.
    package let entries: Int
    /// Number of training sessions.
    package let sessions: Int
    package let templates: Int
    package let reminders: Int
    package let presets: Int
    /// Number of goals; `nil` for none.
    package let goals: Int?
    /// Number of training maxes; `nil` for none.
    package let maxes: Int?

    package init(
        sets: Int, entries: Int, sessions: Int, templates: Int, reminders: Int, presets: Int,
        goals: Int? = nil, maxes: Int? = nil
    ) {
        self.sets = sets
        self.entries = entries
        self.sessions = sessions
        self.templates = templates
        self.reminders = reminders
        self.presets = presets
        self.goals = goals
        self.maxes = maxes
    }
}

/// Merges two exercises: `into` gets the records and names of `exercise`, which is archived.
package struct ExerciseMerge: ChangeRequest {
    package typealias Response = ExerciseView
    package static let method = "exercise.merge"

    package let exercise: String
    package let into: String

    package init(exercise: String, into: String) {
        self.exercise = exercise
        self.into = into
    }
}

/// Deletes a custom exercise that nothing refers to.
package struct ExerciseDelete: ChangeRequest, ExerciseRequest {
    package static let method = "exercise.delete"
    package let exercise: String
    package init(exercise: String) { self.exercise = exercise }
}
