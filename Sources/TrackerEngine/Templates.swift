import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The template with a name; case, accents and punctuation don't matter.
    func template(_ text: String) throws -> Template {
        try resolve(
            text,
            Address(
                field: "template", plural: "templates",
                named: { try transaction.template(key: NameKey.of($0)) },
                advice: { text in
                    advice(
                        insteadOf: text, among: try transaction.templates().map(\.name))
                }))
    }

    func view(_ template: Template) throws -> TemplateView {
        try TemplateView(template) { try name(ofExercise: $0) ?? "" }
    }

    /// Records a change of a template.
    ///
    /// - Returns: the template as it is now.
    fileprivate func append(_ type: EventType, _ template: Template) throws -> Written<TemplateView>
    {
        let isGone = type == .templateDeleted
        return try append(
            type, subject: template.id, data: view(template),
            isGone ? [] : [template], removed: isGone ? [template] : [])
    }

    fileprivate func planned(_ given: TemplateExercises) throws -> [PlannedExercise] {
        let unit = try transaction.settings().unit
        return try given.exercises.enumerated().map { index, one in
            let path = "exercises[\(index)]."
            let exercise = try exercise(
                one.exercise, field: "\(path)exercise",
                hasLoad: one.groups.contains { $0.load != nil || $0.percent != nil })
            let groups = try one.groups.enumerated().map { index, group in
                let path = one.path(toGroup: index, at: path)
                let group = try group.group(in: unit, at: path)
                try group.check(at: path)
                return group
            }
            return PlannedExercise(
                exercise: exercise.id,
                target: ExerciseTarget(groups: groups, restMs: one.rest?.ms),
                superset: one.superset)
        }
    }
}

extension TemplateCreate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let name = try Text.name(name, field: "name")
        let template = try Template(
            id: context.id(of: Template.self, from: NameKey.of(name)),
            fields: .init(
                name: name, daysPerWeek: daysPerWeek, restMs: rest?.ms,
                note: note?.isEmpty == true ? nil : note,
                exercises: context.planned(exercises)))
        return try context.append(.templateCreated, template)
    }
}

extension TemplateUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var template = try context.template(template)
        guard
            name != nil || exercises != nil || daysPerWeek != nil || rest != nil || note != nil
        else {
            throw Rejection.invalid(
                "template",
                "nothing to change: give name, exercises, days_per_week, rest or note, too")
        }
        var fields = template.fields
        if let name { fields.name = try Text.name(name, field: "name") }
        if let exercises { fields.exercises = try context.planned(exercises) }
        if let daysPerWeek { fields.daysPerWeek = daysPerWeek.value }
        if let rest { fields.restMs = rest.value?.ms }
        if let note { fields.note = note.isEmpty ? nil : note }
        try template.edit(fields)
        return try context.append(.templateUpdated, template)
    }
}

extension TemplateList: Performable {
    func perform(in context: Context) throws -> Response {
        Response(templates: try context.transaction.templates().map { try context.view($0) })
    }
}

extension TemplateGet: Performable {
    func perform(in context: Context) throws -> TemplateView {
        try context.view(context.template(template))
    }
}

extension TemplateDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.append(.templateDeleted, context.template(template))
    }
}
