/// Icons of exercises and programs, for people.
enum IconText {
    /// A name after its icon where that is a sign such as 🏋. The name of an icon, such as `dumbbell`, is for
    /// programs that draw one: no terminal has a sign of that name.
    static func title(_ name: String, _ icon: String?) -> String {
        guard let icon, icon.count == 1, let sign = icon.unicodeScalars.first,
            sign.properties.isEmoji, !sign.isASCII
        else { return name.forTerminal }
        return "\(icon) \(name)".forTerminal
    }
}
