import Glibc
import Systemd
import Testing

/// Signals go to this thread alone (`raise`), since the test runner's other threads don't block them.
@Suite(.serialized) struct SignalTests {
    @Test func aSignalIsAnEventInsteadOfItsDisposition() throws {
        let loop = try EventLoop()
        var count = 0
        let source = try loop.onSignal(SIGTERM, priority: .urgent) { count += 1 }
        raise(SIGTERM)
        try turnWhileBusy(loop)
        #expect(count == 1)
        raise(SIGTERM)
        raise(SIGTERM)
        try turnWhileBusy(loop)
        // Standard signals don't queue.
        #expect(count == 2)
        source.cancel()
    }

    @Test func onceCancelledItIsSilentAndTheSignalStaysBlocked() throws {
        let loop = try EventLoop()
        var count = 0
        var source: SignalSource?
        source = try loop.onSignal(SIGUSR1) {
            source?.cancel()
            count += 1
        }
        raise(SIGUSR1)
        try turnWhileBusy(loop)
        raise(SIGUSR1)
        try turnWhileBusy(loop)
        #expect(count == 1)
        // The signal was pending all the time; the next source gets it, and the thread has no pending
        // signal again.
        let next = try loop.onSignal(SIGUSR1) { count += 1 }
        try turnWhileBusy(loop)
        #expect(count == 2)
        next.cancel()
    }

    @Test func whatIsNoSignalIsRefused() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError.self) { try loop.onSignal(4711) {} }
        let source = try loop.onSignal(SIGHUP) {}
        #expect(throws: SystemError("watch signal \(SIGHUP)", EBUSY)) {
            try loop.onSignal(SIGHUP) {}
        }
        #expect(source.isActive)
    }
}
