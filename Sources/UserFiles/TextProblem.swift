import TrackerCore

/// A fault in a text that a person has written. Thrown, it means that none of the text has taken effect;
/// as a warning, that one part of it hasn't.
package struct TextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path as it was given; `nil` for a text from elsewhere.
    package let file: String?
    /// The line, from 1; for a missing key, the line of the innermost part around it. `nil` where no line is
    /// known.
    package let line: Int?
    /// The key, such as `limits.connections` or `hooks[0].run`; `nil` where no key is at fault.
    package let key: String?
    /// A message for a person: the fault and what is allowed.
    package let message: String

    package init(file: String?, line: Int? = nil, key: String? = nil, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    /// One line for people: `config.toml:12: limits.connections must be …`, or `line 12: …` without a file.
    package var description: String {
        guard let file else { return (line.map { "line \($0): " } ?? "") + message }
        return (line.map { "\(file):\($0)" } ?? file) + ": " + message
    }

    /// The refusal of a request by this fault.
    package var rejection: Rejection {
        Rejection(.invalidParams, description, field: key, line: line)
    }
}
