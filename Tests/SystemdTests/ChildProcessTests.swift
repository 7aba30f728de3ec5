import Glibc
import Systemd
import Testing

@Suite(.serialized) struct ChildProcessTests {
    /// Runs a shell script to its end and returns its output.
    private func shell(
        _ script: String, environment: [String: String] = [:], input: Int32? = nil,
        directory: String? = nil
    ) throws -> String {
        let loop = try EventLoop()
        let pipe = try Pair.pipe()
        let pid = try ChildProcess.spawn(
            arguments: ["sh", "-c", script], environment: environment, input: input,
            output: pipe.second, error: pipe.second, directory: directory)
        var status: ChildStatus?
        let source = try loop.onExit(of: pid) { status = $0 }
        #expect(try turn(loop) { status != nil })
        #expect(status == .exited(0))
        source.cancel()
        return receive(from: pipe.first)
    }

    @Test func itsEndIsToldOnceAndItIsReaped() throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.spawn(
            arguments: ["sh", "-c", "exit 3"], environment: [:])
        var seen: [ChildStatus] = []
        let source = try loop.onExit(of: pid) { seen.append($0) }
        #expect(try turn(loop) { !seen.isEmpty })
        try turnWhileBusy(loop)
        #expect(seen == [.exited(3)])
        #expect(waitpid(pid, nil, WNOHANG) == -1 && errno == ECHILD)
        #expect(!ChildProcess.signalGroup(pid, SIGTERM))
        source.cancel()
    }

    @Test func aHandlerMayCancelItsOwnSource() throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.spawn(arguments: ["true"], environment: [:])
        var count = 0
        var source: ChildSource?
        source = try loop.onExit(of: pid) { _ in
            source?.cancel()
            source = nil
            count += 1
        }
        #expect(try turn(loop) { count == 1 })
        #expect(waitpid(pid, nil, WNOHANG) == -1 && errno == ECHILD)
    }

    @Test func itHasNoOtherDescriptors() throws {
        // A descriptor that isn't close-on-exec, as this process might have inherited it.
        let stray = dup(2)
        defer { close(stray) }
        let others = try shell(
            "n=2; while n=$((n+1)); [ $n -lt 300 ]; do [ -e /proc/$$/fd/$n ] && echo $n; done; true"
        )
        #expect(others.isEmpty)
        let names = try shell("for n in 0 1 2; do readlink /proc/$$/fd/$n; done")
            .split(separator: "\n")
        #expect(names.count == 3)
        #expect(names.first == "/dev/null")
        #expect(names.last?.hasPrefix("pipe:") == true)
    }

    @Test func itsSignalsAreAsNew() throws {
        let ignored = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, ignored) }
        let loop = try EventLoop()
        let source = try loop.onSignal(SIGUSR1) {}
        defer { source.cancel() }
        let masks = try shell("exec /usr/bin/grep -E '^Sig(Blk|Ign)' /proc/self/status")
            .split(separator: "\n").compactMap { UInt64($0.suffix(16), radix: 16) }
        // 32 and 33 are glibc's own signals, which every child of its posix_spawn ignores.
        let own: UInt64 = 1 << 31 | 1 << 32
        #expect(masks.map { $0 & ~own } == [0, 0])
    }

    @Test func standardDescriptorsMayChangePlaces() throws {
        let loop = try EventLoop()
        let pipe = try Pair.pipe()
        // Descriptor 2 of this process becomes the child's 0, and 1 its 2, when 1 has been overwritten
        // already.
        let pid = try ChildProcess.spawn(
            arguments: ["sh", "-c", "for n in 0 2; do readlink /proc/$$/fd/$n; done"],
            environment: [:], input: 2, output: pipe.second, error: 1)
        var status: ChildStatus?
        let source = try loop.onExit(of: pid) { status = $0 }
        #expect(try turn(loop) { status != nil })
        func name(_ descriptor: Int32) -> String {
            var bytes = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
            return String(
                decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        #expect(receive(from: pipe.first) == "\(name(2))\n\(name(1))\n")
        source.cancel()
    }

    @Test func errorsNameTheProgram() {
        #expect(throws: SystemError("start no-such-program", ENOENT)) {
            try ChildProcess.spawn(arguments: ["no-such-program"], environment: [:])
        }
        #expect(throws: SystemError("start sh in /nowhere", ENOENT)) {
            try ChildProcess.spawn(arguments: ["sh"], environment: [:], directory: "/nowhere")
        }
        #expect(throws: SystemError("start /etc/passwd", EACCES)) {
            try ChildProcess.spawn(arguments: ["/etc/passwd"], environment: [:])
        }
        #expect(throws: SystemError("start a program", EINVAL)) {
            try ChildProcess.spawn(arguments: [], environment: [:])
        }
        #expect(throws: SystemError("start echo", EINVAL)) {
            try ChildProcess.spawn(arguments: ["echo", "a\0b"], environment: [:])
        }
    }

    @Test func strangersCannotBeWatched() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError.self) { try loop.onExit(of: 4_194_303) { _ in } }
    }
}
