import Glibc
import TestSupport
import Testing

/// Lets calls of the disk fail once, or from one call on, during the start and each step of the workload.
/// About one call in twenty is tried, and other ones with each seed.
///
/// `FAULT_SEED` replays one order of the workload, and tries each of its calls. `FAULT_FROM` is the first
/// order that is considered; a random one by default.
@Suite struct FailingCallTests {
    @Test(arguments: Fault.allCases, [false, true])
    func failingCalls(_ fault: Fault, lasts: Bool) throws {
        let (seed, steps, byDefault) = try Self.quietWorkload()
        let began = time(nil)
        var failures = 0
        var after = 0
        var dice = SplitMix(seed: seed)
        let largestStride = getenv("FAULT_SEED") == nil ? 39 : 1
        // Steps with fewer calls than this needn't be run again.
        var last: Int? = steps.count
        while let end = last {
            do {
                let ordeal = try Ordeal(seed: seed)
                let plan = FailingDisk.Plan(fault: fault, after: after, lasts: lasts)
                last = try ordeal.run(steps[..<end], byDefault, plan)
                failures += ordeal.failures
            } catch {
                let again = "FAULT_SEED=\(seed) swift test --filter FailingCall"
                Issue.record("\(error)\nafter \(after) calls; again: \(again)")
                return
            }
            after += Int.random(in: 1...largestStride, using: &dice)
        }
        let seconds = time(nil) - began
        print("\(fault)\(lasts ? " for good" : ""): \(failures) calls failed, \(seconds) s")
        #expect(failures > 150)
    }

    /// A workload in which no deadline is so close to a step that a second decides about their order.
    private static func quietWorkload() throws -> (UInt64, [Step], [Ordeal.Usual]) {
        let first = number("FAULT_SEED") ?? number("FAULT_FROM") ?? UInt64.random(in: 0..<1 << 40)
        let candidates = getenv("FAULT_SEED") == nil ? first...first + 100 : first...first
        for seed in candidates {
            var dice = SplitMix(seed: seed)
            let steps = Workload.shuffled(using: &dice, isShared: Workload.isShared(seed))
            if let byDefault = try Ordeal.byDefault(steps, seed: seed) {
                return (seed, steps, byDefault)
            }
        }
        throw Finding("a deadline or follow-up is too near to other steps: take another seed")
    }
}
