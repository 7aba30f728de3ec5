/// A kind of thing that a status bar can show. The cases are in order of urgency, most urgent first.
package enum BarKind: String, CaseIterable, Sendable {
    case training, rest, run, timers, workout, reminders, next
}
