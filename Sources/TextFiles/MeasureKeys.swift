import TrackerCore
import UserFiles

/// The keys of an achievement or a challenge that say what is counted: `measure`, and the options that
/// narrow it down.
struct MeasureKeys {
    enum Option: String, CaseIterable {
        case exercise
        case categoryOf = "category_of"
        case withinDays = "within_days"
        case from, until

        /// Options that have a meaning for a measure.
        ///
        /// Workouts, answers and runs belong to no single exercise. Streaks and breaks are about all time.
        /// Challenges have a day but no hour, and a day's total is about one day.
        static func options(of measure: Measure) -> Set<Option> {
            switch measure {
            case .efforts, .doneDays, .reps, .seconds, .sets, .sessions, .volumeKg, .records:
                Set(allCases)
            case .exercises: [.categoryOf, .withinDays, .from, .until]
            case .workouts, .categories, .answers, .fastAnswers, .focus:
                [.withinDays, .from, .until]
            case .challenges: [.withinDays]
            case .dayTotal: [.exercise, .categoryOf, .from, .until]
            case .streakBest, .weeksBest, .comeback: []
            }
        }
    }

    static let spans = 1...366
    /// Hours at which a span of a day may begin, and end.
    static let beginnings = 0...23
    static let ends = 1...24

    /// The measures that may be named.
    let measures: [Measure]
    /// The options of this kind of file.
    let options: [Option]
    /// Keys of the movements of the library.
    let movements: Set<String>

    /// All keys.
    var names: [String] { ["measure"] + options.map(\.rawValue) }

    /// Reads the keys of an entry.
    func measured(_ table: TextTable) throws(TextProblem) -> Measured {
        let given: Measure? = try table.choice("measure")
        let measure = try table.needed(given, "a measure, such as \"reps\"")
        guard measures.contains(measure) else {
            let allowed = measures.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            throw table.problem("measure", "must be \(allowed), not \"\(measure.rawValue)\"")
        }
        let present = options.filter { table.keys.contains($0.rawValue) }
        let meant = Option.options(of: measure)
        for option in present where !meant.contains(option) {
            throw table.problem(
                option.rawValue, "has no meaning for \(measure.rawValue): leave it out")
        }
        var measured = Measured(measure)
        for option in present { try read(option, of: table, into: &measured) }
        if measured.exercise != nil, measured.categoryOf != nil {
            throw table.problem(
                "category_of",
                "has no effect next to exercise, which has its own category: leave it out")
        }
        if let from = measured.from, let until = measured.until, from >= until {
            throw table.problem("until", "must be more than from (\(from)), not \(until)")
        }
        return measured
    }

    private func read(
        _ option: Option, of table: TextTable, into measured: inout Measured
    ) throws(TextProblem) {
        let key = option.rawValue
        switch option {
        case .exercise: measured.exercise = try exercise(table)
        case .categoryOf: measured.categoryOf = try table.line(key)
        case .withinDays: measured.withinDays = try table.int(key, in: Self.spans)
        case .from: measured.from = try table.int(key, in: Self.beginnings)
        case .until: measured.until = try table.int(key, in: Self.ends)
        }
    }

    /// Id of the given exercise: the value is its key in the library, or the id itself.
    private func exercise(_ table: TextTable) throws(TextProblem) -> String? {
        let key = Option.exercise.rawValue
        guard let given = try table.string(key) else { return nil }
        if movements.contains(given) { return Movement.id(ofSlug: given) }
        if Identifier.isWhole(given) { return given }
        let near = Spelling.nearest(to: given, among: movements.sorted())
        let advice =
            near.map { "did you mean \($0)?" } ?? "give its key from exercises.toml, or its id"
        throw table.problem(key, "names an unknown exercise: \"\(given.prefix(60))\"; \(advice)")
    }
}
