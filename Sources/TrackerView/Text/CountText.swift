package enum CountText {
    /// The count, such as `20 reps`, `45 s` or `3:00`.
    package static func of(_ count: Int64, _ unit: String) -> String {
        switch unit {
        case "seconds": count < 60 ? "\(count) s" : SpanText.elapsed(count * 1000)
        case "reps": counted(count, "rep")
        default: "\(count) \(unit.forTerminal)"
        }
    }

    /// The count with the exercise's name, such as `45 Push-ups` or `1:30 Plank`.
    static func of(_ count: Int64, _ unit: String, _ name: String) -> String {
        "\(beside(count, unit)) \(name.forTerminal)"
    }

    /// The count without a unit, for use beside a name, such as `45` or `1:30`.
    static func beside(_ count: Int64, _ unit: String) -> String {
        unit == "reps" ? "\(count)" : of(count, unit)
    }

    /// Number of log entries, sets and sessions, such as `1 entry` or `12 entries`.
    static func entries(_ count: Int64) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    /// A share from 0 to 1, such as `82 %`.
    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
