import Glibc
import TrackerView

/// A command that runs beside the view: this program once more, so that what is typed in the view is read,
/// done and refused as on the command line.
final class LiveErrand {
    struct Answer: Hashable {
        let isDone: Bool
        /// True where the command said that nothing was done; otherwise nobody knows.
        let isRefused: Bool
        /// The command's own words, on one line, without what the view shows itself.
        let text: String
        /// All of its words.
        let wholeText: String

        /// - Parameters:
        ///   - status: the exit status; `nil` for a command that took too long or was killed.
        ///   - output: the standard output and the standard error.
        init(status: CInt?, output: String) {
            isDone = status == 0
            isRefused = status.map { $0 != 0 } ?? false
            var lines = output.split(separator: "\n").map(String.init)
            let all = lines
            if status == nil {
                lines = ["no answer: look whether it was done"]
            } else if isDone {
                // The view has keys for other commands, and shows the rest and the next set itself.
                let shown = ["'trackerctl", "rest", "next:"]
                lines = lines.prefix { !Self.isTitleOfTable($0) }
                    .map { Self.withoutCommand(Bubble.withoutID($0)) }
                    .filter { line in !line.isEmpty && !shown.contains { line.hasPrefix($0) } }
            } else {
                // The usage of a command is only for whoever types all of it.
                let end = lines.firstIndex { $0.hasPrefix("Usage:") || $0.hasPrefix("Help:") }
                lines = lines[..<(end ?? lines.endIndex)].map { line in
                    ["trackerctl: ", "Error: "].reduce(line) {
                        $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
                    }
                }
            }
            text = Self.line(of: lines)
            wholeText = isDone ? Self.line(of: all.map { Bubble.withoutID($0) }) : text
        }

        /// The columns of a table become a list.
        private static func line(of lines: [String]) -> String {
            let more = lines.count > maximumLines ? ["…"] : []
            let shown = lines.prefix(maximumLines).map { line in
                line.split(separator: "  ").map(Self.trimmed).joined(separator: ", ").forTerminal
            }
            return (shown + more).joined(separator: "; ")
        }

        private static let maximumLines = 4

        /// The line without the command that takes the change back, which stands at its end.
        private static func withoutCommand(_ line: String) -> String {
            let end = line.firstRange(of: ", 'trackerctl")?.lowerBound ?? line.endIndex
            let rest = trimmed(line[..<end])
            // The command may stand on the next line.
            return rest.hasSuffix(",") ? String(rest.dropLast()) : rest
        }

        private static func trimmed(_ text: Substring) -> String {
            String(text.drop { $0 == " " }).trimmingBlanks
        }

        /// The titles of columns are in capitals. A table says what the view shows already.
        private static func isTitleOfTable(_ line: String) -> Bool {
            line.contains(where: \.isUppercase) && !line.contains(where: \.isLowercase)
        }
    }

    private static let patienceMs: Int64 = 5000
    private static let maximumOutput = 65_536

    let descriptor: CInt
    /// Time at which the command is given up, in milliseconds of the boot clock.
    let dueMs: Int64
    private let child: pid_t
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// - Returns: `nil` where the command can't be started.
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
        // Nobody waits for it any more.
        if !hasEnded { end() }
    }

    /// Ends the command with all that it has started.
    ///
    /// - Returns: the status as `waitpid` has it.
    @discardableResult private func end() -> CInt {
        kill(-child, SIGKILL)
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// The answer, once the command has ended or is given up; `nil` before.
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
