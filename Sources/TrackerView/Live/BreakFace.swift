import TrackerAPI
import TrackerCore

extension LiveFace {
    /// View of a reminder that waits for an answer: what to do, and the time left until it expires.
    ///
    /// - Parameters:
    ///   - now: the daemon's time in UTC milliseconds.
    ///   - unit: unit of the reminder's exercise; `nil` if unknown.
    package init(
        _ reminder: ReminderView, _ occurrence: OccurrenceView, now: Int64, unit: String?,
        style: Style
    ) {
        var lines = (reminder.message ?? "").split(separator: "\n").map { String($0).forTerminal }
        let task = reminder.task(unit: unit)
        let label = task ?? (lines.isEmpty ? "waiting for your answer" : lines.removeFirst())
        let waited = max(0, now - (occurrence.firedAt.flatMap(WireTime.ms) ?? now))
        // An older daemon doesn't say when the reminder expires.
        let left = occurrence.expiresAt.flatMap(WireTime.ms).map { max(0, $0 - now) }
        self.init(
            title: reminder.title, label: label,
            figures: left.map(SpanText.left) ?? SpanText.elapsed(waited), tone: .rest)
        let since = occurrence.firedAt.map { "since \(style.time($0))" }
        let end = occurrence.expiresAt.map { "expires \(style.time($0))" }
        let times = [since, end].compactMap(\.self).joined(separator: ", ")
        details = lines + (times.isEmpty ? [] : [times])
        if let left {
            changesInMs = left > 0 ? (left - 1) % 1000 + 1 : nil
        } else {
            changesInMs = 1000 - waited % 1000
        }
    }

    /// Replaces the figures by those of a rest, which is named first below them.
    package mutating func count(_ rest: LiveFace) {
        figures = rest.figures
        tone = rest.tone
        share = rest.share
        changesInMs = rest.changesInMs
        details.insert(rest.label, at: 0)
    }
}

extension LiveItem {
    /// Id of the rest that the item is now, or of the interval for resting; `nil` for none. Pausing keeps it.
    package var restID: String? {
        switch self {
        case .training(let training): training.rest.map { "\(training.id) \($0.id)" }
        case .run(let run) where [.rest, .break].contains(run.interval.kind) && !run.isWaiting:
            "\(run.id) \(run.index)"
        case .rest(let rest): rest.id
        case .run, .timer, .workout: nil
        }
    }
}

extension ReminderView {
    /// Exercise that the reminder asks for, such as `10 x Push-ups` or `30s Plank`; `nil` without an exercise.
    ///
    /// - Parameter unit: unit of the exercise; `nil` if unknown.
    fileprivate func task(unit: String?) -> String? {
        guard let exercise else { return nil }
        let isAny = exercise == Reminder.anyExercise
        let name = isAny ? "any exercise" : (exerciseName ?? exercise).forTerminal
        guard let count else { return name }
        return unit == Exercise.Unit.seconds.rawValue
            ? "\(DurationText.text(ms: count * 1000)) \(name)" : "\(count) x \(name)"
    }
}
