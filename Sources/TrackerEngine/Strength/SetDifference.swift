import TrackerCore

/// The figures by which two sets are compared: what was done, but not the notes about it.
struct SetContent: Hashable {
    let exercise: String
    let kind: WorkoutSet.Kind
    let reps: Int64?
    /// Micrograms of the load; `nil` for none.
    let micrograms: Int64?
    let loadMode: WorkoutSet.LoadMode
    let seconds: Double?
    let distanceM: Double?

    /// - Parameter exercise: id to compare by; `nil` for the set's own exercise.
    init(_ set: WorkoutSet, as exercise: String? = nil) {
        self.exercise = exercise ?? set.exercise
        kind = set.fields.kind
        reps = set.fields.reps
        micrograms = set.fields.load?.micrograms
        loadMode = set.fields.loadMode
        seconds = set.fields.seconds
        distanceM = set.fields.distanceM
    }

    /// The contents of the sets of a workout, in their order.
    ///
    /// - Parameter called: ids to compare by, for exercises that are taken for others, by their own ids.
    static func all(of sets: [WorkoutSet], called: [String: String] = [:]) -> [SetContent] {
        sets.sorted(by: WorkoutSet.inOrder)
            .map { SetContent($0, as: called[$0.exercise]) }
    }

    /// The ids of the exercises of a workout, in the order of their first sets.
    static func exercises(of sets: [WorkoutSet]) -> [String] {
        var seen: Set<String> = []
        return sets.sorted(by: WorkoutSet.inOrder).map(\.exercise)
            .filter { seen.insert($0).inserted }
    }
}

/// The numbers of sets by which two workouts differ.
struct SetDifference {
    private let more: Int
    private let fewer: Int
    private let other: Int
    private let isOrder: Bool

    init(from former: [SetContent], to new: [SetContent]) {
        var counts: [SetContent: Int] = [:]
        for set in new { counts[set, default: 0] += 1 }
        for set in former { counts[set, default: 0] -= 1 }
        let added = counts.values.reduce(0) { $0 + max($1, 0) }
        let gone = counts.values.reduce(0) { $0 - min($1, 0) }
        other = min(added, gone)
        (more, fewer) = (added - other, gone - other)
        isOrder = added + gone == 0 && former != new
        isSlight = 2 * (new.count - added) >= max(new.count, former.count)
    }

    var count: Int { more + fewer + other }

    /// True where at least half of the sets of each workout are in the other one, too.
    let isSlight: Bool

    /// Text for people, such as `1 other set, 2 fewer`; `nil` where there is no difference.
    var text: String? {
        let parts = [(other, "other"), (more, "more"), (fewer, "fewer")].filter { $0.0 > 0 }
        guard let (count, word) = parts.first else {
            return isOrder ? "the same sets in a different order" : nil
        }
        let first = "\(count) \(word) set\(count == 1 ? "" : "s")"
        return ([first] + parts.dropFirst().map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }
}
