/// The rule by which an exercise's target changes from one workout of its template to the next.
///
/// The next target is derived from the workouts that were done, and never stored, so that edits and deletions
/// of sets correct it. Only workouts that began with the same groups of the template count; other groups
/// start anew. Workouts of other templates count where a plan shares the exercise's progression among them, and
/// they ask for the same reps. For sets with a range of reps, first the reps rise and then the load ("double
/// progression"); after failures in a row the load goes down by a share.
package struct Progression: Sendable, Hashable, Codable {
    package static let resetCounts: ClosedRange<Int64> = 1...20
    /// Bounds of `resetPercent`, in percent.
    package static let resetPercents: ClosedRange<Double> = 1...90
    package static let defaultResetPercent = 10.0
    /// Maximum number of earlier workouts that are looked at.
    package static let maximumSessions = 50

    /// Load that is added once all reps of all working sets were done; `nil` for none.
    package var add: Load?
    /// Number of failures in a row after which the load goes down; `nil` for never.
    package var resetAfter: Int64?
    /// Share by which the load goes down, in percent; `nil` for `defaultResetPercent`.
    package var resetPercent: Double?

    package init(add: Load? = nil, resetAfter: Int64? = nil, resetPercent: Double? = nil) {
        self.add = add
        self.resetAfter = resetAfter
        self.resetPercent = resetPercent
    }

    /// - Parameter path: the path to the progression, which begins the refusal's field.
    package func check(at path: String = "") throws(Rejection) {
        if let add {
            _ = try Load(add.value, add.unit, field: "\(path)add")
            guard add.value > 0 else {
                throw .invalid("\(path)add", "\(field: "\(path)add") must be more than 0")
            }
        }
        if let resetAfter, !Self.resetCounts.contains(resetAfter) {
            throw .invalid(
                "\(path)reset_after",
                """
                \(field: "\(path)reset_after") must be a whole number from 1 to \
                \(Self.resetCounts.upperBound)
                """)
        }
        if let resetPercent {
            guard Self.resetPercents.contains(resetPercent), resetPercent.hasDecimals(atMost: 2)
            else {
                throw .invalid(
                    "\(path)reset_percent",
                    "\(field: "\(path)reset_percent") must be 1 to 90, with at most 2 decimals")
            }
            guard resetAfter != nil else {
                throw .invalid(
                    "\(path)reset_percent",
                    "\(field: "\(path)reset_percent") needs \(field: "reset_after"): give both")
            }
        }
        guard add != nil || resetAfter != nil else {
            throw .invalid(
                "\(path)add",
                "\(field: "\(path)add") is missing: give \(field: "add") or \(field: "reset_after")"
            )
        }
    }

    /// The groups of the next workout.
    ///
    /// Warm-ups stay as the template has them, and so do shares of the best 1RM, whose loads follow the 1RM.
    ///
    /// - Parameters:
    ///   - basis: the groups of the template.
    ///   - sessions: the workouts that began with these groups, or with those of another template that
    ///     `SetGroup.progress(_:with:)` allows, the newest first.
    ///   - weights: the weights with which loads in a unit are made; they may be in another one, which the
    ///     exercise has.
    package func next(
        after sessions: some Sequence<ProgressionSession>, from basis: [SetGroup],
        with weights: (Load.Unit) -> OwnedWeights
    ) throws(Rejection) -> [SetGroup] {
        var failures: Int64 = 0
        var last: ProgressionSession?
        for session in sessions {
            last = last ?? session
            guard session.outcome == .failed else { break }
            failures += 1
        }
        guard let last else { return basis }
        // Templates that share a progression may differ in their warm-ups.
        let counterparts = Dictionary(
            uniqueKeysWithValues: zip(
                basis.indices.filter { !basis[$0].isWarmup },
                last.asked.indices.filter { !last.asked[$0].isWarmup }))
        let isReset = failures > 0 && resetAfter.map { failures.isMultiple(of: $0) } ?? false
        var groups: [SetGroup] = []
        for (index, plan) in basis.enumerated() {
            guard let counterpart = counterparts[index] else {
                groups.append(plan)
                continue
            }
            let former = last.asked[counterpart]
            var group = plan
            (group.reps, group.repsTo) = (former.reps, former.repsTo)
            (group.load, group.loadMode) = (former.load, former.loadMode)
            let sets = last.sets(ofGroup: counterpart)
            switch last.outcome {
            case .neither: break
            case .failed where isReset:
                (group.reps, group.repsTo) = (plan.reps, plan.repsTo)
                try lower(&group, sets, with: weights)
            case .failed: break
            case .succeeded(let isWhole):
                if isWhole, add != nil {
                    (group.reps, group.repsTo) = (plan.reps, plan.repsTo)
                } else {
                    raiseReps(of: &group, after: sets, upTo: plan.repsTo)
                }
                try raise(&group, sets, by: isWhole ? add : nil, with: weights)
            }
            if plan.percent != nil { (group.load, group.loadMode) = (nil, plan.loadMode) }
            groups.append(group)
        }
        return groups
    }

    /// Raises the reps to one more than the fewest that were done, up to the top of the range.
    private func raiseReps(of group: inout SetGroup, after sets: [WorkoutSet], upTo top: Int64?) {
        guard let top, let least = sets.compactMap(\.fields.reps).min() else { return }
        group.reps = min(top, least + 1)
        group.repsTo = group.reps == top ? nil : top
    }

    /// Sets a group's load to the lowest load that was actually lifted, plus `add`.
    private func raise(
        _ group: inout SetGroup, _ sets: [WorkoutSet], by add: Load?,
        with weights: (Load.Unit) -> OwnedWeights
    ) throws(Rejection) {
        guard let lowest = sets.min(by: { $0.heaviness < $1.heaviness })?.fields else { return }
        guard let add else {
            if let load = lowest.load { (group.load, group.loadMode) = (load, lowest.loadMode) }
            return
        }
        // Without a load, `add` goes on top of body weight.
        guard let load = lowest.load else {
            guard lowest.loadMode == .bodyweight else { return }
            (group.load, group.loadMode) = (add, .bodyweight)
            return
        }
        let owned = weights(load.unit).moving(lowest.loadMode)
        let base = try owned.base(load)
        let more = add.unit == owned.unit ? add.value : owned.step(nearest: add)
        group.loadMode = lowest.loadMode
        group.load =
            if lowest.loadMode == .assisted {
                try Load(Load.rounded(max(0, base.value - more)), base.unit)
            } else {
                try owned.load(base, raisedBy: more)
            }
    }

    private func lower(
        _ group: inout SetGroup, _ sets: [WorkoutSet], with weights: (Load.Unit) -> OwnedWeights
    ) throws(Rejection) {
        let lowest = sets.min { $0.heaviness < $1.heaviness }?.fields
        let mode = group.loadMode ?? lowest?.loadMode ?? .external
        guard let given = group.load ?? lowest?.load else { return }
        let owned = weights(given.unit).moving(mode)
        let load = try owned.base(given)
        let share = (resetPercent ?? Self.defaultResetPercent) / 100
        group.loadMode = mode
        group.load =
            if mode == .assisted {
                try Load(
                    Load.rounded(min(load.value * (1 + share), Load.values.upperBound)), load.unit)
            } else {
                try owned.load(
                    load, loweredTo: load.value * (1 - share),
                    step: add.map { $0.unit == owned.unit ? $0.value : owned.step(nearest: $0) })
            }
    }
}

/// The part of one exercise in a workout of a template.
package struct ProgressionSession: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        /// All working sets reached their reps at their load or above.
        ///
        /// `isWhole` tells whether they reached the top of their range, too.
        case succeeded(isWhole: Bool)
        /// A working set fell below the lowest reps that the template asks for.
        case failed
        /// Sets were left out, or done with less load.
        case neither
    }

    /// The groups that the workout began with.
    package let asked: [SetGroup]
    package let outcome: Outcome
    /// Sets that were done for the planned working sets, by the index of their group.
    private let done: [Int: [WorkoutSet]]

    /// - Parameters:
    ///   - basis: the groups of the template.
    ///   - asked: the groups of the workout, as many as in `basis`.
    ///   - sets: the sets of the block, in the order of their times.
    /// - Returns: `nil` for a workout in which no set counts for a planned working set.
    package init?(basis: [SetGroup], asked: [SetGroup], sets: [WorkoutSet]) {
        let working = sets.filter { $0.fields.dropOf == nil && $0.fields.kind.isOfProgression }
        let places = ExerciseTarget(groups: asked).order.places.filter { !$0.isWarmup }
        guard !working.isEmpty, !places.isEmpty, asked.count == basis.count else { return nil }
        let pairs = zip(places, working).map { (group: $0.group, set: $1) }
        self.asked = asked
        done = Dictionary(grouping: pairs, by: \.group).mapValues { $0.map(\.set) }
        if pairs.contains(where: { basis[$0.group].isMissed(by: $0.set) }) {
            outcome = .failed
        } else if pairs.count == places.count,
            pairs.allSatisfy({ asked[$0.group].isReached(by: $0.set) })
        {
            outcome = .succeeded(
                isWhole: pairs.allSatisfy { asked[$0.group].isTopped(by: $0.set) })
        } else {
            outcome = .neither
        }
    }

    package func sets(ofGroup index: Int) -> [WorkoutSet] { done[index] ?? [] }
}

extension WorkoutSet.Kind {
    fileprivate var isOfProgression: Bool { self != .warmup && self != .drop }
}

extension WorkoutSet {
    /// The load in micrograms, below 0 for assistance.
    fileprivate var heaviness: Int64 {
        let micrograms = fields.load?.micrograms ?? 0
        return fields.loadMode == .assisted ? -micrograms : micrograms
    }
}

extension SetGroup {
    /// True where the working sets of two exercises differ in their number, loads, effort and drop sets alone, so
    /// that they can share a progression.
    package static func progress(_ groups: [SetGroup], with others: [SetGroup]) -> Bool {
        groups.compactMap(\.workingReps) == others.compactMap(\.workingReps)
    }

    /// The group as one set without its load, effort and drop sets; `nil` for a warm-up. A tempo stays, since it
    /// takes another load.
    private var workingReps: SetGroup? {
        guard !isWarmup else { return nil }
        var group = SetGroup(
            sets: 1, kind: kind, reps: reps, repsTo: repsTo, seconds: seconds, percent: percent,
            percentOf: percentOf)
        // What is false is the same as what isn't given.
        group.amrap = amrap == true ? true : nil
        group.perSide = perSide == true ? true : nil
        group.tempo = tempo
        return group
    }

    /// Whether a set has fewer reps, or less time, than the group's minimum.
    fileprivate func isMissed(by set: WorkoutSet) -> Bool {
        if let reps { return set.fields.reps.map { $0 < reps } ?? false }
        guard let seconds, let held = set.fields.seconds else { return false }
        return held < seconds
    }

    fileprivate func isReached(by set: WorkoutSet) -> Bool {
        if let reps {
            guard let done = set.fields.reps, done >= reps else { return false }
        } else if let seconds {
            guard let held = set.fields.seconds, held >= seconds else { return false }
        }
        guard let load else { return true }
        let isHelp = (loadMode ?? set.fields.loadMode) == .assisted
        return set.heaviness >= (isHelp ? -load.micrograms : load.micrograms)
    }

    fileprivate func isTopped(by set: WorkoutSet) -> Bool {
        repsTo.map { (set.fields.reps ?? 0) >= $0 } ?? true
    }
}
