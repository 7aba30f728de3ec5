import TrackerAPI

/// A thing on a status bar that a click can act on.
package enum BarTarget: Hashable {
    case item(LiveItem)
    /// A reminder that waits for an answer.
    case reminder(ReminderView)

    /// Thing that the line shows first; `nil` if nothing runs or waits.
    ///
    /// - Parameter kinds: kinds of things that the bar shows.
    package static func first(in status: Status.Response, showing kinds: Set<BarKind>) -> BarTarget?
    {
        BarEntry.all(in: status, passed: 0).first { kinds.contains($0.kind) && $0.target != nil }?
            .target
    }

    package var title: String {
        switch self {
        case .item(.training(let training)): training.title
        case .item(.run(let run)): run.name.forTerminal
        case .item(.rest(let rest)): rest.title
        case .item(.timer(let timer)): timer.title
        case .item(.workout(let workout)): workout.name.forTerminal
        case .reminder(let reminder): reminder.title
        }
    }
}
