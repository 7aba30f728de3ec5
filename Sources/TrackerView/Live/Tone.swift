/// Kind of a stretch of text. It determines how the text looks.
package enum Tone: Hashable, Sendable {
    case plain, faint, strong, warning
    /// Setup is gray, a hold green, reps blue, a rest orange, a completed session blue.
    case setup, hold, reps, rest, complete
}
