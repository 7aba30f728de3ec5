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
    package static let sharing: Sharing<Workout>? = Sharing([
        ["name"], ["note"], ["exercises"], ["deload"],
    ])
}
