import TestSupport
import TrackerCore

/// Sets from which figures are derived.
enum CandidateRig {
    static func set(
        _ id: String, _ reps: Int64? = nil, _ load: Double? = nil, _ unit: Load.Unit = .kg,
        kind: WorkoutSet.Kind = .working, mode: WorkoutSet.LoadMode = .external,
        seconds: Double? = nil, distanceM: Double? = nil, workout: String = "w1", at: Int64 = 0,
        position: Int64 = 0
    ) throws -> WorkoutSet {
        var fields = WorkoutSet.Fields(
            kind: kind, loadUnit: unit, loadMode: load == nil ? .bodyweight : mode)
        fields.reps = reps
        fields.load = try load.map { try Load($0, unit) }
        fields.seconds = seconds
        fields.distanceM = distanceM
        return try WorkoutSet(
            id: id, workout: workout, exercise: "e1", position: position, fields: fields,
            time: .utc(at), order: 1)
    }

    /// Sets with kinds, times and loads that lead to ties.
    static func sets(_ count: Int, _ random: inout SplitMix) throws -> [WorkoutSet] {
        // A quarter of a pound is no whole number of micrograms.
        let loads: [(Double, Load.Unit)] = [
            (0, .kg), (45.359237, .kg), (100, .lb), (101.25, .lb), (50, .kg), (2.5, .lb),
        ]
        return try (0..<count).map { number in
            let (load, unit) = loads[.random(in: 0..<loads.count, using: &random)]
            let isHeld = Int.random(in: 0..<6, using: &random) == 0
            return try set(
                "s\(number)", isHeld ? nil : .random(in: 1...13, using: &random),
                .random(using: &random) ? load : isHeld ? nil : load, unit,
                kind: WorkoutSet.Kind.allCases[.random(in: 0..<5, using: &random)],
                mode: WorkoutSet.LoadMode.allCases[.random(in: 0..<3, using: &random)],
                seconds: isHeld ? Double(Int.random(in: 1...5, using: &random)) : nil,
                distanceM: isHeld && Int.random(in: 0..<3, using: &random) == 0 ? 20 : nil,
                workout: "w\(Int.random(in: 0..<4, using: &random))",
                at: .random(in: 0...12, using: &random), position: Int64(number))
        }
    }

    /// The work of each workout's counted sets.
    static func works(_ sets: [WorkoutSet]) -> [WorkoutWork] {
        Dictionary(grouping: sets.filter { RecordCandidate($0, body: nil) != nil }, by: \.workout)
            .compactMap { workout, sets in
                let lifted = sets.filter { Work(of: $0) > Work() }
                guard !lifted.isEmpty else { return nil }
                var work = Work()
                for set in lifted { work += Work(of: set) }
                return WorkoutWork(
                    workout: workout, work: work, sets: Int64(lifted.count),
                    atMs: lifted.map(\.atMs).max() ?? 0)
            }
    }

    static func records(_ sets: [WorkoutSet]) -> Records {
        var records = Records()
        for candidate in sets.compactMap({ RecordCandidate($0, body: nil) }) {
            records.consider(candidate)
        }
        for work in works(sets) { records.consider(work) }
        return records
    }
}
