/// Counts as people read them.
package enum CountText {
    /// The count, such as `20 reps`, `45 s` or `3:00`.
    package static func of(_ count: Int64, _ unit: String) -> String {
        switch unit {
        case "seconds": count < 60 ? "\(count) s" : SpanText.elapsed(count * 1000)
        case "reps": counted(count, "rep")
        default: "\(count) \(unit.forTerminal)"
        }
    }

    /// The count beside the name of what was counted, such as `45 Push-ups` or `1:30 Plank`.
    static func of(_ count: Int64, _ unit: String, _ name: String) -> String {
        "\(beside(count, unit)) \(name.forTerminal)"
    }

    /// The count where a name stands beside it, such as `45` or `1:30`.
    static func beside(_ count: Int64, _ unit: String) -> String {
        unit == "reps" ? "\(count)" : of(count, unit)
    }

    /// A share from 0 to 1, such as `82 %`.
    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
