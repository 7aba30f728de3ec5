/// The kind of a stretch of text, which determines its looks.
package enum Tone: Hashable, Sendable {
    case plain, faint, strong, warning
    /// Setup is gray, an effort of time green, one of reps blue, a rest orange, a completed session blue.
    case setup, hold, reps, rest, complete
}
