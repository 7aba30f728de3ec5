/// Training volume of each day by exercise, with a rolling sum over the seven days that end with it.
package struct Volume {
    /// A day with work of an exercise.
    package struct Day: Sendable, Hashable {
        /// Number of the day, as `Days` counts.
        package let number: Int
        /// Id of the exercise.
        package let exercise: String
        package let volume: Work
        /// Volume of this day and the six before.
        package let rolling: Work
    }

    /// Number of days in a rolling sum.
    package static let span = 7

    /// Work by exercise and day.
    private var works: [String: [Int: Work]] = [:]

    package init() {}

    package mutating func add(_ work: Work, of exercise: String, on number: Int) {
        works[exercise, default: [:]][number, default: Work()] += work
    }

    /// The days from `first` on, in order; within a day by exercise.
    package func days(from first: Int) -> [Day] {
        var list: [Day] = []
        for (exercise, byNumber) in works {
            let days = byNumber.sorted { $0.key < $1.key }.map { (number: $0.key, work: $0.value) }
            for (index, day) in days.enumerated() where day.number >= first {
                var rolling = Work()
                for earlier in days[max(0, index - Self.span + 1)...index]
                where earlier.number > day.number - Self.span {
                    rolling += earlier.work
                }
                list.append(
                    Day(
                        number: day.number, exercise: exercise, volume: day.work, rolling: rolling))
            }
        }
        return list.sorted { ($0.number, $0.exercise) < ($1.number, $1.exercise) }
    }
}
