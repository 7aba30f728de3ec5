/// What a record or a workout comes to, as people read it.
enum FigureText {
    /// `102.5 kg`, `12 reps`, `1:02.3`; units that this version doesn't know as they are.
    static func of(_ value: Double, _ unit: String) -> String {
        switch unit {
        case "reps": value == 1 ? "1 rep" : "\(NumberText.short(value)) reps"
        case "seconds": AmountText.of(value, "time")
        default: "\(NumberText.short(value)) \(unit.forTerminal)"
        }
    }
}
