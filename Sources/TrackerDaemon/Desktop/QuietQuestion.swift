import Systemd

/// How to ask a notification server whether do-not-disturb is on, and which signal reports a change.
nonisolated struct QuietQuestion: Sendable {
    /// Where a signal carries the new value.
    enum Place: Sendable {
        /// A property, in the signal for changed properties.
        case property(String)
        case argument(Int)
        /// The last argument, in a signal whose first arguments name the setting.
        case setting([BusValue])
    }

    let ask: BusCall
    let change: BusRule
    let place: Place
    /// The command, or a description, for turning do-not-disturb off.
    let remedy: String

    /// Whether a value means that do-not-disturb is on. The value is either a boolean or the names of the
    /// active modes.
    static func isOn(_ value: BusValue, modes: [String]) -> Bool {
        value.bool ?? value.list?.contains { $0.text.map(modes.contains) == true } ?? false
    }

    /// The new value in a signal; `nil` if the signal is about something else.
    func value(in signal: BusSignal) -> BusValue? {
        let arguments = signal.arguments
        return switch place {
        case .property(let name): arguments.count >= 2 ? arguments[1].dictionary?[name] : nil
        case .argument(let index): arguments.indices.contains(index) ? arguments[index] : nil
        case .setting(let names):
            arguments.count == names.count + 1 && Array(arguments.dropLast()) == names
                ? arguments.last : nil
        }
    }

    private static let server = NotificationService.name
    private static let path = NotificationService.path

    /// Questions by the servers' own names.
    static let byServer: [String: QuietQuestion] = [
        "dunst": property(
            "paused", of: "org.dunstproject.cmd0", path, remedy: "dunstctl set-paused false"),
        // The modes are also a property, but only from mako 1.10 on.
        "mako": QuietQuestion(
            ask: BusCall(server, makoPath, mako, "ListModes"),
            change: .properties(of: mako, server, makoPath), place: .property("Modes"),
            remedy: "makoctl mode -r do-not-disturb"),
        "SwayNotificationCenter": QuietQuestion(
            ask: BusCall(swaync, swayncPath, swaync, "GetDnd"),
            change: BusRule(
                sender: swaync, path: swayncPath, interface: swaync, member: "Subscribe"),
            place: .argument(1), remedy: "swaync-client --dnd-off"),
        "Plasma": property(
            "Inhibited", of: server, path,
            remedy: "turn do-not-disturb off in Plasma's notifications"),
        "Xfce Notify Daemon": QuietQuestion(
            ask: BusCall(
                xfconf, xfconfPath, xfconf, "GetProperty", ["xfce4-notifyd", "/do-not-disturb"]),
            change: BusRule(
                sender: xfconf, path: xfconfPath, interface: xfconf, member: "PropertyChanged"),
            place: .setting(["xfce4-notifyd", "/do-not-disturb"]),
            remedy: "xfconf-query -c xfce4-notifyd -p /do-not-disturb -s false"),
    ]

    private static let mako = "fr.emersion.Mako"
    private static let makoPath = "/fr/emersion/Mako"
    private static let swaync = "org.erikreider.swaync.cc"
    private static let swayncPath = "/org/erikreider/swaync/cc"
    private static let xfconf = "org.xfce.Xfconf"
    private static let xfconfPath = "/org/xfce/Xfconf"

    private static func property(
        _ name: String, of interface: String, _ path: String, remedy: String
    ) -> QuietQuestion {
        QuietQuestion(
            ask: .property(name, of: interface, server, path),
            change: .properties(of: interface, server, path), place: .property(name),
            remedy: remedy)
    }
}
