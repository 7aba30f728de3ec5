import Glibc
import Stage
import Testing

extension ServerTests {
    /// Kills by SIGKILL at random moments. `make torture CYCLES=… SEED=…` runs longer, or repeats a run.
    @Suite struct Tortures {
        private static func number(_ variable: String) -> UInt64? {
            getenv(variable).flatMap { UInt64(String(cString: $0)) }
        }

        @Test func killedAtAnyMomentItLosesNothingAndDoesNothingTwice() throws {
            let cycles = Int(Self.number("TORTURE_CYCLES") ?? 50)
            let seed = Self.number("TORTURE_SEED") ?? .random(in: 1...999_999)
            print("torture: \(cycles) cycles, seed \(seed)")
            try Stage.with { stage in
                let figures = try Torture(stage, seed: seed).run(cycles: cycles)
                print("torture: \(figures)")
                #expect(figures.acknowledged > cycles)
                #expect(figures.finished > 0)
            }
        }
    }
}
