/// The level of a message: the priorities of syslog that a daemon has use for.
package nonisolated enum LogLevel: Int32, Sendable, CaseIterable {
    /// The program cannot go on, or data is in danger.
    case critical = 2
    case error = 3
    case warning = 4
    /// Normal, but worth notice.
    case notice = 5
    case info = 6
    /// Written only with `verbose`.
    case debug = 7
}
