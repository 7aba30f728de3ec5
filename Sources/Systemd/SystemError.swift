import CSystemd
import Glibc

/// A failed system call, or a failed call of libsystemd.
package nonisolated struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that failed: the function's name, with its object if that helps (`open /etc/x`).
    package let operation: String
    /// The positive errno.
    package let code: Int32

    package init(_ operation: String, _ code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// One line for people: `open /etc/x: No such file or directory`.
    package var description: String {
        "\(operation): \(String(cString: strerror(code)))"
    }

    /// Returns the result of a call that returns a negative errno when it fails, like those of libsystemd.
    @discardableResult
    package static func check(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(SystemError) -> Int32 {
        guard result < 0 else { return result }
        throw SystemError(operation(), -result)
    }

    /// Returns the result of a call that returns -1 and sets `errno` when it fails, like those of libc.
    @discardableResult
    package static func checkErrno(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(SystemError) -> Int32 {
        guard result < 0 else { return result }
        let code = errno
        throw SystemError(operation(), code)
    }
}
