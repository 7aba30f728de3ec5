import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The plan with a name; case, accents and punctuation don't matter.
    fileprivate func plan(_ text: String) throws -> TrainingPlan {
        try resolve(
            text,
            Address(
                field: "plan", plural: "plans",
                named: { try transaction.plan(key: NameKey.of($0)) },
                advice: { text in
                    advice(insteadOf: text, among: try transaction.plans().map(\.name))
                }))
    }

    /// Ids of the templates that a request names.
    fileprivate func templates(_ names: [String]) throws -> [String] {
        // Checked before any of them is looked up.
        guard names.count <= TrainingPlan.maximumTemplates else {
            throw TrainingPlan.Fields.tooMany("templates")
        }
        let templates = try names.map { try template($0, field: "templates") }
        try checkEachOnce(templates.map(\.name), "template", field: "templates")
        return templates.map(\.id)
    }

    /// Ids of the exercises that a request names as apart.
    fileprivate func apart(_ names: [String]) throws -> [String] {
        guard names.count <= TrainingPlan.maximumTemplates else {
            throw TrainingPlan.Fields.tooMany("apart")
        }
        let exercises = try names.map { try exercise($0, field: "apart") }
        try checkEachOnce(exercises.map(\.name), "exercise", field: "apart")
        return exercises.map(\.id)
    }

    /// Refuses a list that has a thing twice, even by two of its names.
    private func checkEachOnce(
        _ names: [String], _ noun: String, field: String
    ) throws(Rejection) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            throw .invalid(field, "'\(name)' is listed twice: name each \(noun) once")
        }
    }
}

extension TrainingPlan: Recorded {
    func view(in context: Context) throws -> PlanView { try PlanReading(context).view(self) }
}

/// A reading of plans, with what their views need besides them.
private struct PlanReading {
    private let context: Context
    private let templates: [String: Template]
    /// Names of the templates' exercises by their ids.
    private let names: [String: String]

    init(_ context: Context) throws {
        self.context = context
        let all = try context.transaction.templates()
        templates = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var names: [String: String] = [:]
        for id in Set(all.flatMap(\.fields.exercises).map(\.exercise)) {
            names[id] = try context.name(ofExercise: id)
        }
        self.names = names
    }

    /// - Parameter turns: figures of all templates, to tell the next one; `nil` to leave that out.
    func view(_ plan: TrainingPlan, _ turns: [TemplateTurn]? = nil) throws -> PlanView {
        let members = plan.fields.templates.compactMap { templates[$0] }
        let byID = turns.map { turns in
            Dictionary(turns.map { ($0.template.id, $0) }) { first, _ in first }
        }
        return PlanView(
            plan,
            templates: members.map { template in
                PlanView.Member(template, exercises: names(of: template.exerciseIDs).map(\.name))
            },
            shared: names(of: plan.shared(among: members)),
            apart: try plan.fields.apart.compactMap { id in
                try context.name(ofExercise: id).map { PlanView.Exercise(exercise: id, name: $0) }
            },
            next: byID.flatMap { plan.next(among: $0)?.template.id })
    }

    private func names(of exercises: [String]) -> [PlanView.Exercise] {
        exercises.compactMap { id in
            names[id].map { PlanView.Exercise(exercise: id, name: $0) }
        }
    }
}

extension PlanCreate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let name = try Text.name(name, field: "name")
        let fields = TrainingPlan.Fields(
            name: name, templates: try context.templates(templates),
            apart: try context.apart(apart ?? []))
        let plan = try TrainingPlan(
            id: context.id(of: TrainingPlan.self, from: NameKey.of(name)), fields: fields)
        return try context.record(.planCreated, plan)
    }
}

extension PlanUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var plan = try context.plan(plan)
        guard name != nil || templates != nil || apart != nil else {
            throw Rejection.invalid(
                "plan",
                """
                nothing to change: give \(field: "name"), \(field: "templates") or \
                \(field: "apart")
                """)
        }
        var fields = plan.fields
        if let name { fields.name = try Text.name(name, field: "name") }
        if let templates { fields.templates = try context.templates(templates) }
        if let apart { fields.apart = try context.apart(apart) }
        try plan.edit(fields)
        return try context.record(.planUpdated, plan)
    }
}

extension PlanList: Performable {
    func perform(in context: Context) throws -> Response {
        let turns = try context.turns()
        let reading = try PlanReading(context)
        return Response(
            plans: try context.transaction.plans().map { try reading.view($0, turns) })
    }
}

extension PlanGet: Performable {
    func perform(in context: Context) throws -> PlanView {
        try PlanReading(context).view(context.plan(plan), context.turns())
    }
}

extension PlanNext: Performable {
    func perform(in context: Context) throws -> Response {
        let turns = try context.turns()
        let byID = Dictionary(turns.map { ($0.template.id, $0) }) { first, _ in first }
        let plan = try plan.map { try context.plan($0) } ?? lastTrained(byID, context)
        let turn = plan.next(among: byID)
        return try context.proposal(turn, turn?.reason ?? TemplateTurn.Reason.none, of: plan)
    }

    /// The plan whose templates had the last workout; the first one where none was trained.
    private func lastTrained(
        _ turns: [String: TemplateTurn], _ context: Context
    ) throws -> TrainingPlan {
        let plans = try context.transaction.plans()
        let lastMs = plans.map { plan in
            plan.fields.templates.compactMap { turns[$0]?.lastMs }.max() ?? .min
        }
        guard let latest = lastMs.max(), let index = lastMs.firstIndex(of: latest) else {
            throw Rejection(.notFound, "you have no plan yet", field: "plan", state: "none")
        }
        return plans[index]
    }
}

extension PlanDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.record(.planDeleted, context.plan(plan), isGone: true)
    }
}
