import TestSupport
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// Power cuts on a machine that shares its rows with another one. Whatever the disk has kept, both have the same once
/// they have exchanged everything.
@Suite struct SharingDiskTests {
    private static let script: [Step] = [
        .ask("exercise.create", #"{"name":"Squats","unit":"reps"}"#),
        .ask("log.add", #"{"exercise":"squats","count":5}"#),
        .share,
        .ask("log.add", #"{"exercise":"squats","count":6}"#),
        .merge,
        .ask("settings.set", #"{"rest":"90s"}"#),
        .ask("log.update", #"{"entry":"last","count":7}"#),
        .merge,
        .newIdentity,
        .ask("log.add", #"{"exercise":"lunges 1","count":8}"#),
        .moveLog,
        .merge,
        .ask("log.delete", #"{"entry":"last"}"#),
        .ask("journal.undo"),
        .restart,
        .ask("exercise.delete", #"{"exercise":"spare 3"}"#),
        .merge,
    ]

    @Test func machinesMeetAfterPowerCuts() throws {
        let seed: UInt64 = number("CRASH_SEED") ?? .random(in: 0..<1 << 40)
        var dice = SplitMix(seed: seed)
        let scratch = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let companion = Companion(scratch.path + "/other", seed: ~seed)
        let recorder = try Recorder(
            scratch.path, after: nil, Image(), seed: seed, at: nil, companion: companion)
        let life = try recorder.live(Self.script)
        let theirs = try companion.close()
        var disk = DiskState(life.baseline)
        var tried: Set<Int> = []
        for position in 0...life.changes.count {
            // Some of the moments are enough, and the last one.
            let isTried = Int.random(in: 0..<4, using: &dice) == 0
            if isTried || position == life.changes.count {
                let fate = Fate.allCases.randomElement(using: &dice) ?? .nothing
                let image = disk.image(fate, using: &dice)
                do {
                    if tried.insert(image.fingerprint).inserted {
                        try observe(image, theirs, in: scratch.path, at: life.end)
                    }
                } catch {
                    let again = "CRASH_SEED=\(seed) swift test --filter SharingDisk"
                    Issue.record("\(error)\nafter operation \(position), \(fate); again: \(again)")
                    return
                }
            }
            if position < life.changes.count { disk.apply(life.changes[position]) }
        }
        print("power cuts while rows are shared: \(tried.count) states")
        #expect(tried.count > 20)
    }

    /// Lets a machine that starts after a power cut merge everything of the other one, which then merges everything of
    /// the first one, until nothing is new to either.
    private func observe(
        _ image: Image, _ theirs: Image, in folder: String, at end: Moment
    ) throws {
        let now = Moment(
            wallMs: end.wallMs + 60_000, bootNs: 20_000_000_000, awakeNs: 20_000_000_000,
            bootID: "after")
        let here = try start(image, in: folder + "/here", seed: 1, at: now)
        let there = try start(theirs, in: folder + "/there", seed: 2, at: now)
        var former: [String] = []
        for _ in 1...10 {
            try here.merge(there.sharedLines())
            try there.merge(here.sharedLines())
            for machine in [here, there] { try machine.verify() }
            let digests = try [here, there].map { try $0.sharedDigest() }
            if digests == former {
                guard digests[0] == digests[1] else { throw Finding("the digests differ") }
                return
            }
            former = digests
        }
        throw Finding("the two don't come to rest")
    }

    private func start(
        _ image: Image, in folder: String, seed: UInt64, at now: Moment
    ) throws -> Machine {
        File.remove(folder)
        try image.write(to: folder)
        let machine = Machine(folder, seed: seed, name: "\(seed) ")
        machine.clock = now
        try machine.start()
        try machine.share()
        guard machine.pending.isEmpty, machine.log.isEmpty else {
            throw Finding("the log says \(machine.log)")
        }
        return machine
    }
}
