/// The weight of a message: those of syslog's priorities that a daemon has use for.
package nonisolated enum LogLevel: Int32, Sendable, CaseIterable {
    /// The program cannot go on, or data is in danger.
    case critical = 2
    case error = 3
    case warning = 4
    /// Normal, but to be noticed.
    case notice = 5
    case info = 6
    /// Only with `verbose`.
    case debug = 7
}
