import TrackerCore
import TrainingLogs

/// Any file is a training log within its limits, or is refused with the place and the reason; and a file in
/// pieces is read like the whole file.
///
/// The input: a byte that determines where the pieces are cut, then the file.
enum TrainingLogProperties {
    private struct Outcome: Equatable {
        var items: [TrainingLog.Item] = []
        var findings: Findings
        var error: TrainingLogError?
    }

    static func check(_ bytes: [UInt8]) throws {
        var input = Input(bytes)
        let seed = input.byte()
        let whole = read([input.rest])
        let inPieces = read(split(input.rest, seed: seed))
        try demand(whole == inPieces, "in pieces \(inPieces), not \(whole)")
        let lines = input.rest.count { $0 == 0x0a || $0 == 0x0d } + 1
        if let error = whole.error {
            try demand(!error.message.isEmpty, "a refusal without a word")
            try demand((1...lines).contains(error.line ?? 1), "\(error): of \(lines) lines")
        }
        for finding in whole.findings.skipped + whole.findings.warnings {
            try demand((1...lines).contains(finding.line), "\(finding): of \(lines) lines")
            try demand(!finding.reason.isEmpty, "\(finding)")
        }
        for item in whole.items {
            switch item {
            case .workout(let workout): try check(workout)
            case .measurement(let measurement):
                try demand(
                    !measurement.what.isEmpty && measurement.atMs >= 0
                        && (1...lines).contains(measurement.line), "\(measurement)")
            case .row(let row): _ = try JSONDocument(Array(row.json.utf8))
            }
        }
    }

    private static func read(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
        // A zone whose clock leaps once a day.
        var reader = TrainingLogReader(zone: Zone { $0 % 172_800 < 86_400 ? 0 : 3600 })
        var items: [TrainingLog.Item] = []
        do throws(TrainingLogError) {
            for piece in pieces { items += try reader.push(piece) }
            items += try reader.finish()
            return Outcome(items: items, findings: reader.findings)
        } catch {
            return Outcome(items: [], findings: reader.findings, error: error)
        }
    }

    private static func split(_ file: ArraySlice<UInt8>, seed: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var rest = file
        var state = seed
        while !rest.isEmpty {
            state = state &* 167 &+ 13
            parts.append(rest.prefix(1 + Int(state >> 3)))
            rest = rest.dropFirst(1 + Int(state >> 3))
        }
        return parts
    }

    private static func check(_ workout: TrainingLog.Workout) throws {
        try Text.checkName(workout.name, field: "name")
        if let note = workout.note { try Text.checkMessage(note, field: "note") }
        try demand(workout.startMs >= 0 && workout.endMs ?? .max >= workout.startMs, "\(workout)")
        try demand((1...TrainingLog.maximumSets).contains(workout.sets), "\(workout)")
        try demand(
            Set(workout.exercises.map(\.name)).count <= TrainingLog.maximumExercises, "\(workout)")
        for exercise in workout.exercises {
            try Text.checkName(exercise.cleanName, field: "exercise")
            if let superset = exercise.superset {
                try Text.checkName(superset, field: "superset")
            }
            if let note = exercise.note { try Text.checkMessage(note, field: "note") }
            try demand(!exercise.sets.isEmpty, "\(exercise) has no sets")
            for set in exercise.sets { try check(set) }
        }
    }

    private static func check(_ set: TrainingLog.Set) throws {
        try demand(set.reps != nil || set.seconds != nil || set.distance != nil, "\(set)")
        try demand((1...10_000).contains(set.reps ?? 1), "\(set)")
        try demand((-10_000...10_000).contains(set.load?.value ?? 0), "\(set)")
        try demand((0.1...86_400).contains(set.seconds ?? 1), "\(set)")
        try demand((5...10).contains(set.rpe ?? 5), "\(set)")
        try demand((set.rpe ?? 5) * 2 == ((set.rpe ?? 5) * 2).rounded(), "\(set)")
        try demand((1...86_400_000).contains(set.restMs ?? 1), "\(set)")
        if let note = set.note { try Text.checkMessage(note, field: "note") }
    }
}
