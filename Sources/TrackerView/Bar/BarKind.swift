/// A kind of thing that a status bar can show.
package enum BarKind: String, CaseIterable, Sendable {
    case training, rest, run, workout, timers, reminders, next
}
