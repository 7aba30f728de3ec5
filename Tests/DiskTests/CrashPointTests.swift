import Glibc
import Testing
import TrackerCore

/// Cuts the power after each operation of the disk. Everything that was reported to anybody must be on the
/// disk afterwards, and each change wholly or not at all.
///
/// `CRASH_SEED` replays one workload, `CRASH_STATES` asks for more states than the usual number.
@Suite struct CrashPointTests {
    @Test func powerCuts() async throws {
        if let seed: UInt64 = number("CRASH_SEED") {
            let cuts = PowerCuts(states: 0, first: seed)
            try cuts.enumerate(seed: seed)
            for failure in cuts.failures { Issue.record("\(failure)") }
            print("power cuts: \(cuts.summary)")
            return
        }
        let states = number("CRASH_STATES") ?? 3_000
        let cuts = PowerCuts(
            states: states, first: number("CRASH_FROM") ?? UInt64.random(in: 0..<1 << 40))
        let began = time(nil)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { cuts.work() } }
        }
        for failure in cuts.failures { Issue.record("\(failure)") }
        print("power cuts: \(cuts.summary) in \(time(nil) - began) s")
        #expect(cuts.states >= states || !cuts.failures.isEmpty)
    }
}

func number<Number: LosslessStringConvertible>(_ name: String) -> Number? {
    getenv(name).flatMap { Number(String(cString: $0)) }
}
