import TrackerCore

/// A hint of a notification: more about it than its texts, for the server to use or to leave.
///
/// Names are those of the Desktop Notifications Specification 1.2, and of what its servers have added.
nonisolated struct BubbleHint {
    enum Kind: String {
        case string, boolean

        /// The type in the signature of a message.
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

    /// The name of the icon, and of the desktop entry without its ending.
    static let application = "trackerd"

    /// The hints of an alert, besides its urgency and its category.
    ///
    /// - Parameter sound: the sound that the server is to play; `nil` for none.
    static func all(of alert: Alert, sound: String?) -> [BubbleHint] {
        var hints = [
            BubbleHint(name: "desktop-entry", kind: .string, value: application),
            // Servers that know it replace the bubble of the same name, even if its id was lost.
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

    /// The category of an alert, for rules of the server.
    static func category(of alert: Alert) -> String { "x-\(application).\(alert.sound.category)" }
}
