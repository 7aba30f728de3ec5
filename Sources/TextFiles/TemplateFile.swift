import TrackerAPI
import TrackerCore
import UserFiles

/// The file of the templates that come with the program, in plans:
///
///     [[templates]]
///     plan = "5x5"
///     name = "5x5 A"
///     days_per_week = 3
///     rest = "3m"
///     note = "…"
///     exercises = [
///         { exercise = "back-squat", sets = 5, reps = 5, progression = { add = 2.5, reset_after = 3 } },
///     ]
///
/// A template has `plan` and the members of `template.create`, with two differences: an exercise is the key of a
/// library exercise, and a progression adds kilograms.
package enum TemplateFile {
    package static func read(
        _ text: String, file: String
    ) throws(TextProblem) -> [ShippedTemplate] {
        let root = try TextTable(text, file: file)
        try root.refuseUnknown(besides: ["templates"])
        return try root.tables("templates").map { table throws(TextProblem) in
            try template(table)
        }
    }

    private static func template(
        _ table: TextTable
    ) throws(TextProblem) -> ShippedTemplate {
        try table.refuseUnknown(besides: [
            "plan", "name", "days_per_week", "rest", "note", "deload", "exercises",
        ])
        let plan = try table.needed(try table.line("plan"), "a plan")
        do {
            let given = try JSONText.value(TemplateCreate.self, from: table.json)
            let exercises = try (given.exercises?.exercises ?? []).enumerated().map { index, one in
                try one.planned(
                    Movement.id(ofSlug: one.exercise), in: .kg, at: "exercises[\(index)].")
            }
            return try ShippedTemplate(
                plan: plan,
                inKilograms: Template.Fields(
                    name: given.name, daysPerWeek: given.daysPerWeek, restMs: given.rest?.ms,
                    note: given.note, deload: given.deload, exercises: exercises))
        } catch {
            let rejection = Rejection(decoding: error)
            throw table.problem(at: rejection.field, rejection.message)
        }
    }
}
