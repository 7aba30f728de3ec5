import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The next loads of a plan's templates, recomputed by brute force from the whole history after each step of random
/// training.
@Suite struct PlanProgressionTests {
    private static let add = 2.5
    private static let resetAfter = 2
    private static let exercises = ["squats", "bench press"]
    private static let templates = ["a", "b", "c"]

    /// An exercise as a template plans it.
    private struct Planned: Hashable {
        let sets: Int
        let reps: Int
        let load: Double

        var json: String {
            """
            "sets":\(sets),"reps":\(reps),"load":\(load),"progression":\
            {"add":\(PlanProgressionTests.add),"reset_after":\(PlanProgressionTests.resetAfter)}
            """
        }
    }

    /// An exercise as it was done in a workout.
    private struct Done {
        let template: String
        let exercise: String
        let planned: Planned
        let asked: Double
        let sets: [(reps: Int, load: Double)]

        var hasFailed: Bool { sets.contains { $0.reps < planned.reps } }
        var hasSucceeded: Bool {
            sets.count == planned.sets
                && sets.allSatisfy { $0.reps >= planned.reps && $0.load >= asked }
        }
    }

    /// The gym of one person, beside what it must come to.
    private struct Gym {
        let bench: Bench
        var random: SplitMix
        var planned: [String: [String: Planned]] = [:]
        var members = PlanProgressionTests.templates
        var apart: [String] = []
        /// Finished workouts with their exercises, the oldest first.
        var history: [(id: String, done: [Done])] = []

        init(seed: UInt64) throws {
            bench = try Bench.gym()
            random = SplitMix(seed: seed)
            for template in PlanProgressionTests.templates {
                for exercise in PlanProgressionTests.exercises {
                    let drawn = draw()
                    planned[template, default: [:]][exercise] = drawn
                }
                try bench.call(
                    "template.create",
                    "{\"name\":\"\(template)\",\"exercises\":[\(exercises(of: template))]}")
            }
            try bench.call("plan.create", #"{"name":"p","templates":["a","b","c"]}"#)
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int {
            Int.random(in: range, using: &random)
        }

        mutating func draw() -> Planned {
            Planned(
                sets: number(1...3), reps: number(0...3) == 0 ? 8 : 5,
                load: Double(number(2...4)) * 20)
        }

        func exercises(of template: String) -> String {
            PlanProgressionTests.exercises.map { exercise in
                let json = planned[template]?[exercise]?.json ?? ""
                return "{\"exercise\":\"\(exercise)\",\(json)}"
            }.joined(separator: ",")
        }

        // MARK: Oracle

        func isShared(_ one: String, _ other: String, _ exercise: String) -> Bool {
            one == other
                || members.contains(one) && members.contains(other) && !apart.contains(exercise)
        }

        /// The load that a workout of the template would ask for.
        func expected(_ template: String, _ exercise: String) -> Double? {
            guard let own = planned[template]?[exercise] else { return nil }
            let sessions = history.flatMap(\.done).reversed().filter { done in
                done.exercise == exercise && !done.sets.isEmpty
                    && done.planned == planned[done.template]?[exercise]
                    && done.planned.reps == own.reps
                    && isShared(template, done.template, exercise)
            }
            guard let last = sessions.first else { return own.load }
            let failures = sessions.prefix { $0.hasFailed }.count
            let add = PlanProgressionTests.add
            guard failures == 0 else {
                guard failures.isMultiple(of: PlanProgressionTests.resetAfter) else {
                    return last.asked
                }
                let steps = (last.asked * 0.1 / add - 1e-9).rounded(.up)
                return max(0, last.asked - steps * add)
            }
            guard last.hasSucceeded, let least = last.sets.map(\.load).min() else {
                return last.asked
            }
            return least + add
        }

        /// The load that the daemon tells.
        func told(_ template: String, _ exercise: String) throws -> Double? {
            let view = try bench.call("template.get", "{\"template\":\"\(template)\"}")
            let index = PlanProgressionTests.exercises.firstIndex(of: exercise) ?? 0
            let part = view["exercises"]?.list[index]
            return (part?["next"] ?? part?["groups"])?.list.first?["load"]?.figure
        }

        // MARK: Steps

        mutating func step() throws {
            switch number(0...9) {
            case 0: try editTemplate()
            case 1: try editPlan()
            case 2 where !history.isEmpty:
                let index = number(0...history.count - 1)
                let gone = history.remove(at: index)
                try bench.call("workout.delete", "{\"workout\":\"\(gone.id)\"}")
            default: try train()
            }
        }

        private mutating func editTemplate() throws {
            let template = PlanProgressionTests.templates[number(0...2)]
            let exercise = PlanProgressionTests.exercises[number(0...1)]
            let drawn = draw()
            planned[template]?[exercise] = drawn
            try bench.call(
                "template.update",
                "{\"template\":\"\(template)\",\"exercises\":[\(exercises(of: template))]}")
        }

        private mutating func editPlan() throws {
            let mask = number(0...3)
            apart = PlanProgressionTests.exercises.enumerated()
                .filter { mask & (1 << $0.offset) != 0 }.map(\.element)
            let (first, count) = (number(0...2), number(1...3))
            let names = PlanProgressionTests.templates
            members = Array((names[first...] + names[..<first]).prefix(count))
            func list(_ names: [String]) -> String {
                names.map { "\"\($0)\"" }.joined(separator: ",")
            }
            try bench.call(
                "plan.update",
                "{\"plan\":\"p\",\"templates\":[\(list(members))],\"apart\":[\(list(apart))]}")
        }

        private mutating func train() throws {
            let template = PlanProgressionTests.templates[number(0...2)]
            bench.advance(ms: 86_400_000)
            try bench.call("workout.start", "{\"template\":\"\(template)\"}")
            var workout: [Done] = []
            for exercise in PlanProgressionTests.exercises {
                guard let plan = planned[template]?[exercise],
                    let asked = expected(template, exercise)
                else { continue }
                let count = number(0...3) == 0 ? number(0...plan.sets) : plan.sets
                var sets: [(reps: Int, load: Double)] = []
                for _ in 0..<count {
                    let reps = number(0...4) == 0 ? plan.reps - 1 : plan.reps
                    let change = number(0...5) == 0 ? Double(number(-1...1)) * 2.5 : 0
                    let load = max(0, asked + change)
                    sets.append((reps, load))
                    bench.advance(ms: 1000)
                    try bench.set(
                        exercise, "\"reps\":\(reps),\"load\":\(load),\"unit\":\"kg\"")
                }
                workout.append(
                    Done(
                        template: template, exercise: exercise, planned: plan, asked: asked,
                        sets: sets))
            }
            bench.advance(ms: 1000)
            guard workout.contains(where: { !$0.sets.isEmpty }) else {
                try bench.call("workout.discard", #"{"confirm":true}"#)
                return
            }
            let id = try bench.call("workout.finish").id()
            history.append((id: id, done: workout))
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func everyNextLoadFollows(_ seed: UInt64) throws {
        var gym = try Gym(seed: seed)
        for number in 1...50 {
            try gym.step()
            for template in Self.templates {
                for exercise in Self.exercises {
                    let expected = gym.expected(template, exercise)
                    let told = try gym.told(template, exercise)
                    #expect(told == expected, "step \(number): \(exercise) in \(template)")
                }
            }
        }
        try gym.bench.verify()
    }
}
