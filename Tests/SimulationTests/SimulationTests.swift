import Glibc
import Testing

/// Random lives of a daemon, checked against a model of it: 100 years, from seeds that are new each time.
/// `make simulate` asks for more.
///
/// - `SIMULATE_YEARS`: number of years, with a line of progress now and then.
/// - `SIMULATE_FROM`: the first seed.
/// - `SIMULATE_COUNTS=1`: prints how often everything occurred.
/// - `SIMULATE_SEED`: replays this seed alone; with `SIMULATE_TRACE=1` everything that happens is printed.
@Suite struct SimulationTests {
    private static func number<Number: LosslessStringConvertible>(_ name: String) -> Number? {
        getenv(name).flatMap { Number(String(cString: $0)) }
    }

    @Test func simulatedYears() async {
        if let seed: UInt64 = Self.number("SIMULATE_SEED") { return replay(seed) }
        let asked: Double? = Self.number("SIMULATE_YEARS")
        let first = Self.number("SIMULATE_FROM") ?? UInt64.random(in: 0..<1 << 40)
        print("simulation: seeds from \(first) on")
        let progress = Progress(years: asked ?? 100, first: first, isTold: asked != nil)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await progress.work() } }
        }
        print(progress.summary)
        if Self.number("SIMULATE_COUNTS") == 1 { print(progress.counts) }
        for failure in progress.failures { Issue.record("\(failure)") }
        if progress.failures.isEmpty { progress.expectVariety() }
    }

    @Test(
        arguments: [
            635_489_278_733, 1_088_848_077_308, 2_614_382_525, 2_614_382_547, 1_098_877_958_973,
            1_050_947_174_262, 830_127_767_774, 53_627_282_755,
        ] as [UInt64])
    func seedsThatOnceFailed(_ seed: UInt64) {
        let run = Simulation.run(seed: seed, Step.all(seed: seed, count: Simulation.steps))
        #expect(run.failure == nil, "\(Simulation.report(seed: seed, run))")
    }

    private func replay(_ seed: UInt64) {
        let isTraced = Self.number("SIMULATE_TRACE") == 1
        let run = Simulation.run(
            seed: seed, Step.all(seed: seed, count: Simulation.steps), tracing: isTraced)
        for line in run.trace { print(line) }
        #expect(run.failure == nil, "\(Simulation.report(seed: seed, run))")
    }
}
