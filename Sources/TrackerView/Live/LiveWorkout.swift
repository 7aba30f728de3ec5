import TrackerAPI
import TrackerCore

/// The shown part of a workout: the present exercise, and the totals so far.
enum LiveWorkout {
    private static let shownSets = 6

    /// The exercise of the newest set; before the first set, the first exercise. `nil` for a workout
    /// without exercises.
    package static func current(of workout: WorkoutView) -> WorkoutView.Exercise? {
        let newest = workout.newestSet?.exercise
        return workout.exercises.first { $0.exercise == newest } ?? workout.exercises.first
    }

    /// The sets of the present exercise, their target, and the sets of the last workout.
    package static func lines(of workout: WorkoutView) -> [String] {
        guard let current = current(of: workout) else { return [] }
        let name = current.name.forTerminal
        var lines = [
            current.sets.isEmpty
                ? "first \(name)" : "\(name): \(list(current.sets, around: current.sets.count))"
        ]
        if let target = current.target { lines.append("target \(TargetNotation(target).text)") }
        if let previous = current.previous {
            // The next set is compared with the one at its place.
            lines.append("last time \(list(previous, around: current.sets.count))")
        }
        return lines
    }

    /// The notation of at most `shownSets` sets, which can be read at a glance: up to `place`, and beyond
    /// if fewer come before it. An ellipsis stands for sets left out.
    package static func list(_ sets: [SetView], around place: Int) -> String {
        let end = min(sets.count, max(shownSets, place + 1))
        let start = max(0, end - shownSets)
        return (start > 0 ? "… " : "") + sets[start..<end].map(\.notation).joined(separator: "  ")
            + (end < sets.count ? " …" : "")
    }
}

extension LiveFace {
    /// - Parameter now: the daemon's time in UTC milliseconds.
    init(_ workout: WorkoutView, now: Int64) {
        let started = WireTime.ms(workout.startedAt) ?? now
        let gone = max(0, workout.summary?.durationMs ?? now - started)
        let current = LiveWorkout.current(of: workout)
        let name = current?.name.forTerminal ?? "no exercise yet"
        self.init(
            title: workout.name.forTerminal, label: workout.isOpen ? name : "finished",
            figures: SpanText.elapsed(gone), tone: workout.isOpen ? .hold : .complete)
        details = (workout.isOpen ? LiveWorkout.lines(of: workout) : []) + [workout.totals]
        if workout.isOpen { changesInMs = 1000 - gone % 1000 }
    }

    /// Adds the present exercise of a workout, for the view of a rest between its sets.
    package mutating func show(_ workout: WorkoutView) {
        details += LiveWorkout.lines(of: workout)
        details.append("\(workout.name.forTerminal): \(workout.totals)")
    }
}
