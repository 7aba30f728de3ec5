import Glibc
import TestSupport
import Testing
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// Power cuts on a machine that shares its rows with another one through a folder, which is cut with the state. Whatever
/// the disk has kept, the folder comes to have all rows again, and both have the same once they have exchanged everything.
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
        let companion = Companion(scratch.path + "/other", seed: ~seed, usesFolder: true)
        let recorder = try Recorder(
            scratch.path, after: nil, Image(), seed: seed, at: nil, companion: companion,
            usesFolder: true)
        let life = try recorder.live(Self.script)
        let theirs = try companion.close()
        // Else nothing in the folder was recorded.
        #expect(life.kept.count > 5)
        var disk = DiskState(life.baseline)
        var tried: Set<Int> = []
        for position in 0...life.changes.count {
            // Some of the moments are enough, and the last one.
            let isTried = Int.random(in: 0..<8, using: &dice) == 0
            if isTried || position == life.changes.count {
                let fate = Fate.allCases.randomElement(using: &dice) ?? .nothing
                var image = disk.image(fate, using: &dice)
                image.kept = life.kept
                do {
                    if tried.insert(image.fingerprint).inserted {
                        try checkState(image, of: life, at: position, in: scratch.path)
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

    /// Checks that nothing is lost that was acknowledged.
    private func checkState(
        _ image: Image, of life: Life, at position: Int, in folder: String
    ) throws {
        let digest = try image.digest(in: folder + "/oracle")
        guard let commit = life.commits.lastIndex(of: digest) else {
            throw Finding("no commit left the database so")
        }
        guard commit >= life.promised(at: position) else {
            throw Finding("commit \(commit) instead of \(life.promised(at: position)) at least")
        }
    }

    /// Lets a machine that starts after a power cut share all of its rows, and then exchange files with the other one
    /// until nothing is new to either.
    private func observe(
        _ image: Image, _ theirs: Image, in folder: String, at end: Moment
    ) throws {
        let now = Moment(
            wallMs: end.wallMs + 60_000, bootNs: 20_000_000_000, awakeNs: 20_000_000_000,
            bootID: "after")
        let here = try start(image, in: folder + "/here", seed: 1, at: now)
        try expectWhole(here, in: folder + "/fresh")
        let there = try start(theirs, in: folder + "/there", seed: 2, at: now)
        var former: [String] = []
        for _ in 1...10 {
            _ = try there.receive(from: here.sharedFolder, of: here.writer)
            try there.settleFolder()
            _ = try here.receive(from: there.sharedFolder, of: there.writer)
            try here.settleFolder()
            for machine in [here, there] { try machine.verify() }
            let digests = try [here, there].map { try $0.sharedDigest() }
            if digests == former {
                guard digests[0] == digests[1] else { throw Finding("the digests differ") }
                return try expectWhole(here, in: folder + "/fresh")
            }
            former = digests
        }
        throw Finding("the two don't come to rest")
    }

    private func start(
        _ image: Image, in folder: String, seed: UInt64, at now: Moment
    ) throws -> Machine {
        let machine = try Machine.sharing(image, in: folder, seed: seed, at: now)
        // A file that was cut isn't read, and is written again.
        let log = machine.log.filter { !$0.contains("isn't read") }
        guard machine.pending.isEmpty, log.isEmpty else { throw Finding("the log says \(log)") }
        return machine
    }
}

extension Machine {
    /// A machine that starts on a state and its shared folder, and has done all that the folder asks for.
    static func sharing(
        _ image: Image = Image(), in folder: String, seed: UInt64, at now: Moment
    ) throws -> Machine {
        for path in [folder, "\(folder).\(home)"] { File.remove(path) }
        try image.write(to: folder)
        // Making a reserve takes longer than the rest of a start.
        let scratch = Files.folder(of: folder)
        if !File.exists(scratch + "/reserve"), !Reserve(stateFolder: scratch).fill() {
            throw Finding("no room for a reserve")
        }
        link(scratch + "/reserve", folder + "/reserve")
        let machine = Machine(folder, seed: seed, name: "\(seed) ")
        machine.usesFolder = true
        machine.clock = now
        try machine.open()
        let writer = try machine.writer
        try machine.takeUp()
        try machine.share()
        // The log of a file that isn't read ends a step early.
        for _ in 1...100 where !machine.pending.isEmpty { try machine.goOn() }
        try machine.settleFolder()
        guard try machine.writer == writer else { throw Finding("it has taken another id") }
        try machine.expectSharing()
        return machine
    }

    /// Expects that the folder is used, and that the state is sound.
    func expectSharing() throws {
        try verify()
        let status = try syncStatus()
        guard status.contains(#""state":"on""#), !status.contains(#""problem":"#) else {
            throw Finding("the folder isn't used: \(status)")
        }
    }
}

/// Expects that a new machine finds all rows of a machine in its folder.
func expectWhole(_ machine: Machine, in folder: String) throws {
    let fresh = try Machine.sharing(in: folder, seed: 3, at: machine.clock)
    _ = try fresh.receive(from: machine.sharedFolder, of: machine.writer)
    try fresh.settleFolder()
    try fresh.verify()
    let found = try fresh.knownRows()
    for (key, row) in try machine.knownRows() where found[key] != row {
        throw Finding("\(key) isn't in the folder as it is in the state: \(row)")
    }
}
