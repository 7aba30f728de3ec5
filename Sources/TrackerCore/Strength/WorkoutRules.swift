extension Workout {
    package static let rules = Rules<Workout>(
        live: .init(
            where: "state = 'open'", advice: "finish or discard it first",
            { $0.state == .open }, owner: { $0.owner },
            reason: { ($0.state.rawValue, "the workout '\($0.name)' is open") }),
        references: [
            .init(
                to: Exercise.self, "one of its exercises", column: "exercises", element: "exercise",
                use: .init("planned", "templates or workouts use it"),
                ids: { $0.exercises.map(\.exercise) })
        ])
    package static let sharing: Sharing<Workout>? = Sharing([["name"], ["note"], ["exercises"]])
}

// MARK: - Progress

extension Workout {
    /// Day of a workout that is or was finished; `nil` for others, which no figure counts.
    package static func firstDay(affectedFrom former: Workout?, to new: Workout?) -> Int? {
        let counts = former?.state == .finished || new?.state == .finished
        return counts ? [former?.day.number, new?.day.number].compactMap { $0 }.min() : nil
    }
}
