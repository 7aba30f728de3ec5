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

/// A workout of the file that is stored already, with the same start, name and sets.
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

/// A workout of the file that is stored already and has become another since, there or here.
package struct ImportChange: Codable, Sendable, Hashable {
    /// Line of the workout in the file.
    package let line: Int
    /// Id of the stored workout, or of the one that a person has deleted.
    package let workout: String
    package let name: String
    @MomentText package var at: String
    /// The outcome with its reason and the difference, for a person.
    package let what: String
    /// Whether the stored workout becomes as the file has it. One that a person has changed is left.
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

/// An exercise of the file with the exercise here that it stands for.
package struct ImportExercise: Codable, Sendable, Hashable {
    /// Name in the file.
    package let name: String
    /// Id of the exercise; `nil` for one that is made when sets or entries of it are imported.
    package let exercise: String?
    /// Name of the exercise here.
    package let called: String
    package let sets: Int
    /// The reason, for a person.
    package let why: String
    /// True for one that is taken for that exercise. One that isn't sure is a proposal: it comes in as a new
    /// exercise unless `map` names the one that it is.
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

/// An import and what was found in its file.
package struct ImportView: Codable, Sendable, Hashable {
    package let `import`: String
    /// `strong`, `hevy`, `fitnotes` or `trackerd`; `nil` until the file has shown its format.
    package let format: String?
    /// Number of bytes of the file so far.
    package var bytes: Int?
    /// Number of workouts in the file so far; from `import.preview` on, of those that aren't stored
    /// already.
    package var workouts: Int
    package var sets: Int
    /// Number of rests after sets.
    package var rests: Int
    /// Number of rows of trackerd's own tables other than workouts and sets; `nil` for other programs'
    /// files.
    package var others: Int?
    /// Starts of the first and the last workout; from `import.preview` on.
    @MomentText package var firstAt: String?
    @MomentText package var lastAt: String?
    /// Rows that were skipped.
    package var skipped: [ImportFinding]
    /// Rows that were kept with corrected or dropped values.
    package var warnings: [ImportFinding]
    package var duplicates: [ImportDuplicate]
    package var changed: [ImportChange]
    package var exercises: [ImportExercise]?
    /// Parameters that `import.preview` and `import.commit` need because the file doesn't tell: `unit`,
    /// `distance_unit`.
    package var needs: [String]?

    package init(
        import: String, format: String?, bytes: Int? = nil, workouts: Int, sets: Int, rests: Int,
        others: Int? = nil,
        skipped: [ImportFinding] = [], warnings: [ImportFinding] = [],
        duplicates: [ImportDuplicate] = [], changed: [ImportChange] = [],
        exercises: [ImportExercise]? = nil,
        needs: [String]? = nil
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
    }
}

/// Begins an import. Nothing counts until `import.commit`. An import is dropped after an hour without a
/// request and when the daemon ends; of more than five open imports, the one without a request for longest
/// is dropped.
package struct ImportOpen: OutsideRequest {
    package typealias Response = ImportView
    package static let method = "import.open"

    /// `strong`, `hevy`, `fitnotes` or `trackerd`; `nil` to detect the format.
    package var format: String?
    /// Unit of loads for which the file gives none.
    package var unit: Load.Unit?

    package init(format: String? = nil, unit: Load.Unit? = nil) {
        self.format = format
        self.unit = unit
    }
}

/// Adds the next piece of the file.
package struct ImportAppend: OutsideRequest {
    package typealias Response = ImportView
    package static let method = "import.append"

    /// An id, or `last` for the import begun last.
    package let `import`: String
    /// The piece, cut between two characters.
    package let text: String
    /// Number of bytes of the file before this piece. With an offset, a piece whose reply was lost may be
    /// sent again and counts once.
    package var offset: Int64?

    package init(import: String, text: String, offset: Int64? = nil) {
        self.import = `import`
        self.text = text
        self.offset = offset
    }
}

/// A request that gives what an import needs beside its file.
package protocol ImportRequest: Request {
    /// An id, or `last` for the import begun last.
    var `import`: String { get }
    /// Unit of loads for which the file gives none.
    var unit: Load.Unit? { get }
    /// Unit of distances for which the file gives none.
    var distanceUnit: DistanceUnit? { get }
    /// Exercises here, by their names in the file; an empty text for a new one.
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

/// Reports what `import.commit` would do. The file is complete with this request.
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

/// Undoes an import, with its exercises where nothing else refers to them.
package struct ImportUndo: ChangeRequest {
    package static let method = "import.undo"

    /// Id of the import; `nil` for the last one.
    package var `import`: String?

    package init(import: String? = nil) { self.import = `import` }

    package struct Response: Codable, Sendable, Hashable {
        package let `import`: String
        /// Number of workouts that were removed.
        package let workouts: Int
        package let sets: Int
        /// Number of workouts that became again as they were before; `nil` for none.
        package let restored: Int?

        package init(import: String, workouts: Int, sets: Int, restored: Int? = nil) {
            self.import = `import`
            self.workouts = workouts
            self.sets = sets
            self.restored = restored
        }
    }
}
