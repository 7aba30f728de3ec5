package enum IconText {
    /// The name, preceded by its icon if that is a character such as 🏋. An icon's name such as `dumbbell` is
    /// for programs that draw it; a terminal can't show it.
    package static func title(_ name: String, _ icon: String?) -> String {
        guard let icon, icon.count == 1, let sign = icon.unicodeScalars.first,
            sign.properties.isEmoji, !sign.isASCII
        else { return name.forTerminal }
        return "\(icon) \(name)".forTerminal
    }
}
