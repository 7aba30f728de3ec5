/// The notification server, whichever it is.
nonisolated enum NotificationService {
    /// The name, which is also that of its interface.
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
}

/// logind.
nonisolated enum LoginService {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
}
