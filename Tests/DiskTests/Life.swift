import Rig
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The changes that a daemon made to its disk from its start to a power cut, and the commits that it
/// promised meanwhile.
struct Life: Sendable {
    let baseline: Image
    let changes: [Change]
    /// Digests of the database in earlier lives, from which backups may be.
    let earlier: Set<UInt64>
    /// Digests of the database after each commit; 0 before the first database.
    let commits: [UInt64]
    /// For each promise, the number of changes after which that number of commits was promised to somebody.
    let promises: [(position: Int, commit: Int)]
    /// What was shared at each promise.
    let shared: [SharedMark]
    /// The moment of the power cut.
    let end: Moment
    /// Files of the shared folder, by their contents.
    let kept: [[UInt8]: String]

    /// The number of commits that must not be lost when the power is cut after `position` changes.
    func promised(at position: Int) -> Int {
        promises.last { $0.position <= position }?.commit ?? 0
    }
}

/// Runs a daemon and records its life.
final class Recorder {
    private struct Mark {
        let position: Int
        let digest: UInt64
        /// The step that was carried out; `nil` for a start.
        let step: Step?
        let shared: SharedState
        let sharedDigest: String?
    }

    let machine: Machine
    private let recording: DiskRecording
    private let folder: String
    private let earlier: Set<UInt64>
    private var marks: [Mark] = []
    /// The step that is carried out; `nil` for a start.
    private var step: Step?

    /// - Parameters:
    ///   - folder: the working folder, with the state in `state`.
    ///   - baseline: the contents of the disk.
    ///   - companion: the machine to share rows with; `nil` for none.
    ///   - usesFolder: whether the rows are shared through files.
    init(
        _ folder: String, after last: Life?, _ baseline: Image, seed: UInt64, at clock: Moment?,
        companion: Companion? = nil, usesFolder: Bool = false
    ) throws {
        self.folder = folder
        earlier = last.map { $0.earlier.union($0.commits) } ?? []
        let state = folder + "/state"
        File.remove(state)
        if !baseline.files.isEmpty { try baseline.write(to: state) }
        recording = DiskRecording(state, baseline)
        machine = Machine(state, seed: seed, name: "\(seed) ")
        if let clock { machine.clock = clock }
        machine.companion = companion
        machine.usesFolder = usesFolder
        machine.sliceRows = seed % 4 == 0 ? .max : 8
        machine.afterSlice = { [unowned self] in try mark() }
    }

    /// - Returns: the recorded life.
    func live(_ steps: [Step]) throws -> Life {
        try machine.start()
        try mark()
        for next in steps {
            step = next
            try machine.run(next)
            guard machine.pending.isEmpty else {
                throw Finding("\(next) isn't over: \(machine.log.suffix(3))")
            }
            try mark()
        }
        let changes = recording.changes
        // Nobody may see what happens from here on.
        let life = try judge(changes)
        machine.vanish()
        return life
    }

    private func mark() throws {
        let shared = try machine.sharedState()
        if let former = marks.last?.shared.lastStamp, shared.lastStamp < former {
            throw Finding("the stamps went back from \(former) to \(shared.lastStamp)")
        }
        let isExchanged = step?.isOfSharing == true && machine.pending.isEmpty
        let digest = try isExchanged ? machine.sharedDigest() : nil
        marks.append(
            Mark(
                position: recording.position, digest: try machine.digest(), step: step,
                shared: shared, sharedDigest: digest))
    }

    // MARK: Commits

    /// Finds the digest of each commit, by giving SQLite the files as they were at each sync.
    private func judge(_ changes: [Change]) throws -> Life {
        var disk = DiskState(recording.baseline)
        var commits: [UInt64] = [try content(of: disk)]
        var promises: [(position: Int, commit: Int)] = [(0, 0)]
        var shared: [SharedMark] = []
        var next = marks[...]
        var before = 0
        for position in 0...changes.count {
            while let mark = next.first, mark.position == position {
                try commit(try content(of: disk), to: &commits)
                guard commits.last == mark.digest else {
                    let step = mark.step.map { "\($0)" } ?? "the start"
                    throw Finding("the disk isn't as the database after \(step)")
                }
                try checkWhole(mark, commits: commits.count - 1 - before)
                before = commits.count - 1
                promises.append((position, before))
                shared.append(
                    SharedMark(
                        commit: before, state: mark.shared, digest: mark.sharedDigest,
                        isOneChange: mark.step?.isOneChange ?? false))
                next.removeFirst()
            }
            guard position < changes.count else { break }
            if case .sync = changes[position] { try commit(try content(of: disk), to: &commits) }
            disk.apply(changes[position])
            // A restored database takes the place of the former one by its name.
            if case .name(let names) = changes[position],
                names.contains(where: { $0.name == "tracker.db" })
            {
                try commit(try content(of: disk), to: &commits)
            }
        }
        return Life(
            baseline: recording.baseline, changes: changes, earlier: earlier, commits: commits,
            promises: promises, shared: shared, end: machine.clock, kept: recording.kept)
    }

    private func commit(_ digest: UInt64, to commits: inout [UInt64]) throws {
        // Between the two renamings of a restore there is no database.
        if commits.last != digest, digest != 0 { commits.append(digest) }
    }

    /// Checks that a line was carried out by one commit, which progress may follow with another one.
    private func checkWhole(_ mark: Mark, commits: Int) throws {
        guard case .ask(let asks)? = mark.step, commits > 2 else { return }
        throw Finding("\(commits) commits for \(asks)")
    }

    private func content(of disk: DiskState) throws -> UInt64 {
        var dice = SplitMix(seed: 0)
        let image = disk.image(.everything, using: &dice)
        guard image.files["tracker.db"] != nil else { return 0 }
        let digest = try image.digest(in: folder + "/oracle")
        guard digest != 0 else { throw Finding("SQLite can't read what it wrote") }
        return digest
    }
}
