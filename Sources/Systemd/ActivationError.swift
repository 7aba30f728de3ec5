/// Error thrown when the service manager passed anything but the one expected socket.
package nonisolated struct ActivationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Description of the passed descriptors, such as `a Unix datagram socket`.
    package let passed: String

    package init(passed: String) {
        self.passed = passed
    }

    /// One line for people: what was passed and what is expected.
    package var description: String {
        "systemd passed \(passed), but one listening Unix stream socket is expected "
            + "(a socket unit with a single ListenStream= that is a path)"
    }
}
