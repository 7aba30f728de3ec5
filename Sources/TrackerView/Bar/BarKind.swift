/// A kind of thing that a status bar can show, the most urgent first.
package enum BarKind: String, CaseIterable, Sendable {
    case training, rest, run, timers, workout, reminders, next
}
