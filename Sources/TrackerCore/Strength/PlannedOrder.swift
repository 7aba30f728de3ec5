/// The planned sets of a target one by one, and which of them are left.
///
/// Warm-ups that are done count for planned warm-ups, and other sets for other planned sets, in their order.
package struct PlannedOrder: Sendable, Hashable {
    /// A planned set.
    package struct Place: Sendable, Hashable {
        /// Index of the set's group.
        package let group: Int
        package let isWarmup: Bool
        /// Index of the set among the planned warm-ups, or among the other planned sets.
        package let index: Int
        /// Number of planned sets before this one that aren't warm-ups.
        fileprivate let othersBefore: Int
    }

    package let places: [Place]

    /// - Parameter groups: for each group, the number of its sets and whether they are warm-ups.
    package init(_ groups: [(count: Int, isWarmup: Bool)]) {
        var places: [Place] = []
        var (warmups, others) = (0, 0)
        for (group, sets) in groups.enumerated() {
            for _ in 0..<max(0, sets.count) {
                places.append(
                    Place(
                        group: group, isWarmup: sets.isWarmup,
                        index: sets.isWarmup ? warmups : others, othersBefore: others))
                if sets.isWarmup { warmups += 1 } else { others += 1 }
            }
        }
        self.places = places
    }

    /// The planned sets that are left. A warm-up isn't left once a set after it is done.
    ///
    /// - Parameters:
    ///   - warmups: number of warm-ups that are done.
    ///   - others: number of other sets that are done.
    package func left(warmups: Int, others: Int) -> [Place] {
        places.filter {
            $0.isWarmup
                ? $0.index >= warmups && $0.othersBefore >= others : $0.index >= others
        }
    }

    /// Group of the planned set with an index among the warm-ups or among the other sets; `nil` where fewer
    /// are planned.
    package func group(isWarmup: Bool, index: Int) -> Int? {
        places.first { $0.isWarmup == isWarmup && $0.index == index }?.group
    }
}
