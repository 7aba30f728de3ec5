import TrackerCore
import UserFiles

/// Files of achievements, a table each:
///
///     [push-up-month]
///     name = "Push-up Month"
///     text = "{n} push-ups within 30 days"
///     category = "volume"
///     measure = "reps"
///     exercise = "push-ups"
///     within_days = 30
///     bronze = 500
///     silver = 1000
///
/// An entry has `name`, `text`, `icon?`, `category`, the keys of `MeasureKeys`, and a threshold for one
/// to four tiers, each above the one before.
package enum AchievementFile {
    private static let shippedName = "achievements.toml"
    /// Greatest threshold.
    private static let maximum = 1_000_000_000

    /// - Parameters:
    ///   - shipped: the text of the shipped file.
    ///   - movements: keys of the movements of the library.
    package static func read(
        shipped: String, own: UserFile, movements: Set<String>
    ) -> Definitions<Achievement> {
        let counted = MeasureKeys(
            measures: Measure.allCases, options: MeasureKeys.Option.allCases, movements: movements)
        let tiers = Achievement.Tier.allCases.map(\.rawValue)
        let form = Definitions<Achievement>.Form(
            thing: "an achievement", example: "push-up-month",
            keys: ["name", "text", "icon", "category"] + counted.names + tiers,
            maximum: ProgressDefinitions.maximumAchievements
        ) { id, table throws(TextProblem) in
            try achievement(id, table, counted)
        }
        return Definitions(form, shipped: shipped, name: shippedName, own: own)
    }

    private static func achievement(
        _ id: String, _ table: TextTable, _ counted: MeasureKeys
    ) throws(TextProblem) -> Achievement {
        let category: Achievement.Category? = try table.choice("category")
        let measured = try counted.measured(table)
        return Achievement(
            id: id, name: try table.needed(try table.line("name"), "a name"),
            text: try table.needed(try table.line("text"), "a text"),
            icon: try table.line("icon"),
            category: try table.needed(category, "a category, such as \"volume\""),
            measured: measured, steps: try steps(table, measured))
    }

    private static func steps(
        _ table: TextTable, _ measured: Measured
    ) throws(TextProblem) -> [Achievement.Step] {
        // There can't be more done days than days.
        let most = measured.measure == .doneDays ? measured.withinDays ?? maximum : maximum
        var steps: [Achievement.Step] = []
        for tier in Achievement.Tier.allCases {
            let key = tier.rawValue
            guard let threshold = try table.int(key, in: 1...most).map(Int64.init) else { continue }
            if let last = steps.last, threshold <= last.threshold {
                throw table.problem(
                    key,
                    "must be more than \(last.tier.rawValue) (\(last.threshold)), not \(threshold)")
            }
            steps.append(Achievement.Step(tier, at: threshold))
        }
        guard !steps.isEmpty else {
            throw table.problem("", "needs a threshold: give bronze, silver, gold or platinum")
        }
        return steps
    }
}
