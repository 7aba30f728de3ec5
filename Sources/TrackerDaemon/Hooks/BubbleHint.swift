import TrackerCore

/// A hint of a notification: extra information that the server may use or ignore.
///
/// Names come from the Desktop Notifications Specification 1.2 and from servers' extensions.
nonisolated struct BubbleHint {
    enum Kind: String {
        case string, boolean

        /// The type as a D-Bus signature.
        var signature: String {
            switch self {
            case .string: "s"
            case .boolean: "b"
            }
        }
    }

    let name: String
    let kind: Kind
    let value: String

    /// Name of the icon, and of the desktop entry without its extension.
    static let application = "trackerd"

    /// Hints of an alert, except its urgency and category.
    ///
    /// - Parameter sound: the sound for the server to play; `nil` for none.
    static func all(of alert: Alert, sound: String?) -> [BubbleHint] {
        var hints = [
            BubbleHint(name: "desktop-entry", kind: .string, value: application),
            // Servers that know this hint replace the notification of the same name, even if its id was lost.
            // Older versions of notify-send refuse a colon in the value.
            BubbleHint(
                name: "x-canonical-private-synchronous", kind: .string,
                value: String(alert.thread.map { $0 == ":" ? "-" : $0 })),
        ]
        if alert.sound.isCue {
            hints.append(BubbleHint(name: "transient", kind: .boolean, value: "true"))
        }
        hints.append(
            sound.map { BubbleHint(name: "sound-name", kind: .string, value: $0) }
                ?? BubbleHint(name: "suppress-sound", kind: .boolean, value: "true"))
        return hints
    }

    /// Category of an alert, for the server's rules.
    static func category(of alert: Alert) -> String { "x-\(application).\(alert.sound.category)" }
}
