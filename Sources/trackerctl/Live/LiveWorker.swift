import Glibc
import Synchronization
import TrackerAPI
import TrackerClient

/// What the live view asks of the daemon beside its stream.
enum LiveJob: Sendable {
    /// Runs a command, given by its words.
    case command([String])
    /// Reads the names that can be picked.
    case names
    case next(SetNext)
}

/// What has come of a job.
enum LiveReport: Sendable {
    case answer(LiveAnswer)
    /// `nil` if the daemon didn't reply in time.
    case names(LiveLists?)
    case next(SetNext.Response?)
}

/// Thread that asks the daemon for the live view, whose loop never waits. It does its jobs one at a time, in
/// order.
///
/// The thread ends with this object, after the job that it is doing. Each of a job's requests ends by itself,
/// since the daemon has a limit.
final class LiveWorker {
    /// Milliseconds that the daemon has for each request of a command.
    static let patienceMs = 5000

    private let jobs: LiveJobs

    /// - Parameter path: the daemon's socket.
    init(path: String, limitMs: Int = LiveWorker.patienceMs) throws {
        jobs = try LiveJobs(path: path, limitMs: limitMs)
        try Self.startThread(jobs)
    }

    deinit { jobs.end() }

    /// The descriptor to wait on for reports.
    var descriptor: CInt { jobs.done.reading }

    func add(_ job: LiveJob) { jobs.add(job) }

    /// The reports that have come, in the order of their jobs; doesn't wait.
    func takeReports() -> [LiveReport] { jobs.takeReports() }

    /// Starts the thread without the signals that the view's loop handles.
    private static func startThread(_ jobs: LiveJobs) throws {
        var (blocked, former) = (sigset_t(), sigset_t())
        sigfillset(&blocked)
        // A crash of the thread still gives the terminal back.
        for number in SignalPipe.faults { sigdelset(&blocked, number) }
        pthread_sigmask(SIG_SETMASK, &blocked, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        var thread = pthread_t()
        let reference = Unmanaged.passRetained(jobs)
        let code = pthread_create(&thread, nil, runJobs, reference.toOpaque())
        guard code == 0 else {
            reference.release()
            throw Output.Failed(code: code, action: "start a thread")
        }
        pthread_detach(thread)
    }
}

/// Jobs of a worker, and the pipes with which the two threads wake each other: a byte for each job, and one
/// for each report.
private final class LiveJobs: Sendable {
    private struct State {
        var waiting: [LiveJob] = []
        var reports: [LiveReport] = []
        var hasEnded = false
    }

    /// Milliseconds that the daemon has for each request of a look-up, after which commands take their turn.
    private static let lookupMs = 1000

    private let state = Mutex(State())
    private let path: String
    private let limitMs: Int
    private let added: (reading: CInt, writing: CInt)
    let done: (reading: CInt, writing: CInt)

    init(path: String, limitMs: Int) throws {
        guard let added = SignalPipe.ends(), let done = SignalPipe.ends() else {
            throw Output.Failed(code: errno, action: "make a pipe")
        }
        _ = fcntl(done.reading, F_SETFL, O_NONBLOCK)
        (self.path, self.limitMs, self.added, self.done) = (path, limitMs, added, done)
    }

    deinit {
        for end in [added.reading, added.writing, done.reading, done.writing] { close(end) }
    }

    func add(_ job: LiveJob) {
        let isNew = state.withLock { state -> Bool in
            // Names that are about to be read are new enough.
            if case .names = job, state.waiting.contains(where: \.isNames) { return false }
            state.waiting.append(job)
            return true
        }
        if isNew { Self.wake(added.writing) }
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        Self.wake(added.writing)
    }

    func takeReports() -> [LiveReport] {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(done.reading, &bytes, bytes.count)
        return state.withLock { state -> [LiveReport] in
            defer { state.reports = [] }
            return state.reports
        }
    }

    /// Does the jobs until the end.
    func run() {
        while Self.waitForByte(added.reading) {
            let next = state.withLock { state -> LiveJob? in
                state.hasEnded || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            }
            guard let next else { return }
            let report = perform(next)
            state.withLock { $0.reports.append(report) }
            Self.wake(done.writing)
        }
    }

    private func perform(_ job: LiveJob) -> LiveReport {
        let lookupMs = min(limitMs, Self.lookupMs)
        return switch job {
        case .command(let words): .answer(LiveAnswer(of: words, limitMs: limitMs))
        case .names: .names(LiveLists(path: path, timeoutMs: lookupMs))
        case .next(let request):
            .next(try? Client.connect(path: path, timeoutMs: lookupMs).call(request))
        }
    }

    private static func wake(_ descriptor: CInt) {
        var byte: UInt8 = 0
        while write(descriptor, &byte, 1) < 0, errno == EINTR {}
    }

    private static func waitForByte(_ descriptor: CInt) -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}

extension LiveJob {
    fileprivate var isNames: Bool {
        if case .names = self { return true }
        return false
    }
}

private func runJobs(_ jobs: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let jobs { Unmanaged<LiveJobs>.fromOpaque(jobs).takeRetainedValue().run() }
    return nil
}
