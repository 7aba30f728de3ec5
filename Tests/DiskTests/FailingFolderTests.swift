import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// Lets calls in the shared folder fail once, or from one call on, while a machine writes to it and reads from it. About
/// one call in four is tried.
///
/// No request fails by that, and once the folder works again, it has all rows and everything in it is merged.
///
/// `FAULT_SEED` replays one choice of the calls.
@Suite struct FailingFolderTests {
    @Test(arguments: FolderFault.allCases, [false, true])
    func failingCalls(_ fault: FolderFault, lasts: Bool) throws {
        let seed: UInt64 = number("FAULT_SEED") ?? .random(in: 0..<1 << 40)
        var dice = SplitMix(seed: seed)
        var after = 0
        var failures = 0
        while true {
            let plan = FailingDisk.Plan(folder: fault, after: after, lasts: lasts)
            do {
                guard try fail(plan) else { break }
            } catch {
                let again = "FAULT_SEED=\(seed) swift test --filter FailingFolder"
                Issue.record("\(error)\nafter \(after) calls; again: \(again)")
                return
            }
            failures += 1
            after += Int.random(in: 1...7, using: &dice)
        }
        print("\(fault)\(lasts ? " for good" : "") in the folder: \(failures) calls failed")
        #expect(failures > 1)
    }

    /// - Returns: whether a call failed.
    private func fail(_ plan: FailingDisk.Plan) throws -> Bool {
        let scratch = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let disk = FailingDisk(scratch.path + "/state")
        let machine = Machine(scratch.path + "/state", seed: 1)
        machine.usesFolder = true
        let companion = Companion(scratch.path + "/other", seed: 2, usesFolder: true)
        machine.companion = companion
        try machine.start()
        try answer(machine, "exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try answer(machine, "log.add", #"{"exercise":"squats","count":5}"#)
        try machine.run(.share)
        try machine.run(.merge)
        let writer = try machine.writer
        // New files of the other machine wait to be read.
        try companion.beginRound(at: machine.clock)
        _ = try companion.exchangeFiles(with: machine)

        disk.set(plan)
        for count in 101...102 {
            try answer(machine, "log.add", #"{"exercise":"squats","count":\#(count)}"#)
            try machine.settleFolder()
        }
        let isStopped = try machine.syncStatus().contains(#""state":"stopped""#)
        let failed = disk.heal()
        if plan.lasts, !failed.isEmpty, !isStopped {
            throw Finding("the status tells of nothing; failed: \(failed)")
        }

        machine.drift(ms: 31_000)
        try machine.wake()
        try machine.engine.folderMayHaveChanged()
        try machine.settleFolder()
        do {
            try machine.expectSharing()
            guard try machine.writer == writer else { throw Finding("it has taken another id") }
            let entries = try machine.send(#"{"id":1,"method":"log.list"}"#)
            guard case .result(let json)? = entries.first,
                [101, 102].allSatisfy({ json.contains("\"count\":\($0)") })
            else { throw Finding("an entry is lost") }
            try expectWhole(machine, in: scratch.path + "/fresh")
            try machine.run(.merge)
            guard machine.pending.isEmpty else { throw Finding("the exchange isn't over") }
            try expectWhole(machine, in: scratch.path + "/fresh")
        } catch {
            throw Finding("\(error); failed: \(failed); log: \(machine.log.suffix(4))")
        }
        return !failed.isEmpty
    }

    /// Sends a request that must succeed.
    private func answer(_ machine: Machine, _ method: String, _ params: String) throws {
        for (_, answer) in try machine.run(.ask(method, params)) {
            guard case .result = answer else { throw Finding("\(method): \(answer)") }
        }
    }
}
