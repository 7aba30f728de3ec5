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
}
