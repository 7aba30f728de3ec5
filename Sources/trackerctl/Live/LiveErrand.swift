import Glibc
import TrackerView

/// A command that runs beside the view. It is this program again, so a line typed in the view is read, done
/// and refused like one on the command line.
final class LiveErrand {
    struct Answer: Hashable {
        let isDone: Bool
        /// Whether the command reported that nothing was done; otherwise that isn't known.
        let isRefused: Bool
        /// The command's output on one line, without what the view itself shows.
        let text: String
        /// The command's whole output.
        let wholeText: String

        /// - Parameters:
        ///   - status: exit status; `nil` for a command that took too long or was killed.
        ///   - output: standard output and standard error.
        init(status: CInt?, output: String) {
            isDone = status == 0
            isRefused = status.map { $0 != 0 } ?? false
            var lines = output.split(separator: "\n").map(String.init)
            let all = lines
            if status == nil {
                lines = ["no answer: check whether it was done"]
            } else if isDone {
                // The view has keys for other commands, and itself shows the rest and the next set.
                let shown = ["undo: trackerctl", "to continue:", "rest", "next:"]
                lines = lines.prefix { !Self.isTitleOfTable($0) }
                    .map { Self.withoutCommand(Bubble.withoutID($0)) }
                    .filter { line in !line.isEmpty && !shown.contains { line.hasPrefix($0) } }
            } else {
                // A command's usage helps only somebody who types the whole line.
                let end = lines.firstIndex { $0.hasPrefix("Usage:") || $0.hasPrefix("Help:") }
                lines = lines[..<(end ?? lines.endIndex)].map { line in
                    ["trackerctl: ", "hint: ", "Error: "].reduce(line) {
                        $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
                    }
                }
            }
            text = Self.line(of: lines)
            wholeText = isDone ? Self.line(of: all.map { Bubble.withoutID($0) }) : text
        }

        /// A table's columns become a list.
        private static func line(of lines: [String]) -> String {
            let more = lines.count > maximumLines ? ["…"] : []
            let shown = lines.prefix(maximumLines).map { line in
                line.split(separator: "  ").map(Self.trimmed).joined(separator: ", ").forTerminal
            }
            return (shown + more).joined(separator: "; ")
        }

        private static let maximumLines = 4

        /// The line without the undo command at its end.
        private static func withoutCommand(_ line: String) -> String {
            let end = line.firstRange(of: ", undo: trackerctl")?.lowerBound ?? line.endIndex
            let rest = trimmed(line[..<end])
            // The command may be on the next line.
            return rest.hasSuffix(",") ? String(rest.dropLast()) : rest
        }

        private static func trimmed(_ text: Substring) -> String {
            String(text.drop { $0 == " " }).trimmingBlanks
        }

        /// Column titles are in capitals. A table repeats what the view already shows.
        private static func isTitleOfTable(_ line: String) -> Bool {
            line.contains(where: \.isUppercase) && !line.contains(where: \.isLowercase)
        }
    }

    private static let patienceMs: Int64 = 5000
    private static let maximumOutput = 65_536

    let descriptor: CInt
    /// Time when the command is given up, in milliseconds of the boot clock.
    let dueMs: Int64
    private let child: pid_t
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// - Returns: `nil` if the command can't be started.
    init?(_ words: [String], at now: Int64) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let child = Helper.spawn(
            "/proc/self/exe", ["trackerctl"] + words, output: ends[1], complaints: .withOutput)
        close(ends[1])
        guard let child else {
            close(ends[0])
            return nil
        }
        (self.child, descriptor) = (child, ends[0])
        dueMs = now + Self.patienceMs
    }

    deinit {
        close(descriptor)
        // Nobody waits for the command any more.
        if !hasEnded { end() }
    }

    /// Kills the command and everything it has started.
    ///
    /// - Returns: the status from `waitpid`.
    @discardableResult private func end() -> CInt {
        kill(-child, SIGKILL)
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// The answer, once the command has ended or was given up; `nil` before.
    func advance(at now: Int64) -> Answer? {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0, bytes.count < Self.maximumOutput {
                bytes += chunk.prefix(count)
                continue
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN, now < dueMs { return nil }
            hasEnded = true
            guard count == 0 else {
                end()
                return Answer(status: nil, output: "")
            }
            break
        }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : nil
        return Answer(status: code, output: String(decoding: bytes, as: UTF8.self))
    }
}
