/// Sums over sets, without warm-ups.
package struct SetTotals: Sendable, Hashable {
    package let sets: Int
    package let reps: Int64
    package let work: Work
    /// Whether a set counts without body weight, which wasn't known.
    package let lacksBody: Bool

    /// - Parameters:
    ///   - bodies: body weights at the times of the sets.
    ///   - pairs: ids of the exercises whose weights come in pairs.
    package init(
        of sets: [WorkoutSet], _ bodies: BodyWeights = BodyWeights(), pairs: Set<String> = []
    ) {
        let counted = sets.filter { $0.fields.kind != .warmup }
        var work = Work()
        for set in counted {
            work += Work(
                of: set, body: bodies.weight(atMs: set.atMs), isPair: pairs.contains(set.exercise))
        }
        self.sets = counted.count
        reps = counted.reduce(0) { $0 + ($1.fields.reps ?? 0) }
        self.work = work
        lacksBody = counted.contains { $0.lacks(bodies.weight(atMs: $0.atMs)) }
    }
}
