import TrackerCore

/// A row of an imported file, and what was made of it.
package struct ImportFinding: Codable, Sendable, Hashable {
    /// From 1.
    package let line: Int
    package let reason: String

    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// A workout of the file that is here already, with the same start, name and sets.
package struct ImportDuplicate: Codable, Sendable, Hashable {
    /// Its line in the file.
    package let line: Int
    /// The id of the one that is here.
    package let workout: String
    package let name: String
    package let at: String

    package init(line: Int, workout: String, name: String, at: String) {
        self.line = line
        self.workout = workout
        self.name = name
        self.at = at
    }
}

/// An exercise of the file, and which of ours it is.
package struct ImportExercise: Codable, Sendable, Hashable {
    /// The name in the file.
    package let name: String
    /// Its id; `nil` where it will be made, if anything of it comes in.
    package let exercise: String?
    /// The name here, or to be.
    package let called: String
    package let sets: Int

    package init(name: String, exercise: String?, called: String, sets: Int) {
        self.name = name
        self.exercise = exercise
        self.called = called
        self.sets = sets
    }
}

/// A file on its way in.
package struct ImportView: Codable, Sendable, Hashable {
    package let `import`: String
    /// `strong`, `hevy`, `fitnotes` or `trackerd`; `nil` until the file has shown it.
    package let format: String?
    /// The number of bytes of the file so far.
    package var bytes: Int?
    /// In the file so far; from `import.preview` on, those that aren't here already.
    package var workouts: Int
    package var sets: Int
    /// Rests after sets.
    package var rests: Int
    /// Rows of trackerd's own tables that are neither workouts nor sets; of the other programs none.
    package var others: Int?
    /// The starts of the first and the last of the workouts; from `import.preview` on.
    package var firstAt: String?
    package var lastAt: String?
    /// Rows that were left out.
    package var skipped: [ImportFinding]
    /// Values that were corrected or dropped in rows that were kept.
    package var warnings: [ImportFinding]
    package var duplicates: [ImportDuplicate]
    package var exercises: [ImportExercise]?
    /// Parameters that `import.preview` and `import.commit` need, since the file doesn't tell: `unit`,
    /// `distance_unit`.
    package var needs: [String]?

    package init(
        import: String, format: String?, bytes: Int? = nil, workouts: Int, sets: Int, rests: Int,
        others: Int? = nil,
        skipped: [ImportFinding] = [], warnings: [ImportFinding] = [],
        duplicates: [ImportDuplicate] = [], exercises: [ImportExercise]? = nil,
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
        self.exercises = exercises
        self.needs = needs
    }
}

/// Begins an import. Nothing of it counts until `import.commit`; it is forgotten after an hour without a
/// word and when the daemon ends; of five that are open, the one without a word for longest.
package struct ImportOpen: Request {
    package typealias Response = ImportView
    package static let method = "import.open"
    package static let effect = Effect.outside

    /// `strong`, `hevy`, `fitnotes` or `trackerd`; found out where it is left out.
    package var format: String?
    /// Of loads for which the file names none.
    package var unit: Load.Unit?

    package init(format: String? = nil, unit: Load.Unit? = nil) {
        self.format = format
        self.unit = unit
    }
}

/// Takes the next piece of the file.
package struct ImportAppend: Request {
    package typealias Response = ImportView
    package static let method = "import.append"
    package static let effect = Effect.outside

    /// An id, or `last` for the one begun last.
    package let `import`: String
    /// A piece, cut between characters.
    package let text: String
    /// The number of bytes of the file before it. With it a piece whose answer was lost may be sent again:
    /// it counts once.
    package var offset: Int64?

    package init(import: String, text: String, offset: Int64? = nil) {
        self.import = `import`
        self.text = text
        self.offset = offset
    }
}

/// A request that tells what an import has to know beside its file.
package protocol ImportRequest: Request {
    /// An id, or `last` for the one begun last.
    var `import`: String { get }
    /// Of loads for which the file names none.
    var unit: Load.Unit? { get }
    /// Of distances for which the file names none.
    var distanceUnit: DistanceUnit? { get }
    /// Exercises of ours, by their names in the file.
    var map: [String: String]? { get }
}

package enum DistanceUnit: String, Choice {
    case m, km, mi

    /// 1 mi is 1,609.344 m exactly (International Yard and Pound Agreement, 1959).
    package var metres: Double {
        switch self {
        case .m: 1
        case .km: 1000
        case .mi: 1609.344
        }
    }
}

/// Tells what `import.commit` would do. The file ends here.
package struct ImportPreview: ImportRequest {
    package typealias Response = ImportView
    package static let method = "import.preview"
    package static let effect = Effect.none
    package static let isLong = true

    package let `import`: String
    package var unit: Load.Unit?
    package var distanceUnit: DistanceUnit?
    package var map: [String: String]?

    package init(import: String) { self.import = `import` }
}

/// Takes the whole file in, or nothing of it.
package struct ImportCommit: ImportRequest {
    package typealias Response = ImportView
    package static let method = "import.commit"
    package static let effect = Effect.change

    package let `import`: String
    package var unit: Load.Unit?
    package var distanceUnit: DistanceUnit?
    package var map: [String: String]?

    package init(import: String) { self.import = `import` }
}

/// Takes back all that an import brought, its exercises where nothing else refers to them.
package struct ImportUndo: Request {
    package static let method = "import.undo"
    package static let effect = Effect.change

    /// The last one where it is left out.
    package var `import`: String?

    package init(import: String? = nil) { self.import = `import` }

    package struct Response: Codable, Sendable, Hashable {
        package let `import`: String
        /// The number of workouts that were taken away.
        package let workouts: Int
        package let sets: Int

        package init(import: String, workouts: Int, sets: Int) {
            self.import = `import`
            self.workouts = workouts
            self.sets = sets
        }
    }
}
