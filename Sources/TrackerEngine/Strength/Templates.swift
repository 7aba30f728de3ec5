import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The template with a name; case, accents and punctuation don't matter.
    ///
    /// - Parameter field: the name of the parameter.
    func template(_ text: String, field: String = "template") throws -> Template {
        try resolve(
            text,
            Address(
                field: "template", plural: "templates",
                named: { try transaction.template(key: NameKey.of($0)) },
                advice: { text in
                    advice(
                        insteadOf: text, among: try transaction.templates().map(\.name))
                }), field: field)
    }

    /// The template that is meant by its name or id, or by the name of a plan whose next one it is.
    ///
    /// - Throws: `not_found`, with the templates whose names begin with the text, or the one of nearly that name.
    fileprivate func template(meantBy text: String) throws -> Template {
        guard !Text.isBlank(text) else {
            throw Rejection.invalid(
                "named", "\(field: "named") is empty: give the name of a template or a plan")
        }
        let name = Text.trimmed(String(text.prefix(Text.maximumNameLength + 1)))
        let key = NameKey.of(name)
        if let template = try transaction.template(key: key) ?? transaction.template(id: name) {
            return template
        }
        let turns = try turns()
        if let plan = try transaction.plan(key: key) {
            let byID = Dictionary(turns.map { ($0.template.id, $0) }) { first, _ in first }
            guard let turn = plan.next(among: byID) else {
                throw Rejection(
                    .notFound, "all templates of \(plan.name) have been deleted", field: "named")
            }
            return turn.template
        }
        let near = turns.map(\.template).filter { $0.key.hasPrefix(key) }.map(\.name)
        let names = try turns.map(\.template.name) + transaction.plans().map(\.name)
        let hint =
            key.isEmpty || near.isEmpty
            ? advice(insteadOf: name, among: names)
            : "; there \(near.count == 1 ? "is" : "are") \(near.listed(atMost: 5))"
        throw Rejection(
            .notFound, "no template '\(name.prefix(Text.maximumNameLength))'\(hint)",
            field: "named")
    }

    /// View of a template with the exercises as a workout that begins now would show them.
    func viewWithNext(_ template: Template) throws -> TemplateView {
        let next = try coming(template)
        return try TemplateView(template, next: next) { try name(ofExercise: $0) ?? "" }
    }

    fileprivate func planned(_ given: TemplateExercises) throws -> [PlannedExercise] {
        try given.exercises.enumerated().map { index, one in
            let path = "exercises[\(index)]."
            let exercise = try exercise(
                one.exercise, field: "\(path)exercise",
                hasLoad: one.groups.contains { $0.load != nil || $0.percent != nil })
            return try one.planned(exercise.id, in: usualUnit(of: exercise), at: path)
        }
    }
}

extension WorkoutStart {
    /// The request with the template that `named` means.
    func resolved(in context: Context) throws -> WorkoutStart {
        guard let named else { return self }
        guard template == nil, `repeat` == nil else {
            throw Rejection.invalid(
                "named",
                """
                \(field: "named") can't be combined with \(field: "template") or \
                \(field: "repeat"): give one of them
                """)
        }
        var request = WorkoutStart(
            template: try context.template(meantBy: named).id, name: name, at: at)
        request.deload = deload
        return request
    }
}

extension Template: Recorded {
    func view(in context: Context) throws -> TemplateView {
        try TemplateView(self) { try context.name(ofExercise: $0) ?? "" }
    }
}

extension TemplateCreate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let name = try Text.name(name, field: "name")
        var fields = Template.Fields(
            name: name, daysPerWeek: daysPerWeek, restMs: rest?.ms,
            note: note?.isEmpty == true ? nil : note, deload: deload, exercises: [])
        switch (exercises, from) {
        case (let exercises?, nil): fields.exercises = try context.planned(exercises)
        case (nil, let from?): try context.fill(&fields, from: from)
        case (nil, nil):
            throw Rejection.invalid(
                "exercises",
                "\(field: "exercises") is missing: give it, or \(field: "from")")
        default:
            throw Rejection.invalid(
                "from",
                "\(field: "from") and \(field: "exercises") can't be combined: give one of them")
        }
        let template = try Template(
            id: context.id(of: Template.self, from: NameKey.of(name)), fields: fields)
        return try context.record(.templateCreated, template)
    }
}

extension Context {
    /// The shipped template with a name; case, accents and punctuation don't matter.
    private func shippedTemplate(_ text: String) throws -> ShippedTemplate? {
        let key = NameKey.of(String(text.prefix(Text.maximumNameLength + 1)))
        return try dependencies.shippedTemplates().first { $0.key == key }
    }

    /// Fills a new template from a shipped one or from a workout: with its exercises, and with whatever else
    /// it has and the person didn't give.
    fileprivate func fill(_ fields: inout Template.Fields, from: String) throws {
        if let shipped = try shippedTemplate(from) {
            let former = try shipped.fields(in: try transaction.settings().unit)
            fields.exercises = former.exercises
            fields.daysPerWeek = fields.daysPerWeek ?? former.daysPerWeek
            fields.restMs = fields.restMs ?? former.restMs
            fields.note = fields.note ?? former.note
            fields.deload = fields.deload ?? former.deload
            return
        }
        let workout = try workout(named: from, field: "from")
        fields.exercises = try planned(from: workout)
        fields.restMs = fields.restMs ?? workout.restMs
        fields.deload = fields.deload ?? workout.deload
    }

    /// The templates that come with the program, as copies of them would be now.
    fileprivate func shippedViews() throws -> [TemplateView] {
        let unit = try transaction.settings().unit
        return try dependencies.shippedTemplates().map { shipped in
            let template = try Template(
                id: shipped.id, fields: shipped.fields(in: unit))
            return try TemplateView(template, plan: shipped.plan) {
                try name(ofExercise: $0) ?? ""
            }
        }
    }

    /// The blocks of a workout with its sets as targets; those without a set or a target are left out.
    fileprivate func planned(from workout: Workout) throws -> [PlannedExercise] {
        let planned = try workout.exercises.compactMap { part in
            try again(part, of: workout).target.map {
                PlannedExercise(
                    exercise: part.exercise, target: $0, superset: part.superset, note: part.note)
            }
        }
        guard !planned.isEmpty else {
            throw Rejection.invalid(
                "from", "\(field: "from") has no sets: give a workout with some")
        }
        return planned
    }

    /// A block of an earlier workout with its sets as the target, or else the target that it had. One of a deload keeps
    /// its target, and the loads of its sets are left out, since they were lowered already.
    func again(_ part: WorkoutExercise, of workout: Workout) throws -> WorkoutExercise {
        let sets = try transaction.sets(ofWorkout: workout.id, of: part.place)
        var former = part.target
        former?.basis = nil
        former?.progression = nil
        let again = ExerciseTarget(repeating: sets, of: part.target)
        return WorkoutExercise(
            exercise: part.exercise, block: part.block, superset: part.superset,
            target: workout.deload == nil ? again ?? former : former ?? again?.withoutLoads,
            note: part.note)
    }
}

extension TemplateUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var template = try context.template(template)
        guard
            name != nil || exercises != nil || daysPerWeek != nil || rest != nil || note != nil
                || deload != nil
        else {
            throw Rejection.invalid(
                "template",
                """
                nothing to change: give \(field: "name"), \(field: "exercises"), \
                \(field: "days_per_week"), \(field: "rest"), \(field: "note") or \
                \(field: "deload")
                """)
        }
        var fields = template.fields
        if let name { fields.name = try Text.name(name, field: "name") }
        if let exercises { fields.exercises = try context.planned(exercises) }
        if let daysPerWeek { fields.daysPerWeek = daysPerWeek.value }
        if let rest { fields.restMs = rest.value?.ms }
        if let note { fields.note = note.isEmpty ? nil : note }
        if let deload { fields.deload = deload.value }
        try template.edit(fields)
        return try context.record(.templateUpdated, template)
    }
}

extension TemplateList: Performable {
    func perform(in context: Context) throws -> Response {
        Response(
            templates: shipped == true
                ? try context.shippedViews()
                : try context.transaction.templates().map { try $0.view(in: context) })
    }
}

extension TemplateGet: Performable {
    func perform(in context: Context) throws -> TemplateView {
        try context.viewWithNext(context.template(template))
    }
}

extension TemplateDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.record(.templateDeleted, context.template(template), isGone: true)
    }
}
