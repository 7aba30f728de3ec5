import CSystemd
import Glibc

/// Output of a program that ends soon, read while the event loop runs.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class ProgramOutput {
    private static let maximumBytes = 65_536

    private var answered: ((String?) -> Void)?
    private var descriptor: Int32 = -1
    private var pid: pid_t?
    private var bytes: [UInt8] = []
    private var reading: DescriptorSource?
    private var limit: AlarmSource?

    /// - Parameters:
    ///   - limit: milliseconds after which the program's process group is killed.
    ///   - answered: gets the whole output, once; `nil` if the program can't be started or doesn't end in
    ///     time. Isn't called if this object is released first.
    package init(
        _ loop: EventLoop, of arguments: [String], environment: [String: String],
        withinMs limit: Int64, answered: @escaping (String?) -> Void
    ) {
        self.answered = answered
        do throws(SystemError) {
            try start(loop, arguments, environment, withinMs: limit)
        } catch {
            end(nil)
        }
    }

    isolated deinit { clean() }

    private func start(
        _ loop: EventLoop, _ arguments: [String], _ environment: [String: String],
        withinMs: Int64
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try SystemError.checkErrno(pipe(&ends), "pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        descriptor = ends[0]
        defer { close(ends[1]) }
        reading = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
        limit = try loop.alarm(on: .awake) { [weak self] in self?.end(nil) }
        limit?.arm(atMicroseconds: UInt64(Clocks.read().awakeNs / 1000 + withinMs * 1000))
        pid = try ChildProcess.spawn(
            arguments: arguments, environment: environment, output: ends[1])
    }

    private func read() {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count > 0, bytes.count + count <= Self.maximumBytes {
            bytes += piece[..<count]
        } else if count == 0 {
            end(String(decoding: bytes, as: UTF8.self))
        } else if count > 0 || ![EAGAIN, EINTR].contains(errno) {
            end(nil)
        }
    }

    private func end(_ output: String?) {
        clean()
        let answered = answered
        self.answered = nil
        answered?(output)
    }

    private func clean() {
        limit?.cancel()
        reading?.cancel()
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        guard let pid else { return }
        // The output has ended, so a program that still runs is of no more use.
        ChildProcess.signalGroup(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        self.pid = nil
    }
}
