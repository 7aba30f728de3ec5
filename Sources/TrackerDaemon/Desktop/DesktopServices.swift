/// The notification server, whichever it is.
nonisolated enum NotificationService {
    /// Name on the bus, which is also the interface's.
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
}

/// Names of logind on the bus.
nonisolated enum LoginService {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
}
