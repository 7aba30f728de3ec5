import Glibc
import TrackerAPI
import TrackerCore
import TrackerView

/// Writes data to standard output, and messages about it to standard error.
enum Output {
    struct Failed: Error {
        let code: CInt
        /// What failed, as a verb and its object, for a person.
        var action = "write the output"
        /// Whether the reader has had enough, like `head` after its tenth line.
        var isReaderGone: Bool { code == EPIPE }
    }

    static func print(_ text: String) throws(Output.Failed) { try write(text, to: STDOUT_FILENO) }

    /// Drops everything printed from now on.
    static func silence() throws(Output.Failed) {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0, dup2(nowhere, STDOUT_FILENO) >= 0 else {
            throw Failed(code: errno, action: "open /dev/null")
        }
        close(nowhere)
    }

    /// Prints a value as one line of JSON.
    static func print(_ json: JSONValue) throws { try write(line(json), to: STDOUT_FILENO) }

    static func complain(_ text: String) { tell("trackerctl: \(text)") }

    /// Tells what may help, below a complaint.
    static func hint(_ text: String) { tell("hint: \(text)") }

    private static func tell(_ text: String) {
        // If standard error can't be written, there is no one to tell.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let columns = Sheet.columns(of: STDERR_FILENO)
        let rows = lines.map { wrapped(String($0), to: columns) }.joined()
        try? write(rows, to: STDERR_FILENO)
    }

    /// A line with its newline, wrapped between words if it is too long for a terminal.
    static func wrapped(_ line: String, to columns: Int?) -> String {
        guard let columns, line.displayWidth > columns else { return line + "\n" }
        return line.rows(of: columns).map { $0 + "\n" }.joined()
    }

    static func line(_ json: some Encodable) throws -> String {
        SafeJSON.escaped(try JSONText.of(json)) + "\n"
    }

    /// Writes without a buffer, so that the text is visible at once.
    static func write(_ text: String, to descriptor: CInt) throws(Output.Failed) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Failed(code: errno)
            }
        }
    }
}
