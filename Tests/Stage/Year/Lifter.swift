import HandMoved
import TrackerCore

/// Workouts by two templates in turn. A load goes up while it can be lifted, and down by a tenth after three
/// workouts in which it couldn't.
struct Lifter {
    private struct Lift {
        let name: String
        var load: Double
        let step: Double
        let sets: Int
        /// Loads for five reps that can be lifted as the year begins, and at best.
        let strength: ClosedRange<Double>
        var failures = 0
    }

    private var lifts: [String: Lift] = [
        "squat": Lift(name: "Back Squat", load: 60, step: 2.5, sets: 3, strength: 80...122),
        "bench": Lift(name: "Bench Press", load: 45, step: 2.5, sets: 3, strength: 57...82),
        "row": Lift(name: "Barbell Row", load: 40, step: 2.5, sets: 3, strength: 52...74),
        "press": Lift(name: "Overhead Press", load: 30, step: 1.25, sets: 3, strength: 35...51),
        "deadlift": Lift(name: "Deadlift", load: 80, step: 5, sets: 2, strength: 100...152),
    ]
    private static let plans = [
        ("Lower and push", ["squat", "bench", "row"]),
        ("Pull and press", ["deadlift", "press", "row"]),
    ]
    private var turn = 0

    func setUp(_ daemon: HandMovedDaemon) throws {
        for (name, keys) in Self.plans {
            let exercises = keys.compactMap { lifts[$0] }.map {
                #"{"exercise":"\#($0.name)","sets":\#($0.sets),"reps":5}"#
            }.joined(separator: ",")
            try daemon.call(
                "template.create",
                #"{"name":"\#(name)","rest":"2m","exercises":[\#(exercises)]}"#)
        }
    }

    mutating func work(_ person: Person) throws {
        // What is begun must be over when the year ends.
        guard person.nowMs + 2 * hourMs < person.year.endMs else { return }
        let (name, keys) = Self.plans[turn % 2]
        turn += 1
        try person.daemon.call("workout.start", #"{"template":"\#(name)"}"#)
        for key in keys {
            guard var lift = lifts[key] else { continue }
            try perform(&lift, person)
            lifts[key] = lift
        }
        try person.pass(seconds: 60)
        try person.daemon.call("workout.finish")
    }

    private func perform(_ lift: inout Lift, _ person: Person) throws {
        for (share, reps) in [(0.5, 5), (0.75, 3)] {
            let load = max(20, (lift.load * share / 2.5).rounded() * 2.5)
            try log(lift.name, reps, load, #","type":"warmup","rest":"1m""#, person)
        }
        let progress = person.year.progress(at: person.nowMs / dayMs)
        // The first months bring most.
        let gain = 1 - (1 - progress) * (1 - progress)
        let (start, end) = (lift.strength.lowerBound, lift.strength.upperBound)
        let today = (start + (end - start) * gain) * person.number(0.97...1.03)
        var missed = 0
        for index in 0..<lift.sets {
            // One rep less for each 2.5 % that the load is above what can be lifted, and for a set before.
            let excess = (lift.load / today - 1) * 40 + Double(index) * 0.4
            let reps = max(1, 5 - Int(max(0, excess)))
            missed += 5 - reps
            let rpe = min(10, max(6, 9 + (excess * 2).rounded() / 4))
            try log(lift.name, reps, lift.load, #","rpe":\#((rpe * 2).rounded() / 2)"#, person)
        }
        goOn(&lift, missed: missed)
    }

    private func goOn(_ lift: inout Lift, missed: Int) {
        guard missed > 0 else {
            lift.load += lift.step
            lift.failures = 0
            return
        }
        lift.failures += 1
        guard lift.failures == 3 else { return }
        lift.load = (lift.load * 0.9 / lift.step).rounded() * lift.step
        lift.failures = 0
    }

    private func log(
        _ name: String, _ reps: Int, _ load: Double, _ more: String, _ person: Person
    ) throws {
        try person.pass(seconds: person.number(25...45))
        try person.daemon.call(
            "set.log", #"{"exercise":"\#(name)","reps":\#(reps),"load":\#(load)\#(more)}"#)
        try person.pass(seconds: person.number(60...150))
    }
}
