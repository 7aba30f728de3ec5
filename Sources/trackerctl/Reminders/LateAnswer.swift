import TrackerAPI
import TrackerCore
import TrackerView

/// An effort that was reported for a reminder that is over: it was answered before, or has expired. The
/// daemon logs nothing for the answer.
struct LateAnswer {
    private let reminder: String
    /// The reminder's end before, such as `has expired`.
    private let fate: String
    /// The command that logs the effort all the same; `nil` where there is no effort to log.
    let command: String?
    /// Whether nothing at all was logged for the reminder.
    let isLost: Bool

    /// - Parameters:
    ///   - result: the result of the answer.
    ///   - now: the daemon's time before the answer was sent.
    /// - Returns: `nil` where the answer was the first one.
    init?(
        _ result: OccurrenceView, to answer: ReminderAnswer, sentAfter now: String, in style: Style
    ) {
        guard answer.action == .log, let answeredAt = result.answeredAt else { return nil }
        isLost = result.state == .dismissed
        guard isLost || Self.isBefore(answeredAt, now) else { return nil }
        reminder = result.title
        fate = "was \(isLost ? "dismissed" : "answered") already, \(style.time(answeredAt))"
        command = Self.command(
            answer, asked: result.exercise, name: result.exerciseName, count: result.count)
    }

    /// - Parameter reminder: the reminder that has expired; `nil` where it isn't known.
    init(expired reminder: ReminderView?, _ answer: ReminderAnswer) {
        isLost = true
        self.reminder = reminder?.title ?? "the reminder"
        fate = "has expired"
        command = Self.command(
            answer, asked: reminder == nil ? Reminder.anyExercise : reminder?.exercise,
            name: reminder?.exerciseName, count: reminder?.count)
    }

    /// An answer that names no reminder, where none is pending.
    ///
    /// - Parameters:
    ///   - last: what fell due last.
    ///   - reminder: its reminder; `nil` where that is gone.
    /// - Returns: `nil` where that has been done, or wasn't shown at all.
    init?(
        after last: OccurrenceView, of reminder: ReminderView?, _ answer: ReminderAnswer,
        in style: Style
    ) {
        guard answer.action == .log, let reminder else { return nil }
        switch last.state.known {
        case .dismissed:
            fate = "was dismissed already" + (last.answeredAt.map { ", \(style.time($0))" } ?? "")
        case .expired: fate = "of \(style.time(last.dueAt)) has expired"
        default: return nil
        }
        isLost = true
        self.reminder = reminder.title
        command = Self.command(
            answer, asked: reminder.exercise, name: reminder.exerciseName, count: reminder.count)
    }

    /// The reminder's end, such as `move has expired`.
    var sentence: String { "\(reminder) \(fate)" }

    var refusal: Refusal {
        Refusal(
            message: sentence + (command == nil ? "" : ": nothing was logged"),
            hint: command.map { "to log it: \($0)" })
    }

    /// The text for an answer that isn't lost, with the last newline.
    func text(in style: Style) -> String {
        let name = style.strong(reminder)
        guard let command else { return "\(name) \(fate)\n" }
        return "\(name) \(fate): nothing more was logged\n  to log it all the same: \(command)\n"
    }

    private static func isBefore(_ moment: String, _ now: String) -> Bool {
        guard let ms = WireTime.ms(moment), let nowMs = WireTime.ms(now) else { return false }
        return ms < nowMs
    }

    /// The command, such as `trackerctl log push-ups 12`; `nil` where neither the answer nor the reminder is
    /// about an exercise.
    ///
    /// - Parameters:
    ///   - asked: the reminder's exercise, or `any`.
    ///   - name: the name of that exercise.
    ///   - count: the reminder's count.
    private static func command(
        _ answer: ReminderAnswer, asked: String?, name: String?, count: Int64?
    ) -> String? {
        let given = answer.count ?? answer.seconds
        guard asked != nil || answer.exercise != nil || given != nil else { return nil }
        let own = asked == Reminder.anyExercise ? nil : name ?? asked
        // The count goes with the reminder's own exercise: of another one it might be seconds.
        let usual = answer.exercise == nil ? count : nil
        return command(exercise: answer.exercise ?? own, count: given ?? usual)
    }

    /// - Parameter exercise: `nil` where the person has to name it.
    static func command(exercise: String?, count: Int64?) -> String {
        guard let exercise else {
            return "trackerctl log EXERCISE \(count.map { "\($0)" } ?? "COUNT")"
        }
        let word = ExerciseArgument.word(for: exercise) ?? "\"\(exercise.forTerminal)\""
        return "trackerctl log \(word)" + (count.map { " \($0)" } ?? "")
    }
}
