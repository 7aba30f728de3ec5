import Glibc
import Rig
import Stage
import TestSupport
import TrackerCore
import TrackerStore

// Daemons that are processes of their own, and are killed.

extension World {
    /// A process takes up the state, answers a batch, and is killed somewhere on the way; the next daemon
    /// finds on the disk what it has left there.
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
        // What the process has journaled it may not have told.
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
    /// Runs an engine on the state in a process of its own until that is killed.
    func runProcess(
        _ calls: [SimulatedCall], at now: Instant, seed: UInt64, killedBefore change: Int,
        countsStart: Bool
    ) throws {
        let texts = calls.map(\.json.description)
        let order = ProcessOrder(
            stateFolder: stateFolder, scratchFolder: folder.file("run"), seed: seed,
            place: place.value, at: now.moment,
            line: texts.isEmpty ? "" : "[\(texts.joined(separator: ","))]", killedBefore: change,
            countsStart: countsStart)
        let input = folder.file("order")
        try File.write(json(order) + "\n", to: input)
        let result = try Program.run(
            [Built.engineProcess], environment: [:], in: folder, input: input)
        guard result.ending == .killed(by: SIGKILL) else {
            throw Trouble("the process has \(result.ending): \(result.output)\(result.complaints)")
        }
        // Its lock went with it.
        _ = try StateLock(stateFolder: stateFolder)
    }
}
