import CSystemd
import Glibc

/// Writes the program's messages: to the journal with its fields if systemd runs the program, otherwise as
/// lines to standard error. Writing never fails: a message that can't be written is lost.
package nonisolated struct Log: Sendable {
    /// Whether messages go to the journal.
    package let usesJournal: Bool
    /// Whether debug messages are written at all.
    package let isVerbose: Bool
    private let descriptor: Int32
    private let name = "trackerd"

    /// - Parameters:
    ///   - isVerbose: whether to write debug messages.
    ///   - descriptor: standard error, which goes to the journal if JOURNAL_STREAM says so.
    package init(isVerbose: Bool = false, descriptor: Int32 = 2) {
        self.isVerbose = isVerbose
        self.descriptor = descriptor
        usesJournal = Self.isJournal(descriptor)
    }

    /// Writes one message.
    ///
    /// - Parameters:
    ///   - message: for people; a sentence without a full stop.
    ///   - id: the kind of message; only the journal keeps it.
    ///   - fields: further fields of the journal, as (`TRACKER_EVENT`, `timer.finished`). Names consist of
    ///     capital letters, digits and underscores, begin with a letter, and may be repeated.
    package func log(
        _ level: LogLevel, _ message: String, id: MessageID? = nil,
        fields: [(String, String)] = []
    ) {
        guard level != .debug || isVerbose else { return }
        if usesJournal, sendToJournal(entry(level, message, id, fields)) { return }
        writeLine(line(level, message))
    }

    /// The line for standard error, without its newline.
    func line(_ level: LogLevel, _ message: String) -> String {
        let label =
            switch level {
            case .info, .notice: ""
            default: "\(level): "
            }
        let text = message.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return "\(name): \(label)\(text.joined(separator: "\\n"))"
    }

    /// The journal's fields, each as `NAME=value`.
    func entry(
        _ level: LogLevel, _ message: String, _ id: MessageID?, _ fields: [(String, String)]
    ) -> [String] {
        var entry = [
            "MESSAGE=\(message)", "PRIORITY=\(level.rawValue)", "SYSLOG_IDENTIFIER=\(name)",
        ]
        if let id { entry.append("MESSAGE_ID=\(id.text)") }
        return entry + fields.map { "\($0.0)=\($0.1)" }
    }

    private func sendToJournal(_ entry: [String]) -> Bool {
        var bytes = entry.flatMap { Array($0.utf8) }
        return bytes.withUnsafeMutableBytes { buffer in
            var parts: [iovec] = []
            var start = 0
            for field in entry {
                let count = field.utf8.count
                let base = buffer.baseAddress?.advanced(by: start)
                parts.append(iovec(iov_base: base, iov_len: count))
                start += count
            }
            return sd_journal_sendv(parts, Int32(parts.count)) >= 0
        }
    }

    /// Writes in pieces small enough for a pipe to take whole, and gives up when there is no room, so that a
    /// slow reader of standard error can't stop the program.
    private func writeLine(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, 0) == 1, Int32(state.revents) & POLLOUT != 0 else { return }
            let count = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether a descriptor is the stream to the journal that the service manager opened.
    private static func isJournal(_ descriptor: Int32) -> Bool {
        guard let text = getenv("JOURNAL_STREAM") else { return false }
        var file = stat()
        guard fstat(descriptor, &file) == 0 else { return false }
        return String(cString: text) == "\(file.st_dev):\(file.st_ino)"
    }
}
