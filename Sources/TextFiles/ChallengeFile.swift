import TrackerCore
import UserFiles

/// Files of challenges, a table each:
///
///     [push-ups-today]
///     kind = "daily"
///     text = "{target} push-ups today"
///     measure = "reps"
///     exercise = "push-ups"
///
/// An entry has `kind`, `text`, the keys of `MeasureKeys` except `within_days`, and `target`. Without a
/// target, it comes from the person's own days (`ChallengeTarget`): possible for the reps or seconds of an
/// exercise in a day and for the done days of a week.
package enum ChallengeFile {
    private static let shippedName = "challenges.toml"
    /// Greatest target.
    private static let maximum = 1_000_000_000
    private static let measures: [Measure] = [
        .efforts, .doneDays, .reps, .seconds, .sets, .workouts, .sessions, .volumeKg, .exercises,
        .categories, .answers, .fastAnswers, .records, .focus,
    ]
    private static let placeholder = "{target}"

    /// - Parameters:
    ///   - shipped: the text of the shipped file.
    ///   - movements: keys of the movements of the library.
    package static func read(
        shipped: String, own: UserFile, movements: Set<String>
    ) -> Definitions<ChallengeTemplate> {
        let counted = MeasureKeys(
            measures: measures, options: [.exercise, .categoryOf, .from, .until],
            movements: movements)
        let form = Definitions<ChallengeTemplate>.Form(
            thing: "a challenge", example: "push-ups-today",
            keys: ["kind", "text"] + counted.names + ["target"],
            maximum: ProgressDefinitions.maximumChallenges
        ) { id, table throws(TextProblem) in
            try challenge(id, table, counted)
        }
        return Definitions(form, shipped: shipped, name: shippedName, own: own)
    }

    private static func challenge(
        _ id: String, _ table: TextTable, _ counted: MeasureKeys
    ) throws(TextProblem) -> ChallengeTemplate {
        let given: ChallengeDraw.Kind? = try table.choice("kind")
        let kind = try table.needed(given, "a kind: \"daily\" or \"weekly\"")
        let text = try table.needed(try table.line("text"), "a text")
        let measured = try counted.measured(table)
        if kind == .daily, measured.measure == .doneDays {
            throw table.problem("measure", "can't be done_days in a daily challenge: use efforts")
        }
        let most = measured.measure == .doneDays ? 7 : maximum
        let target = try table.int("target", in: 1...most).map(Int64.init)
        if target == nil {
            guard hasOwnTarget(kind, measured) else {
                throw table.problem(
                    "",
                    "needs a target: only the reps or seconds of an exercise over a whole day, or all "
                        + "done_days of a week, can do without")
            }
            guard text.contains(placeholder) else {
                throw table.problem(
                    "text", "must have \(placeholder), since each person's is different")
            }
        }
        return ChallengeTemplate(
            id: id, kind: kind, text: text, measured: measured, target: target)
    }

    /// True where a target follows from what the person did in the days before.
    private static func hasOwnTarget(_ kind: ChallengeDraw.Kind, _ measured: Measured) -> Bool {
        switch (kind, measured.measure) {
        case (.daily, .reps), (.daily, .seconds):
            measured == Measured(measured.measure, exercise: measured.exercise)
                && measured.exercise != nil
        case (.weekly, .doneDays): measured == Measured(.doneDays)
        default: false
        }
    }
}
