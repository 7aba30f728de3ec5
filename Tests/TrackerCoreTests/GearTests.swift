import TestSupport
import Testing
import TrackerCore

/// Equipment of an exercise, and the loads that it allows.
struct GearTests {
    private static func exercise(
        _ gear: Gear = Gear(), equipment: String? = "machine"
    ) throws -> Exercise {
        var exercise = try Exercise(
            id: "e1", fields: .init(name: "Press", unit: .reps, equipment: equipment))
        try exercise.equip(with: gear)
        return exercise
    }

    private static func weights(
        _ gear: Gear = Gear(), equipment: String? = "machine", in unit: Load.Unit = .kg
    ) throws -> OwnedWeights {
        OwnedWeights(
            Settings.Fields(), of: try exercise(gear, equipment: equipment), in: unit)
    }

    // MARK: Loads of a stack

    @Test(arguments: 0..<60 as Range<UInt64>) func loadsAreThoseOfTheStack(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let step = Double(Int.random(in: 1...40, using: &random)) / 4
        let start = Double(Int.random(in: 0...80, using: &random)) / 4
        let count = Int.random(in: 1...30, using: &random)
        let loads = (0..<count).map { start + Double($0) * step }
        // A listed stack has no load of 0, and begins anew at each load.
        let listed = loads.filter { $0 > 0 }
        let even = try Self.weights(Gear(unit: .lb, stack: .even(step: step, start: start)))
        for _ in 0..<20 {
            let weight = Double(Int.random(in: 0...400, using: &random)) / 4
            let here = loads.last { $0 <= weight } ?? start
            if weight < loads[count - 1] { #expect(try even.load(atMost: weight).value == here) }
            guard !listed.isEmpty else { continue }
            let weights = try Self.weights(Gear(unit: .lb, stack: .steps(listed)))
            let most = listed.last { $0 <= weight } ?? listed[0]
            #expect(try weights.load(atMost: weight).value == most)
            let raised = try weights.load(Load(weight, .lb), raisedBy: 2.5).value
            let sum = listed.last { $0 <= weight + 2.5 } ?? listed[0]
            let next = listed.first { $0 > weight } ?? weight
            #expect(raised == (sum > weight ? sum : next))
        }
    }

    // MARK: Bars and units

    /// The next load after a set, with a progression.
    private func next(
        after set: WorkoutSet, adding add: Load?, _ gear: Gear, equipment: String? = "machine",
        misses: Bool = false
    ) throws -> Load? {
        let basis = [SetGroup(sets: 1, reps: misses ? 6 : 5, load: set.fields.load)]
        let progression = Progression(add: add, resetAfter: 1)
        let session = ProgressionSession(basis: basis, asked: basis, sets: [set])
        let exercise = try Self.exercise(gear, equipment: equipment)
        let groups = try progression.next(after: [session].compactMap(\.self), from: basis) {
            OwnedWeights(Settings.Fields(), of: exercise, in: $0)
        }
        return groups.first?.load
    }

    @Test func aProgressionGoesByTheStack() throws {
        let gear = Gear(unit: .kg, stack: .even(step: 5, start: 2.5))
        let add = try Load(2.5, .kg)
        let set = try CandidateRig.set("a", 5, 47.5)
        #expect(try next(after: set, adding: add, gear) == Load(52.5, .kg))
        #expect(try next(after: set, adding: add, gear, misses: true) == Load(42.5, .kg))
        #expect(try next(after: set, adding: add, Gear()) == Load(50, .kg))
        // What is added to the body, and help, are no part of the stack.
        let added = try CandidateRig.set("b", 5, 10, mode: .bodyweight)
        #expect(try next(after: added, adding: add, gear) == Load(12.5, .kg))
        let helped = try CandidateRig.set("c", 5, 20, mode: .assisted)
        #expect(try next(after: helped, adding: add, gear) == Load(17.5, .kg))
    }

    // MARK: Bounds

    /// A library's exercise gets its new text and keeps the equipment.
    @Test func theLibraryLeavesEquipmentAlone() throws {
        func movement(_ count: Int64) -> Movement {
            Movement(
                slug: "press",
                fields: .init(name: "Press", unit: .reps, defaultCount: count))
        }
        let first = LibraryChanges(of: [movement(5)], present: [], used: [])
        var exercise = try #require(first.written.first)
        let gear = Gear(unit: .lb)
        try exercise.equip(with: gear)
        exercise.isPair = true
        #expect(!exercise.isEdited)
        let second = LibraryChanges(of: [movement(8)], present: [exercise], used: [])
        let written = try #require(second.written.first)
        #expect(written.fields.defaultCount == 8 && written.gear == gear && written.isPair)
    }
}
