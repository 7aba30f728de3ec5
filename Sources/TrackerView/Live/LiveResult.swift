import TrackerAPI

extension LiveResult: Shown {
    private var parts: [Part] { [Part(did: did, view: view)] + (others ?? []) }

    /// Text of what was done and its result, with the last newline.
    package func words(in style: Style) -> String { "\(deed); " + text(in: style) }

    /// Outcome for the first thing, in one or two words.
    package var deed: String { Part(did: did, view: view).deed }

    package func text(in style: Style) -> String {
        parts.map { part in
            part.sentence.map { $0.sentence(in: style) + "\n" } ?? part.deed + "\n"
        }.joined()
    }

    package var ids: [String] {
        parts.compactMap { ($0.view["id"] ?? $0.view["set"]?["id"])?.string }
    }
}

extension LiveResult.Part {
    fileprivate var deed: String {
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

    fileprivate var sentence: (any Sentence)? {
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
