import TrackerAPI
import TrackerCore

extension WorkoutPropose.Response: Shown {
    /// The template and why it is its turn: `push (last done Mon 18:00)`; `nil` where there is none.
    private func phrase(in style: Style) -> String? {
        guard let template else { return nil }
        let name = template.name.forTerminal
        let last = lastAt.map { "last done \(style.time($0))" } ?? "not done yet"
        switch why.known {
        case .weekDone: return "\(name) (\(last); this week is done as planned)"
        default: return "\(name) (\(last))"
        }
    }

    /// The question whether a workout is to begin with it; `nil` where there is no template.
    package func question(in style: Style) -> String? {
        phrase(in: style).map { "begin with \($0)?" }
    }

    package func text(in style: Style) -> String {
        (phrase(in: style) ?? "no templates: 'trackerctl template create --help' tells how") + "\n"
    }
}
