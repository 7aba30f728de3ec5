/// Sums over sets, without warm-ups.
package struct SetTotals: Sendable, Hashable {
    package let sets: Int
    package let reps: Int64
    package let work: Work

    package init(of sets: [WorkoutSet]) {
        let counted = sets.filter { $0.fields.kind != .warmup }
        var work = Work()
        for set in counted { work += Work(of: set) }
        self.sets = counted.count
        reps = counted.reduce(0) { $0 + ($1.fields.reps ?? 0) }
        self.work = work
    }
}
