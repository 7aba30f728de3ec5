import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension ReminderAnswer {
    /// Text of the result, with the last newline; empty if nothing was logged for the answer.
    func text(of result: OccurrenceView, in style: Style) -> String {
        if let ahead = result.ahead(in: style) { return ahead + "\n" }
        guard let late = LateAnswer(result, to: self, in: style) else {
            return result.text(in: style)
        }
        return late.isLost ? "" : late.text(in: style)
    }

    /// The refusal of an answer for which nothing was logged; `nil` for any other.
    func refusal(of result: OccurrenceView, in style: Style) -> Refusal? {
        guard let late = LateAnswer(result, to: self, in: style), late.isLost else { return nil }
        return late.refusal
    }

    /// The refusal of an answer that comes too late; `nil` if the daemon's own is enough.
    func refusal(for error: ClientError, in style: Style) -> Refusal? {
        guard case .refused(let refused) = error, refused.data.kind == "conflict" else {
            return nil
        }
        switch refused.data.state {
        case "none" where reminder == nil && occurrence == nil:
            return nothingPending(after: refused.data.occurrence, in: style)
        case "expired" where action == .log:
            return LateAnswer(expired: refused.data.occurrence, self).refusal
        default: return nil
        }
    }

    /// - Parameter last: the occurrence that fell due last, which the answer may have been meant for; `nil`
    ///   if there is none or its reminder was deleted.
    private func nothingPending(after last: OccurrenceView?, in style: Style) -> Refusal {
        let late = last.flatMap { LateAnswer(after: $0, self, in: style) }
        let given = count ?? seconds
        let isTold = exercise != nil || given != nil
        let own = isTold ? LateAnswer.command(exercise: exercise, count: given) : nil
        let command = (late?.command ?? own).map { "to log it: \($0); " } ?? ""
        return Refusal(
            message: "no reminder is pending" + (late.map { ": \($0.sentence)" } ?? ""),
            hint: command + "'trackerctl remind history' shows the earlier ones")
    }
}

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

    /// - Parameter result: result of the answer.
    /// - Returns: `nil` if the answer was the first one.
    init?(_ result: OccurrenceView, to answer: ReminderAnswer, in style: Style) {
        guard answer.action == .log, result.repeated == true, result.state != .suppressed else {
            return nil
        }
        isLost = result.state == .dismissed
        reminder = result.title
        fate =
            "was already \(isLost ? "dismissed" : "answered")"
            + (result.answeredAt.map { ", \(style.time($0))" } ?? "")
        command = Self.command(answer, to: result)
    }

    /// - Parameter occurrence: the expired occurrence; `nil` if its reminder was deleted.
    init(expired occurrence: OccurrenceView?, _ answer: ReminderAnswer) {
        isLost = true
        reminder = occurrence?.title ?? "the reminder"
        fate = "has expired"
        command = Self.command(answer, to: occurrence)
    }

    /// An answer that names no reminder, while none is pending.
    ///
    /// - Parameter last: the occurrence that fell due last.
    /// - Returns: `nil` if that was done, or wasn't shown at all.
    init?(after last: OccurrenceView, _ answer: ReminderAnswer, in style: Style) {
        guard answer.action == .log else { return nil }
        switch last.state.known {
        case .dismissed:
            fate = "was already dismissed" + (last.answeredAt.map { ", \(style.time($0))" } ?? "")
        case .expired: fate = "of \(style.time(last.dueAt)) has expired"
        default: return nil
        }
        isLost = true
        reminder = last.title
        command = Self.command(answer, to: last)
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

    /// The command, such as `trackerctl log push-ups 12`; `nil` if neither the answer nor the reminder is
    /// about an exercise.
    ///
    /// - Parameter occurrence: the occurrence that was answered; `nil` if what it asked for isn't known.
    private static func command(
        _ answer: ReminderAnswer, to occurrence: OccurrenceView?
    ) -> String? {
        let given = answer.count ?? answer.seconds
        let asked = occurrence == nil ? Reminder.anyExercise : occurrence?.exercise
        guard asked != nil || answer.exercise != nil || given != nil else { return nil }
        let own = asked == Reminder.anyExercise ? nil : occurrence?.exerciseName ?? asked
        // The count belongs to the reminder's own exercise; for another one it might mean seconds.
        let usual = answer.exercise == nil ? occurrence?.count : nil
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
