/// The next set of an exercise, with the values that are known for it.
package struct PlannedSet: Sendable, Hashable {
    /// The source of a plan.
    package enum Reason: String, Sendable {
        /// The target that the exercise has in the workout.
        case template
        /// The same set of the last workout with the exercise.
        case lastTime = "last_time"
        /// The set before this one.
        case previous
        /// No plan: no more sets are planned, or nothing is known.
        case done
    }

    package let place: ExerciseBlock
    /// Number of the set among its block's sets in the workout, from 1.
    package let index: Int
    /// Number of the block's sets in the workout, done and planned.
    package let count: Int
    package let kind: WorkoutSet.Kind
    /// Number of reps, or the fewest of a range.
    package let reps: Int64?
    /// Most reps of a range; `nil` without a range.
    package let repsTo: Int64?
    /// True where as many reps as possible are planned, at least `reps`; otherwise `nil`.
    package let amrap: Bool?
    /// True where the reps, or the seconds, are those of each side; otherwise `nil`.
    package let perSide: Bool?
    package let seconds: Double?
    package let distanceM: Double?
    package let load: Load?
    /// Mode of the load. Without a load it is `nil`, or `bodyweight` where body weight alone is meant.
    package let loadMode: WorkoutSet.LoadMode?
    /// Planned share of another load in percent, while no load follows from it; otherwise `nil`.
    package let openShare: Double?
    /// The load that `openShare` is a share of; `nil` without a share.
    package let shareBase: SetGroup.ShareBase?
    /// Planned effort (RPE); `nil` for any.
    package let rpe: Double?
    /// Planned tempo; `nil` for any.
    package let tempo: String?
    /// Number of drop sets planned after the set; `nil` for none.
    package let drops: Int64?
    package let reason: Reason
    /// The same set of the last workout with the exercise; `nil` for none.
    package let lastTime: WorkoutSet?

    package var hasAmount: Bool { reps != nil || seconds != nil || distanceM != nil }
}

/// The sets of a block: planned, done, and done the last time.
///
/// Drop sets aren't planned, and don't count for a planned set.
package struct BlockPlan: Sendable, Hashable {
    private struct Sets: Sendable, Hashable {
        let warmups: [WorkoutSet]
        let others: [WorkoutSet]

        init(_ sets: [WorkoutSet]) {
            let whole = sets.filter { $0.fields.dropOf == nil && $0.fields.kind != .drop }
            warmups = whole.filter { $0.fields.kind == .warmup }
            others = whole.filter { $0.fields.kind != .warmup }
        }

        func like(isWarmup: Bool) -> [WorkoutSet] { isWarmup ? warmups : others }
    }

    package let part: WorkoutExercise
    /// Mode of a planned load where neither the target nor a set gives one.
    private let loadMode: WorkoutSet.LoadMode
    private let done: Sets
    private let former: Sets
    /// The sets of the last time as they were, where `former` has other loads.
    private let lastTimes: Sets
    private let doneCount: Int
    /// The newest set of the exercise in another block.
    private let elsewhere: WorkoutSet?
    /// Whether a set of this workout or of the last one had a load.
    package let isLoaded: Bool

    /// - Parameters:
    ///   - loadMode: the mode of the exercise's loads where none is given.
    ///   - done: sets of the block in the workout, in the order of their times.
    ///   - former: the block's sets in the last workout with it, in the order of their times.
    ///   - lowered: the same sets with the loads that a deload takes of them; `nil` outside of a deload.
    ///   - others: sets of the exercise in other blocks of the workout, in the order of their times. The last
    ///     one that is neither a warm-up nor a drop set counts as the set before, where the block has none.
    package init(
        _ part: WorkoutExercise, loadMode: WorkoutSet.LoadMode, done: [WorkoutSet],
        former: [WorkoutSet], lowered: [WorkoutSet]? = nil, others: [WorkoutSet] = []
    ) {
        self.part = part
        self.loadMode = loadMode
        self.done = Sets(done)
        self.former = Sets(lowered ?? former)
        lastTimes = Sets(former)
        doneCount = done.count
        elsewhere = Sets(others).others.last
        isLoaded = (done + former + [elsewhere].compactMap(\.self)).contains {
            $0.fields.load != nil
        }
    }

    /// Number of planned sets that aren't done. Without a target as many are planned as were done the last
    /// time; warm-ups then come only before the first other set.
    package var left: Int {
        guard part.target == nil else { return placesLeft.count }
        let warmups = done.others.isEmpty ? former.warmups.count - done.warmups.count : 0
        return max(0, warmups) + max(0, former.others.count - done.others.count)
    }

    private var placesLeft: [PlannedOrder.Place] {
        part.target?.order.left(warmups: done.warmups.count, others: done.others.count) ?? []
    }

    /// The next set: by the target, otherwise like the same set of the last time, otherwise like the set
    /// before; `nil` where nothing is known. Values that the target leaves open are taken from those sets,
    /// too.
    ///
    /// - Parameter isWarmup: whether the next warm-up is asked for, or the next other set; `nil` for the next
    ///   of both.
    package func next(isWarmup: Bool? = nil) -> PlannedSet? {
        let isWarmup = isWarmup ?? comesWarmup
        let own = done.like(isWarmup: isWarmup)
        let like = former.like(isWarmup: isWarmup)
        let lastTime =
            own.count < like.count ? lastTimes.like(isWarmup: isWarmup)[own.count] : nil
        let again = own.count < like.count ? like[own.count] : nil
        let group = part.target.flatMap { target in
            // The first set that is left: warm-ups that were skipped don't come again.
            let left = placesLeft.first { $0.isWarmup == isWarmup }?.group
            return (left ?? target.order.group(isWarmup: isWarmup, index: own.count))
                .map { target.groups[$0] }
        }
        let source = again ?? own.last ?? like.last ?? (isWarmup ? nil : elsewhere)
        guard group != nil || source != nil else { return nil }
        let hasAmount = group?.hasAmount ?? false
        let isBodyAlone = group?.loadMode == .bodyweight && group?.load == nil
        // Without a training max, the last load says nothing about the share of it.
        let isOpen = group?.share == .max
        let load = isBodyAlone || isOpen ? nil : group?.load ?? source?.fields.load
        let sourceMode = source.flatMap { $0.fields.load == nil ? nil : $0.fields.loadMode }
        let mode = group?.loadMode ?? sourceMode ?? loadMode
        return PlannedSet(
            place: part.place, index: doneCount + 1, count: doneCount + max(1, left),
            kind: group?.kind ?? source?.fields.kind ?? .working,
            reps: hasAmount ? group?.reps : source?.fields.reps, repsTo: group?.repsTo,
            amrap: group?.amrap, perSide: group?.perSide,
            seconds: hasAmount ? group?.seconds : source?.fields.seconds,
            distanceM: hasAmount ? nil : source?.fields.distanceM, load: load,
            loadMode: load == nil && !isBodyAlone ? nil : mode,
            openShare: load == nil ? group?.percent : nil,
            shareBase: load == nil ? group?.share : nil, rpe: group?.rpe,
            tempo: group?.tempo, drops: group?.drops,
            reason: group != nil ? .template : lastTime != nil ? .lastTime : .previous,
            lastTime: lastTime)
    }

    /// Whether a warm-up comes next: by the target; without a target, where warm-ups of the last time are
    /// left, or only warm-ups were ever done.
    private var comesWarmup: Bool {
        guard part.target == nil else { return placesLeft.first?.isWarmup ?? false }
        guard done.others.isEmpty else { return false }
        return done.warmups.count < former.warmups.count
            || former.others.isEmpty && !done.warmups.isEmpty
    }
}

/// The blocks of a workout in their order, and the next set among them.
package struct WorkoutPlan: Sendable, Hashable {
    private let blocks: [BlockPlan]
    private let newest: ExerciseBlock?

    /// - Parameter newest: the block that was done last; `nil` before the first set.
    package init(_ blocks: [BlockPlan], newest: ExerciseBlock?) {
        self.blocks = blocks
        self.newest = newest
    }

    /// The next set; `nil` once all is done, or where nothing is known.
    ///
    /// The exercises of a superset take turns. Any other exercise continues while it has sets left; then
    /// comes the first one that has any. If no exercise has a target, the one done last continues without an
    /// end.
    package var next: PlannedSet? {
        let place = blocks.firstIndex { $0.part.place == newest }
        let turns = place.map(turn) ?? []
        if let block = turns.first(where: { $0.left > 0 }) { return block.next() }
        guard blocks.contains(where: { $0.part.target != nil }) else {
            return place.map { blocks[$0].next() }
                ?? blocks.lazy.compactMap { $0.next() }.first
        }
        return blocks.first { $0.left > 0 }?.next()
    }

    /// The block that a set of an exercise belongs to by default: the block of the newest set, if it is of
    /// this exercise and has sets left; otherwise the first block with sets left, then the one done last,
    /// then the first.
    ///
    /// - Parameter last: the block of the exercise's newest set in the workout; `nil` before its first.
    /// - Returns: `nil` where the exercise isn't in the workout.
    package func block(of exercise: String, last: ExerciseBlock?) -> ExerciseBlock? {
        let own = blocks.filter { $0.part.exercise == exercise }
        let left = own.filter { $0.left > 0 }
        let going = left.first { $0.part.place == newest } ?? left.first
        let done = own.first { $0.part.place == last } ?? own.first
        return (going ?? done)?.part.place
    }

    /// The blocks whose turn it is: the others of the superset, beginning after this block, and the block
    /// itself.
    private func turn(of place: Int) -> [BlockPlan] {
        let current = blocks[place]
        guard let superset = current.part.superset else { return [current] }
        let others = blocks[(place + 1)...] + blocks[..<place]
        return others.filter { $0.part.superset == superset } + [current]
    }
}
