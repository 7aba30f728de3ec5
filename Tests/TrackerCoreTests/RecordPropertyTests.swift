import TestSupport
import Testing
import TrackerCore

/// Personal records of random sets, compared with a plain derivation: for each kind, each set is compared
/// with all others.
struct RecordPropertyTests {
    /// The key of a record: its kind and, for some kinds, its load.
    private struct Key: Hashable {
        let kind: Records.Kind
        var micrograms: Int64 = 0
    }

    private struct Holder: Hashable {
        let set: String?
        let workout: String
        let value: Double
        let isFirst: Bool
    }

    /// Micrograms, negative for a load that assists.
    private static func weight(_ set: WorkoutSet) -> Int64 {
        let load = set.fields.load.map { Int64(($0.value * Double($0.unit.micrograms)).rounded()) }
        return (set.fields.loadMode == .assisted ? -1 : 1) * (load ?? 0)
    }

    /// The value by which the sets of a kind are compared; `nil` for a set that isn't one of them.
    private static func amount(_ kind: Records.Kind, _ set: WorkoutSet) -> Double? {
        let (weight, reps) = (Self.weight(set), set.fields.reps)
        switch kind {
        case .heaviestLoad: return weight > 0 ? Double(weight) : nil
        case .mostReps: return reps.map(Double.init)
        case .bestOneRepMax:
            guard let reps, weight > 0 else { return nil }
            return reps == 1 || reps > 10 ? Double(weight) : Double(weight * (30 + reps)) / 30
        case .setWork: return weight > 0 ? reps.map { Double($0 * weight) } : nil
        case .longestHold:
            let isHold =
                reps == nil && set.fields.distanceM == nil && set.fields.loadMode != .assisted
            return isHold ? set.fields.seconds : nil
        case .workoutWork: return nil
        }
    }

    private static func isBefore(_ one: WorkoutSet, _ other: WorkoutSet) -> Bool {
        (one.atMs, one.position) < (other.atMs, other.position)
    }

    private static func holders(_ all: [WorkoutSet]) -> [Key: Holder] {
        let sets = all.filter { $0.fields.kind != .warmup && $0.fields.kind != .partial }
        let first = sets.first { set in sets.allSatisfy { !isBefore($0, set) } }
        var holders: [Key: Holder] = [:]
        for kind in Records.Kind.allCases {
            for set in sets {
                guard let mine = amount(kind, set) else { continue }
                let rivals = sets.filter { kind != .mostReps || weight($0) >= weight(set) }
                let isBest = rivals.allSatisfy { other in
                    guard let theirs = amount(kind, other) else { return true }
                    // A heavier load that was lifted as often leaves nothing to a lighter one.
                    if kind == .mostReps, weight(other) > weight(set) { return theirs < mine }
                    return theirs < mine || theirs == mine && !isBefore(other, set)
                }
                guard isBest else { continue }
                let isLoad = kind != .mostReps && kind != .longestHold
                holders[Key(kind: kind, micrograms: kind == .mostReps ? weight(set) : 0)] = Holder(
                    set: set.id, workout: set.workout, value: isLoad ? mine / 1e9 : mine,
                    isFirst: set.id == first?.id)
            }
        }
        if let (workout, sum, ids) = bestWorkout(sets) {
            holders[Key(kind: .workoutWork)] = Holder(
                set: nil, workout: workout, value: sum / 1e9, isFirst: ids == [first?.id])
        }
        return holders
    }

    private static func bestWorkout(_ sets: [WorkoutSet]) -> (String, Double, [String?])? {
        let sums = Set(sets.map(\.workout)).map { workout in
            let lifts = sets.filter { $0.workout == workout && amount(.setWork, $0) != nil }
            let sum = lifts.reduce(0) { $0 + work($1) }
            return (workout, sum, lifts.map(\.id), lifts.map(\.atMs).max() ?? 0)
        }
        let best = sums.filter { $0.1 > 0 }.min { ($1.1, $0.3, $0.0) < ($0.1, $1.3, $1.0) }
        return best.map { ($0.0, Double($0.1) / 1e7, $0.2) }
    }

    /// Work in 10⁻¹⁶ kg, in which all loads are whole numbers.
    private static func work(_ set: WorkoutSet) -> Int128 {
        guard let reps = set.fields.reps, let load = set.fields.load else { return 0 }
        let scale: Int128 = load.unit == .kg ? 100_000_000 : 45_359_237
        return Int128(reps) * Int128((load.value * 1e8).rounded()) * scale
    }

    private static func listed(_ sets: [WorkoutSet]) -> [Key: Holder] {
        var listed: [Key: Holder] = [:]
        for record in CandidateRig.records(sets).list(in: .kg) {
            let load = record.kind == .mostReps ? record.candidate?.micrograms ?? 0 : 0
            listed[Key(kind: record.kind, micrograms: load)] = Holder(
                set: record.candidate?.set, workout: record.workout, value: record.value,
                isFirst: record.isFirst)
        }
        return listed
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func theBestOfAll(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let sets = try CandidateRig.sets(.random(in: 0...40, using: &random), &random)
        let expected = Self.holders(sets)
        let found = Self.listed(sets.shuffled(using: &random))
        #expect(Set(found.keys) == Set(expected.keys))
        for (key, holder) in expected {
            let record = try #require(found[key])
            #expect(record.set == holder.set && record.workout == holder.workout)
            #expect(record.isFirst == holder.isFirst)
            #expect(abs(record.value - holder.value) < 1e-7)
        }
    }

    /// A set has made the records that the list without it doesn't have, or has with a lower value, unless
    /// another one was lifted as heavy and as often.
    @Test(arguments: 0..<200 as Range<UInt64>) func whatASetMakes(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let sets = try CandidateRig.sets(.random(in: 1...25, using: &random), &random)
        let set = try #require(sets.randomElement(using: &random))
        guard let candidate = RecordCandidate(set, body: nil) else { return }
        let others = sets.filter { $0.id != set.id }
        let (after, before) = (Self.holders(sets), Self.holders(others))
        let counted = others.filter { RecordCandidate($0, body: nil) != nil }
        let isDominated = counted.contains { other in
            guard let theirs = other.fields.reps, let mine = set.fields.reps else { return false }
            return theirs >= mine && Self.weight(other) >= Self.weight(set)
        }
        let raised = after.filter { key, holder in
            guard key.kind != .workoutWork, holder.set == set.id else { return false }
            guard key.kind != .mostReps, key.kind != .bestOneRepMax else { return !isDominated }
            return (before[key]?.value ?? 0) < holder.value
        }.filter { key, holder in
            key.kind != .bestOneRepMax || (before[key]?.value ?? 0) < holder.value
        }
        let made = CandidateRig.records(others).made(by: [candidate], in: .kg)
        #expect(Set(made.map(\.kind)) == Set(raised.keys.map(\.kind)) && made.count == raised.count)
        for record in made {
            let key = Key(
                kind: record.kind, micrograms: record.kind == .mostReps ? candidate.micrograms : 0)
            #expect(abs(record.value - (raised[key]?.value ?? 0)) < 1e-7)
            if record.kind == .mostReps {
                let most = counted.filter { Self.weight($0) >= Self.weight(set) }
                    .compactMap(\.fields.reps).max()
                #expect(record.previous == most.map(Double.init))
            } else {
                #expect(record.previous.map { abs($0 - (before[key]?.value ?? 0)) < 1e-7 } ?? true)
                #expect((record.previous == nil) == (before[key] == nil))
            }
            let earlier = others.compactMap { RecordCandidate($0, body: nil) }.filter {
                $0.precedes(candidate)
            }
            #expect(record.isFirst == earlier.isEmpty && record.candidate?.set == set.id)
        }
    }

    /// A workout has made, of each kind, the best that one of its sets would have made alone.
    @Test(arguments: 0..<100 as Range<UInt64>) func whatAWorkoutMakes(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let sets = try CandidateRig.sets(.random(in: 1...25, using: &random), &random)
        let own = sets.filter { $0.workout == "w0" }.compactMap { RecordCandidate($0, body: nil) }
        let others = CandidateRig.records(sets.filter { $0.workout != "w0" })
        let made = others.made(by: own, in: .kg)
        let alone = own.flatMap { others.made(by: [$0], in: .kg) }
        for kind in Records.Kind.allCases where kind != .mostReps {
            let best = alone.filter { $0.kind == kind }.map(\.value).max()
            #expect(made.filter { $0.kind == kind }.map(\.value) == [best].compactMap { $0 })
        }
        for record in made where record.kind == .mostReps {
            let candidate = try #require(record.candidate)
            #expect(alone.contains { $0.kind == .mostReps && $0.candidate == candidate })
            #expect(
                !made.contains { other in
                    other.kind == .mostReps && other.candidate != candidate
                        && other.value >= record.value
                        && (other.candidate?.micrograms ?? 0) >= candidate.micrograms
                })
        }
    }
}
