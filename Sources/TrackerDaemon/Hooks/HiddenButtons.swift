import TrackerCore

/// Notification servers that accept buttons but draw none, and how to answer there.
nonisolated enum HiddenButtons {
    /// The click that opens the server's menu of buttons, unless the person has configured another, by the
    /// server's own name; `nil` for servers without one.
    private static let clicks: [String: String?] = ["dunst": "middle-click", "mako": nil]

    /// The line that says how to answer an alert; `nil` if nothing is asked, or the server draws its buttons.
    ///
    /// - Parameter server: the server's own name; `nil` if unknown.
    static func hint(for alert: Alert, on server: String?) -> String? {
        guard alert.isQuestion, let action = alert.actions.first, let server,
            let click = clicks[server]
        else { return nil }
        return "\(action.label): \(action.command)" + (click.map { ", or \($0)" } ?? "")
    }
}
