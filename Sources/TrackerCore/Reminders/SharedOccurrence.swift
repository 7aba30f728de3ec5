/// Occurrences as they travel between a person's machines. Moments of a machine's own clock stay there. The end of a
/// snooze travels as a time.
extension Occurrence {
    static let untilColumn = "until_ms"
    /// Boot id for moments that no machine's boot clock has counted, so that the wall clock decides.
    private static let noBoot = "elsewhere"

    /// Adds the time at which a snooze ends, UTC milliseconds. Other states have none.
    func leave(with columns: inout [String: Cell]) {
        guard case .snoozed(let wait, let spanMs) = stage else { return }
        columns[Self.untilColumn] = .integer(wait.since.wallMs + spanMs)
    }

    /// Turns the time at which a snooze ends into moments of this machine. Does nothing without a valid time.
    static func arrive(with columns: inout [String: Cell], at now: Moment) {
        guard case .integer(let untilMs)? = columns.removeValue(forKey: untilColumn),
            Bounds.times.contains(untilMs)
        else { return }
        let spanMs = min(
            max(untilMs - now.wallMs, Reminder.snoozes.lowerBound), Reminder.snoozes.upperBound)
        func moment(_ ms: Int64) -> Cell {
            Moment(wallMs: ms, bootNs: 0, awakeNs: 0, bootID: noBoot).cell
        }
        if case .integer(let firedMs)? = columns["fired_ms"] { columns["began"] = moment(firedMs) }
        columns["since"] = moment(untilMs - spanMs)
        columns["snooze_ms"] = .integer(spanMs)
    }
}
