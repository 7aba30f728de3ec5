import TestSupport
import Testing
import TrackerCore

/// Equipment of an exercise, and the loads that it allows.
struct GearTests {
    private static let stacks: [Gear.Stack] = [
        .even(step: 5, start: 2.5), .steps([5, 10, 12.5, 40]), .even(step: 0.1, start: 0.1),
    ]

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

    @Test(
        arguments: [
            (0, 0, 2.5), (0, 2.5, 2.5), (0, 7.4, 2.5), (0, 7.5, 7.5), (0, 100, 97.5),
            (0, 10_000, 9997.5), (1, 0, 5), (1, 5, 5), (1, 12.4, 10), (1, 12.5, 12.5),
            (1, 39.9, 12.5),
            (1, 10_000, 40), (2, 0.3, 0.3), (2, 0.29, 0.2),
        ] as [(Int, Double, Double)])
    func theHeaviestUpToAWeight(_ stack: Int, _ weight: Double, _ load: Double) throws {
        let weights = try Self.weights(Gear(unit: .kg, stack: Self.stacks[stack]))
        #expect(try weights.load(atMost: weight).value == load)
    }

    @Test(
        arguments: [
            // The sum, or else the next load; the same at the top.
            (0, 7.5, 2.5, 12.5), (0, 7.5, 5, 12.5), (0, 7.5, 12, 17.5), (0, 1, 0.5, 2.5),
            (0, 8, 1, 12.5), (0, 9997.5, 2.5, 9997.5), (1, 12.5, 2.5, 40), (1, 3, 1, 5),
            (1, 5, 20, 12.5), (1, 40, 5, 40), (2, 0.2, 0.1, 0.3),
        ] as [(Int, Double, Double, Double)])
    func aRise(_ stack: Int, _ load: Double, _ more: Double, _ next: Double) throws {
        let weights = try Self.weights(Gear(unit: .kg, stack: Self.stacks[stack]))
        #expect(try weights.load(Load(load, .kg), raisedBy: more).value == next)
    }

    @Test(
        arguments: [
            (0, 47.5, 42.75, 42.5), (0, 2.5, 2.25, 2.5), (0, 1, 0.9, 1), (1, 40, 36, 12.5),
            (1, 12.5, 12.4, 10), (1, 5, 4.5, 5),
        ] as [(Int, Double, Double, Double)])
    func aReset(_ stack: Int, _ load: Double, _ lower: Double, _ next: Double) throws {
        let weights = try Self.weights(Gear(unit: .kg, stack: Self.stacks[stack]))
        // Steps of the progression don't matter.
        for step in [nil, 2.5] {
            let lowered = try weights.load(Load(load, .kg), loweredTo: lower, step: step)
            #expect(lowered.value == next)
        }
    }

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

    @Test func anOwnBarComesBeforeThatOfTheSettings() throws {
        let bar = Gear(bar: try Load(15, .kg))
        #expect(try Self.weights(bar).load(atMost: 0).value == 15)
        #expect(try Self.weights(bar).load(atMost: 61).value == 60)
        #expect(try Self.weights(equipment: "barbell").load(atMost: 0).value == 20)
        // Without a bar, loads are multiples of the lightest plate.
        #expect(try Self.weights().load(atMost: 1.3).value == 1.25)
        #expect(try Self.weights(bar, equipment: nil).load(atMost: 0).value == 15)
        // A bar in the other unit is as heavy there.
        #expect(try Self.weights(bar, in: .lb).load(atMost: 100).value == 98.06933933)
        let heavy = Gear(unit: .lb, bar: try Load(10_000, .kg))
        #expect(try Self.weights(heavy).load(atMost: 0).value == 10_000)
    }

    @Test func loadsAreInTheUnitOfTheExercise() throws {
        let weights = try Self.weights(Gear(unit: .lb), equipment: "barbell")
        #expect(weights.unit == .lb)
        #expect(try weights.load(atMost: 137) == Load(135, .lb))
        #expect(try Self.weights(in: .lb).unit == .lb)
    }

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

    @Test func aProgressionGoesOnInTheUnitOfTheExercise() throws {
        let set = try CandidateRig.set("a", 5, 100)
        let five = try Load(5, .lb)
        let plain = Gear(unit: .lb)
        // 100 kg count as 220 lb.
        #expect(try next(after: set, adding: five, plain) == Load(225, .lb))
        #expect(try next(after: set, adding: Load(2.5, .kg), plain) == Load(225, .lb))
        for add in [five, try Load(2.5, .kg)] {
            #expect(try next(after: set, adding: add, plain, misses: true) == Load(195, .lb))
        }
        let helped = try CandidateRig.set("b", 5, 20, mode: .assisted)
        #expect(try next(after: helped, adding: five, plain) == Load(37.5, .lb))
        #expect(
            try next(after: set, adding: five, plain, equipment: "barbell") == Load(225, .lb))
        let stack = Gear(unit: .lb, stack: .steps([200, 220, 230]))
        #expect(try next(after: set, adding: five, stack) == Load(230, .lb))
        // 2.5 kg are 5 lb in plates.
        #expect(try next(after: set, adding: Load(2.5, .kg), stack) == Load(230, .lb))
        #expect(try next(after: set, adding: five, stack, misses: true) == Load(200, .lb))
        // What was lifted stays as it was, where nothing is added.
        #expect(try next(after: set, adding: nil, stack) == Load(100, .kg))
    }

    @Test func aShareGoesByTheStack() throws {
        let group = SetGroup(sets: 1, reps: 5, percent: 85)
        let gear = Gear(unit: .kg, stack: .even(step: 5, start: 2.5))
        for (best, load) in [(100.0, 82.5), (103, 87.5), (1, 2.5)] {
            let resolved = try group.resolved(.best, of: best, with: Self.weights(gear))
            #expect(resolved.load?.value == load && resolved.percent == nil)
        }
    }

    // MARK: Bounds

    @Test func whatIsWrongIsNamed() throws {
        func field(_ gear: Gear) -> String? {
            do {
                try gear.check()
                return nil
            } catch {
                return error.field
            }
        }
        let bar = try Load(15, .kg)
        let many = (1...101).map(Double.init)
        #expect(field(Gear()) == nil && field(Gear(unit: .lb, bar: bar)) == nil)
        #expect(field(Gear(stack: .steps([5]))) == "load_unit")
        #expect(field(Gear(unit: .kg, bar: bar, stack: .steps([5]))) == "bar")
        for steps in [[], [0], [5, 5], [10, 5], [10_001], [0.123456789], many] {
            #expect(field(Gear(unit: .kg, stack: .steps(steps))) == "steps", "\(steps)")
        }
        #expect(field(Gear(unit: .kg, stack: .steps(Array(many.dropLast())))) == nil)
        for (step, start, wrong) in [
            (0, 5, "step"), (-1, 5, "step"), (10_001, 5, "step"), (5, -1, "start"),
            (5, 10_001, "start"), (5, 0, nil), (10_000, 10_000, nil),
        ] as [(Double, Double, String?)] {
            let stack = Gear.Stack.even(step: step, start: start)
            #expect(field(Gear(unit: .kg, stack: stack)) == wrong, "\(step) \(start)")
        }
    }

    @Test func json() throws {
        for (gear, text) in [
            (Gear(), "{}"), (Gear(unit: .lb), #"{"unit":"lb"}"#),
            (Gear(bar: try Load(15, .kg)), #"{"bar":{"value":15,"unit":"kg"}}"#),
            (Gear(unit: .kg, stack: .steps([5, 12.5])), #"{"unit":"kg","steps":[5,12.5]}"#),
            (
                Gear(unit: .kg, stack: .even(step: 5, start: 2.5)),
                #"{"unit":"kg","step":5,"start":2.5}"#
            ),
        ] {
            #expect(try JSONText.of(gear) == text)
            #expect(try JSONText.value(Gear.self, from: text) == gear)
        }
    }

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
