/// A goal of a person's own: so many reps, seconds, workouts, sessions, exercises or minutes of work in each
/// of its periods.
///
/// Only the goal is stored. Its progress, streak and score follow from the log each time they are read.
package struct Goal: Entity {
    /// The thing that a goal counts.
    package enum Measure: String, Choice {
        /// Reps or seconds of one exercise: log entries, and sets without warm-ups.
        case exercise
        /// Finished workouts.
        case workouts
        /// Completed training sessions.
        case trainings
        /// Log entries, sets without warm-ups, and sessions that have no log entry.
        case efforts
        /// Minutes of work in runs that have ended; each run is rounded down.
        case focus
    }

    /// The span over which a goal counts.
    package enum Period: String, Choice {
        case daily
        /// Each day from Monday to Friday.
        case weekdays
        /// Each week, which begins on the person's first weekday.
        case weekly
    }

    /// A target, and the number of the first day on which it holds.
    package struct Target: Sendable, Hashable, Codable {
        package let from: Int
        package let count: Int64
    }

    package static let maximumNumber = 50
    /// Maximum number of targets that are kept; older ones are dropped.
    private static let maximumTargets = 100

    package static let table = "goal"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package private(set) var name: String
    package let measure: Measure
    /// Id of the exercise; `nil` for other measures.
    package private(set) var exercise: String?
    /// Unit of the exercise; `nil` for other measures.
    package let unit: Exercise.Unit?
    package let period: Period
    /// Targets in the order of their first days. The first one holds for all earlier days, too.
    package private(set) var targets: [Target]

    /// - Parameters:
    ///   - exercise: the exercise to count; needed for `.exercise` and `nil` for other measures.
    ///   - day: number of the first day of the present period.
    package init(
        id: String, name: String, measure: Measure, exercise: Exercise?, period: Period,
        target: Int64, from day: Int
    ) throws(Rejection) {
        try Text.checkName(name, field: "name")
        self.id = id
        self.name = name
        self.measure = measure
        self.exercise = exercise?.id
        unit = exercise?.unit
        self.period = period
        targets = [Target(from: day, count: target)]
        try check(target)
    }

    /// The comparison key of the name, by which the goal is found.
    package var key: String { NameKey.of(name) }

    /// The target of a period that begins on a day.
    package func targetCount(on day: Int) -> Int64 {
        (targets.last { $0.from <= day } ?? targets.first)?.count ?? 1
    }

    /// The present target.
    package var target: Int64 { targets.last?.count ?? 1 }

    /// Sets another target. Earlier periods keep theirs.
    ///
    /// - Parameter day: number of the first day of the present period.
    package mutating func setTarget(_ count: Int64, from day: Int) throws(Rejection) {
        try check(count)
        targets.removeAll { $0.from >= day }
        if count != targets.last?.count { targets.append(Target(from: day, count: count)) }
        targets = Array(targets.suffix(Self.maximumTargets))
    }

    package mutating func rename(_ name: String) throws(Rejection) {
        try Text.checkName(name, field: "name")
        self.name = name
    }

    /// Moves the goal to another exercise with the same unit.
    package mutating func move(toExercise id: String) { exercise = id }

    /// Targets that a goal may have: up to a week in seconds, or as many as a log entry may have.
    private var allowedTargets: ClosedRange<Int64> {
        unit == .seconds ? 1...604_800 : Exercise.counts
    }

    private func check(_ target: Int64) throws(Rejection) {
        let allowed = allowedTargets
        guard !allowed.contains(target) else { return }
        let noun = unit == .seconds ? "whole number of seconds" : "whole number"
        throw .invalid(
            "count",
            """
            \(field: "count") must be a \(noun) from \(allowed.lowerBound) to \(allowed.upperBound)
            """)
    }
}

extension Goal.Measure {
    /// Measure with a name such as `workouts` or `workout`; `nil` for another word, which may be an exercise.
    package static func named(_ text: String) -> Goal.Measure? {
        let key = NameKey.of(text)
        return allCases.first {
            $0 != .exercise && ($0.rawValue == key || $0.rawValue.dropLast() == key)
        }
    }
}

// MARK: - Rules

extension Goal {
    package static let rules = Rules<Goal>(
        name: .init(key: { $0.key }, text: { $0.name }),
        maximum: .init(maximumNumber),
        references: [
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("goal", "goals use it"), watching: \.unit,
                ids: { $0.exercise.map { [$0] } ?? [] },
                mismatch: { goal, exercise in
                    guard let unit = goal.unit else { return nil }
                    return Exercise.mismatch(
                        unit, exercise, state: "goal",
                        reason: "the goal '\(goal.name)' counts it in "
                            + "\(unit.rawValue): delete it first")
                })
        ])
    package static let sharing: Sharing<Goal>? = Sharing([["name"], ["targets"]])

    package func check(at now: Moment) throws(Rejection) {
        try Text.checkName(name, field: "name")
        try Bounds.require((measure == .exercise) == (exercise != nil), "exercise")
        try Bounds.require((exercise != nil) == (unit != nil), "unit")
        try Bounds.check(id: exercise, "exercise")
        try Bounds.require(!targets.isEmpty && targets.count <= Self.maximumTargets, "targets")
        let days = targets.map(\.from)
        try Bounds.require(days == Set(days).sorted(), "targets")
        for target in targets {
            try Bounds.check(Int64(target.from), in: Bounds.days, "targets")
            try Bounds.check(target.count, in: allowedTargets, "targets")
        }
    }
}

// MARK: - Row

extension Goal {
    package init(_ row: inout RowVisitor, writing entity: Goal?) throws {
        id = try row.column("id", entity?.id)
        name = try row.column("name", entity?.name)
        row.derived("name_key", entity?.key)
        measure = try row.column("measure", entity?.measure)
        exercise = try row.optional("exercise", entity?.exercise)
        unit = try row.optional("unit", entity?.unit)
        period = try row.column("period", entity?.period)
        targets = try row.list("targets", entity?.targets)
    }
}
