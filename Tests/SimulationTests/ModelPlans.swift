import TestSupport
import TrackerAPI

/// Templates that are done in turn.
struct PlanModel: Hashable, NamedModel {
    let id: String
    var name: String
    /// Ids of the templates, some of which may be gone.
    var templates: [String]
    /// Ids of the exercises that progress in each template by itself.
    var apart: [String]

    /// - Parameter hasNext: whether it tells the next template.
    func view(_ model: Model, hasNext: Bool = false) -> Json {
        let members = templates.compactMap { id in model.templates.first { $0.id == id } }
        let known = apart.filter { id in model.exercises.contains { $0.id == id } }
        return .members([
            "id": .text(id), "name": .text(name),
            "templates": .list(
                members.map { template -> Json in
                    let names = PlanModel.unique(template.parts.map(\.exercise))
                        .map { Json.text(model.nameOfExercise($0)) }
                    return [
                        "template": .text(template.id), "name": .text(template.name),
                        "exercises": .list(names),
                    ]
                }),
            "shared": Self.named(shared(among: members), model),
            "apart": Self.named(known, model),
            "next": hasNext ? model.next(of: self).map { .text($0.id) } : nil,
        ])
    }

    private static func named(_ exercises: [String], _ model: Model) -> Json {
        .list(
            exercises.map {
                ["exercise": .text($0), "name": .text(model.nameOfExercise($0))]
            })
    }

    private static func unique(_ texts: [String]) -> [String] {
        texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The exercises that two templates have with a progression and the same reps, each where it comes up again.
    private func shared(among templates: [TemplateModel]) -> [String] {
        var found: [String] = []
        for (index, template) in templates.enumerated() {
            for part in template.parts where !apart.contains(part.exercise) {
                let isShared = templates[..<index].contains { other in
                    other.parts.contains { $0.progresses(with: part) }
                }
                if isShared { found.append(part.exercise) }
            }
        }
        return Self.unique(found)
    }
}

extension PartModelOfWorkout {
    /// True if both are of one exercise with a progression of their sets, and ask for the same reps in their working sets.
    func progresses(with other: PartModelOfWorkout) -> Bool {
        func reps(_ part: PartModelOfWorkout) -> [GroupModel]? {
            guard let target = part.target, target.changesGroups else { return nil }
            return target.groups.filter { !$0.isWarmup }.map {
                GroupModel(
                    sets: 1, kind: $0.kind, reps: $0.reps, repsTo: $0.repsTo, seconds: $0.seconds,
                    percent: $0.percent, percentOf: $0.percentOf, isAMRAP: $0.isAMRAP,
                    isPerSide: $0.isPerSide, tempo: $0.tempo)
            }
        }
        guard exercise == other.exercise, let own = reps(self), let others = reps(other) else {
            return false
        }
        return own == others
    }
}

// MARK: - Requests

extension Model {
    var plans: [PlanModel] {
        records.values.compactMap(\.plan)
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Start of the last workout of a template; `nil` where there was none.
    private func lastMs(ofTemplate id: String) -> Int64? {
        workouts.filter { $0.template == id }.map(\.startedMs).max()
    }

    /// The template after the one whose workout began last.
    func next(of plan: PlanModel) -> TemplateModel? {
        let present = plan.templates.compactMap { id in templates.first { $0.id == id } }
        var last: (index: Int, ms: Int64)?
        for (index, template) in present.enumerated() {
            guard let ms = lastMs(ofTemplate: template.id), ms >= last?.ms ?? .min else { continue }
            last = (index, ms)
        }
        guard let last else { return present.first }
        return present[(last.index + 1) % present.count]
    }

    /// The parts of other templates that progress with a part of a template, each with its template's id.
    func siblings(
        of part: PartModelOfWorkout, in template: TemplateModel
    ) -> [(template: String, part: PartModelOfWorkout)] {
        let sharing = plans.filter {
            $0.templates.contains(template.id) && !$0.apart.contains(part.exercise)
        }
        let others = templates.filter { other in
            other.id != template.id && sharing.contains { $0.templates.contains(other.id) }
        }
        return others.compactMap { other in
            let alike = Self.numbered(other.parts).filter { $0.progresses(with: part) }
            let found = alike.first { $0.block == part.block } ?? alike.first
            return found.map { (template: other.id, part: $0) }
        }
    }

    fileprivate func plan(_ text: String) throws -> PlanModel {
        let key = ExerciseModel.key(text)
        return try found(text, field: "plan", among: plans, id: \.id, isNamed: { $0.key == key })
    }

    private mutating func keepPlan(_ plan: PlanModel, _ change: String) throws -> Expected {
        try Params.checkName(plan.name, "name")
        try require(!plan.templates.isEmpty, .invalid("templates"))
        try plan.requireFree(among: plans)
        return write(.plan(plan), plan.id, "plan.\(change)", plan.view(self))
    }

    fileprivate mutating func createPlan(_ params: Params) throws -> Expected {
        let name = try params.name()
        let templates = try needed(params.optionalTexts("templates"), "templates")
        let apart = try params.optionalTexts("apart") ?? []
        try Params.checkName(name, "name")
        return try keepPlan(
            PlanModel(
                id: newID(), name: name, templates: members(templates), apart: alone(apart)),
            "created")
    }

    private func members(_ names: [String]) throws -> [String] {
        let ids = try names.map { try template($0, field: "templates").id }
        try require(Set(ids).count == ids.count, .invalid("templates"))
        return ids
    }

    private func alone(_ names: [String]) throws -> [String] {
        let ids = try names.map { try exercise($0, field: "apart").id }
        try require(Set(ids).count == ids.count, .invalid("apart"))
        return ids
    }

    fileprivate mutating func updatePlan(_ params: Params) throws -> Expected {
        let text = try params.text("plan")
        let name = try params.optionalName()
        let templates = try params.optionalTexts("templates")
        let apart = try params.optionalTexts("apart")
        var plan = try plan(text)
        try require(name != nil || templates != nil || apart != nil, .invalid("plan"))
        try Params.checkName(name, "name")
        plan.name = name ?? plan.name
        if let templates { plan.templates = try members(templates) }
        if let apart { plan.apart = try alone(apart) }
        return try keepPlan(plan, "updated")
    }

    fileprivate mutating func deletePlan(_ params: Params) throws -> Expected {
        let plan = try plan(params.text("plan"))
        return write(.plan(plan), plan.id, "plan.deleted", plan.view(self))
    }

    fileprivate func nextOfPlan(_ params: Params) throws -> Expected {
        guard let text = try params.optionalText("plan") else {
            try require(!plans.isEmpty, Refusal("not_found", field: "plan", state: "none"))
            return .result(.derived)
        }
        let plan = try plan(text)
        guard let template = next(of: plan) else {
            return .result(["why": "none", "plan": .text(plan.name)])
        }
        // The plates on a bar are those of the calculator.
        let hasBar = template.parts.contains { part in
            exercises.first { $0.id == part.exercise }?.equipment == "barbell"
        }
        guard !hasBar else { return .result(.derived) }
        let last = lastMs(ofTemplate: template.id)
        return .result(
            .members([
                "template": template.view(self, hasNext: true), "why": Json.derived,
                "last_at": last.map { self.text($0) }, "plan": .text(plan.name),
            ]))
    }
}

extension Arm {
    static let plans: [Arm] = [
        Arm("plan.create", 3, expect: { try $0.createPlan($1) }) { dice, model in
            var params = ["name": dice.planName(), "templates": dice.templates(model)]
            if dice.chance(30) { params["apart"] = dice.apart(model) }
            return params
        },
        Arm("plan.update", 3, expect: { try $0.updatePlan($1) }) { dice, model in
            var params = ["plan": dice.plan(model)]
            if dice.chance(30) { params["name"] = dice.planName() }
            if dice.chance(40) { params["templates"] = dice.templates(model) }
            if dice.chance(40) { params["apart"] = dice.apart(model) }
            return params
        },
        Arm("plan.list", 1, .none) { model, _ in
            .result(["plans": .list(model.plans.map { $0.view(model, hasNext: true) })])
        },
        Arm("plan.get", 1, .none) {
            .result(try $0.plan($1.text("plan")).view($0, hasNext: true))
        } make: { dice, model in
            ["plan": dice.plan(model)]
        },
        Arm("plan.next", 2, .none, expect: { try $0.nextOfPlan($1) }) { dice, model in
            dice.chance(30) ? [:] : ["plan": dice.plan(model)]
        },
        Arm("plan.delete", 1, expect: { try $0.deletePlan($1) }) { ["plan": $0.plan($1)] },
    ]
}

extension Dice {
    fileprivate mutating func planName() -> Json {
        if spoils(4) { return one(of: "", "a\nb", Self.tooLongName, 5) }
        return .text(pick(["Week", "week!", "5x5", "Élan", "elan"]) ?? "")
    }

    mutating func plan(_ model: Model) -> Json {
        if spoils(2) { return one(of: "", 5) }
        guard let plan = pick(model.plans), chance(93) else { return "nothing" }
        return .text(chance(40) ? plan.id : chance(50) ? plan.name : String(plan.id.prefix(6)))
    }

    fileprivate mutating func templates(_ model: Model) -> Json {
        if spoils(4) { return one(of: [], "push", [5]) }
        let all = model.templates.sorted { $0.id < $1.id }.shuffled(using: &self)
        let some = all.prefix(Int.random(in: 1...3, using: &self)).map { Json.text($0.id) }
        return .list(chance(80) && !some.isEmpty ? some : [template(model), template(model)])
    }

    fileprivate mutating func apart(_ model: Model) -> Json {
        if spoils(4) { return one(of: "squats", [5]) }
        return .list((0..<Int.random(in: 0...2, using: &self)).map { _ in exercise(model) })
    }
}
