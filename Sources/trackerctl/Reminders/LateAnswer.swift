import TrackerAPI
import TrackerCore
import TrackerView

/// An answer to a reminder that is over, because it was already answered or has expired. The daemon logs
/// nothing for such an answer.
struct LateAnswer {
    private let reminder: String
    /// How the reminder ended, such as `has expired`.
    private let fate: String
    /// The command that logs it anyway; `nil` if there is nothing to log.
    let command: String?
    /// Whether nothing at all was logged for the reminder.
    let isLost: Bool

    /// - Parameters:
    ///   - result: result of the answer.
    ///   - now: the daemon's time before the answer was sent.
    /// - Returns: `nil` if the answer was the first one.
    init?(
        _ result: OccurrenceView, to answer: ReminderAnswer, sentAfter now: String, in style: Style
    ) {
        guard answer.action == .log, let answeredAt = result.answeredAt else { return nil }
        isLost = result.state == .dismissed
        guard isLost || Self.isBefore(answeredAt, now) else { return nil }
        reminder = result.title
        fate = "was already \(isLost ? "dismissed" : "answered"), \(style.time(answeredAt))"
        command = Self.command(
            answer, asked: result.exercise, name: result.exerciseName, count: result.count)
    }

    /// - Parameter reminder: the expired reminder; `nil` if unknown.
    init(expired reminder: ReminderView?, _ answer: ReminderAnswer) {
        isLost = true
        self.reminder = reminder?.title ?? "the reminder"
        fate = "has expired"
        command = Self.command(
            answer, asked: reminder == nil ? Reminder.anyExercise : reminder?.exercise,
            name: reminder?.exerciseName, count: reminder?.count)
    }

    /// An answer that names no reminder, while none is pending.
    ///
    /// - Parameters:
    ///   - last: the occurrence that fell due last.
    ///   - reminder: its reminder; `nil` if that was deleted.
    /// - Returns: `nil` if that was done, or wasn't shown at all.
    init?(
        after last: OccurrenceView, of reminder: ReminderView?, _ answer: ReminderAnswer,
        in style: Style
    ) {
        guard answer.action == .log, let reminder else { return nil }
        switch last.state.known {
        case .dismissed:
            fate = "was already dismissed" + (last.answeredAt.map { ", \(style.time($0))" } ?? "")
        case .expired: fate = "of \(style.time(last.dueAt)) has expired"
        default: return nil
        }
        isLost = true
        self.reminder = reminder.title
        command = Self.command(
            answer, asked: reminder.exercise, name: reminder.exerciseName, count: reminder.count)
    }

    /// How the reminder ended, such as `move has expired`.
    var sentence: String { "\(reminder) \(fate)" }

    var refusal: Refusal {
        Refusal(
            message: sentence + (command == nil ? "" : ": nothing was logged"),
            hint: command.map { "to log it: \($0)" })
    }

    /// Text for an answer that isn't lost, including the last newline.
    func text(in style: Style) -> String {
        let name = style.strong(reminder)
        guard let command else { return "\(name) \(fate)\n" }
        return "\(name) \(fate): nothing more was logged\n  to log it anyway: \(command)\n"
    }

    private static func isBefore(_ moment: String, _ now: String) -> Bool {
        guard let ms = WireTime.ms(moment), let nowMs = WireTime.ms(now) else { return false }
        return ms < nowMs
    }

    /// The command, such as `trackerctl log push-ups 12`; `nil` if neither the answer nor the reminder is
    /// about an exercise.
    ///
    /// - Parameters:
    ///   - asked: exercise of the reminder, or `any`.
    ///   - name: name of that exercise.
    ///   - count: count of the reminder.
    private static func command(
        _ answer: ReminderAnswer, asked: String?, name: String?, count: Int64?
    ) -> String? {
        let given = answer.count ?? answer.seconds
        guard asked != nil || answer.exercise != nil || given != nil else { return nil }
        let own = asked == Reminder.anyExercise ? nil : name ?? asked
        // The count belongs to the reminder's own exercise; for another one it might mean seconds.
        let usual = answer.exercise == nil ? count : nil
        return command(exercise: answer.exercise ?? own, count: given ?? usual)
    }

    /// - Parameter exercise: the exercise; `nil` if the person has to name it.
    static func command(exercise: String?, count: Int64?) -> String {
        guard let exercise else {
            return "trackerctl log EXERCISE \(count.map { "\($0)" } ?? "COUNT")"
        }
        let word = ExerciseArgument.word(for: exercise) ?? "\"\(exercise.forTerminal)\""
        return "trackerctl log \(word)" + (count.map { " \($0)" } ?? "")
    }
}
