import TrackerAPI
import TrackerCore

/// The set that comes next in a workout: its exercise, its place, its target, and the same set of the last
/// workout.
package struct LiveWorkout {
    package let part: WorkoutView.Exercise
    private let row: WorkoutView.Exercise.Row?
    private let left: Int
    private static let shownSets = 6

    /// - Returns: `nil` for a workout without exercises.
    ///
    /// The exercise of the newest set goes on while it has sets to come, or the next one of its superset;
    /// then comes the first one that has any.
    package init?(_ workout: WorkoutView) {
        let newest = workout.newestSet
        let place =
            workout.exercises.firstIndex {
                $0.exercise == newest?.exercise && $0.block == newest?.block
            } ?? 0
        guard workout.exercises.indices.contains(place) else { return nil }
        let current = workout.exercises[place]
        let superset = current.superset.map { name in
            (workout.exercises[(place + 1)...] + workout.exercises[..<place])
                .filter { $0.superset == name }
        }
        let order = (superset ?? []) + [current] + workout.exercises
        part = order.first { !$0.rowsToCome.isEmpty } ?? current
        let rows = part.rowsToCome
        (row, left) = (rows.first, rows.count)
    }

    /// The exercise and the place of the set, such as `Bench Press, set 2 of 3`.
    var label: String {
        let place = part.sets.count + 1
        return "\(part.name.forTerminal)\(BlockText.of(part.block)), set \(place)"
            + (left > 0 ? " of \(part.sets.count + left)" : "")
    }

    /// The set as it would be typed, with its options: its target, else as the last time, else as the one
    /// before; `nil` where nothing is known of it.
    package var notation: String? {
        let target = part.target.flatMap { row?.target == nil ? nil : TargetNotation($0).set }
        if let target, target.weight != nil || row?.former == nil { return target.text }
        guard let former = row?.former ?? part.sets.last else { return target?.text }
        var notation = SetNotation(former)
        notation?.effort = nil
        notation?.weight = former.weight
        return notation.map { ([$0.text] + Self.options(of: former)).joined(separator: " ") }
    }

    /// The options for what the notation of a set leaves out.
    private static func options(of set: SetView) -> [String] {
        let type = WorkoutSet.Kind(rawValue: set.type) ?? .working
        let hasEffort = set.reps != nil || set.seconds != nil
        return (type == .working ? [] : ["--\(type.rawValue)"])
            + (hasEffort ? set.distanceM.map { ["--distance", NumberText.exact($0)] } ?? [] : [])
    }

    /// The set's target and what it was the last time, and the sets that are done.
    var lines: [String] {
        let wishes = [
            row?.target.map { "target \($0)" },
            row?.former.map { "last time \($0.notation)" },
        ].compactMap(\.self).joined(separator: ", ")
        let done = part.sets.isEmpty ? "" : "done \(Self.list(part.sets))"
        return [wishes, done].filter { !$0.isEmpty }
    }

    /// The notation of the newest sets, which can be read at a glance; an ellipsis stands for those before.
    static func list(_ sets: [SetView]) -> String {
        (sets.count > shownSets ? "… " : "")
            + sets.suffix(shownSets).map(\.notation).joined(separator: "  ")
    }
}

extension LiveFace {
    /// - Parameter now: the daemon's time in UTC milliseconds.
    init(_ workout: WorkoutView, now: Int64) {
        let started = WireTime.ms(workout.startedAt) ?? now
        let gone = max(0, workout.summary?.durationMs ?? now - started)
        let next = LiveWorkout(workout)
        self.init(
            title: workout.name.forTerminal,
            label: workout.isOpen ? next?.label ?? "no exercise yet" : "finished",
            figures: SpanText.elapsed(gone), tone: workout.isOpen ? .hold : .complete)
        details = (workout.isOpen ? next?.lines ?? [] : []) + [workout.totals]
        if workout.isOpen {
            changesInMs = 1000 - gone % 1000
        } else {
            rows = workout.exercises.filter { !$0.sets.isEmpty }.map {
                "\($0.name.forTerminal)\(BlockText.of($0.block)): \(LiveWorkout.list($0.sets))"
            }
        }
    }

    /// Adds the next set of a workout, for the view of a rest between its sets.
    package mutating func show(_ workout: WorkoutView) {
        if let next = LiveWorkout(workout) { details += ["next: \(next.label)"] + next.lines }
        details.append("\(workout.name.forTerminal): \(workout.totals)")
    }
}
