import TrackerAPI
import TrackerCore

/// A workout in progress: its current exercise, the next set of it, and the other exercises.
package struct LiveWorkout {
    package let part: WorkoutView.Exercise
    /// Next set of the exercise; `nil` if nothing is known about it.
    private let next: SetNext.Response?
    private let workout: WorkoutView
    fileprivate let isDone: Bool
    private static let shownSets = 6
    private static let shownExercises = 6
    private static let nameColumns = 20

    /// - Returns: `nil` for a workout without exercises.
    package init?(_ workout: WorkoutView, _ plan: LivePlan) {
        let parts = workout.exercises
        let present = plan.exercise ?? plan.next?.set?.exercise ?? workout.newestSet?.exercise
        let set = plan.next?.set
        let part =
            parts.first {
                $0.exercise == present && set?.exercise == present && $0.block == set?.block
            }
            ?? parts.first { $0.exercise == present } ?? parts.first
        guard let part else { return nil }
        self.part = part
        self.workout = workout
        next = plan.next?.set?.exercise == part.exercise ? plan.next : nil
        isDone =
            plan.exercise == nil && plan.next?.why == .done && parts.contains { $0.target != nil }
    }

    /// Exercise and number of the set, such as `Bench Press, set 2 of 3`.
    var label: String {
        if isDone { return "everything planned is done" }
        let name = part.name.forTerminal + BlockText.of(part.block)
        return next?.set.map { "\(name), set \($0.index) of \($0.of)" }
            ?? "\(name), set \(part.sets.count + 1)"
    }

    /// Whether enough is known about the next set to log it as planned.
    package var isKnown: Bool { next?.set.flatMap(SetNotation.init) != nil }

    /// Next set as it would be typed, with its type and options; `nil` if nothing is known about it.
    package var notation: String? {
        guard let set = next?.set, let notation = SetNotation(set) else { return nil }
        let letter = SetNotation.letter(for: set.type)
        let isPlain = letter != nil || set.type == WorkoutSet.Kind.working.rawValue
        let distance = notation.distance == nil ? set.distanceM : nil
        let words =
            [letter, notation.text, isPlain ? nil : "--\(set.type.forTerminal)"]
            + [distance.map { "--distance \(NumberText.exact($0))" }]
        return words.compactMap(\.self).joined(separator: " ")
    }

    /// Lines with the set as planned, the same set last time, its plates, and the sets already done.
    var lines: [String] {
        let plates = next?.set?.platesText.map { "plates \($0)" } ?? ""
        let done = part.sets.isEmpty ? "" : "done \(Self.list(part.sets))"
        return [wish, plates, done].filter { !$0.isEmpty }
    }

    private var wish: String {
        guard let next, let set = next.set else { return "" }
        let former = next.lastTime.map { "last time \($0.notation)" }
        switch next.why.known {
        case .lastTime: return former.map { "as \($0)" } ?? set.notation
        case .previous: return "same as before: \(set.notation)"
        default:
            return (["target \(set.notation)", former]).compactMap(\.self).joined(separator: ", ")
        }
    }

    /// Rows for the exercises around the current one, which is marked: what is left of each, and what is
    /// done.
    var rows: [String] {
        let parts = workout.exercises
        guard parts.count > 1 else { return [] }
        let place = parts.firstIndex(where: isPresent) ?? 0
        let count = Self.shownExercises
        let start = max(0, min(place - count / 2, parts.count - count))
        let shown = Array(parts[start..<min(parts.count, start + count)])
        let names = shown.map {
            $0.name.forTerminal.clipped(to: Self.nameColumns) + BlockText.of($0.block)
        }
        let states = shown.map(Self.state)
        let wide = (names.map(\.displayWidth).max() ?? 0, states.map(\.count).max() ?? 0)
        let rows = shown.indices.map { index in
            let mark = isPresent(shown[index]) ? ">" : " "
            return "\(mark) \(names[index].padded(to: wide.0))  "
                + "\(states[index].padded(to: wide.1))  \(Self.list(shown[index].sets))"
        }
        let hidden = parts.count - shown.count
        return rows + (hidden > 0 ? ["  and \(hidden) more"] : [])
    }

    private func isPresent(_ other: WorkoutView.Exercise) -> Bool {
        other.exercise == part.exercise && other.block == part.block
    }

    private static func state(_ part: WorkoutView.Exercise) -> String {
        let left = part.rowsToCome.count
        return left > 0 ? "\(left) left" : part.sets.isEmpty ? "" : "done"
    }

    /// Notation of the newest sets, few enough to read at a glance; an ellipsis stands for earlier ones.
    static func list(_ sets: [SetView]) -> String {
        (sets.count > shownSets ? "… " : "")
            + sets.suffix(shownSets).map(\.notation).joined(separator: "  ")
    }
}

extension LiveFace {
    /// - Parameter now: the daemon's time in UTC milliseconds.
    init(_ workout: WorkoutView, _ plan: LivePlan, now: Int64) {
        let started = WireTime.ms(workout.startedAt) ?? now
        let gone = max(0, workout.summary?.durationMs ?? now - started)
        let live = LiveWorkout(workout, plan)
        self.init(
            title: workout.name.forTerminal,
            label: workout.isOpen ? live?.label ?? "no exercise yet" : "finished",
            figures: SpanText.elapsed(gone), tone: workout.isOpen ? .hold : .complete)
        details = (workout.isOpen ? live?.lines ?? [] : []) + [workout.totals]
        if workout.isOpen {
            changesInMs = 1000 - gone % 1000
            (rows, rowsYield) = (live?.rows ?? [], true)
        } else {
            rows = (workout.summary?.lines(now: now) ?? [])
            rows += workout.exercises.filter { !$0.sets.isEmpty }.map {
                "\($0.name.forTerminal)\(BlockText.of($0.block)): \(LiveWorkout.list($0.sets))"
            }
        }
    }

    /// Adds the next set of a workout, for the view of a rest between its sets.
    package mutating func show(_ workout: WorkoutView, _ plan: LivePlan) {
        if let live = LiveWorkout(workout, plan) {
            details += [(live.isDone ? "" : "next: ") + live.label] + live.lines
            (rows, rowsYield) = (live.rows, true)
        }
        details.append("\(workout.name.forTerminal): \(workout.totals)")
    }
}
