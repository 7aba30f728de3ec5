import TrackerCore

/// What a file of a training program holds, as the file says it.
package enum TrainingLog {
    /// The programs whose files are read.
    package enum Format: String, Choice {
        case strong, hevy, fitnotes
        /// Our own export.
        case trackerd

        /// As people call the program.
        package var title: String {
            switch self {
            case .strong: "Strong"
            case .hevy: "Hevy"
            case .fitnotes: "FitNotes"
            case .trackerd: "trackerd"
            }
        }
    }

    /// One workout: rows of the file that stand together.
    package struct Workout: Sendable, Hashable {
        /// The line of its first row, from 1.
        package let line: Int
        package let name: String
        /// UTC milliseconds. Where the file has dates only, noon.
        package let startMs: Int64
        /// UTC milliseconds, never before the start.
        package var endMs: Int64?
        package var note: String?
        package var exercises: [Exercise] = []

        package var sets: Int { exercises.reduce(0) { $0 + $1.sets.count } }
    }

    /// Sets of one exercise that stand together; the same may come again later in the workout.
    package struct Exercise: Sendable, Hashable {
        /// Exactly as the file has it, by which it is told from others.
        package let name: String
        package let category: String?
        /// Shared by the members of a superset, and by nothing else in the workout.
        package let superset: String?
        package var note: String?
        package var sets: [Set] = []

        /// Its name as one of ours may be.
        package var cleanName: String { FileText.name(name) }
    }

    package struct Set: Sendable, Hashable {
        package let line: Int
        package let kind: WorkoutSet.Kind
        package let reps: Int64?
        package let load: Weight?
        package let seconds: Double?
        package let distance: Distance?
        /// 5 to 10 by halves.
        package let rpe: Double?
        package let note: String?
        /// The rest after it.
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

    /// No load at all where the file leaves it blank: then it was the body's own weight.
    package struct Weight: Sendable, Hashable {
        /// As entered; below zero where it is help.
        package let value: Double
        /// `nil` where the file doesn't say.
        package let unit: Load.Unit?

        package init(value: Double, unit: Load.Unit?) {
            self.value = value
            self.unit = unit
        }
    }

    package enum Distance: Sendable, Hashable {
        case metres(Double)
        /// The file doesn't say of what.
        case unknown(Double)
    }

    /// One row of one of our own tables: the object that the journal has of it, too.
    package struct Row: Sendable, Hashable {
        package let line: Int
        package let table: String
        /// An object.
        package let json: String
    }

    package enum Item: Sendable, Hashable {
        case workout(Workout)
        case row(Row)
    }

    /// What was made of one row.
    package struct Finding: Sendable, Hashable {
        /// From 1; where a row has several, its first.
        package let line: Int
        /// For a person.
        package let reason: String
    }

    /// More in one workout are left out, as the daemon would refuse them.
    package static let maximumSets = 500
    package static let maximumExercises = 50
}

/// Why a file can't be read at all. Nothing may be taken from it then.
package struct TrainingLogError: Error, Hashable, CustomStringConvertible {
    /// From 1; `nil` where it is the whole.
    package let line: Int?
    /// For a person: what is wrong and what to do.
    package let message: String

    init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { (line.map { "line \($0): " } ?? "") + message }
}
