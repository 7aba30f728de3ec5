import TrackerAPI
import TrackerCore

/// An exercise of a template in a cell of a table, in the notation of trackerctl: `Bench Press 3x5x100kg`.
enum PlanText {
    static func of(_ exercise: TemplateView.Exercise) -> String {
        var words = [exercise.name] + exercise.target.groups.map(group)
        if let rest = exercise.target.restMs {
            words.append("rest " + (rest == 0 ? "no" : DurationText.text(ms: rest)))
        }
        if let progression = exercise.target.progression {
            if let add = progression.add {
                words.append("+\(NumberText.exact(add))\(progression.addUnit ?? "")")
            }
            if let after = progression.resetAfter {
                let share = progression.resetPercent.map { "x\(NumberText.exact($0))%" }
                words.append("reset \(after)\(share ?? "")")
            }
        }
        if let superset = exercise.superset { words.append("superset \(superset)") }
        if let note = exercise.note { words.append("note \(note)") }
        return words.joined(separator: " ")
    }

    private static func group(_ group: SetGroupView) -> String {
        let type =
            switch group.type {
            case WorkoutSet.Kind.warmup.rawValue: "w "
            case WorkoutSet.Kind.failure.rawValue: "f "
            case WorkoutSet.Kind.partial.rawValue: "partial "
            default: ""
            }
        let reps = group.reps.map {
            SetPhrase.reps(
                $0, to: group.repsTo, amrap: group.amrap, perSide: group.perSide)
        }
        let seconds = group.seconds.map {
            SetPhrase.time(seconds: $0) + (group.perSide == true ? SetPhrase.side : "")
        }
        let mode = group.loadMode.flatMap(WorkoutSet.LoadMode.init(rawValue:)) ?? .external
        let load = group.load.map { SetPhrase.load($0, mode) + (group.loadUnit ?? "") }
        let share = group.percent.map { percent in
            let base = group.percentOf.flatMap(SetGroup.ShareBase.init(rawValue:)) ?? .best
            return SetPhrase.share(percent, of: base)
        }
        let parts = ["\(group.sets)", reps ?? seconds, share ?? load].compactMap(\.self)
        return type + parts.joined(separator: "x")
            + SetPhrase.effort(rpe: group.rpe) + SetPhrase.tempo(group.tempo)
            + SetPhrase.drops(group.drops)
    }
}
