import TrackerAPI
import TrackerCore

extension After {
    /// Commands that undo a change, by their methods.
    private static let undoCommands = [
        JournalUndo.method: "trackerctl undo", TrainingUndo.method: "trackerctl train undo",
    ]

    /// Lines after an answer: first one about rewards, then facts such as `40 reps today, next stand in 30 min
    /// (12:32), undo: trackerctl undo`. Empty if there is nothing to say.
    package func text(in style: Style) -> String {
        let command = undo.flatMap { Self.undoCommands[$0] }.map { ["undo: \($0)"] } ?? []
        return lines(of: facts(in: style) + command, in: style, hasCommands: true)
    }

    /// The same lines for a notification, without commands to type.
    package func news(in style: Style) -> String {
        lines(of: facts(in: style), in: style, hasCommands: false)
    }

    private func lines(of facts: [String], in style: Style, hasCommands: Bool) -> String {
        let indent = "  "
        let reward = RewardLine(earned ?? []).text(
            in: style.behind(indent), hasCommand: hasCommands)
        let rows = reward?.split(separator: "\n").map { style.good(indent + $0) + "\n" } ?? []
        return rows.joined() + Self.lines(of: facts, in: style, style.faint)
    }

    private static func lines(
        of texts: [String], in style: Style, _ paint: (String) -> String
    ) -> String {
        guard !texts.isEmpty else { return "" }
        return style.lines(of: texts, title: " ").split(separator: "\n")
            .map { paint(String($0)) + "\n" }.joined()
    }

    private func facts(in style: Style) -> [String] {
        var facts: [String] = []
        if let replaced {
            let left = replaced.durationMs - (replaced.takenMs ?? 0)
            facts.append("replaces the \(replaced.title) that had \(SpanText.left(left)) left")
        }
        if let logged { facts.append("logged \(logged.amount)") }
        if let today { facts.append("\(CountText.of(today.count, today.unit)) today") }
        if let next {
            facts.append(
                next.pending?.state == .pending
                    ? "\(next.title) waits for an answer"
                    : "next \(next.title) \(style.coming(next.shownNextAt ?? ""))")
        }
        return facts
    }
}
