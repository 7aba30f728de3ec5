/// The work of each day by exercise, and of the seven days that end with it.
package struct Volume {
    /// A day on which there was work.
    package struct Day: Sendable, Hashable {
        /// As `Days` counts them.
        package let number: Int
        /// Its id.
        package let exercise: String
        package let volume: Work
        /// Of this day and the six before.
        package let rolling: Work
    }

    /// How many days a rolling sum goes over.
    package static let span = 7

    private var works: [String: [(number: Int, work: Work)]] = [:]

    package init() {}

    /// Takes work in; of one exercise, day after day.
    package mutating func add(_ work: Work, of exercise: String, on number: Int) {
        Self.add(work, on: number, to: &works[exercise, default: []])
    }

    private static func add(
        _ work: Work, on number: Int, to days: inout [(number: Int, work: Work)]
    ) {
        if let last = days.indices.last, days[last].number == number {
            days[last].work += work
        } else {
            days.append((number, work))
        }
    }

    /// The days from one on: in their order, and by exercise.
    package func days(from first: Int) -> [Day] {
        var list: [Day] = []
        for (exercise, days) in works {
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
