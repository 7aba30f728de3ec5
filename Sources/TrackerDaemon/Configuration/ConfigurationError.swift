import TrackerCore

/// A fault of the configuration file. Nothing of the file has taken effect.
package nonisolated struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path as it was given.
    package let file: String
    /// Line of the error, from 1; `nil` where the file as a whole is at fault.
    package let line: Int?
    /// The key, such as `limits.connections` or `hooks[0].run`; `nil` where no key is at fault.
    package let key: String?
    /// A message for a person: the fault and the allowed values.
    package let message: String

    package init(file: String, line: Int? = nil, key: String? = nil, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    /// One line for people: `config.toml:12: limits.connections must be …`.
    package var description: String {
        "\(place): \(message)"
    }

    /// The refusal of `config.reload` with this error.
    package var rejection: Rejection {
        Rejection(.invalidParams, description, field: key, line: line)
    }

    private var place: String { line.map { "\(file):\($0)" } ?? file }
}

/// A warning about something in the configuration file that has no effect, and is hardly meant so.
package nonisolated struct ConfigurationWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file's path as it was given.
    package let file: String
    /// Line of the key, from 1; `nil` where no line is known.
    package let line: Int?
    /// The key, such as `limits.conections`.
    package let key: String
    /// A message for a person.
    package let message: String

    package init(file: String, line: Int?, key: String, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    /// One line for people: `config.toml:3: limits.conections is unknown …`.
    package var description: String {
        "\(line.map { "\(file):\($0)" } ?? file): \(message)"
    }
}
