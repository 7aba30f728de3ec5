import TestSupport
import Testing
import TrackerCore
import TrainingLogs

/// The outcome of reading a file.
struct Reading: Equatable {
    var format: TrainingLog.Format?
    var items: [TrainingLog.Item] = []
    var findings: Findings
    var needsUnit = false
    var needsDistanceUnit = false
    var error: TrainingLogError?

    var workouts: [TrainingLog.Workout] {
        items.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
    }

    var rows: [TrainingLog.Row] {
        items.compactMap { if case .row(let row) = $0 { row } else { nil } }
    }

    var sets: [TrainingLog.Set] { workouts.flatMap(\.exercises).flatMap(\.sets) }

    /// The rows left out, each as `3: reason`.
    var skipped: [String] { findings.skipped.map { "\($0.line): \($0.reason)" } }
    var warnings: [String] { findings.warnings.map { "\($0.line): \($0.reason)" } }

    /// - Parameter pieces: the whole file, cut anywhere.
    init(
        pieces: [ArraySlice<UInt8>], format: TrainingLog.Format? = nil, zone: Zone = .utc
    ) {
        var reader = TrainingLogReader(format: format, zone: zone)
        do throws(TrainingLogError) {
            for piece in pieces { items += try reader.push(piece) }
            items += try reader.finish()
        } catch { self.error = error }
        self.format = reader.format
        findings = reader.findings
        needsUnit = reader.needsUnit
        needsDistanceUnit = reader.needsDistanceUnit
    }

    init(_ text: String, format: TrainingLog.Format? = nil, zone: Zone = .utc) {
        self.init(pieces: [Array(text.utf8)[...]], format: format, zone: zone)
    }

    /// Reads one of the files beside this source file.
    init(file name: String) { self.init(pieces: [Self.bytes(name)[...]]) }

    static let names = File.names(in: folder)

    static func bytes(_ name: String) -> [UInt8] { File.bytes("\(folder)/\(name)") ?? [] }

    private static let folder = Checkout.path("Tests/TrainingLogsTests/Files")

    // MARK: As text

    /// A line for each workout, exercise and set, with everything known of it.
    var text: String { workouts.map(Self.text).joined() }

    private static func text(_ workout: TrainingLog.Workout) -> String {
        var text = "\(workout.line): \(Zone.utc.text(ofMs: workout.startMs).prefix(19))"
        if let endMs = workout.endMs { text += " + \((endMs - workout.startMs) / 1000) s" }
        text += " \(workout.name)\(quoted(workout.note))\n"
        for exercise in workout.exercises {
            text += "  \(exercise.name)\(exercise.category.map { " {\($0)}" } ?? "")"
            text += "\(exercise.superset.map { " [\($0)]" } ?? "")\(quoted(exercise.note))\n"
            for set in exercise.sets { text += "    \(self.text(set))\n" }
        }
        return text
    }

    private static func text(_ set: TrainingLog.Set) -> String {
        var words = ["\(set.line): \(set.kind)"]
        if let reps = set.reps { words.append("\(reps) reps") }
        if let load = set.load { words.append("\(load.value) \(load.unit?.rawValue ?? "?")") }
        if let seconds = set.seconds { words.append("\(seconds) s") }
        switch set.distance {
        case .metres(let metres): words.append("\(metres) m")
        case .unknown(let distance): words.append("\(distance) far")
        case nil: break
        }
        if let rpe = set.rpe { words.append("@\(rpe)") }
        if let restMs = set.restMs { words.append("rest \(restMs) ms") }
        return words.joined(separator: ", ") + quoted(set.note)
    }

    private static func quoted(_ note: String?) -> String {
        note.map { " «\($0.split(separator: "\n").joined(separator: "⏎"))»" } ?? ""
    }
}

/// Reads rows of Strong's first dialect.
func strong(_ rows: String...) -> Reading {
    Reading(
        (["Date,Workout Name,Exercise Name,Set Order,Weight (kg),Reps,Distance,Seconds,RPE"] + rows)
            .joined(separator: "\n"))
}

/// Expects what a file of the folder `Files` is read as, without an error or a row that is left out.
///
/// - Parameter text: the workouts as `Reading.text` has them.
func expect(
    _ file: String, _ format: TrainingLog.Format, needsUnit: Bool = false,
    needsDistanceUnit: Bool = false, rests: Int = 0, warnings: [String] = [], _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let reading = Reading(file: file)
    #expect(reading.error == nil, sourceLocation: sourceLocation)
    #expect(reading.format == format, sourceLocation: sourceLocation)
    #expect(reading.text == text, sourceLocation: sourceLocation)
    #expect(reading.skipped == [], sourceLocation: sourceLocation)
    #expect(reading.warnings == warnings, sourceLocation: sourceLocation)
    #expect(reading.needsUnit == needsUnit, sourceLocation: sourceLocation)
    #expect(reading.needsDistanceUnit == needsDistanceUnit, sourceLocation: sourceLocation)
    #expect(reading.findings.rests == rests, sourceLocation: sourceLocation)
}
