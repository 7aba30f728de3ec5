import TrackerCore

/// Texts for figures of records and workouts.
enum FigureText {
    /// The figure, such as `102.5 kg`, `12 reps` or `1:02.3`; unknown units stay as they are.
    package static func of(_ value: Double, _ unit: String) -> String {
        switch unit {
        case "reps": value == 1 ? "1 rep" : "\(NumberText.short(value)) reps"
        case "seconds": AmountText.of(value, "time")
        default: "\(NumberText.short(value)) \(unit.forTerminal)"
        }
    }
}
