import TrackerAPI
import TrackerCore
import TrackerView

/// An effort that was reported for a reminder that is over: it was answered before, or has expired. The
/// daemon logs nothing for the answer.
struct LateAnswer {
    /// The message without the reminder's name.
    private let words: String
    private let reminder: String
    /// The command that logs the effort all the same.
    private let command: String
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
        isLost = result.state == "dismissed"
        guard isLost || Self.isBefore(answeredAt, now) else { return nil }
        reminder = result.title
        words =
            isLost
            ? "was dismissed already, \(style.time(answeredAt)): nothing was logged"
            : "was answered already, \(style.time(answeredAt)): nothing more was logged"
        command = Self.command(
            answer, exercise: result.exerciseName ?? result.exercise, count: result.count)
    }

    /// - Parameter reminder: the reminder that has expired; `nil` where it isn't known.
    init(expired reminder: ReminderView?, _ answer: ReminderAnswer) {
        isLost = true
        self.reminder = reminder?.title ?? "the reminder"
        words = "has expired: nothing was logged"
        command = Self.command(
            answer, exercise: reminder?.exerciseName ?? reminder?.exercise, count: reminder?.count)
    }

    var refusal: Refusal {
        Refusal(message: "\(reminder) \(words)", hint: "to log it: \(command)")
    }

    /// The text for an answer that isn't lost, with the last newline.
    func text(in style: Style) -> String {
        "\(style.strong(reminder)) \(words)\n  to log it all the same: \(command)\n"
    }

    private static func isBefore(_ moment: String, _ now: String) -> Bool {
        guard let ms = WireTime.ms(moment), let nowMs = WireTime.ms(now) else { return false }
        return ms < nowMs
    }

    /// The command, such as `trackerctl log push-ups 12`.
    ///
    /// - Parameters:
    ///   - exercise: the reminder's exercise.
    ///   - count: the reminder's count.
    static func command(
        _ answer: ReminderAnswer, exercise: String? = nil, count: Int64? = nil
    ) -> String {
        let asked = answer.exercise == nil ? count : nil
        let own = exercise == Reminder.anyExercise ? nil : exercise
        guard let exercise = answer.exercise ?? own else {
            return "trackerctl log EXERCISE \((answer.count ?? asked).map { "\($0)" } ?? "COUNT")"
        }
        let word = ExerciseArgument.word(for: exercise) ?? "\"\(exercise.forTerminal)\""
        return "trackerctl log \(word)" + ((answer.count ?? asked).map { " \($0)" } ?? "")
    }
}
