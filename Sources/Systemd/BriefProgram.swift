import Glibc

/// Runs programs that end soon, and waits for their output.
package enum BriefProgram {
    private static let maximumBytes = 65_536

    /// Whole output of a program.
    ///
    /// - Parameter end: deadline in nanoseconds of the awake clock, after which the program's process group
    ///   is killed.
    /// - Returns: `nil` if the program can't be started or doesn't end in time.
    package static func output(
        of arguments: [String], environment: [String: String], untilAwakeNs end: Int64
    ) -> String? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let pid = try? ChildProcess.spawn(
            arguments: arguments, environment: environment, output: ends[1])
        close(ends[1])
        guard let pid else { return nil }
        let output = read(ends[0], untilAwakeNs: end)
        // The output has ended, so a program that still runs is of no more use.
        ChildProcess.signalGroup(pid, SIGKILL)
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
        return output
    }

    private static func read(_ descriptor: Int32, untilAwakeNs end: Int64) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.count < maximumBytes {
            let leftMs = (end - Clocks.read().awakeNs) / 1_000_000
            guard leftMs > 0 else { return nil }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(leftMs)) > 0 else { continue }
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            if count > 0 { bytes += piece[..<count] } else if errno != EINTR { return nil }
        }
        return nil
    }
}
