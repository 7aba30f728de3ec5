import Glibc
import Systemd
import TestSupport
import Testing

struct EventLoopTests {
    @Test func runReturnsTheCodeThatStopWasGiven() throws {
        let loop = try EventLoop()
        let source = try loop.deferred { loop.stop(code: 7) }
        source.arm()
        #expect(try loop.run() == 7)
    }

    @Test func stopBeforeRunEndsItAtOnceAndNoHandlerRuns() throws {
        let loop = try EventLoop()
        var ran = false
        let source = try loop.deferred { ran = true }
        source.arm()
        loop.stop(code: 3)
        #expect(try loop.run() == 3)
        #expect(!ran)
    }

    @Test func aFinishedLoopRefusesToRunAgainButItsSourcesStayHarmless() throws {
        let loop = try EventLoop()
        let alarm = try loop.alarm(on: .boot) {}
        let deferred = try loop.deferred {}
        let pipe = try Pair.pipe()
        let descriptor = try loop.watch(pipe.first, for: .readable) { _ in }
        loop.stop()
        _ = try loop.run()
        #expect(throws: SystemError.self) { try loop.run() }
        #expect(throws: SystemError("sd_event_run", ESTALE)) {
            try loop.turn(waitingMicroseconds: 0)
        }
        alarm.arm(atMicroseconds: 1)
        deferred.arm()
        descriptor.interest = []
        loop.stop(code: 1)
    }

    @Test func aLoopCannotRunInsideItself() throws {
        let loop = try EventLoop()
        var inner: (any Error)?
        let source = try loop.deferred {
            do { _ = try loop.run() } catch { inner = error }
            loop.stop()
        }
        source.arm()
        _ = try loop.run()
        #expect(inner as? SystemError == SystemError("sd_event_loop", EBUSY))
    }

    @Test func severalLoopsLiveBesideEachOther() throws {
        let loops = [try EventLoop(), try EventLoop()]
        var order: [Int] = []
        let sources = try loops.indices.map { index in
            try loops[index].deferred { order.append(index) }
        }
        for source in sources { source.arm() }
        try turnWhileBusy(loops[1])
        #expect(order == [1])
        try turnWhileBusy(loops[0])
        #expect(order == [1, 0])
        for source in sources { source.cancel() }
    }

    @Test func sourcesOutliveTheLoopObject() throws {
        var loop: EventLoop? = try EventLoop()
        let source = try loop?.alarm(on: .wall) {}
        loop = nil
        source?.arm(atMicroseconds: 5)
        source?.cancel()
    }

    @Test func everythingIsGivenBack() throws {
        func openDescriptors() -> Int {
            (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
        }
        func useAll() throws {
            let loop = try EventLoop()
            let pipe = try Pair.pipe()
            let folder = try TemporaryFolder()
            let sources: [EventSource] = [
                try loop.watch(pipe.first, for: .readable) { _ in },
                try loop.alarm(on: .boot) {}, try loop.alarm(on: .wall) {},
                try loop.alarm(on: .awake) {}, try loop.onSignal(SIGUSR2) {},
                try loop.watchPath(folder.path, for: .created) { _ in },
                try loop.clockSteps {}, try loop.deferred {},
            ]
            try turnWhileBusy(loop)
            #expect(!sources.contains { !$0.isActive })
        }
        try useAll()
        // Other tests open and close some at the same time; a leak grows each time.
        let growths = try (1...8).map { _ in
            let before = openDescriptors()
            for _ in 0..<20 { try useAll() }
            return openDescriptors() - before
        }
        #expect(growths.contains { $0 < 10 }, "\(growths)")
    }

    @Test func errorsNameTheOperationAndTheReason() {
        let error = SystemError("open /x", ENOENT)
        #expect(error.description == "open /x: No such file or directory")
        #expect(throws: SystemError("call", EPERM)) { try SystemError.check(-EPERM, "call") }
        #expect(throws: SystemError("close", EBADF)) {
            try SystemError.checkErrno(close(-1), "close")
        }
    }
}
