import TrackerCore

/// The content of a file of a training program, as the file gives it.
package enum TrainingLog {
    /// The programs whose files are read.
    package enum Format: String, Choice {
        case strong, hevy, fitnotes
        /// trackerd's own export.
        case trackerd

        /// The program's usual name.
        package var title: String {
            switch self {
            case .strong: "Strong"
            case .hevy: "Hevy"
            case .fitnotes: "FitNotes"
            case .trackerd: "trackerd"
            }
        }
    }

    /// One workout, from consecutive rows of the file.
    package struct Workout: Sendable, Hashable {
        /// Line of the workout's first row, from 1.
        package let line: Int
        package let name: String
        /// Start as the file has it, without a zone; noon where the file has dates only.
        package let start: CivilTime
        /// Start, UTC milliseconds.
        package let startMs: Int64
        /// End, UTC milliseconds, never before the start; `nil` where the file gives none.
        package var endMs: Int64?
        package var note: String?
        package var exercises: [Exercise] = []

        package var sets: Int { exercises.reduce(0) { $0 + $1.sets.count } }
    }

    /// Consecutive sets of one exercise, which may come again later in the workout.
    package struct Exercise: Sendable, Hashable {
        /// Name exactly as the file has it, by which exercises are distinguished.
        package let name: String
        package let category: String?
        /// Name of the superset, which its members within the workout share; `nil` for none.
        package let superset: String?
        package var note: String?
        package var sets: [Set] = []

        /// Name in a form that exercises here can have.
        package var cleanName: String { FileText.name(name) }
    }

    package struct Set: Sendable, Hashable {
        package let line: Int
        package let kind: WorkoutSet.Kind
        package let reps: Int64?
        package let load: Weight?
        package let seconds: Double?
        package let distance: Distance?
        /// RPE from 5 to 10 in steps of 0.5; `nil` where not given.
        package let rpe: Double?
        package let note: String?
        /// Milliseconds of rest after the set; `nil` where not given.
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

    /// A load. A set whose load the file leaves blank has no `Weight`: it was done with body weight alone.
    package struct Weight: Sendable, Hashable {
        /// The load as entered; negative where it assists.
        package let value: Double
        /// Unit of the load; `nil` where the file doesn't give it.
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

    package enum Item: Sendable, Hashable {
        case workout(Workout)
        case row(Row)
    }

    /// A finding about one row.
    package struct Finding: Sendable, Hashable {
        /// Line of the row, from 1; for a row of several lines, the first.
        package let line: Int
        /// A message for a person.
        package let reason: String
    }

    /// Maximum number of sets in a workout. Further ones are skipped, since the daemon would refuse them.
    package static let maximumSets = 500
    /// Longest distance of a set in metres.
    private static let maximumDistanceM = 1_000_000.0

    /// The reason why no set can have this distance; `nil` where it is possible.
    ///
    /// - Parameters:
    ///   - text: the distance as the file has it.
    ///   - column: the name of the distance's column in the file.
    package static func fault(
        ofDistance text: String, column: String, metres: Double
    ) -> String? {
        guard metres <= 0 || metres > maximumDistanceM else { return nil }
        return "column \(column): \(text) is out of range, at most 1000 km"
    }

    /// The warning for a value that was dropped, while the set was kept.
    package static func dropped(_ fault: String) -> String {
        "\(fault); the set was imported without it"
    }

    package static let maximumExercises = 50
}

/// The error for a file that can't be read at all. None of it may be imported then.
package struct TrainingLogError: Error, Hashable, CustomStringConvertible {
    /// Line of the error, from 1; `nil` where the whole file is at fault.
    package let line: Int?
    /// A message for a person: the fault and the remedy.
    package let message: String

    init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { (line.map { "line \($0): " } ?? "") + message }
}
