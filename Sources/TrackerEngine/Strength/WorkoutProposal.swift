import TrackerAPI
import TrackerCore
import TrackerStore

extension WorkoutPropose: Performable {
    func perform(in context: Context) throws -> Response {
        let turns = try context.turns()
        let plans = try context.transaction.plans()
        let (turn, reason) = TemplateTurn.next(of: turns, in: plans)
        let byID = Dictionary(turns.map { ($0.template.id, $0) }) { first, _ in first }
        let plan = turn.flatMap { turn in
            plans.first { $0.next(among: byID)?.template.id == turn.template.id }
        }
        return try context.proposal(turn, reason, of: plan)
    }
}

extension Context {
    /// All templates, sorted by name, with the figures by which one is proposed.
    func turns() throws -> [TemplateTurn] {
        let settings = try transaction.settings()
        let today = try local(now.wallMs).day.number
        let passed = today - Week(of: today).monday - settings.weekStarts.daysFromMonday
        let done = try transaction.workoutsByTemplate(sinceDay: today - (passed + 7) % 7)
        return try transaction.templates().map {
            let own = done[$0.id]
            return TemplateTurn($0, lastMs: own?.lastMs, daysThisWeek: own?.days ?? 0)
        }
    }

    /// - Parameters:
    ///   - turn: the template that is proposed; `nil` for none.
    ///   - plan: the plan whose next template it is; `nil` for none.
    func proposal(
        _ turn: TemplateTurn?, _ reason: TemplateTurn.Reason, of plan: TrainingPlan?
    ) throws -> WorkoutPropose.Response {
        guard let turn else {
            return WorkoutPropose.Response(
                template: nil, why: reason, lastAt: nil, plan: plan?.name)
        }
        let next = try coming(turn.template)
        let plates = try plates(for: next)
        return WorkoutPropose.Response(
            template: try TemplateView(turn.template, next: next) {
                try name(ofExercise: $0) ?? ""
            }, why: reason, lastAt: turn.lastMs.map(zone.text), plan: plan?.name,
            plates: plates.isEmpty ? nil : plates)
    }

    /// The plates for the loads of exercises on a bar, each once, in the order in which they are done.
    private func plates(for exercises: [WorkoutExercise]) throws -> [WorkoutPropose.BarLoad] {
        let settings = try transaction.settings()
        var found: [WorkoutPropose.BarLoad] = []
        for part in exercises {
            let exercise = try transaction.exercise(id: part.exercise)
            for group in part.target?.groups ?? [] {
                guard let load = group.load, (group.loadMode ?? .external) == .external else {
                    continue
                }
                let weights = OwnedWeights(settings, of: exercise, in: load.unit)
                guard let loaded = weights.plates(for: load) else { continue }
                let plates = WorkoutPropose.BarLoad(
                    exercise: part.exercise, load: load.value,
                    plates: PlatesCalculate.Response(loaded, unit: load.unit, bar: weights.bar))
                if !found.contains(plates) { found.append(plates) }
            }
        }
        return found
    }
}
