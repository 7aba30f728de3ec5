import Glibc

enum Simulation {
    static let steps = 250

    struct Run {
        var years = 0.0
        var events = 0
        var steps = 0
        var counts: [String: Int] = [:]
        /// Step and reason of the failure; `nil` for none.
        var failure: (step: Int, why: String)?
        var trace: [String] = []
    }

    static func run(seed: UInt64, _ steps: [Step], tracing: Bool = false) -> Run {
        var run = Run()
        var place = -1
        var world: World?
        do {
            let living = try World(seed: seed, tracing: tracing)
            world = living
            for (index, step) in steps.enumerated() {
                place = index
                try living.take(step)
            }
            place = steps.count
            try living.finish()
        } catch {
            run.failure = (place, "\(error)")
        }
        guard let world else { return run }
        run.years = Double(world.now.realNs) / 1e6 / Double(365 * dayMs)
        run.steps = place
        run.events = world.model.journal.events.count
        run.counts = world.counts
        run.trace = world.trace ?? []
        return run
    }

    /// The shortest part of a run's steps that fails as well: halves, quarters and so on are left out as
    /// long as the run still fails (delta debugging).
    static func shortest(seed: UInt64, _ steps: [Step], withinSeconds limit: Int) -> [Step] {
        let end = time(nil) + limit
        var steps = steps
        var size = max(1, steps.count / 2)
        while true {
            var start = 0
            var shrank = false
            while start < steps.count, time(nil) < end {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + size, steps.count))
                if let failure = run(seed: seed, fewer).failure {
                    steps = Array(fewer.prefix(failure.step + 1))
                    shrank = true
                } else {
                    start += size
                }
            }
            guard size > 1 || shrank, time(nil) < end else { return steps }
            size = max(1, size / 2)
        }
    }

    static func report(seed: UInt64, _ run: Run, shrinkingSeconds: Int = 60) -> String {
        guard let failure = run.failure else { return "seed \(seed) passes" }
        let all = Step.all(seed: seed, count: steps)
        let short = shortest(
            seed: seed, Array(all.prefix(failure.step + 1)), withinSeconds: shrinkingSeconds)
        let replay = Self.run(seed: seed, short, tracing: true)
        return """
            Simulation failed at step \(failure.step) of seed \(seed): \(failure.why)
            Replay: make simulate SIMULATE_SEED=\(seed)
            The shortest sequence that fails has \(short.count) steps \
            (\(short.map(\.kind.rawValue).joined(separator: ", "))):
            \(replay.trace.joined(separator: "\n"))
            ✗ \(replay.failure?.why ?? "it doesn't fail when replayed")
            """
    }
}
