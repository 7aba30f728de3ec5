import Glibc
import Systemd

/// Reads the output of a child from one of its descriptors as it comes, and keeps a bounded part.
final class HookOutput {
    /// The part that is kept.
    enum Part {
        case first(Int)
        case last(Int)
    }

    /// The pipe's end for the child; closed here by `childHasIt`.
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
        // Only this end doesn't block: children aren't prepared for a descriptor that refuses their output.
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
        source = try loop.watch(readEnd, for: .readable) { [weak self] _ in self?.readSome() }
    }

    isolated deinit {
        source?.cancel()
        childHasIt()
        close(readEnd)
    }

    /// Closes the child's end in this process, once the child is started.
    func childHasIt() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// Reads the output that is there, and no more, since others may hold the pipe open for as long as they
    /// like.
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

    /// Reads once; returns whether there may be more.
    private func readOnce() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(readEnd, &piece, piece.count)
        guard count > 0 else {
            // At its end the pipe would stay readable for ever.
            if count == 0 || errno != EAGAIN && errno != EINTR { source?.cancel() }
            return false
        }
        switch part {
        case .first(let limit):
            bytes += piece[..<min(count, max(0, limit - bytes.count))]
        case .last(let limit):
            bytes += piece[..<count]
            if bytes.count > limit { bytes.removeFirst(bytes.count - limit) }
        }
        return true
    }
}
