import Glibc
import Systemd

/// Runs hooks: a limited number at once, the others in the order in which they came. If descriptors or
/// processes are used up, hooks wait for them, since an alert mustn't be lost; a sound isn't played late,
/// though.
///
/// Nothing is started, and no end is reported, before the caller has returned to the loop.
final class HookPool {
    /// Kind of hook: `quick` ends soon, `waiting` waits for a person, perhaps for hours, and `sound` plays a
    /// sound.
    enum Lane: CaseIterable {
        case quick, waiting, sound

        var limit: Int {
            switch self {
            case .quick: 8
            case .waiting: 32
            // One sound plays, while earlier ones may still be ending.
            case .sound: 4
            }
        }
    }

    /// How a job ended.
    enum Outcome {
        case ended(HookProcess.Ending)
        /// The program couldn't be started, with the reason for a person.
        case notStarted(String)
        /// The job was queued, and too many others came after it.
        case dropped
        /// The job was no longer needed when its turn came.
        case unneeded
    }

    /// A program to run in its turn.
    struct Job {
        let lane: Lane
        /// Returns the program to run, just before it is started; `nil` if it is no longer needed. Throws the
        /// reason if it can't be started.
        let launch: () throws(HookLaunchError) -> HookProcess.Launch?
        let started: (HookProcess) -> Void
        let outputArrived: () -> Void
        let ended: (Outcome) -> Void

        init(
            lane: Lane, launch: @escaping () throws(HookLaunchError) -> HookProcess.Launch?,
            started: @escaping (HookProcess) -> Void = { _ in },
            outputArrived: @escaping () -> Void = {}, ended: @escaping (Outcome) -> Void
        ) {
            self.lane = lane
            self.launch = launch
            self.started = started
            self.outputArrived = outputArrived
            self.ended = ended
        }
    }

    /// Most queued jobs in each lane.
    static let queueLimit = 1000
    /// Pause in microseconds before retrying hooks that couldn't be started for lack of resources.
    private static let pauseMicroseconds: UInt64 = 1_000_000

    private let loop: EventLoop
    private let isShort: (SystemError) -> Void
    private var turn: DeferredSource?
    private var again: AlarmSource?
    private var queues: [Lane: HookQueue<Job>] = [:]
    private var running: [Lane: [pid_t: HookProcess]] = [:]
    private var dropped: [Job] = []
    private var isStopped = false

    /// - Parameter isShort: gets the error if resources for starting a hook have run out.
    init(
        _ loop: EventLoop, isShort: @escaping (SystemError) -> Void = { _ in }
    ) throws(SystemError) {
        self.loop = loop
        self.isShort = isShort
        turn = try loop.deferred { [weak self] in self?.pump() }
        again = try loop.alarm(on: .awake) { [weak self] in self?.pump() }
    }

    func submit(_ job: Job) {
        guard !isStopped else { return }
        queues[job.lane, default: HookQueue()].append(job)
        if queues[job.lane, default: HookQueue()].count > Self.queueLimit,
            let oldest = queues[job.lane, default: HookQueue()].removeFirst()
        {
            dropped.append(oldest)
        }
        turn?.arm()
    }

    /// Number of a lane's running and queued jobs, without those that were told to end.
    func load(of lane: Lane) -> Int {
        let staying = (running[lane] ?? [:]).values.count { !$0.wasRecalled }
        return staying + (queues[lane]?.count ?? 0)
    }

    /// Drops the queued jobs and ends the running ones with their process groups: first with SIGTERM, then,
    /// after at most a quarter of a second, with SIGKILL. No further end is reported.
    func stop() {
        isStopped = true
        turn?.cancel()
        again?.cancel()
        queues = [:]
        dropped = []
        var left = running.values.flatMap(\.values)
        running = [:]
        for process in left { process.terminate() }
        for _ in 0..<25 {
            left.removeAll { $0.isGone() }
            if left.isEmpty { return }
            Self.pause()
        }
        for process in left { process.kill() }
    }

    /// Waits for a hundredth of a second. For use after the loop has ended.
    static func pause() {
        var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
        nanosleep(&pause, nil)
    }

    private func pump() {
        let overflow = dropped
        dropped = []
        for job in overflow { job.ended(.dropped) }
        for lane in Lane.allCases {
            while !isStopped, (running[lane]?.count ?? 0) < lane.limit,
                let job = queues[lane]?.removeFirst()
            {
                guard let shortage = start(job) else { continue }
                isShort(shortage)
                if lane == .sound {
                    job.ended(.unneeded)
                } else {
                    queues[lane]?.putBack(job)
                    let now = UInt64(Clocks.read().awakeNs / 1000)
                    again?.arm(atMicroseconds: now + Self.pauseMicroseconds)
                    break
                }
            }
        }
    }

    /// - Returns: the error if resources for starting the job have run out; the job then hasn't ended.
    private func start(_ job: Job) -> SystemError? {
        do throws(HookLaunchError) {
            guard let launch = try job.launch() else {
                job.ended(.unneeded)
                return nil
            }
            // The process reports its end from the loop, by which time it is recorded below.
            var pid: pid_t = 0
            let process = try HookLaunchError.wrapping { () throws(SystemError) in
                try HookProcess(launch, loop, outputArrived: job.outputArrived) { [weak self] in
                    self?.running[job.lane]?[pid] = nil
                    self?.turn?.arm()
                    job.ended(.ended($0))
                }
            }
            pid = process.pid
            running[job.lane, default: [:]][pid] = process
            job.started(process)
        } catch {
            if let shortage = error.shortage { return shortage }
            job.ended(.notStarted(error.reason))
        }
        return nil
    }
}

/// Reason why a hook can't be started, for a person.
nonisolated struct HookLaunchError: Error {
    let reason: String
    /// The error, if a later start may succeed; `nil` otherwise.
    var shortage: SystemError?

    /// Converts a system error into a launch error.
    static func wrapping<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(HookLaunchError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw HookLaunchError(
                reason: "can't be started: \(error)",
                shortage: ShortageLog.codes.contains(error.code) ? error : nil)
        }
    }
}
