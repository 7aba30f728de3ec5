import Glibc
import Systemd

/// Runs hooks: a bounded number at once, the rest in the order in which they came.
///
/// Nothing is started, and no end is told, before the caller has returned to the loop.
final class HookPool {
    /// Hooks that come and go, and those that wait for a person, who may take hours.
    enum Lane: CaseIterable {
        case quick, waiting

        var limit: Int {
            switch self {
            case .quick: 8
            case .waiting: 32
            }
        }
    }

    /// The end of a job.
    enum Outcome {
        case ended(HookProcess.Ending)
        /// It could not be started; why, for a person.
        case notStarted(String)
        /// Too many came after it, while it was queued.
        case dropped
        /// There was no need of it any more when its turn came.
        case unneeded
    }

    /// Something to run when its turn comes.
    struct Job {
        let lane: Lane
        /// The program to run; asked for when it's started. `nil` where that isn't needed any more; throws
        /// the reason where it can't be started.
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

    /// The most jobs that are queued in each lane.
    static let queueLimit = 1000

    private let loop: EventLoop
    private var turn: DeferredSource?
    private var queues: [Lane: HookQueue<Job>] = [:]
    private var running: [Lane: [pid_t: HookProcess]] = [:]
    private var dropped: [Job] = []
    private var isStopped = false

    init(_ loop: EventLoop) throws(SystemError) {
        self.loop = loop
        turn = try loop.deferred { [weak self] in self?.pump() }
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

    /// The number of jobs of a lane that are running or waiting for their turn, without those that are about
    /// to end because they were told to.
    func load(of lane: Lane) -> Int {
        let staying = (running[lane] ?? [:]).values.count { !$0.wasRecalled }
        return staying + (queues[lane]?.count ?? 0)
    }

    /// Forgets what is queued and ends what is running, whole groups: first SIGTERM, then, after a
    /// quarter of a second at most, SIGKILL. No end is told any more.
    func stop() {
        isStopped = true
        turn?.cancel()
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

    /// Waits for a hundredth of a second, when no loop runs any more.
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
                start(job)
            }
        }
    }

    private func start(_ job: Job) {
        do throws(HookLaunchError) {
            guard let launch = try job.launch() else { return job.ended(.unneeded) }
            // The process tells its end from the loop, when it has been entered below.
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
            job.ended(.notStarted(error.reason))
        }
    }
}

/// The reason why a hook can't be started, for a person.
nonisolated struct HookLaunchError: Error {
    let reason: String

    /// Makes one of what the system says.
    static func wrapping<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(HookLaunchError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw HookLaunchError(reason: "can't be started: \(error)")
        }
    }
}
