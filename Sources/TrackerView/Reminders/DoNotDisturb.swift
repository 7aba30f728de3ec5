import TrackerAPI

extension DoNotDisturbView: Shown {
    package func sentence(in style: Style) -> String {
        until.map { "\(style.warning("do not disturb")) until \(style.time($0))" }
            ?? "do not disturb: off"
    }

    package func text(in style: Style) -> String { sentence(in: style) + "\n" }
}
