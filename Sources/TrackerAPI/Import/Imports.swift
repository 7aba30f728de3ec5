import TrackerCore

/// A row of an imported file that was skipped or changed, with the reason.
package struct ImportFinding: Codable, Sendable, Hashable {
    /// Line of the file, from 1.
    package let line: Int
    package let reason: String

    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// A workout in the file that is already stored, with the same start, name and sets.
package struct ImportDuplicate: Codable, Sendable, Hashable {
    /// Line of the workout in the file.
    package let line: Int
    /// Id of the stored workout.
    package let workout: String
    package let name: String
    @MomentText package var at: String

    package init(line: Int, workout: String, name: String, at: String) {
        self.line = line
        self.workout = workout
        self.name = name
        self.at = at
    }
}

/// A workout in the file that is already stored but has changed since, in the file or here.
package struct ImportChange: Codable, Sendable, Hashable {
    /// Line of the workout in the file.
    package let line: Int
    /// Id of the stored workout, or of the deleted one.
    package let workout: String
    package let name: String
    @MomentText package var at: String
    /// Outcome, reason and difference, for a person.
    package let what: String
    /// Whether the stored workout is updated from the file. A workout that a person has changed is left
    /// alone.
    package let updated: Bool

    package init(
        line: Int, workout: String, name: String, at: String, what: String, updated: Bool
    ) {
        self.line = line
        self.workout = workout
        self.name = name
        self.at = at
        self.what = what
        self.updated = updated
    }
}

/// An exercise in the file, matched with an exercise here.
package struct ImportExercise: Codable, Sendable, Hashable {
    /// Name in the file.
    package let name: String
    /// Id of the exercise here; `nil` if importing its sets or entries creates it.
    package let exercise: String?
    /// Name of the exercise here.
    package let called: String
    package let sets: Int
    /// Reason for the match, for a person.
    package let why: String
    /// True if the match is certain. Otherwise it is only proposed, and the import creates a new exercise
    /// unless `map` names this one.
    package let sure: Bool

    package init(
        name: String, exercise: String?, called: String, sets: Int, why: String, sure: Bool
    ) {
        self.name = name
        self.exercise = exercise
        self.called = called
        self.sets = sets
        self.why = why
        self.sure = sure
    }
}

/// A set of a file of no known program, as it would come in.
package struct ImportRow: Codable, Sendable, Hashable {
    /// Line of the file, from 1.
    package let line: Int
    /// Start of its workout.
    @MomentText package var at: String
    package let workout: String
    /// Name of the exercise in the file.
    package let exercise: String
    package let type: WorkoutSet.Kind
    package let reps: Int64?
    package let load: Double?
    /// Unit of the load; `nil` where there is none.
    package let loadUnit: Load.Unit?
    /// Meaning of the load; `nil` where there is none.
    package let loadMode: WorkoutSet.LoadMode?
    package let seconds: Double?
    package let distanceM: Double?
    package let rpe: Double?

    package init(
        line: Int, at: String, workout: String, exercise: String, _ fields: WorkoutSet.Fields
    ) {
        self.line = line
        self.at = at
        self.workout = workout
        self.exercise = exercise
        type = fields.kind
        reps = fields.reps
        load = fields.load?.value
        loadUnit = fields.load == nil ? nil : fields.loadUnit
        loadMode = fields.load == nil ? nil : fields.loadMode
        seconds = fields.seconds
        distanceM = fields.distanceM
        rpe = fields.rpe
    }
}

package struct ImportView: Codable, Sendable, Hashable {
    package let `import`: String
    /// Program that wrote the file, or `csv` for none that is known; `nil` until it has been detected.
    package let format: String?
    /// Number of bytes received so far.
    package var bytes: Int?
    /// Number of workouts read so far. From `import.preview` on, only those not yet stored.
    package var workouts: Int
    package var sets: Int
    /// Number of rests after sets.
    package var rests: Int
    /// Number of rows in trackerd's own tables, without workouts and sets, or of measurements; `nil` for files of sets.
    package var others: Int?
    /// Start of the first workout in the file; `nil` before `import.preview`.
    @MomentText package var firstAt: String?
    @MomentText package var lastAt: String?
    /// Rows that were skipped.
    package var skipped: [ImportFinding]
    /// Rows kept with corrected or dropped values.
    package var warnings: [ImportFinding]
    package var duplicates: [ImportDuplicate]
    package var changed: [ImportChange]
    package var exercises: [ImportExercise]?
    /// Parameters that `import.preview` and `import.commit` need because the file lacks them: `unit`,
    /// `distance_unit`.
    package var needs: [String]?
    /// Columns of a file of no known program: its names by the words for their meanings; `nil` for other files.
    package var columns: [String: String]?
    /// The first sets of such a file, as they would come in; `nil` before `import.preview`.
    package var rows: [ImportRow]?

    package init(
        import: String, format: String?, bytes: Int? = nil, workouts: Int, sets: Int, rests: Int,
        others: Int? = nil,
        skipped: [ImportFinding] = [], warnings: [ImportFinding] = [],
        duplicates: [ImportDuplicate] = [], changed: [ImportChange] = [],
        exercises: [ImportExercise]? = nil,
        needs: [String]? = nil, columns: [String: String]? = nil, rows: [ImportRow]? = nil
    ) {
        self.import = `import`
        self.format = format
        self.bytes = bytes
        self.workouts = workouts
        self.sets = sets
        self.rests = rests
        self.others = others
        self.skipped = skipped
        self.warnings = warnings
        self.duplicates = duplicates
        self.changed = changed
        self.exercises = exercises
        self.needs = needs
        self.columns = columns
        self.rows = rows
    }
}

/// Begins an import. Nothing is stored until `import.commit`. An import is dropped after an hour without a
/// request and when the daemon ends. If more than five are open, the one idle longest is dropped.
package struct ImportOpen: OutsideRequest {
    package typealias Response = ImportView
    package static let method = "import.open"

    /// Program that wrote the file, or `csv` for none that is known; `nil` to detect it.
    package var format: String?
    /// Unit of loads that have none in the file.
    package var unit: Load.Unit?
    /// The file's names of columns by the words for their meanings; `nil` to find them.
    package var columns: [String: String]?

    package init(format: String? = nil, unit: Load.Unit? = nil, columns: [String: String]? = nil) {
        self.format = format
        self.unit = unit
        self.columns = columns
    }
}

/// Adds the next piece of the file.
package struct ImportAppend: OutsideRequest {
    package typealias Response = ImportView
    package static let method = "import.append"

    /// Id, or `last` for the import begun last.
    package let `import`: String
    /// Next piece of the file's text. The cut must be between two characters.
    package let text: String
    /// Number of bytes before this piece. With it, a piece can safely be sent again after a lost reply: it
    /// counts once.
    package var offset: Int64?

    package init(import: String, text: String, offset: Int64? = nil) {
        self.import = `import`
        self.text = text
        self.offset = offset
    }
}

/// A request with the values that an import needs besides its file.
package protocol ImportRequest: Request {
    /// Id, or `last` for the import begun last.
    var `import`: String { get }
    /// Unit of loads that have none in the file.
    var unit: Load.Unit? { get }
    /// Unit of distances that have none in the file.
    var distanceUnit: DistanceUnit? { get }
    /// Exercises here by their names in the file; empty text for a new exercise.
    var map: [String: String]? { get }
}

package enum DistanceUnit: String, Choice {
    case m, km, mi

    /// Metres in one unit. 1 mi is 1,609.344 m exactly (International Yard and Pound Agreement, 1959).
    package var metres: Double {
        switch self {
        case .m: 1
        case .km: 1000
        case .mi: 1609.344
        }
    }
}

/// Reports what `import.commit` would do. No more pieces can follow.
package struct ImportPreview: ReadRequest, LongRequest, ImportRequest {
    package typealias Response = ImportView
    package static let method = "import.preview"

    package let `import`: String
    package var unit: Load.Unit?
    package var distanceUnit: DistanceUnit?
    package var map: [String: String]?

    package init(import: String) { self.import = `import` }
}

/// Imports the whole file.
package struct ImportCommit: LongChangeRequest, ImportRequest {
    package typealias Response = ImportView
    package static let method = "import.commit"

    package let `import`: String
    package var unit: Load.Unit?
    package var distanceUnit: DistanceUnit?
    package var map: [String: String]?

    package init(import: String) { self.import = `import` }
}

/// Undoes an import. Its exercises are removed too, unless something else refers to them.
package struct ImportUndo: ChangeRequest {
    package static let method = "import.undo"

    /// Id of the import; `nil` for the last one.
    package var `import`: String?

    package init(import: String? = nil) { self.import = `import` }

    package struct Response: Codable, Sendable, Hashable {
        package let `import`: String
        /// Number of workouts removed.
        package let workouts: Int
        package let sets: Int
        /// Number of workouts put back to their state before the import; `nil` for none.
        package let restored: Int?

        package init(import: String, workouts: Int, sets: Int, restored: Int? = nil) {
            self.import = `import`
            self.workouts = workouts
            self.sets = sets
            self.restored = restored
        }
    }
}
