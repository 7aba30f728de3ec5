import Synchronization
import TestSupport
import TrackerCore

/// Runs workloads until the wanted number of different disk states was tried.
final class PowerCuts: Sendable {
    private struct Count: Sendable {
        var nextSeed: UInt64
        var states = 0
        var workloads = 0
        var points = 0
        var failures: [String] = []
    }

    /// Number of power cuts in a workload after which the daemon goes on with the disk as it is.
    private static let lives = 3

    private let wanted: Int
    private let script: [Step]?
    private let count: Mutex<Count>

    /// - Parameter script: steps instead of a shuffled workload.
    init(states: Int, first: UInt64, script: [Step]? = nil) {
        wanted = states
        self.script = script
        count = Mutex(Count(nextSeed: first))
    }

    var states: Int { count.withLock { $0.states } }
    var failures: [String] { count.withLock { $0.failures } }

    var summary: String {
        count.withLock {
            "\($0.states) states after \($0.points) operations of \($0.workloads) workloads"
        }
    }

    private var isEnough: Bool { count.withLock { $0.states >= wanted && wanted > 0 } }

    /// Runs seed after seed.
    func work() {
        while true {
            let seed = count.withLock { count -> UInt64? in
                guard count.states < wanted, count.failures.isEmpty else { return nil }
                defer { count.nextSeed += 1 }
                return count.nextSeed
            }
            guard let seed else { return }
            do { try enumerate(seed: seed) } catch { fail(seed, "\(error)") }
        }
    }

    private func fail(_ seed: UInt64, _ text: String) {
        count.withLock {
            $0.failures.append("\(text)\nagain: CRASH_SEED=\(seed) swift test --filter CrashPoint")
        }
    }

    /// Runs one workload, with a power cut now and then, and tries the states that each moment might have
    /// left.
    func enumerate(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let scratch = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let trial = try Trial(scratch.path)
        let isShared = script == nil && Workload.isShared(seed)
        let companion = isShared ? Companion(scratch.path + "/other", seed: ~seed) : nil
        let steps = script ?? Workload.shuffled(using: &dice, isShared: isShared)
        let chunk = (steps.count + Self.lives - 1) / Self.lives
        var image = Image()
        var clock: Moment?
        var last: Life?
        for (number, start) in stride(from: 0, to: steps.count, by: chunk).enumerated()
        where number == 0 || !isEnough {
            let recorder = try Recorder(
                scratch.path, after: last, image, seed: seed + UInt64(number), at: clock,
                companion: companion)
            let life = try recorder.live(Array(steps[start..<min(start + chunk, steps.count)]))
            let after = Self.later(life.end, using: &dice)
            try cut(life, trial, at: after, seed: seed, using: &dice)
            image = Self.anyCut(life, using: &dice)
            clock = after
            last = life
        }
        count.withLock { $0.workloads += 1 }
    }

    /// A moment after the machine was off for a while.
    private static func later(_ now: Moment, using dice: inout SplitMix) -> Moment {
        let offMs = [1000, 60_000, 3_600_000].randomElement(using: &dice) ?? 0
        return Moment(
            wallMs: now.wallMs + Int64(offMs), bootNs: 20_000_000_000, awakeNs: 20_000_000_000,
            bootID: "after-\(now.wallMs)")
    }

    /// A state that one of the last moments of a life may leave.
    private static func anyCut(_ life: Life, using dice: inout SplitMix) -> Image {
        var disk = DiskState(life.baseline)
        let end = life.changes.count - Int.random(in: 0..<20, using: &dice)
        for change in life.changes.prefix(max(0, end)) { disk.apply(change) }
        return disk.image(.anything, using: &dice)
    }

    /// Tries each position with all of its changes kept, and with another fate of them, until there are
    /// enough states.
    private func cut(
        _ life: Life, _ trial: Trial, at now: Moment, seed: UInt64, using dice: inout SplitMix
    ) throws {
        var disk = DiskState(life.baseline)
        var tried: [Int: Int] = [:]
        var points = 0
        let before = states
        for position in 0...life.changes.count
        where wanted == 0 || before + tried.count < wanted {
            points = position
            for fate in [.everything, Fate.anyOther(using: &dice)] {
                let image = disk.image(fate, using: &dice)
                do {
                    let fingerprint = image.fingerprint
                    let commit = try tried[fingerprint] ?? trial.run(image, of: life, at: now)
                    tried[fingerprint] = commit
                    guard commit >= life.promised(at: position) else {
                        throw Finding(
                            "commit \(commit) instead of \(life.promised(at: position)) at least")
                    }
                } catch {
                    let done = life.changes[..<position].suffix(3).map { Self.brief($0) }
                    let sizes = image.files.mapValues { $0.count }
                    return fail(
                        seed,
                        "\(error)\nafter operation \(position) (\(done)), \(fate): \(sizes)")
                }
            }
            if position < life.changes.count { disk.apply(life.changes[position]) }
        }
        count.withLock {
            $0.states += tried.count
            $0.points += points
        }
    }

    private static func brief(_ change: Change) -> String {
        guard case .write(let file, let offset, let bytes) = change else { return "\(change)" }
        return "write(\(file), \(bytes.count) bytes at \(offset))"
    }
}
