import Glibc
import Systemd
import Testing

struct DeferredTests {
    @Test func itRunsAfterEverythingThatIsReady() throws {
        let loop = try EventLoop()
        let pipes = try (0..<3).map { _ in try Pair.pipe() }
        var log: [String] = []
        let batch = try loop.deferred(priority: .batch) { log.append("batch") }
        let idle = try loop.deferred(priority: .idle) { log.append("idle") }
        let sources = try pipes.map { pipe in
            try loop.watch(pipe.first, for: .readable) { _ in
                _ = receive(from: pipe.first)
                log.append("read")
                batch.arm()
                // Sources that become ready meanwhile go first, too.
                if log.count == 1 { send("more", to: pipes[2].second) }
            }
        }
        idle.arm()
        send("a", to: pipes[0].second)
        send("b", to: pipes[1].second)
        try turnWhileBusy(loop)
        #expect(log == ["read", "read", "read", "batch", "idle"])
        for source in sources { source.cancel() }
    }

    @Test func armedTwiceItRunsOnceAndCanBeTakenBack() throws {
        let loop = try EventLoop()
        var count = 0
        let source = try loop.deferred { count += 1 }
        try turnWhileBusy(loop)
        #expect(count == 0 && !source.isArmed)
        source.arm()
        source.arm()
        #expect(source.isArmed)
        try turnWhileBusy(loop)
        #expect(count == 1 && !source.isArmed)
        source.arm()
        source.disarm()
        try turnWhileBusy(loop)
        #expect(count == 1)
    }

    @Test func armedInItsOwnHandlerItRunsAgainAndAnotherGetsItsTurn() throws {
        let loop = try EventLoop()
        var log: [String] = []
        let other = try loop.deferred { log.append("other") }
        var source: DeferredSource?
        source = try loop.deferred {
            log.append("self")
            guard log.count < 3 else { return }
            other.arm()
            source?.arm()
        }
        source?.arm()
        try turnWhileBusy(loop)
        #expect(log.sorted() == ["other", "self", "self"])
        source?.cancel()
    }

    @Test func aHandlerMayCancelOrDropItsOwnSource() throws {
        let loop = try EventLoop()
        var count = 0
        var dropped: DeferredSource?
        dropped = try loop.deferred {
            dropped = nil
            count += 1
        }
        dropped?.arm()
        var cancelled: DeferredSource?
        cancelled = try loop.deferred {
            cancelled?.arm()
            cancelled?.cancel()
            cancelled?.arm()
            count += 1
        }
        cancelled?.arm()
        try turnWhileBusy(loop)
        #expect(count == 2)
        #expect(cancelled?.isActive == false)
    }
}
