/// Planned sets of an exercise that are alike, such as three of 8 to 12 reps.
package struct SetGroup: Sendable, Hashable, Codable {
    /// The load that a group takes a share of.
    package enum ShareBase: String, Choice {
        /// The best 1RM, estimated from what was lifted.
        case best
        /// The training max.
        case max
        /// The heaviest load planned for the working sets; only a warm-up's.
        case working
    }

    package static let setCounts: ClosedRange<Int64> = 1...100
    /// Shares of the best 1RM or of another load, in percent.
    package static let percents: ClosedRange<Double> = 1...150
    /// Numbers of drop sets after each set.
    package static let dropCounts: ClosedRange<Int64> = 1...10
    /// Types of planned sets. A drop set isn't one of them, since it only continues another set.
    package static let kinds: [WorkoutSet.Kind] = [.warmup, .working, .failure, .partial]

    package var sets: Int64
    package var kind: WorkoutSet.Kind
    /// Number of reps, or the fewest of a range.
    package var reps: Int64?
    /// Most reps of a range; `nil` without a range.
    package var repsTo: Int64?
    /// True where `reps` are the fewest, and as many as possible are to be done; `nil` for exactly these.
    package var amrap: Bool?
    /// True where the reps, or the seconds, are those of each side; `nil` for those of both.
    package var perSide: Bool?
    package var seconds: Double?
    package var load: Load?
    /// Mode of the load; `nil` for the mode of the last time. Without a load it can only be `bodyweight`.
    package var loadMode: WorkoutSet.LoadMode?
    /// The load as a share of another one, in percent, where no load is given.
    package var percent: Double?
    /// The load that `percent` is a share of; `nil` for the best 1RM.
    package var percentOf: ShareBase?
    /// Planned effort (RPE); `nil` for any.
    package var rpe: Double?
    /// Seconds of the parts of a rep, such as `3-1-1`; `nil` for any.
    package var tempo: String?
    /// Number of drop sets that follow each set; `nil` for none.
    package var drops: Int64?

    package init(
        sets: Int64, kind: WorkoutSet.Kind = .working, reps: Int64? = nil, repsTo: Int64? = nil,
        seconds: Double? = nil, load: Load? = nil, loadMode: WorkoutSet.LoadMode? = nil,
        percent: Double? = nil, percentOf: ShareBase? = nil, rpe: Double? = nil
    ) {
        self.sets = sets
        self.kind = kind
        self.reps = reps
        self.repsTo = repsTo
        self.seconds = seconds
        self.load = load
        self.loadMode = loadMode
        self.percent = percent
        // The best 1RM has one form alone, so that groups that mean the same are equal.
        self.percentOf = percentOf == .best ? nil : percentOf
        self.rpe = rpe
    }

    /// A target for doing a set again. The RPE is left out, since effort is felt, not planned, and so is the
    /// distance, which isn't a target.
    fileprivate init(repeating set: WorkoutSet) {
        let fields = set.fields
        let isBare = fields.load == nil && fields.loadMode != .bodyweight
        self.init(
            sets: 1, kind: fields.kind, reps: fields.reps, seconds: fields.seconds,
            load: fields.load, loadMode: isBare ? nil : fields.loadMode)
    }

    /// Takes over how the planned set was to be done, where that fits what was done for it.
    fileprivate mutating func take(from plan: SetGroup) {
        tempo = plan.tempo
        drops = plan.drops
        if hasAmount { perSide = plan.perSide }
        // More reps than these are what was done, not the fewest that are to be done.
        if reps != nil, reps == plan.reps { amrap = plan.amrap }
    }

    package var isWarmup: Bool { kind == .warmup }

    /// The load that the group is a share of; `nil` where it isn't one.
    package var share: ShareBase? { percent == nil ? nil : percentOf ?? .best }

    package var hasAmount: Bool { reps != nil || seconds != nil }

    /// Whether another group differs from this one only in its number of sets, if at all.
    fileprivate func isLike(_ other: SetGroup) -> Bool {
        var same = other
        same.sets = sets
        return same == self
    }

    /// Whether a load is planned without its mode.
    package var hasOpenMode: Bool { load != nil && loadMode == nil }

    /// - Parameter path: the path to the group, which begins the refusal's field, such as
    ///   `exercises[0].groups[1].`.
    package func check(at path: String = "") throws(Rejection) {
        guard Self.setCounts.contains(sets) else {
            throw .invalid(
                "\(path)sets",
                "\(field: "\(path)sets") must be a whole number from 1 to \(Self.setCounts.upperBound)"
            )
        }
        if let reps { try WorkoutSet.check(reps: reps, field: "\(path)reps") }
        if let repsTo {
            guard let reps, repsTo > reps, WorkoutSet.repCounts.contains(repsTo) else {
                throw .invalid(
                    "\(path)reps_to",
                    """
                    \(field: "\(path)reps_to") must be more than \(field: "reps"), and at most \
                    \(WorkoutSet.repCounts.upperBound)
                    """)
            }
        }
        try checkReps(at: path)
        if let seconds { try WorkoutSet.check(seconds: seconds, field: "\(path)seconds") }
        if let rpe { try WorkoutSet.check(rpe: rpe, field: "\(path)rpe") }
        guard Self.kinds.contains(kind) else {
            let words = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw .invalid("\(path)type", "\(field: "\(path)type") must be one of: \(words)")
        }
        if let drops, isWarmup || !Self.dropCounts.contains(drops) {
            throw .invalid(
                "\(path)drops",
                """
                \(field: "\(path)drops") must be a whole number from 1 to \
                \(Self.dropCounts.upperBound), and warm-ups have none
                """)
        }
        try checkLoad(at: path)
    }

    /// Rules for the reps: for each side, as many as possible, at a tempo.
    private func checkReps(at path: String) throws(Rejection) {
        guard amrap != true || reps != nil else {
            throw .invalid(
                "\(path)amrap", "\(field: "\(path)amrap") needs \(field: "reps"): give both")
        }
        guard perSide != true || hasAmount else {
            throw .invalid(
                "\(path)per_side",
                """
                \(field: "\(path)per_side") needs \(field: "reps") or \(field: "seconds"): give one \
                of them
                """)
        }
        guard amrap != true || repsTo == nil else {
            throw .invalid(
                "\(path)amrap",
                "\(field: "\(path)amrap") and \(field: "reps_to") can't be used together: give one of them"
            )
        }
        guard let tempo else { return }
        let parts = tempo.split(separator: "-", omittingEmptySubsequences: false)
        let isRight =
            (3...4).contains(parts.count)
            && parts.allSatisfy { part in
                part == "x"
                    || (1...2).contains(part.utf8.count)
                        && part.utf8.allSatisfy { (0x30...0x39) ~= $0 }
            }
        guard isRight else {
            throw .invalid(
                "\(path)tempo",
                "\(field: "\(path)tempo") must be 3 or 4 numbers of seconds, or x for fast: 3-1-1 or 3-1-x-0"
            )
        }
    }

    private func checkLoad(at path: String) throws(Rejection) {
        if let load { _ = try Load(load.value, load.unit, field: "\(path)load") }
        if let percent {
            guard Self.percents.contains(percent), percent.hasDecimals(atMost: 2) else {
                throw .invalid(
                    "\(path)percent",
                    "\(field: "\(path)percent") must be 1 to 150, with at most 2 decimals")
            }
            guard load == nil else {
                throw .invalid(
                    "\(path)percent",
                    "\(field: "\(path)percent") and \(field: "load") can't be used together: give one of them"
                )
            }
        }
        guard percentOf == nil || percent != nil else {
            throw .invalid(
                "\(path)percent_of",
                "\(field: "\(path)percent_of") needs \(field: "percent"): give both")
        }
        guard percentOf != .working || isWarmup else {
            throw .invalid(
                "\(path)percent_of",
                "\(field: "\(path)percent_of") working is only for warm-ups: give best or max")
        }
        guard loadMode == nil || load != nil || loadMode == .bodyweight && percent == nil else {
            throw .invalid(
                "\(path)load_mode",
                "\(field: "\(path)load_mode") needs a load: without one, only bodyweight is allowed"
            )
        }
    }
}

/// The target of an exercise: groups of sets in their order, and the rest.
package struct ExerciseTarget: Sendable, Hashable, Codable {
    package var groups: [SetGroup]
    /// Rest after each set in milliseconds; 0 for none, `nil` for the workout's.
    package var restMs: Int64?
    /// Progression from one workout to the next; `nil` for targets that stay the same. A workout has it only where
    /// its sets are shares of the training max, which it changes.
    package var progression: Progression?
    /// Groups of the template from which those of a workout were derived; `nil` where they are the same.
    package var basis: [SetGroup]?

    package init(
        groups: [SetGroup], restMs: Int64? = nil, progression: Progression? = nil,
        basis: [SetGroup]? = nil
    ) {
        self.groups = groups
        self.restMs = restMs
        self.progression = progression
        self.basis = basis
    }

    /// A target of one group of working sets.
    package init(
        sets: Int64, reps: Int64? = nil, seconds: Double? = nil, load: Load? = nil,
        restMs: Int64? = nil
    ) {
        self.init(
            groups: [SetGroup(sets: sets, reps: reps, seconds: seconds, load: load)],
            restMs: restMs)
    }

    /// A target for repeating what was done: sets that are alike and follow one another form a group. Drop
    /// sets that were done aren't planned.
    ///
    /// - Parameters:
    ///   - sets: the sets in the order of their times.
    ///   - former: the target that they had. Its rest is kept, and for each planned set that was done its
    ///     tempo, its drop sets, and whether its reps were those of each side or as many as possible.
    /// - Returns: `nil` where there was no working set.
    package init?(repeating sets: [WorkoutSet], of former: ExerciseTarget? = nil) {
        let planned = sets.filter {
            $0.fields.dropOf == nil && SetGroup.kinds.contains($0.fields.kind)
        }
        guard planned.contains(where: { [.working, .failure].contains($0.fields.kind) }) else {
            return nil
        }
        var groups: [SetGroup] = []
        let order = former?.order
        var (warmups, others) = (0, 0)
        for set in planned.prefix(Int(SetGroup.setCounts.upperBound)) {
            var group = SetGroup(repeating: set)
            let index = group.isWarmup ? warmups : others
            if group.isWarmup { warmups += 1 } else { others += 1 }
            if let former, let place = order?.group(isWarmup: group.isWarmup, index: index) {
                group.take(from: former.groups[place])
            }
            if let last = groups.last, last.isLike(group) {
                groups[groups.count - 1].sets += 1
            } else {
                groups.append(group)
            }
        }
        self.init(groups: groups, restMs: former?.restMs)
    }

    /// The target for another exercise: the same sets, with loads of its own. A tempo and drop sets stay, and so do
    /// shares of the working load, which is the other exercise's own.
    package var withoutLoads: ExerciseTarget {
        var target = self
        target.basis = nil
        // Only the progression of a training max is in workouts, and that max is the former exercise's.
        target.progression = nil
        for index in target.groups.indices {
            target.groups[index].load = nil
            target.groups[index].loadMode = nil
            guard target.groups[index].share != .working else { continue }
            target.groups[index].percent = nil
            target.groups[index].percentOf = nil
        }
        return target
    }

    /// True where sets besides warm-ups are shares of the training max, which the progression then changes in place
    /// of the sets.
    package var takesMax: Bool { groups.contains { !$0.isWarmup && $0.share == .max } }

    /// True where the exercise has a progression, and it changes the sets instead of the training max.
    package var changesGroups: Bool { progression != nil && !takesMax }

    package var order: PlannedOrder {
        PlannedOrder(groups.map { (count: Int($0.sets), isWarmup: $0.isWarmup) })
    }

    /// - Parameter path: the path to the target, which begins the refusal's field, such as `exercises[0].`. A
    ///   single group has the target's own path, as a person may give it there.
    package func check(at path: String = "") throws(Rejection) {
        try Self.check(groups, at: path)
        if let basis { try Self.check(basis, at: path) }
        if let restMs { try Settings.check(restMs: restMs, field: "\(path)rest") }
        try progression?.check(at: "\(path)progression.")
    }

    private static func check(_ groups: [SetGroup], at path: String) throws(Rejection) {
        let limit = SetGroup.setCounts.upperBound
        guard (1...Int(limit)).contains(groups.count) else {
            throw .invalid(
                "\(path)groups", "\(field: "\(path)groups") must be a list of 1 to \(limit)")
        }
        for (index, group) in groups.enumerated() {
            try group.check(at: groups.count == 1 ? path : "\(path)groups[\(index)].")
        }
        guard groups.reduce(0, { $0 + $1.sets }) <= limit else {
            throw .invalid(
                "\(path)groups",
                "\(field: "\(path)groups") has too many sets: at most \(limit) in all")
        }
    }

    // MARK: JSON

    private enum CodingKeys: CodingKey { case groups, restMs, progression, basis }

    /// Reads the target. JSON without `groups` has the members of a single group next to the others.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        groups =
            if container.contains(.groups) {
                try container.decode([SetGroup].self, forKey: .groups)
            } else {
                [try OnlyGroup(from: decoder).group]
            }
        restMs = try container.decodeIfPresent(Int64.self, forKey: .restMs)
        progression = try container.decodeIfPresent(Progression.self, forKey: .progression)
        basis = try container.decodeIfPresent([SetGroup].self, forKey: .basis)
    }

    private struct OnlyGroup: Decodable {
        let sets: Int64
        let reps: Int64?
        let seconds: Double?
        let load: Load?

        var group: SetGroup { SetGroup(sets: sets, reps: reps, seconds: seconds, load: load) }
    }
}
