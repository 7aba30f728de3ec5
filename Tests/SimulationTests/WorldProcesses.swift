import Glibc
import Rig
import Stage
import TestSupport
import TrackerCore
import TrackerEngine
import TrackerStore

// Daemons in processes of their own, which are killed.

extension World {
    /// Lets a process start on the state, answer a batch, and be killed at some point; the next daemon
    /// continues with what is on the disk.
    func killProcess(_ dice: inout Dice) throws {
        guard !isFaulty else { return try restart(&dice, inOrder: false) }
        let calls = calls(&dice, 1...5).filter(\.isInside)
        try end(inOrder: dice.chance(50))
        if dice.chance(30) { bootAnew(&dice) } else { passDown(&dice) }
        let countsStart = dice.chance(30)
        for call in calls { note("→ \(call.json)") }
        try machine.runProcess(
            calls, at: now, seed: dice.next(),
            killedBefore: Int.random(in: 0...30, using: &dice), countsStart: countsStart)
        note("killed")
        // The process may not have given the alerts of events that it journaled.
        endedWell = false
        count("killed process")
        let then = model
        passDown(&dice)
        try begin { clues in
            var found = then
            found.clues = clues
            let starts = found.starts
            var started = found
            started.start(nil)
            var done = started
            _ = done.run(calls, .fair)
            started.asked = done.asked
            return (countsStart ? starts : []) + [started, done]
        }
    }
}

extension Machine {
    /// Runs an engine on the state in a process of its own until the process is killed.
    func runProcess(
        _ calls: [SimulatedCall], at now: Instant, seed: UInt64, killedBefore change: Int,
        countsStart: Bool
    ) throws {
        let texts = calls.map(\.json.description)
        let order = ProcessOrder(
            stateFolder: stateFolder, scratchFolder: folder.file("run"), seed: seed,
            place: place.value, at: now.moment,
            line: texts.isEmpty ? "" : "[\(texts.joined(separator: ","))]", killedBefore: change,
            countsStart: countsStart, asksDesktop: asksDesktop,
            ringAgainMs: dependencies.configuration.timers.ringAgainMs,
            ringAtMost: dependencies.configuration.timers.ringAtMost)
        let input = folder.file("order")
        try File.write(json(order) + "\n", to: input)
        let result = try Program.run(
            [Built.engineProcess], environment: [:], in: folder, input: input)
        guard result.ending == .killed(by: SIGKILL) else {
            throw Trouble("the process has \(result.ending): \(result.output)\(result.complaints)")
        }
        // The lock of the process is gone with it.
        _ = try StateLock(stateFolder: stateFolder)
    }
}
