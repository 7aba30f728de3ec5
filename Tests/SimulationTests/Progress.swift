import Glibc
import Synchronization
import Testing
import TrackerAPI

/// Runs seeds in several threads, until the wanted number of years has passed.
final class Progress: Sendable {
    private struct State {
        var next: UInt64
        var runs = 0
        var steps = 0
        var events = 0
        var years = 0.0
        var counts: [String: Int] = [:]
        var failures: [String] = []
        var toldAt: Int
    }

    private static let tellEverySeconds = 10

    private let wanted: Double
    private let first: UInt64
    private let isTold: Bool
    private let began = time(nil)
    private let state: Mutex<State>

    init(years: Double, first: UInt64, isTold: Bool) {
        wanted = years
        self.first = first
        self.isTold = isTold
        state = Mutex(State(next: first, toldAt: began))
    }

    var failures: [String] { state.withLock(\.failures) }

    var summary: String { state.withLock { describe($0) } }

    var counts: String {
        let counts = state.withLock(\.counts)
        return counts.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
            .joined(separator: "\n")
    }

    private func describe(_ state: State) -> String {
        "simulation: \(Int(state.years)) years in \(time(nil) - began) s: \(state.runs) seeds from "
            + "\(first) on, \(state.steps) steps, \(state.events) events"
    }

    func work() async {
        while let seed = nextSeed() {
            // Other tests wait for a thread, too.
            await Task.yield()
            let run = Simulation.run(seed: seed, Step.all(seed: seed, count: Simulation.steps))
            let report = run.failure.map { _ in Simulation.report(seed: seed, run) }
            state.withLock { state in
                state.runs += 1
                state.steps += run.steps
                state.years += run.years
                state.events += run.events
                state.counts.merge(run.counts, uniquingKeysWith: +)
                if let report { state.failures.append(report) }
                tell(&state)
            }
        }
    }

    private func tell(_ state: inout State) {
        guard isTold, time(nil) - state.toldAt >= Self.tellEverySeconds else { return }
        state.toldAt = time(nil)
        print(describe(state))
        fflush(nil)
    }

    private func nextSeed() -> UInt64? {
        state.withLock { state in
            guard state.years < wanted, state.failures.isEmpty else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    /// Checks that the runs covered everything, since they prove nothing otherwise. Some requests succeed
    /// only once in a hundred years, when there happens to be something they are about, so a success takes
    /// longer to be seen than a request.
    func expectVariety() {
        let (counts, years) = state.withLock { ($0.counts, $0.years) }
        #expect(years >= wanted)
        guard years >= 100 else { return }
        let methods = Methods.all.map { $0.method }
        // Refusals are counted by their kinds.
        let asked = Set(counts.keys.map { $0.prefix { $0 != " " } })
        // Restoring is only refused here; it has tests of its own.
        let carriedOut = methods.filter { $0 != "backup.restore" }
        for method in methods { #expect(asked.contains(method[...]), "nobody asked for \(method)") }
        let wanted =
            Step.Kind.allCases.map { "step \($0)" } + Self.outcomes
            + (years >= 1000 ? carriedOut : [])
        for name in wanted { #expect(counts[name] ?? 0 > 0, "nothing came to \(name)") }
    }

    /// Outcomes that must have occurred.
    private static let outcomes = [
        "clock.rebooted", "clock.stepped", "zone.changed", "journal.undone", "journal.redone",
        "storage.recovered",
        "timer.cleared", "timer.answered", "timer.expired", "timer.rang_again",
        "timer.finished", "rest.warning", "rest.finished", "training.target_reached",
        "training.resting", "training.paused", "training.resumed", "training.completed",
        "training.undone", "training.updated", "training.deleted",
        "training.bail conflict", "training.reps conflict", "training.reset confirmation_required",
        "torn batch", "torn start", "killed process", "figures after undoing",
        "timer.start storage", "timer.start unknown", "timer.start invalid_params",
        "timer.pause conflict", "timer.get not_found", "atomic conflict", "retried",
        "unknown(applied: true)", "unknown(applied: false)", "falls(journaled: true)",
        "falls(journaled: false)", "stays(journaled: true)", "stays(journaled: false)",
    ]
}
