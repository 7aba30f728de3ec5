import Glibc

/// The error for a condition that a test relies on and that doesn't hold.
package struct StageError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// An error with the reason that the system gave last.
    package init(errno operation: String) {
        self.init("\(operation): \(String(cString: strerror(Glibc.errno)))")
    }
}

/// Seconds on a clock that nobody sets.
package func awakeSeconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Waits until a condition holds.
///
/// - Parameters:
///   - seconds: the longest wait; far more than is needed, for a busy machine.
///   - what: the awaited condition in words, for the error.
package func wait(
    upTo seconds: Double = 30, for what: @autoclosure () -> String,
    until condition: () throws -> Bool
) throws {
    let end = awakeSeconds() + seconds
    while try !condition() {
        guard awakeSeconds() < end else {
            throw StageError("waited \(seconds) s in vain for \(what())")
        }
        usleep(3000)
    }
}

/// Waits until there is a value.
package func wait<Value>(
    upTo seconds: Double = 30, for what: @autoclosure () -> String,
    value: () throws -> Value?
) throws -> Value {
    var found: Value?
    try wait(upTo: seconds, for: what()) {
        found = try value()
        return found != nil
    }
    guard let found else { throw StageError("no \(what())") }
    return found
}

/// Checks that a condition holds for a while, since the absence of an event can't be waited for.
package func watch(seconds: Double, that condition: () throws -> Bool) throws -> Bool {
    let end = awakeSeconds() + seconds
    while awakeSeconds() < end {
        guard try condition() else { return false }
        usleep(3000)
    }
    return true
}
