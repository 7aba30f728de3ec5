import TestSupport
import Testing
import TrackerCore

/// The way of an exercise from one workout of its template to the next.
struct ProgressionTests {
    /// A bar of 20 kg with pairs of plates down to 1.25 kg.
    private static func weights(_ unit: Load.Unit, hasBar: Bool = true) -> OwnedWeights {
        OwnedWeights(Settings.Fields(), of: hasBar ? barbell : nil, in: unit)
    }

    private static let barbell = try? Exercise(
        id: "e", fields: .init(name: "Press", unit: .reps, equipment: "barbell"))

    private static func kg(_ value: Double) throws -> Load { try Load(value, .kg) }

    private static func set(
        _ reps: Int64?, _ load: Double?, _ kind: WorkoutSet.Kind = .working,
        _ mode: WorkoutSet.LoadMode? = nil, unit: Load.Unit = .kg, seconds: Double? = nil,
        dropOf: String? = nil
    ) throws -> WorkoutSet {
        var fields = WorkoutSet.Fields(
            kind: kind, loadUnit: unit, loadMode: mode ?? (load == nil ? .bodyweight : .external))
        fields.reps = reps
        fields.seconds = seconds
        fields.load = try load.map { try Load($0, unit) }
        fields.dropOf = dropOf
        return try WorkoutSet(
            id: "s", workout: "w", exercise: "e", position: 1, fields: fields, time: .utc(0),
            order: 1)
    }

    /// Three sets alike.
    private static func three(_ reps: Int64, _ load: Double?) throws -> [WorkoutSet] {
        Array(repeating: try set(reps, load), count: 3)
    }

    /// The groups after workouts one after the other, each begun with what follows from those before it.
    private static func after(
        _ workouts: [[WorkoutSet]], _ basis: [SetGroup], _ progression: Progression,
        hasBar: Bool = true
    ) throws -> [SetGroup] {
        var sessions: [ProgressionSession] = []
        func next() throws -> [SetGroup] {
            try progression.next(after: sessions, from: basis) { weights($0, hasBar: hasBar) }
        }
        for sets in workouts {
            let asked = try next()
            if let session = ProgressionSession(basis: basis, asked: asked, sets: sets) {
                sessions.insert(session, at: 0)
            }
        }
        return try next()
    }

    /// A text such as `3x8-12x60`.
    private static func text(_ groups: [SetGroup]) -> String {
        groups.map { group in
            let reps = group.reps.map { "x\($0)" } ?? ""
            let range = group.repsTo.map { "-\($0)" } ?? ""
            let load = group.load.map { "x\($0.value)\($0.unit == .lb ? "lb" : "")" } ?? ""
            let share = group.percent.map { "x\($0)%" } ?? ""
            return "\(group.isWarmup ? "w " : "")\(group.sets)\(reps)\(range)\(load)\(share)"
        }.joined(separator: " ")
    }

    private static func linear() throws -> ([SetGroup], Progression) {
        (
            [
                SetGroup(sets: 1, kind: .warmup, reps: 5, load: try kg(40)),
                SetGroup(sets: 3, reps: 5, load: try kg(100)),
            ], Progression(add: try kg(2.5), resetAfter: 2)
        )
    }

    /// However many warm-ups there are, and whatever they are, they stand for no working set.
    @Test func warmUpsAdvanceNothing() throws {
        let (basis, progression) = try Self.linear()
        let warm = try Self.set(5, 120, .warmup)
        func next(_ sets: [WorkoutSet]) throws -> String {
            Self.text(try Self.after([sets], basis, progression))
        }
        #expect(try next([warm, warm, warm]) == "w 1x5x40.0 3x5x100.0")
        #expect(
            try next([warm] + Self.three(5, 100).dropLast() + [warm]) == "w 1x5x40.0 3x5x100.0")
        #expect(
            try next([Self.set(1, 40, .warmup)] + Self.three(5, 100)) == "w 1x5x40.0 3x5x102.5")
        // Neither do drop sets.
        let drop = try Self.set(5, 100, .drop, dropOf: "s")
        #expect(
            try next(Self.three(5, 100).dropLast() + [drop]) == "w 1x5x40.0 3x5x100.0")
    }

    @Test func firstTheRepsRiseAndThenTheLoad() throws {
        let basis = [SetGroup(sets: 3, reps: 8, repsTo: 12, load: try Self.kg(60))]
        let progression = Progression(add: try Self.kg(2.5), resetAfter: 1, resetPercent: 20)
        func next(_ workouts: [[WorkoutSet]]) throws -> String {
            Self.text(try Self.after(workouts, basis, progression))
        }
        #expect(try next([]) == "3x8-12x60.0")
        #expect(try next([Self.three(8, 60)]) == "3x9-12x60.0")
        #expect(
            try next([[Self.set(12, 60), Self.set(11, 60), Self.set(10, 60)]]) == "3x11-12x60.0")
        // The top of the range by each set, not by one.
        #expect(
            try next([[Self.set(12, 60), Self.set(12, 60), Self.set(11, 60)]]) == "3x12x60.0")
        #expect(try next([Self.three(11, 60), Self.three(12, 60)]) == "3x8-12x62.5")
        #expect(try next([Self.three(12, 60)]) == "3x8-12x62.5")
        #expect(try next([Self.three(15, 60)]) == "3x8-12x62.5")
        // Fewer reps than asked now, but in the range, are no failure.
        #expect(try next([Self.three(10, 60), Self.three(9, 60)]) == "3x11-12x60.0")
        // Below the range they are.
        #expect(try next([Self.three(10, 60), Self.three(7, 60)]) == "3x8-12x47.5")
        // With more load than asked, the next goes on from that.
        #expect(try next([Self.three(9, 65)]) == "3x10-12x65.0")
        // Without a load to add the reps rise to the top and stay there.
        let reps = Progression(resetAfter: 3)
        #expect(Self.text(try Self.after([Self.three(12, 60)], basis, reps)) == "3x12x60.0")
        let twice = try [Self.three(12, 60), Self.three(12, 60)]
        #expect(Self.text(try Self.after(twice, basis, reps)) == "3x12x60.0")
    }

    @Test func groupsRiseTogether() throws {
        let basis = [
            SetGroup(sets: 1, reps: 5, load: try Self.kg(80)),
            SetGroup(sets: 1, kind: .failure, reps: 5, percent: 85),
            SetGroup(sets: 1, reps: 5, load: try Self.kg(100)),
        ]
        let progression = Progression(add: try Self.kg(5))
        func next(_ loads: [Double], _ reps: Int64 = 5) throws -> String {
            let sets = try loads.map { try Self.set(reps, $0) }
            return Self.text(try Self.after([sets], basis, progression))
        }
        #expect(try next([80, 90, 100]) == "1x5x85.0 1x5x85.0% 1x5x105.0")
        #expect(try next([80, 90, 95]) == "1x5x80.0 1x5x85.0% 1x5x100.0")
        #expect(try next([80, 90, 100], 4) == "1x5x80.0 1x5x85.0% 1x5x100.0")
    }

    @Test func holdsGoOnByTheirTime() throws {
        let hold = SetGroup(sets: 1, seconds: 60, load: try Self.kg(10))
        let progression = Progression(add: try Self.kg(2.5), resetAfter: 1)
        func next(_ seconds: Double) throws -> Load? {
            let set = try Self.set(nil, 10, seconds: seconds)
            return try Self.after([[set]], [hold], progression, hasBar: false)[0].load
        }
        #expect(try next(60) == Self.kg(12.5))
        #expect(try next(59) == Self.kg(7.5))
    }

    // MARK: Properties

    /// Random lives of a template: whatever is done, the next target keeps its promises.
    @Test func anyHistory() throws {
        for seed in UInt64(1)...400 {
            var dice = SplitMix(seed: seed)
            let top: Int64? = Bool.random(using: &dice) ? 12 : nil
            let basis = [
                SetGroup(sets: 2, kind: .warmup, reps: 5, load: try Self.kg(40)),
                SetGroup(sets: 3, reps: 8, repsTo: top, load: try Self.kg(60)),
            ]
            let progression = Progression(
                add: try Self.kg([1, 2.5, 5].randomElement(using: &dice) ?? 1),
                resetAfter: Bool.random(using: &dice) ? 2 : nil)
            var sessions: [ProgressionSession] = []
            for _ in 0..<20 {
                let asked = try progression.next(after: sessions, from: basis) {
                    Self.weights($0)
                }
                try ExerciseTarget(groups: asked).check()
                #expect(asked[0] == basis[0] && asked.map(\.sets) == basis.map(\.sets))
                let reps = try #require(asked[1].reps)
                #expect((8...(top ?? 8)).contains(reps), "seed \(seed)")
                let load = try #require(asked[1].load)
                #expect(try Self.weights(.kg).load(atMost: load.value) == load, "seed \(seed)")
                let sets = try (0..<Int.random(in: 1...4, using: &dice)).map { _ in
                    try Self.set(
                        Int64.random(in: max(1, reps - 2)...reps + 3, using: &dice), load.value,
                        Int.random(in: 0..<5, using: &dice) == 0 ? .warmup : .working)
                }
                let session = ProgressionSession(basis: basis, asked: asked, sets: sets)
                // Warm-ups change nothing, wherever they stand.
                let bare = sets.filter { $0.fields.kind != .warmup }
                #expect(session == ProgressionSession(basis: basis, asked: asked, sets: bare))
                guard let session else { continue }
                let working = bare.prefix(3).compactMap(\.fields.reps)
                let all = bare.count >= 3
                switch session.outcome {
                case .succeeded(let isWhole):
                    #expect(all && working.allSatisfy { $0 >= reps })
                    #expect(isWhole == working.allSatisfy { $0 >= top ?? reps })
                case .failed: #expect(working.contains { $0 < 8 })
                case .neither: #expect(!all || working.contains { $0 < reps })
                }
                let next = try progression.next(after: [session], from: basis) {
                    Self.weights($0)
                }[1]
                let nextLoad = try #require(next.load)
                if session.outcome == .succeeded(isWhole: true) {
                    #expect(nextLoad.value > load.value && next.reps == 8, "seed \(seed)")
                } else {
                    #expect(nextLoad.value <= load.value, "seed \(seed)")
                }
                sessions.insert(session, at: 0)
            }
        }
    }
}
