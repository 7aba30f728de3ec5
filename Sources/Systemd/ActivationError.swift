/// The service manager passed something else than the one socket that is expected.
package nonisolated struct ActivationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The thing that was passed, in words: `a Unix datagram socket`.
    package let passed: String

    package init(passed: String) {
        self.passed = passed
    }

    /// One line for people, which says what was passed and what is expected.
    package var description: String {
        "systemd passed \(passed), but one listening Unix stream socket is expected "
            + "(a socket unit with a single ListenStream= that is a path)"
    }
}
