import Glibc
import Synchronization
import Systemd
import Testing

/// Gate at which a job hangs until a test opens it.
private nonisolated final class Gate: Sendable {
    private let isOpen = Mutex(false)
    private let hasArrived = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }

    /// Whether a job has come to the gate.
    var isReached: Bool { hasArrived.withLock { $0 } }

    /// Waits until the gate is open; nobody waits for longer than a minute.
    func wait() {
        hasArrived.withLock { $0 = true }
        for _ in 0..<60_000 where !isOpen.withLock({ $0 }) { usleep(1000) }
    }
}

/// Numbers that jobs have noted, in the order of the jobs.
private nonisolated final class Notes: Sendable {
    private let numbers = Mutex<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    var all: [Int] { numbers.withLock { $0 } }
}

@MainActor @Suite(.serialized) struct WorkerTests {
    @Test func resultsComeInTheOrderOfTheJobs() throws {
        let loop = try EventLoop()
        let worker = try Worker(loop)
        var results: [String] = []
        for number in 0..<100 {
            if number % 2 == 0 {
                worker.run {
                    number * number
                } ended: {
                    results.append("\($0)")
                }
            } else {
                worker.run {
                    "job \(number)"
                } ended: {
                    results.append($0)
                }
            }
        }
        #expect(results.isEmpty)
        #expect(try turn(loop) { results.count == 100 })
        #expect(results == (0..<100).map { $0 % 2 == 0 ? "\($0 * $0)" : "job \($0)" })
        withExtendedLifetime(worker) {}
    }

    @Test func jobsRunOnAThreadWithoutSignals() throws {
        let loop = try EventLoop()
        let before = Self.blockedSignals
        let worker = try Worker(loop)
        #expect(Self.blockedSignals == before)
        let own = pthread_self()
        var isElsewhere: Bool?
        var blocked: Set<Int32>?
        worker.run {
            pthread_equal(pthread_self(), own) == 0
        } ended: {
            isElsewhere = $0
        }
        worker.run {
            Self.blockedSignals
        } ended: {
            blocked = $0
        }
        #expect(try turn(loop) { blocked != nil })
        #expect(isElsewhere == true)
        #expect(blocked?.isSuperset(of: [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGUSR1]) == true)
        withExtendedLifetime(worker) {}
    }

    /// Signals that are blocked in this thread, of those below the real-time ones.
    private nonisolated static var blockedSignals: Set<Int32> {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return Set((1..<32).filter { sigismember(&mask, $0) == 1 })
    }

    @Test func theLoopGoesOnWhileAJobHangs() throws {
        let loop = try EventLoop()
        let worker = try Worker(loop)
        let gate = Gate()
        var results: [Int] = []
        worker.run {
            gate.wait()
            return 1
        } ended: {
            results.append($0)
        }
        worker.run {
            2
        } ended: {
            results.append($0)
        }
        #expect(try turn(loop) { gate.isReached })
        var runs = 0
        let deferred = try loop.deferred { runs += 1 }
        for _ in 0..<10 {
            deferred.arm()
            try turnWhileBusy(loop)
        }
        #expect(runs == 10 && results.isEmpty)
        gate.open()
        #expect(try turn(loop) { results == [1, 2] })
        withExtendedLifetime(worker) {}
    }

    @Test func withoutAJobNothingWakesTheLoop() throws {
        let loop = try EventLoop()
        let worker = try Worker(loop)
        var hasEnded = false
        worker.run {
            true
        } ended: {
            hasEnded = $0
        }
        #expect(try turn(loop) { hasEnded })
        #expect(try turnWhileBusy(loop) == 0)
        #expect(try loop.turn(waitingMicroseconds: 50_000) == false)
        withExtendedLifetime(worker) {}
    }

    @Test func itEndsWhileAJobHangs() throws {
        let loop = try EventLoop()
        let (gate, notes) = (Gate(), Notes())
        var results: [Int] = []
        var worker: Worker? = try Worker(loop)
        worker?.run {
            gate.wait()
            notes.add(1)
            return 1
        } ended: {
            results.append($0)
        }
        worker?.run {
            notes.add(2)
            return 2
        } ended: {
            results.append($0)
        }
        #expect(try turn(loop) { gate.isReached })
        let began = Clocks.read().awakeNs
        worker = nil
        #expect(Clocks.read().awakeNs - began < 1_000_000_000)
        gate.open()
        #expect(try turn(loop) { notes.all == [1] })
        _ = try loop.turn(waitingMicroseconds: 50_000)
        #expect(results.isEmpty && notes.all == [1])
    }

    @Test func aHandlerMayAddAJobOrEndTheWorker() throws {
        let loop = try EventLoop()
        let worker = try Worker(loop)
        var results: [Int] = []
        worker.run {
            1
        } ended: {
            results.append($0)
            worker.run {
                2
            } ended: {
                results.append($0)
                worker.cancel()
            }
            worker.run {
                3
            } ended: {
                results.append($0)
            }
        }
        #expect(try turn(loop) { results.count == 2 })
        _ = try loop.turn(waitingMicroseconds: 50_000)
        #expect(results == [1, 2])
    }
}
