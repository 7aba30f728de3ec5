import TrackerAPI
import TrackerCore

/// What of a workout is to be seen: what is being done, and what it came to so far.
enum LiveWorkout {
    private static let shownSets = 6

    /// That of the newest set; before the first, the one to begin with.
    static func current(of workout: WorkoutView) -> WorkoutView.Exercise? {
        let newest = workout.newestSet?.exercise
        return workout.exercises.first { $0.exercise == newest } ?? workout.exercises.first
    }

    /// Of the exercise that is being done: its sets, what they are to be, and what they were the last time.
    static func lines(of workout: WorkoutView) -> [String] {
        guard let current = current(of: workout) else { return [] }
        let name = current.name.forTerminal
        var lines = [
            current.sets.isEmpty
                ? "first \(name)" : "\(name): \(list(current.sets, around: current.sets.count))"
        ]
        if let target = current.target { lines.append("target \(TargetNotation(target).text)") }
        if let previous = current.previous {
            // The set that comes next is done like the one at its place.
            lines.append("last time \(list(previous, around: current.sets.count))")
        }
        return lines
    }

    /// As many as are read at a glance: up to a place and, where those before it are few, beyond.
    static func list(_ sets: [SetView], around place: Int) -> String {
        let end = min(sets.count, max(shownSets, place + 1))
        let start = max(0, end - shownSets)
        return (start > 0 ? "… " : "") + sets[start..<end].map(\.notation).joined(separator: "  ")
            + (end < sets.count ? " …" : "")
    }
}

extension LiveFace {
    /// - Parameter now: UTC milliseconds as the daemon counts them.
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

    /// Beneath a rest between sets: what is being done.
    mutating func show(_ workout: WorkoutView) {
        details += LiveWorkout.lines(of: workout)
        details.append("\(workout.name.forTerminal): \(workout.totals)")
    }
}
