import TrackerAPI
import TrackerCore
import TrackerView

extension LiveItem {
    /// Whether this is the workout or a rest between its sets, when keys move through its exercises.
    func isLived(in workout: WorkoutView?) -> Bool {
        switch self {
        case .workout(let shown): shown.isOpen
        case .rest(let rest): rest.after?.kind == .set && workout != nil
        default: false
        }
    }

    /// Whether this is a rest between sets, which ends with its workout.
    func ends(with item: LiveItem) -> Bool {
        guard case .workout = item, case .rest(let rest) = self else { return false }
        return rest.after?.kind == .set
    }
}

extension LiveAction {
    /// Actions of a workout, also during its rests. Enter logs the next set as planned; a digit or a sign
    /// begins another one. An exercise that somebody has moved to is named.
    static func ofWorkout(_ workout: WorkoutView?, _ plan: LivePlan) -> [LiveAction] {
        guard let workout else { return [] }
        let live = LiveWorkout(workout, plan)
        guard let live else {
            return [LiveAction([.enter], "", .type(LivePrompt(LivePrompt.exercise)))]
                + digits(LivePrompt.set)
                + [LiveAction([.character("s")], "set", .type(LivePrompt(LivePrompt.set)))]
                + corrections(of: workout) + endings(of: workout)
        }
        let isMoved = plan.exercise != nil
        let word = isMoved ? LiveLists.word(live.part) + " " : ""
        let planned = isMoved ? ["--exercise", live.part.exercise] : []
        let enter: Move =
            live.isKnown
            ? .run([LivePrompt.set.command] + planned) : .type(LivePrompt(LivePrompt.set, word))
        let moves =
            workout.exercises.count > 1
            ? [("n", 1), ("p", -1)].map { key, step in
                LiveAction([.character(key)], "exercise", .go(step))
            } : []
        return [LiveAction([.enter], "log", enter)] + digits(LivePrompt.set, after: word)
            + begin(LivePrompt.set, by: "@", after: word)
            + [LiveAction([.character("s")], "set", .type(LivePrompt(LivePrompt.set, word)))]
            + moves + corrections(of: workout) + endings(of: workout)
            + [removal(of: live.part, from: workout)]
    }

    private static func removal(
        of part: WorkoutView.Exercise, from workout: WorkoutView
    ) -> LiveAction {
        let loss = part.sets.isEmpty ? "" : " with its \(counted(part.sets.count, "set"))"
        let request = WorkoutRemoveExercise(
            exercise: part.exercise, block: part.block ?? 1, confirm: true, workout: workout.id)
        return LiveAction(
            [.character("R")], "remove", .ask("remove \(part.name.forTerminal)\(loss)?", request))
    }

    /// Signs for changing the load; elsewhere they mean longer and shorter.
    static func changes(of workout: WorkoutView, _ plan: LivePlan) -> [LiveAction] {
        let live = plan.exercise == nil ? nil : LiveWorkout(workout, plan)
        let word = live.map { LiveLists.word($0.part) + " " } ?? ""
        return begin(LivePrompt.set, by: "+-", after: word)
    }

    private static func corrections(of workout: WorkoutView) -> [LiveAction] {
        let edit = workout.newestSet.map { set in
            LiveAction(
                [.character("e")], "edit",
                .type(LivePrompt(LivePrompt.edit, SetNotation(set)?.text ?? "")))
        }
        return [edit].compactMap(\.self) + [
            LiveAction([.character("a")], "add", .type(LivePrompt(LivePrompt.exercise)))
        ]
    }

    private static func endings(of workout: WorkoutView) -> [LiveAction] {
        let name = workout.name.forTerminal
        let count = workout.exercises.reduce(0) { $0 + $1.sets.count }
        let finish: Move =
            count == 0
            ? .explain("nothing is logged yet: D discards it")
            : .ask("finish \(name)?", WorkoutFinish(workout: workout.id))
        let loss = count == 0 ? "" : " with its \(counted(count, "set"))"
        return [
            LiveAction([.character("f")], "finish", finish),
            LiveAction([.character("t")], "note", .type(LivePrompt(LivePrompt.note))),
            LiveAction(
                [.character("D")], "discard",
                .ask(
                    "discard \(name)\(loss)?",
                    WorkoutDiscard(confirm: true, workout: workout.id))),
        ]
    }
}
