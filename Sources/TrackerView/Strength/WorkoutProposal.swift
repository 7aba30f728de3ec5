import TrackerAPI
import TrackerCore

extension WorkoutPropose.Response: Shown {
    package var ids: [String] { template.map { [$0.id] } ?? [] }

    /// The template and why it is next: `push (last done Mon 18:00)`; `nil` if there is none.
    private func phrase(in style: Style) -> String? {
        guard let template else { return nil }
        let name = template.name.forTerminal
        let last = lastAt.map { "last done \(style.time($0))" } ?? "not done yet"
        switch why.known {
        case .weekDone: return "\(name) (\(last); this week is done as planned)"
        default: return "\(name) (\(last))"
        }
    }

    /// Question whether to start a workout from the template; `nil` if there is no template.
    package func question(in style: Style) -> String? {
        phrase(in: style).map { "start with \($0)?" }
    }

    /// The coming workout, with its loads and the plates on each side of the bar.
    package func text(in style: Style) -> String {
        guard let template, let phrase = phrase(in: style) else {
            let plan = plan.map { "all templates of \($0.forTerminal) have been deleted" }
            return (plan ?? "no templates: 'trackerctl template create --help' tells how") + "\n"
        }
        let line =
            (plan.map { "next in \($0.forTerminal): \(phrase)" } ?? "next: \(phrase)")
            + (template.deload.map { ", deload \(NumberText.exact($0))%" } ?? "")
        var table = Table("~EXERCISE", "SETS", "?PLATES", ">?REST", "?SUPERSET", "~?NOTE")
        table.rows = template.exercises.flatMap { exercise -> [[Table.Cell]] in
            let rest = exercise.target.restMs.map { $0 == 0 ? "no" : SpanText.elapsed($0) }
            let groups = exercise.next ?? exercise.target.groups
            return groups.enumerated().map { index, group -> [Table.Cell] in
                let isFirst = index == 0
                return [
                    .init(isFirst ? exercise.name.forTerminal : "", style.strong),
                    .init(GroupNotation(group).text.forTerminal),
                    .init(plates(for: group, exercise.exercise) ?? "", style.faint),
                    .init(isFirst ? rest ?? "" : ""),
                    .init(isFirst ? exercise.superset?.forTerminal ?? "" : ""),
                    .init(isFirst ? exercise.note?.forTerminal ?? "" : ""),
                ]
            }
        }
        return style.wrapped(line, indent: 2) + (template.note.map(NoteText.lines) ?? "")
            + table.text(in: style)
    }

    /// The plates for a group, in few words; `nil` if its load isn't put on a bar.
    private func plates(for group: SetGroupView, _ exercise: String) -> String? {
        let found = plates?.first {
            $0.exercise == exercise && $0.load == group.load && $0.plates.unit == group.loadUnit
        }
        return found.map { PlatesText(loaded: $0.plates).brief }
    }
}
