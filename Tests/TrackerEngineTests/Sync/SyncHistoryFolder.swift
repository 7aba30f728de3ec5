import TestSupport
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

// What happens in the machines' copies of the shared folder: their own work, and what is carried between them.

extension SyncHistory {
    /// Maximum number of steps that a machine works without an end.
    private static let maximumSteps = 10_000
    private static let name = "00000001.log"

    // MARK: Work

    /// Lets a machine with rows of its own join the others, or join them again.
    func join(_ machine: SyncMachine) throws {
        guard !machine.isSharing else { return }
        note(machine, "joins")
        try machine.disk.enable(machine.name)
        try work(machine)
    }

    /// Lets a machine work in its folder: for some steps, or until it waits. Requests and crashes come in between.
    func work(_ machine: SyncMachine) throws {
        let disk = machine.disk
        disk.hasTime = { [unowned self, unowned disk] in
            disk.isBackingUp || self.chance(70)
        }
        if chance(8) { disk.tasksUntilCrash = number(1...6) }
        defer {
            disk.hasTime = { true }
            disk.tasksUntilCrash = nil
        }
        var left = chance(40) ? number(1...12) : Self.maximumSteps
        while left > 0, try disk.step() {
            left -= 1
            if chance(4) { try request(machine) }
            if chance(3) { machine.bench.drift(ms: 1000) }
            if chance(1) { try crash(machine) }
            if chance(4) { try machine.verify() }
        }
        try endMerge(machine)
    }

    /// Ends the merge that a machine has begun, since imports and progress wait for it.
    func endMerge(_ machine: SyncMachine) throws {
        for _ in 1...Self.maximumSteps {
            guard machine.bench.engine.isChangeUnfinished, try machine.disk.step() else { return }
        }
        throw SyncFailure("a merge on \(machine.name) doesn't end")
    }

    func crash(_ machine: SyncMachine) throws {
        note(machine, "crash")
        let folder = machine.disk.folder
        if chance(20), File.exists(folder) {
            // It was about to give a file its name.
            try File.write("{", to: "\(folder)/.\(Self.name).tmp")
        }
        try machine.crash()
    }

    /// Lets a machine write, and carries that to where the others find it.
    func write(_ machine: SyncMachine) throws {
        guard machine.isSharing else { return }
        note(machine, "writes")
        // It sees that something has changed, and writes it after a while. What was only merged waits longest.
        _ = try machine.disk.step()
        machine.bench.advance(ms: pick([10, 1100, 1100, 1100, 301_000], or: 1100))
        try work(machine)
        if chance(85) { replicator.gather(from: machine) }
    }

    /// Brings a machine some files of the others, and lets it read them.
    func read(_ machine: SyncMachine) throws {
        guard machine.isSharing else { return }
        if chance(40) {
            note(machine, "gets all files")
            try replicator.carryAll(to: machine)
        } else {
            note(machine, "gets some files")
            try replicator.carrySome(to: machine) {
                guard chance(10) else { return }
                machine.bench.engine.folderMayHaveChanged()
                _ = try machine.disk.step()
            }
        }
        if chance(15) {
            try machine.disk.call("sync.now")
            count("sync.now")
        } else {
            machine.bench.engine.folderMayHaveChanged()
            try work(machine)
        }
        if chance(30) { replicator.gather(from: machine) }
    }

    /// Brings a machine everything, and lets it read and write all.
    ///
    /// - Returns: whether anything in the folder has changed.
    func exchange(_ machine: SyncMachine) throws -> Bool {
        let hasCome = try replicator.carryAll(to: machine)
        try machine.disk.call("sync.now")
        let hasWritten = replicator.gather(from: machine)
        return hasCome || hasWritten
    }

    // MARK: Damage

    func damage(_ machine: SyncMachine) throws {
        replicator.gather(from: machine)
        if chance(50) {
            note(machine, "its own files are damaged")
            count("damaged own files")
            try replicator.damage(machine)
        } else {
            note(machine, "a subfolder is lost")
            count("lost subfolder")
            try replicator.removeSubfolder(on: machine)
        }
        if chance(70) { machine.bench.engine.folderMayHaveChanged() }
        if chance(50) { try work(machine) }
    }

    func forget(_ machine: SyncMachine) throws {
        guard machine.isSharing else { return }
        let known = try machine.disk.status()["machines"]?.list ?? []
        let others = known.filter { $0["state"]?.string != "here" }
            .compactMap { $0["writer"]?.string }.sorted()
        let other = pick(others, or: "")
        guard !other.isEmpty else { return }
        note(machine, "forgets \(other)")
        do {
            try machine.disk.call("sync.forget", #"{"machine":"\#(other)","confirm":true}"#)
        } catch let rejection as Rejection where rejection.kind == .notFound {
            // Its subfolder was lost meanwhile.
            return
        }
        count("sync.forget")
        replicator.gather(from: machine)
    }

    func leave(_ machine: SyncMachine) throws {
        guard machine.isSharing else { return }
        note(machine, "leaves")
        try machine.disk.call("sync.leave")
        count("sync.leave")
        if chance(50) { replicator.gather(from: machine) }
    }

    // MARK: Copies of states

    func copyState(_ machine: SyncMachine) throws {
        guard machine.isSharing else { return }
        note(machine, "its state and its folder are copied")
        copies[machine.name] = Copy(
            path: try machine.bench.copyState(), folder: replicator.snapshot(of: machine))
    }

    /// Restores a copy of a machine's state, of its folder, or of both. What was acknowledged since is lost unless it
    /// has reached the others.
    func restore(_ machine: SyncMachine) throws {
        guard let copy = copies[machine.name] else { return }
        let (hasState, hasFolder) = pick(
            [(true, false), (true, false), (false, true), (true, true)], or: (true, false))
        let what = hasState ? hasFolder ? "state and folder" : "state" : "folder"
        note(machine, "restored: \(what)")
        count("restore of \(what)")
        guard hasState else {
            try replicator.putBack(copy.folder, on: machine)
            machine.bench.engine.folderMayHaveChanged()
            return
        }
        let former = machine.disk.writer
        var left = chance(80) ? Self.maximumSteps : number(0...20)
        try machine.bench.replaceState(by: copy.path) {
            if hasFolder { try replicator.putBack(copy.folder, on: machine) }
            machine.disk.look {
                if machine.disk.isBackingUp { return true }
                left -= 1
                return left > 0
            }
        }
        guard machine.disk.writer != former else { return }
        note(machine, "it takes a new id")
        count("restore with a new id")
    }

    /// Starts a copy of a machine's state as a machine of its own, with a copy of its folder, too, with what the others
    /// find there, or without anything.
    func clone(_ machine: SyncMachine) throws {
        guard machine.isSharing, machines.count < Self.maximumMachines else { return }
        clones += 1
        let name = "c\(clones)"
        note(machine, "cloned as \(name)")
        count("clone")
        let otherSeed = seed ^ UInt64(clones) << 48
        let clone = try SyncMachine.clone(of: machine, name, seed: otherSeed) { clone in
            switch number(0...2) {
            case 0:
                let folder = replicator.snapshot(of: machine)
                try replicator.putBack(folder, on: clone)
            case 1: try replicator.carryAll(to: clone)
            default: break
            }
            clone.disk.look()
        }
        add(clone)
        try endMerge(clone)
        try clone.verify()
    }
}

extension SyncDisk {
    /// Whether the state is being copied. The number of steps that this takes doesn't follow from the seed alone, since
    /// the state has times and inodes of files in it.
    fileprivate var isBackingUp: Bool { engine.folderSync?.backup != nil }
}
