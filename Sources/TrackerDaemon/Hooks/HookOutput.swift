import Glibc
import Systemd

/// Reads a child's output from one of its descriptors as it comes, and keeps a limited part.
final class HookOutput {
    /// The part to keep.
    enum Part {
        case first(Int)
        case last(Int)
    }

    /// The child's end of the pipe; `childHasIt` closes it here.
    private(set) var writeEnd: Int32
    private let readEnd: Int32
    private let part: Part
    private let arrived: () -> Void
    private var source: DescriptorSource?
    private(set) var bytes: [UInt8] = []

    /// - Parameter arrived: runs whenever there is more output.
    init(
        _ loop: EventLoop, keeping part: Part, arrived: @escaping () -> Void = {}
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try SystemError.checkErrno(pipe(&ends), "pipe")
        (readEnd, writeEnd) = (ends[0], ends[1])
        self.part = part
        self.arrived = arrived
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Only this end doesn't block: children don't expect writes to fail because a pipe is full.
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
        source = try loop.watch(readEnd, for: .readable) { [weak self] _ in self?.readSome() }
    }

    isolated deinit {
        source?.cancel()
        childHasIt()
        close(readEnd)
    }

    /// Closes the child's end in this process. Call once the child has started.
    func childHasIt() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// Reads only what is there already, since others may hold the pipe open for as long as they like.
    func finish() {
        source?.cancel()
        // The loop reads no more than a pipe holds, in case somebody is still writing.
        for _ in 0..<16 where !readOnce() { return }
    }

    /// The bytes as text; bytes that aren't UTF-8 are replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    private func readSome() {
        if !readOnce() { return }
        arrived()
    }

    /// Reads once, and returns whether there may be more.
    private func readOnce() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(readEnd, &piece, piece.count)
        guard count > 0 else {
            // At the end of its output, the pipe would stay readable for ever.
            if count == 0 || errno != EAGAIN && errno != EINTR { source?.cancel() }
            return false
        }
        switch part {
        case .first(let limit): bytes += piece[..<min(count, max(0, limit - bytes.count))]
        case .last(let limit):
            bytes += piece[..<count]
            if bytes.count > limit { bytes.removeFirst(bytes.count - limit) }
        }
        return true
    }
}
