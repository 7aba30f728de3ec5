/// A template that comes with the program, and can be copied.
package struct ShippedTemplate: Sendable, Hashable {
    /// Name of the plan that the template is a part of, such as `5x5`.
    package let plan: String
    /// Fields of the template, in which progressions add kilograms.
    private let inKilograms: Template.Fields

    /// - Throws: a refusal of fields that no template may have.
    package init(plan: String, inKilograms fields: Template.Fields) throws(Rejection) {
        try fields.check()
        self.plan = plan
        inKilograms = fields
    }

    package var name: String { inKilograms.name }

    /// The comparison key of the name, by which the template is found.
    package var key: String { NameKey.of(name) }

    /// Id of a template with this name, the same on every machine.
    package var id: String { Identifier.derived(from: "\(Template.table):\(key)") }

    /// The fields for somebody who lifts in a unit. Plates in pounds come in steps of twice the number, so
    /// 2.5 kg become 5 lb.
    package func fields(in unit: Load.Unit) throws(Rejection) -> Template.Fields {
        guard unit == .lb else { return inKilograms }
        var fields = inKilograms
        fields.exercises = try fields.exercises.map { planned throws(Rejection) in
            guard let kilograms = planned.target.progression?.add else { return planned }
            var target = planned.target
            target.progression?.add = try Load(2 * kilograms.value, .lb)
            return PlannedExercise(
                exercise: planned.exercise, target: target, superset: planned.superset,
                note: planned.note)
        }
        return fields
    }
}
