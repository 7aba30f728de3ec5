import TrackerAPI
import TrackerClient
import TrackerView

/// Logs sets, all of them or none, and describes the result.
enum SetLogging {
    /// - Parameter title: line before the sets, with its newline; empty for none.
    static func log(_ requests: [SetLog], title: String = "", on client: Client) throws -> Answer {
        let (answers, json) = try client.answers(to: requests)
        let (after, first) = (client.after, answers.first?.set)
        let part = after?.workout?.exercises.first {
            $0.exercise == first?.exercise && $0.block == first?.block
        }
        return Answer(
            json: try Output.line(json), quiet: answers.map { $0.set.id + "\n" }.joined(),
            after: after
        ) { style in
            let text = SetText.answers(answers, in: part, style)
            let place = after?.workout.map { $0.isOpen ? "" : SetText.place(in: $0, style) }
            return AnswerText(
                title + text.sentence + (place ?? ""),
                scene: text.scene + (after?.nextSet?.text(in: style) ?? ""))
        }
    }
}
