import TestSupport
import TrackerAPI

/// A goal of a person's own. Its figures are derived, and other tests hold them.
struct GoalModel: Hashable, NamedModel {
    struct Target: Hashable {
        let from: Int64
        let count: Int64
    }

    static let measures = ["exercise", "workouts", "trainings", "efforts", "focus"]
    static let periods = ["daily", "weekdays", "weekly"]

    let id: String
    var name: String
    let measure: String
    var exercise: String?
    let unit: String?
    let period: String
    /// Targets, with the first day on which each holds.
    var targets: [Target]

    /// - Parameter hasProgress: whether the view has the figures.
    func view(_ model: Model, hasProgress: Bool = false) -> Json {
        .members([
            "id": .text(id), "name": .text(name), "measure": .text(measure),
            "exercise": exercise.map(Json.text),
            "exercise_name": model.exerciseName(exercise), "unit": unit.map(Json.text),
            "target": .int(targets.last?.count ?? 0), "period": .text(period),
            "progress": hasProgress ? Json.derived : nil,
        ])
    }

    mutating func setTarget(_ count: Int64, from day: Int64) {
        targets.removeAll { $0.from >= day }
        if targets.last?.count != count { targets.append(Target(from: day, count: count)) }
    }

    func checkTarget(_ count: Int64) throws {
        try require(
            (1...(unit == "seconds" ? 604_800 : 100_000)).contains(count), .invalid("count"))
    }
}

// MARK: - Requests

extension Model {
    var goals: [GoalModel] { records.values.compactMap(\.goal).sorted { $0.key < $1.key } }

    func isFittingGoals(_ exercise: ExerciseModel) -> Bool {
        goals.allSatisfy { $0.exercise != exercise.id || $0.unit == exercise.unit }
    }

    private func goal(_ params: Params) throws -> GoalModel {
        let text = try params.text("goal")
        try require(!text.isEmpty, .invalid("goal"))
        if let goal = goals.first(where: { $0.id == text }) { return goal }
        let key = ExerciseModel.key(text)
        if let goal = goals.first(where: { $0.key == key }) { return goal }
        let words = Set(key.split(separator: " "))
        let named = goals.filter { goal in
            !words.isEmpty && words.isSubset(of: goal.key.split(separator: " "))
        }
        try require(named.count < 2, Refusal("ambiguous", field: "goal", matches: named.map(\.id)))
        if let goal = try named.first ?? beginning(text, of: goals, field: "goal", id: \.id) {
            return goal
        }
        throw Refusal("not_found", field: "goal")
    }

    private func givenTarget(
        _ params: Params, _ measure: String, of exercise: ExerciseModel?
    ) throws -> Int64? {
        let count = try params.optionalInt("count")
        guard let seconds = try params.optionalInt("seconds") else { return count }
        try require(count == nil, .invalid("seconds"))
        if measure == "focus", seconds > 0, seconds % 60 == 0 { return seconds / 60 }
        try require(exercise?.unit == "seconds", .invalid("seconds"))
        return seconds
    }

    private func firstDay(of period: String) -> Int64 {
        let today = day(now.wallMs)
        return period == "weekly" ? beginning(of: "week", containing: today) : today
    }

    private mutating func keepGoal(_ goal: GoalModel, _ change: String) throws -> Expected {
        try goal.requireFree(among: goals)
        _ = write(.goal(goal), goal.id, "goal.\(change)", goal.view(self))
        return .result(goal.view(self, hasProgress: true))
    }

    fileprivate mutating func addGoal(_ params: Params) throws -> Expected {
        let named = try params.optionalText("exercise")
        let measure = try params.choice("measure", GoalModel.measures) ?? "exercise"
        for name in ["count", "seconds"] { _ = try params.optionalInt(name) }
        let period = try params.choice("period", GoalModel.periods) ?? "daily"
        let given = try params.optionalName()
        try require((measure == "exercise") == (named != nil), .invalid("exercise"))
        let exercise = try named.map { try self.exercise($0) }
        let target = try needed(givenTarget(params, measure, of: exercise), "count")
        let adjectives = ["daily": "Daily", "weekdays": "Weekday", "weekly": "Weekly"]
        let name = given ?? "\(adjectives[period] ?? "") \(exercise?.name ?? measure)"
        try Params.checkName(name, "name")
        let goal = GoalModel(
            id: newID(), name: name, measure: measure, exercise: exercise?.id,
            unit: exercise?.unit, period: period,
            targets: [.init(from: firstDay(of: period), count: target)])
        try goal.checkTarget(target)
        return try keepGoal(goal, "created")
    }

    fileprivate mutating func updateGoal(_ params: Params) throws -> Expected {
        _ = try params.text("goal")
        for name in ["count", "seconds"] { _ = try params.optionalInt(name) }
        let name = try params.optionalName()
        var goal = try goal(params)
        try require(
            ["count", "seconds", "name"].contains(where: { params.has($0) }), .invalid("goal"))
        let exercise = exercises.first { $0.id == goal.exercise }
        if let target = try givenTarget(params, goal.measure, of: exercise) {
            try goal.checkTarget(target)
            goal.setTarget(target, from: firstDay(of: goal.period))
        }
        if let name {
            try Params.checkName(name, "name")
            goal.name = name
        }
        return try keepGoal(goal, "updated")
    }

    fileprivate mutating func deleteGoal(_ params: Params) throws -> Expected {
        let goal = try goal(params)
        return write(.goal(goal), goal.id, "goal.deleted", goal.view(self))
    }

    fileprivate var listedGoals: Json {
        ["goals": .list(goals.map { $0.view(self, hasProgress: true) })]
    }

    fileprivate func getGoal(_ params: Params) throws -> Expected {
        let view = try goal(params).view(self, hasProgress: true)
        return .result(["goal": view, "periods": .derived, "scores": .derived])
    }

    func checkPuttingBack(_ goal: GoalModel) throws {
        let hasExercise = goal.exercise.map { id in
            exercises.contains { $0.id == id && $0.unit == goal.unit }
        }
        try require(!goal.isTaken(among: goals) && hasExercise ?? true, Refusal("conflict"))
    }
}

extension Arm {
    static let goals: [Arm] = [
        Arm("goal.add", 4, expect: { try $0.addGoal($1) }) { dice, model in dice.newGoal(model) },
        Arm("goal.update", 3, expect: { try $0.updateGoal($1) }) { dice, model in
            var params = ["goal": dice.goal(model)]
            if dice.chance(70) { params["count"] = dice.target() }
            if dice.chance(15) { params["seconds"] = dice.target() }
            if dice.chance(30) { params["name"] = dice.goalName() }
            return params
        },
        Arm("goal.list", 2, .none) { model, _ in .result(model.listedGoals) },
        Arm("goal.get", 2, .none, expect: { try $0.getGoal($1) }) { ["goal": $0.goal($1)] },
        Arm("goal.delete", 2, expect: { try $0.deleteGoal($1) }) { ["goal": $0.goal($1)] },
    ]
}

extension Dice {
    fileprivate mutating func goalName() -> Json {
        if spoils(4) { return one(of: "a\nb", Self.tooLongName, 5) }
        return .text(pick(["Gym", "gym!", "Floor work", "floor", "Élan"]) ?? "gym")
    }

    fileprivate mutating func goal(_ model: Model) -> Json {
        if spoils(3) { return one(of: "", 5) }
        guard chance(80), let goal = pick(model.goals) else { return goalName() }
        return .text(chance(50) ? goal.name : chance(50) ? goal.id : String(goal.id.prefix(6)))
    }

    fileprivate mutating func target() -> Json {
        guard !spoils(5) else { return one(of: 0, -5, "5", 100_001, .int(.max)) }
        return .int(spread(1...500))
    }

    fileprivate mutating func newGoal(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(70) { params["exercise"] = exercise(model) }
        if params["exercise"] == nil || spoils(5) { params["measure"] = choice(GoalModel.measures) }
        if chance(90) { params["count"] = target() }
        if chance(10) { params["seconds"] = chance(50) ? target() : .int(60 * spread(1...200)) }
        if chance(70) { params["period"] = choice(GoalModel.periods) }
        if chance(50) { params["name"] = goalName() }
        return params
    }
}
