import Glibc
import Rig
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// Starts a daemon on a state that a power cut may leave, and checks that it keeps its promises.
final class Trial {
    private let folder: String
    /// Digests of databases that were found sound in a life; nothing else decides about that.
    private var verified: Set<UInt64> = []
    /// Digests of databases whose shared rows were found as they were promised.
    private var compared: Set<UInt64> = []
    private var trials = 0
    private let reserve: String

    /// - Parameter folder: the working folder.
    init(_ folder: String) throws {
        self.folder = folder + "/trial"
        reserve = folder + "/reserve"
        mkdir(folder, 0o700)
        // Making a reserve takes longer than the rest of a start.
        guard Reserve(stateFolder: folder).fill() else { throw Finding("no room for a reserve") }
    }

    /// - Returns: the number of the commit at which the database stands; 0 before the first database.
    func run(_ image: Image, of life: Life, at now: Moment) throws -> Int {
        File.remove(folder)
        try image.write(to: folder)
        link(reserve, folder + "/reserve")
        let machine = Machine(folder, seed: 1, name: "trial ")
        machine.clock = now
        try machine.open()
        let commit = try commit(machine, image, of: life)
        try expectSound(machine)
        try machine.verify(unless: &verified)
        if compared.insert(try machine.digest()).inserted {
            try checkShared(machine, at: commit, of: life)
        }
        try machine.takeUp()
        try expectSound(machine)
        trials += 1
        if trials % 4 == 0 {
            try checkStamps(machine, at: commit, of: life)
            try checkLiving(machine)
        }
        try checkBackups(image, of: life)
        return commit
    }

    private func commit(_ machine: Machine, _ image: Image, of life: Life) throws -> Int {
        guard image.files["tracker.db"] != nil || image.files["tracker.db.salvaged"] != nil else {
            guard try machine.engine.store.lastSeq == 0 else {
                throw Finding("there are events from nowhere")
            }
            return 0
        }
        let digest = try machine.digest()
        guard let commit = life.commits.lastIndex(of: digest) else {
            let seq = try machine.engine.store.lastSeq
            try machine.verify()
            throw Finding("no commit left the database so; it ends with event \(seq)")
        }
        return commit
    }

    private func expectSound(_ machine: Machine) throws {
        guard machine.log.isEmpty else { throw Finding("the log says \(machine.log)") }
        let health = try machine.engine.health
        guard !health.isDegraded, health.recoveredFrom == nil else { throw Finding("\(health)") }
        let findings = try machine.engine.checkAfterCrash(at: machine.clock)
        guard findings.isEmpty else { throw Finding("quick_check: \(findings)") }
        guard !Files.exists(folder + "/recovery") else { throw Finding("it was taken for damaged") }
    }

    /// Checks that the daemon works like any other.
    private func checkLiving(_ machine: Machine) throws {
        for (_, answer) in try machine.run(.ask("timer.start", #"{"duration":"1m"}"#)) {
            guard case .result = answer else { throw Finding("\(answer)") }
        }
        try machine.verify()
        try expectSound(machine)
    }

    /// Checks that the shared rows and their stamps are those of the last promise, or of the next one if the step
    /// between the two changes everything at once.
    private func checkShared(_ machine: Machine, at commit: Int, of life: Life) throws {
        guard let index = life.shared.lastIndex(where: { $0.commit <= commit }) else { return }
        let last = life.shared[index]
        let found = try machine.sharedState()
        guard found.lastStamp >= last.state.lastStamp else {
            throw Finding("the stamps end with \(found.lastStamp), not \(last.state.lastStamp)")
        }
        if last.commit == commit {
            guard found == last.state else { throw Finding("other rows are shared: \(found)") }
            guard let digest = last.digest, try machine.sharedDigest() != digest else { return }
            throw Finding("the digest of the shared rows isn't \(digest)")
        }
        let next = life.shared[index...].dropFirst().first
        guard let next, next.isOneChange else { return }
        guard [last.state.rows, next.state.rows].contains(found.rows) else {
            throw Finding("a part of a step is shared: \(found)")
        }
    }

    /// Checks that an edit has a later stamp than everything that was promised.
    private func checkStamps(_ machine: Machine, at commit: Int, of life: Life) throws {
        let promised = life.shared.last { $0.commit <= commit }?.state.lastStamp ?? ""
        guard try machine.engine.isSharing else {
            guard promised.isEmpty else { throw Finding("it doesn't share any more") }
            return
        }
        let seq = try machine.engine.store.lastSeq
        let ask = Ask("exercise.create", #"{"name":"After the cut","unit":"reps"}"#)
        for (_, answer) in try machine.run(.ask([ask])) {
            guard case .result = answer else { throw Finding("\(answer)") }
        }
        let stamps = try machine.stamps(of: Exercise.self, after: seq)
        guard !stamps.isEmpty, stamps.allSatisfy({ $0 > promised }) else {
            throw Finding("the edit's stamps are \(stamps), after \(promised)")
        }
    }

    /// Checks that a backup with its final name is complete.
    private func checkBackups(_ image: Image, of life: Life) throws {
        for name in image.files.keys where name.hasPrefix("backups/") && name.hasSuffix(".db") {
            let digest = Disk.digest(ofFile: "\(folder)/\(name)")
            guard life.commits.contains(digest) || life.earlier.contains(digest) else {
                throw Finding("\(name) isn't whole")
            }
        }
    }
}
