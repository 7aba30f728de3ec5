/// Level of a message: the syslog priorities that a daemon needs.
package nonisolated enum LogLevel: Int32, Sendable, CaseIterable {
    /// The program can't continue, or data is in danger.
    case critical = 2
    case error = 3
    case warning = 4
    /// Normal, but worth noticing.
    case notice = 5
    case info = 6
    /// Written only with `verbose`.
    case debug = 7
}
