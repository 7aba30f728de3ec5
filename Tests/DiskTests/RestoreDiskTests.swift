import Glibc
import Rig
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// Power cuts and failing calls while a backup is restored: the state is the former or the restored one,
/// and whole.
@Suite struct RestoreDiskTests {
    private static func timer(_ name: String) -> Step {
        .ask("timer.start", #"{"duration":"1h","name":"\#(name)"}"#)
    }

    private static let script: [Step] = [
        timer("a"), .ask("backup.create"), timer("b"), .restore, timer("c"),
        .moveLog, timer("d"), .ask("backup.create"), timer("e"), .restore, .restore, timer("f"),
        .restart, .restore, timer("g"), .moveLog, .restore, .reboot, timer("h"),
    ]

    @Test func powerCuts() throws {
        let cuts = PowerCuts(states: 0, first: 0, script: Self.script)
        let seed: UInt64 = number("CRASH_SEED") ?? .random(in: 0..<1 << 40)
        for seed in seed..<seed + 3 where cuts.failures.isEmpty { try cuts.enumerate(seed: seed) }
        for failure in cuts.failures { Issue.record("\(failure)") }
        print("power cuts of restores: \(cuts.summary)")
        #expect(cuts.states > 300)
    }

    private func has(_ timer: String, _ machine: Machine) throws -> Bool {
        guard case .result(let json)? = try machine.send(#"{"id":1,"method":"timer.list"}"#).first
        else { throw Finding("no timers") }
        return json.contains(#""name":"\#(timer)""#)
    }

    @Test(arguments: Fault.allCases, [false, true])
    func failingCalls(_ fault: Fault, lasts: Bool) throws {
        var restored = 0
        var refused = 0
        for after in 0... {
            let scratch = try TemporaryFolder(in: TemporaryFolder.inMemory)
            let disk = FailingDisk(scratch.path + "/state")
            let machine = Machine(scratch.path + "/state", seed: 1)
            try machine.start()
            for step in [Self.timer("a"), .ask("backup.create"), Self.timer("b")] {
                try machine.run(step)
            }
            let history = try machine.engine.store.history
            disk.set(FailingDisk.Plan(fault: fault, after: after, lasts: lasts))
            let answer = try #require(try machine.run(.restore).first?.answer)
            let failed = disk.heal()
            machine.drift(ms: 1000)
            try machine.wake()
            let store = try machine.engine.store
            #expect(try !machine.engine.health.isDegraded, "\(after): \(failed)")
            #expect(try machine.engine.health.recoveredFrom == nil, "\(after): \(failed)")
            let isRestored = store.history != history
            switch answer {
            case .refused(let refusal):
                refused += 1
                #expect(
                    [.storage, .conflict, .unknown].contains(refusal.kind), "\(after): \(refusal)")
                // The restored state may be in use all the same, but only where that isn't denied.
                if refusal.message.contains("nothing was changed") {
                    #expect(!isRestored, "\(after): \(failed) \(refusal)")
                }
            default:
                restored += 1
                #expect(isRestored, "\(after): \(failed)")
            }
            #expect(try has("b", machine) != isRestored, "\(after): \(failed)")
            try machine.run(Self.timer("c"))
            try machine.verify()
            try machine.run(.restart)
            #expect(try has("c", machine), "\(after): \(failed)")
            try machine.verify()
            if failed.isEmpty { break }
        }
        #expect(refused > 5 && restored > 0)
    }
}
