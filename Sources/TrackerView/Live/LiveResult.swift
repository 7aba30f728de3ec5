import TrackerAPI

extension LiveResult: Shown {
    /// Text of what was done and its result, with the last newline.
    package func words(in style: Style) -> String { "\(deed); " + text(in: style) }

    /// What was done, in one or two words.
    package var deed: String {
        switch did {
        case "run.interval_started": "confirmed"
        case "training.effort_started": "rest skipped"
        case "training.attempted": "bailed"
        case "training.completed": "stopped"
        case "reminder.answered": "done"
        case "reminder.suppressed": "done ahead"
        default: (did.split(separator: ".").last.map(String.init) ?? did).forTerminal
        }
    }

    package func text(in style: Style) -> String {
        sentence.map { $0.sentence(in: style) + "\n" } ?? deed + "\n"
    }

    package var ids: [String] {
        [(view["id"] ?? view["set"]?["id"])?.string].compactMap(\.self)
    }

    private var sentence: (any Sentence)? {
        switch did.prefix(while: { $0 != "." }) {
        case "timer": try? view.decoded() as TimerView
        case "rest": try? view.decoded() as RestView
        case "training": try? view.decoded() as TrainingView
        case "run": try? view.decoded() as RunView
        case "reminder": try? view.decoded() as OccurrenceView
        case "set": (try? view.decoded() as SetLog.Response)?.set
        default: nil
        }
    }
}
