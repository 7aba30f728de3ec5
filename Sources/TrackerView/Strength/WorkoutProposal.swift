import TrackerAPI
import TrackerCore

extension WorkoutPropose.Response: Shown {
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

    package func text(in style: Style) -> String {
        (phrase(in: style) ?? "no templates: 'trackerctl template create --help' tells how") + "\n"
    }
}
