import Glibc
import Systemd
import TestSupport
import Testing

struct DescriptorTests {
    @Test func itReportsWhatIsReadyAndOnlyThat() throws {
        let loop = try EventLoop()
        let sockets = try Pair.sockets()
        var seen: [Readiness] = []
        let source = try loop.watch(sockets.first, for: .readable) { ready in
            seen.append(ready)
            _ = receive(from: sockets.first)
        }
        try turnWhileBusy(loop)
        #expect(seen.isEmpty)
        send("x", to: sockets.second)
        try turnWhileBusy(loop)
        #expect(seen == [.readable])
        source.interest = [.readable, .writable]
        try loop.turn(waitingMicroseconds: 0)
        #expect(seen == [.readable, .writable])
    }

    @Test func withoutAnInterestNotEvenAHangUpWakesTheLoop() throws {
        let loop = try EventLoop()
        let sockets = try Pair.sockets()
        var seen: [Readiness] = []
        let source = try loop.watch(sockets.first, for: .readable) { seen.append($0) }
        let silent = try Pair.sockets()
        let never = try loop.watch(silent.first, for: []) { seen.append($0) }
        sockets.close(sockets.second)
        silent.close(silent.second)
        source.interest = []
        #expect(try turnWhileBusy(loop) == 0)
        source.interest = .writable
        try loop.turn(waitingMicroseconds: 0)
        #expect(seen.last?.contains(.hangup) == true)
        source.cancel()
        let count = seen.count
        never.interest = .readable
        try loop.turn(waitingMicroseconds: 0)
        #expect(seen.count == count + 1)
    }

    @Test func whatIsPendingIsForgottenWithTheInterest() throws {
        let loop = try EventLoop()
        let pipes = [try Pair.pipe(), try Pair.pipe()]
        var sources: [DescriptorSource] = []
        var count = 0
        for pipe in pipes {
            let source = try loop.watch(pipe.first, for: .readable) { _ in
                count += 1
                for source in sources { source.interest = [] }
            }
            sources.append(source)
        }
        for pipe in pipes { send("x", to: pipe.second) }
        try turnWhileBusy(loop)
        #expect(count == 1)
        for source in sources { source.interest = .readable }
        try turnWhileBusy(loop)
        #expect(count == 2)
        for source in sources { source.cancel() }
        withExtendedLifetime(pipes) {}
    }

    @Test func aHandlerMayCancelOrDropItsOwnSource() throws {
        let loop = try EventLoop()
        let pipes = [try Pair.pipe(), try Pair.pipe()]
        var count = 0
        var cancelled: DescriptorSource?
        cancelled = try loop.watch(pipes[0].first, for: .readable) { _ in
            cancelled?.cancel()
            cancelled?.interest = .writable
            count += 1
        }
        var dropped: DescriptorSource?
        dropped = try loop.watch(pipes[1].first, for: .readable) { _ in
            dropped = nil
            pipes[1].close(pipes[1].first)
            count += 1
        }
        for pipe in pipes { send("x", to: pipe.second) }
        try turnWhileBusy(loop)
        #expect(count == 2)
        #expect(dropped == nil && cancelled?.isActive == false)
    }

    @Test func anInterestThatCannotBeSetIsReportedAsAnError() throws {
        let loop = try EventLoop()
        let pipe = try Pair.pipe()
        var seen: [Readiness] = []
        let source = try loop.watch(pipe.first, for: []) { seen.append($0) }
        pipe.close(pipe.first)
        source.interest = .readable
        #expect(seen.isEmpty)
        try turnWhileBusy(loop)
        #expect(seen == [.error])
        source.cancel()
    }

    @Test func filesAndStrangersAreRefused() throws {
        let loop = try EventLoop()
        let folder = try TemporaryFolder()
        let file = open(folder.path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(throws: SystemError("watch descriptor \(file)", EPERM)) {
            try loop.watch(file, for: .readable) { _ in }
        }
        let pipe = try Pair.pipe()
        let source = try loop.watch(pipe.first, for: .readable) { _ in }
        #expect(throws: SystemError("watch descriptor \(pipe.first)", EEXIST)) {
            try loop.watch(pipe.first, for: .readable) { _ in }
        }
        source.cancel()
        let again = try loop.watch(pipe.first, for: .readable) { _ in }
        #expect(again.isActive)
    }
}
