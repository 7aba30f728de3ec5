import CSystemd
import Glibc
import Synchronization

/// Thread beside the event loop, for calls that may hang for minutes. It runs its jobs one at a time, in
/// order.
///
/// The thread lives as long as this object. When it is released, the running job finishes, its result is
/// dropped, and no other job begins. The thread sleeps when it has no job, and the process can end while it
/// runs.
///
/// A job must not read or change environment variables: `LocalZone` changes one for a moment.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class Worker {
    private let jobs: WorkerJobs
    private var source: DescriptorSource?
    /// Handlers of the jobs that are still to be reported, in the order of the jobs.
    private var handlers: [() -> Void] = []

    /// - Parameter priority: priority of the reports.
    /// - Throws: `SystemError` if there are no descriptors or threads left.
    package init(_ loop: EventLoop, priority: Priority = .normal) throws(SystemError) {
        jobs = try WorkerJobs()
        source = try loop.watch(jobs.results, for: .readable, priority: priority) {
            [weak self] _ in self?.report()
        }
        try Self.startThread(jobs)
    }

    isolated deinit {
        source?.cancel()
        jobs.end()
    }

    /// Ends the thread after its current job. Nothing more is reported, and no further job runs.
    package func cancel() {
        // The descriptor is closed with the jobs, which the thread may keep longer.
        source?.cancel()
        handlers = []
        jobs.end()
    }

    /// Adds a job.
    ///
    /// - Parameters:
    ///   - job: runs on the thread.
    ///   - ended: gets the result, in a later turn of the loop.
    package func run<Result: Sendable>(
        _ job: @escaping @Sendable () -> Result, ended: @escaping (Result) -> Void
    ) {
        let outbox = WorkerOutbox<Result>()
        handlers.append {
            if let result = outbox.take() { ended(result) }
        }
        jobs.add { outbox.put(job()) }
    }

    /// Waits for the next result and reports it, before the event loop runs.
    ///
    /// - Returns: whether it came in time.
    package func waitForReport(milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: jobs.results, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return false }
        report()
        return true
    }

    private func report() {
        var count = WorkerJobs.take(from: jobs.results)
        // The handler may cancel the worker, or drop the last reference to it.
        while count > 0, !handlers.isEmpty {
            count -= 1
            let handler = handlers.removeFirst()
            handler()
        }
    }

    /// Starts the thread with all signals blocked, since they belong to the event loop.
    private static func startThread(_ jobs: WorkerJobs) throws(SystemError) {
        var (all, former) = (sigset_t(), sigset_t())
        sigfillset(&all)
        try SystemError.check(-pthread_sigmask(SIG_SETMASK, &all, &former), "pthread_sigmask")
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        var thread = pthread_t()
        let reference = Unmanaged.passRetained(jobs)
        let result = pthread_create(&thread, nil, runJobs, reference.toOpaque())
        if result != 0 { reference.release() }
        try SystemError.check(-result, "start a thread")
        pthread_detach(thread)
    }
}

/// Jobs of a worker, and the counters with which the two threads wake each other.
private nonisolated final class WorkerJobs: Sendable {
    private nonisolated struct State {
        var waiting: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    /// Counter of the added jobs. The thread waits on it.
    private let requests: Int32
    /// Counter of the jobs that are done but not yet reported.
    let results: Int32

    init() throws(SystemError) {
        let requests = try SystemError.check(csystemd_counter(1), "eventfd")
        do throws(SystemError) {
            results = try SystemError.check(csystemd_counter(0), "eventfd")
        } catch {
            close(requests)
            throw error
        }
        self.requests = requests
    }

    deinit {
        close(requests)
        close(results)
    }

    func add(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(job) }
        Self.add(1, to: requests)
    }

    func end() {
        state.withLock {
            $0.hasEnded = true
            $0.waiting = []
        }
        Self.add(1, to: requests)
    }

    /// Runs the jobs until the end.
    func run() {
        while true {
            _ = Self.take(from: requests)
            let (job, hasEnded) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.hasEnded)
            }
            if hasEnded { return }
            guard let job else { continue }
            job()
            Self.add(1, to: results)
        }
    }

    private static func add(_ count: UInt64, to counter: Int32) {
        var count = count
        while write(counter, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
    }

    /// Takes a counter's value, or 1 from a semaphore-like counter; 0 if there is nothing to take.
    static func take(from counter: Int32) -> UInt64 {
        var count: UInt64 = 0
        while read(counter, &count, MemoryLayout<UInt64>.size) < 0 {
            guard errno == EINTR else { return 0 }
        }
        return count
    }
}

/// Carries a result from the thread to the event loop.
private nonisolated final class WorkerOutbox<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)

    func put(_ new: Result) {
        result.withLock { $0 = new }
    }

    func take() -> Result? {
        result.withLock { $0 }
    }
}

private nonisolated func runJobs(_ jobs: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let jobs { Unmanaged<WorkerJobs>.fromOpaque(jobs).takeRetainedValue().run() }
    return nil
}
