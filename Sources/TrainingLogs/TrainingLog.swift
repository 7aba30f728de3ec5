import TrackerCore

/// Content of a training program's file, as written there.
package enum TrainingLog {
    /// Programs whose files can be read.
    package enum Format: String, Choice {
        case strong, hevy, fitnotes, fitbod, liftosaur, jefit, gymbook
        /// Any file of sets in columns, such as a spreadsheet of one's own.
        case csv
        /// trackerd's own export.
        case trackerd

        /// Common name of the program.
        package var title: String {
            switch self {
            case .strong: "Strong"
            case .hevy: "Hevy"
            case .fitnotes: "FitNotes"
            case .fitbod: "Fitbod"
            case .liftosaur: "Liftosaur"
            case .jefit: "Jefit"
            case .gymbook: "GymBook"
            case .csv: "a spreadsheet"
            case .trackerd: "trackerd"
            }
        }
    }

    /// One workout, made of consecutive rows.
    package struct Workout: Sendable, Hashable {
        /// Line of the workout's first row, from 1.
        package let line: Int
        package let name: String
        /// Start as written in the file, without a zone; noon if the file has only dates.
        package let start: CivilTime
        /// Start in UTC milliseconds.
        package let startMs: Int64
        /// End in UTC milliseconds, never before the start; `nil` if the file gives none.
        package var endMs: Int64?
        package var note: String?
        package var exercises: [Exercise] = []

        package var sets: Int { exercises.reduce(0) { $0 + $1.sets.count } }
    }

    /// Consecutive sets of one exercise. The exercise may come again later in the workout.
    package struct Exercise: Sendable, Hashable {
        /// Name exactly as in the file; it tells exercises apart.
        package let name: String
        package let category: String?
        /// Name of the superset, shared by its exercises within the workout; `nil` for none.
        package let superset: String?
        package var note: String?
        package var sets: [Set] = []

        /// Name in a form that is valid here.
        package var cleanName: String { FileText.name(name) }
    }

    package struct Set: Sendable, Hashable {
        package let line: Int
        package let kind: WorkoutSet.Kind
        package let reps: Int64?
        package let load: Weight?
        package let seconds: Double?
        package let distance: Distance?
        /// RPE from 5 to 10 in steps of 0.5; `nil` if not given.
        package let rpe: Double?
        package let note: String?
        /// Rest after the set, in milliseconds; `nil` if not given.
        package var restMs: Int64?

        package init(
            line: Int, kind: WorkoutSet.Kind, reps: Int64?, load: Weight?, seconds: Double?,
            distance: Distance?, rpe: Double?, note: String?, restMs: Int64?
        ) {
            self.line = line
            self.kind = kind
            self.reps = reps
            self.load = load
            self.seconds = seconds
            self.distance = distance
            self.rpe = rpe
            self.note = note
            self.restMs = restMs
        }
    }

    /// A load. If the file leaves it blank, the set has no `Weight`: it was done with body weight alone.
    package struct Weight: Sendable, Hashable {
        /// Load as entered; negative if it assists.
        package let value: Double
        /// Unit of the load; `nil` if the file doesn't give it.
        package let unit: Load.Unit?

        package init(value: Double, unit: Load.Unit?) {
            self.value = value
            self.unit = unit
        }
    }

    package enum Distance: Sendable, Hashable {
        case metres(Double)
        /// A distance whose unit the file doesn't give.
        case unknown(Double)
    }

    /// One row of one of trackerd's own tables: the same object as in the journal.
    package struct Row: Sendable, Hashable {
        package let line: Int
        package let table: String
        /// JSON of the row, an object.
        package let json: String
    }

    /// A measurement of the body.
    package struct Measurement: Sendable, Hashable {
        package let line: Int
        /// Name of what was measured; that of the body weight is `weight`.
        package let what: String
        package let value: Double
        /// Unit of the value; `nil` for a plain number.
        package let unit: Quantity.Unit?
        /// Time of the measuring, UTC milliseconds.
        package let atMs: Int64
    }

    package enum Item: Sendable, Hashable {
        case workout(Workout)
        case measurement(Measurement)
        case row(Row)
    }

    /// A finding about one row.
    package struct Finding: Sendable, Hashable {
        /// Line of the row, from 1; the first line if there are several.
        package let line: Int
        /// A message for a person.
        package let reason: String
    }

    /// Most sets in a workout. Further ones are skipped, since the daemon would refuse them.
    package static let maximumSets = 500
    /// Longest distance of a set in metres.
    private static let maximumDistanceM = 1_000_000.0

    /// Reason why no set can have this distance; `nil` if it is possible.
    ///
    /// - Parameters:
    ///   - text: the distance as in the file.
    ///   - column: the name of the distance's column in the file.
    package static func fault(
        ofDistance text: String, column: String, metres: Double
    ) -> String? {
        guard metres <= 0 || metres > maximumDistanceM else { return nil }
        return "column \(column): \(text) is out of range, at most 1000 km"
    }

    /// Warning for a value that was dropped from a set that was kept.
    package static func dropped(_ fault: String) -> String {
        "\(fault); the set was imported without it"
    }

    package static let maximumExercises = 50
}

/// Error for a file that can't be read at all, so that none of it may be imported.
package struct TrainingLogError: Error, Hashable, CustomStringConvertible {
    /// Line of the error, from 1; `nil` if the whole file is at fault.
    package let line: Int?
    /// A message for a person: the fault and the remedy.
    package let message: String
    /// True if the meanings of the file's columns have to be told.
    package let needsColumns: Bool

    init(line: Int? = nil, _ message: String, needsColumns: Bool = false) {
        self.line = line
        self.message = message
        self.needsColumns = needsColumns
    }

    package var description: String { (line.map { "line \($0): " } ?? "") + message }
}
