import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The goal with a name, or whose name has all words of a text; case, accents and punctuation don't matter.
    fileprivate func goal(_ text: String) throws -> Goal {
        try resolve(
            text,
            Address(
                field: "goal", plural: "goals", named: { try goal(named: $0) },
                advice: { text in
                    advice(insteadOf: text, among: try transaction.goals().map(\.name))
                }))
    }

    /// - Throws: `ambiguous` where several names have the words.
    private func goal(named text: String) throws -> Goal? {
        let key = NameKey.of(text)
        if let goal = try transaction.goal(key: key) { return goal }
        let words = Set(key.split(separator: " "))
        guard !words.isEmpty else { return nil }
        let matches = try transaction.goals().filter { goal in
            words.isSubset(of: goal.key.split(separator: " "))
        }
        guard matches.count > 1 else { return matches.first }
        let names = matches.map(\.name).joined(separator: ", ")
        throw Rejection(
            .ambiguous, "'\(text)' could be \(names): give more of the name", field: "goal",
            matches: matches.map(\.id))
    }

    fileprivate func view(_ goal: Goal, with progress: GoalProgress? = nil) throws -> GoalView {
        GoalView(goal, exerciseName: try name(ofExercise: goal.exercise), progress: progress)
    }

    /// Goals for `status`: at most three, those that aren't met first; `nil` for none.
    func goalsInStatus() throws -> Status.Goals? {
        let goals = try transaction.goals()
        guard !goals.isEmpty else { return nil }
        let reading = try GoalReading(self)
        let states = try goals.map { goal in
            (goal: goal, isMet: try reading.present(of: goal).state == .met)
        }
        let shown = (states.filter { !$0.isMet } + states.filter(\.isMet))
            .prefix(Status.Goals.shownNumber)
        return Status.Goals(
            met: states.count(where: \.isMet), total: goals.count,
            shown: try shown.map { try view($0.goal, with: reading.shortProgress(of: $0.goal)) })
    }
}

/// A reading of goals' figures, with what they depend on besides the goals.
struct GoalReading {
    private let transaction: Transaction
    /// Number of the present day.
    let today: Int
    /// The weekday on which weeks begin; 0 is Monday.
    let weekStart: Int
    private let facts: DayFacts

    /// Number of days that the length of the streak alone is first looked for in.
    private static let shortDays = 28

    init(_ context: Context) throws {
        transaction = context.transaction
        today = try context.presentDay()
        weekStart = try context.transaction.settings().weekStarts.daysFromMonday
        facts = try DayFacts(context)
    }

    /// Number of the first day of a goal's present period.
    func firstDay(of period: Goal.Period) -> Int {
        period.days(containing: today, weekStart: weekStart).lowerBound
    }

    /// The present period of a goal.
    func present(of goal: Goal) throws -> GoalFigures.Period {
        try figures(of: goal, from: today).present
    }

    /// Figures of a goal over at least some days up to today; more if its streak began earlier.
    func figures(of goal: Goal, overDays count: Int) throws -> GoalFigures {
        var first = today - count
        var found = try figures(of: goal, from: first)
        guard !found.streak.isWhole else { return found }
        let earliest = try transaction.dayBeforeProgress() ?? today
        while !found.streak.isWhole, first > earliest {
            first = max(earliest, today - 2 * (today - first))
            found = try figures(of: goal, from: first)
        }
        return found
    }

    private func figures(of goal: Goal, from day: Int) throws -> GoalFigures {
        try figures(of: goal, from: day, through: today)
    }

    /// Figures of a goal as they are on a day up to today.
    fileprivate func figures(
        of goal: Goal, from day: Int, through last: Int
    ) throws -> GoalFigures {
        let first = goal.period.days(containing: day, weekStart: weekStart).lowerBound
        return GoalFigures(
            goal, from: first, through: last, weekStart: weekStart,
            amounts: try transaction.amounts(toward: goal, on: first...last),
            isExcused: facts.isExcused)
    }

    func progress(of goal: Goal) throws -> GoalProgress {
        let figures = try figures(of: goal, overDays: GoalFigures.scoredDays)
        return GoalProgress(figures, score: figures.score(onDay: today))
    }

    /// Progress without the score.
    fileprivate func shortProgress(of goal: Goal) throws -> GoalProgress {
        GoalProgress(try figures(of: goal, overDays: Self.shortDays))
    }
}

extension Context {
    /// Goals in a report on some days; `nil` for none.
    func goals(inReportOn days: ClosedRange<Int>) throws -> [ReportView.Goal]? {
        let goals = try transaction.goals()
        guard !goals.isEmpty else { return nil }
        let reading = try GoalReading(self)
        let parts = try goals.compactMap { goal -> ReportView.Goal? in
            let periods = try reading.periods(of: goal, on: days)
            guard let last = periods.last else { return nil }
            let met = periods.count { $0.state == .met }
            return ReportView.Goal(
                goal: try view(goal), met: met, of: met + periods.count { $0.state == .missed },
                value: last.value, target: last.target)
        }
        return parts.isEmpty ? nil : parts
    }
}

extension GoalReading {
    /// Periods that end within some days, and the running one where today is one of them; none where nothing
    /// was done in periods that are all over.
    fileprivate func periods(
        of goal: Goal, on days: ClosedRange<Int>
    ) throws -> [GoalFigures.Period] {
        let isRunning = days.contains(today)
        let end = goal.period.days(containing: days.upperBound, weekStart: weekStart).upperBound
        // On the day after the last period, that is over.
        let figures = try figures(
            of: goal, from: days.lowerBound, through: min(today, end + 1))
        let found = figures.periods.filter { period in
            period.state != .rest
                && (days.contains(period.days.upperBound)
                    || isRunning && period.days.contains(today))
        }
        return isRunning || found.contains(where: { $0.value > 0 }) ? found : []
    }
}

extension GoalProgress {
    fileprivate init(_ figures: GoalFigures, score: Double? = nil) {
        let present = figures.present
        self.init(
            from: Days.text(of: present.days.lowerBound),
            to: Days.text(of: present.days.upperBound), value: present.value,
            state: present.state, streak: figures.streak.length, score: score.map(rounded))
    }
}

/// A score as the wire has it, in thousandths.
private func rounded(_ score: Double) -> Double { (score * 1000).rounded() / 1000 }

extension Goal: Recorded {
    func view(in context: Context) throws -> GoalView { try context.view(self) }
}

// MARK: - Changes

extension GoalAdd: Performable {
    func perform(in context: Context) throws -> GoalView {
        let measure = measure ?? .exercise
        let exercise = try counted(as: measure, in: context)
        guard let target = try measure.target(count, seconds: seconds, of: exercise) else {
            throw Rejection.invalid("count", "\(field: "count") is missing: give the target")
        }
        let period = period ?? .daily
        let thing = exercise?.name ?? measure.rawValue
        let name = try Text.name(name ?? "\(period.adjective) \(thing)", field: "name")
        let reading = try GoalReading(context)
        let goal = try Goal(
            id: context.id(of: Goal.self, from: NameKey.of(name)), name: name,
            measure: measure, exercise: exercise, period: period, target: target,
            from: reading.firstDay(of: period))
        try context.record(.goalCreated, goal)
        return try context.view(goal, with: reading.progress(of: goal))
    }

    /// The exercise that is counted; `nil` for another measure.
    private func counted(as measure: Goal.Measure, in context: Context) throws -> Exercise? {
        guard measure == .exercise else {
            guard exercise == nil else {
                throw Rejection.invalid(
                    "exercise",
                    """
                    \(field: "exercise") and \(field: "measure") can't be combined: give one of them
                    """)
            }
            return nil
        }
        guard let exercise else {
            throw Rejection.invalid(
                "exercise",
                "\(field: "exercise") is missing: give it, or \(field: "measure")")
        }
        return try context.exercise(exercise)
    }
}

extension GoalUpdate: Performable {
    func perform(in context: Context) throws -> GoalView {
        var goal = try context.goal(goal)
        guard count != nil || seconds != nil || name != nil else {
            throw Rejection.invalid(
                "goal", "nothing to change: give \(field: "count") or \(field: "name")")
        }
        let reading = try GoalReading(context)
        let exercise = try goal.exercise.flatMap { try context.transaction.exercise(id: $0) }
        if let target = try goal.measure.target(count, seconds: seconds, of: exercise) {
            try goal.setTarget(target, from: reading.firstDay(of: goal.period))
        }
        if let name { try goal.rename(Text.name(name, field: "name")) }
        try context.record(.goalUpdated, goal)
        return try context.view(goal, with: reading.progress(of: goal))
    }
}

extension GoalDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.record(.goalDeleted, context.goal(goal), isGone: true)
    }
}

extension Goal.Measure {
    /// A target that was given as a count, or as a time: of an exercise that is counted in seconds, or of focus;
    /// `nil` if neither was given.
    fileprivate func target(
        _ count: Int64?, seconds: Int64?, of exercise: Exercise?
    ) throws(Rejection) -> Int64? {
        if let exercise { return try exercise.count(count, seconds: seconds) }
        guard let seconds else { return count }
        guard self == .focus else {
            throw .invalid(
                "seconds", "only an exercise or focus can have a time: give a whole number")
        }
        guard count == nil else {
            throw .invalid(
                "seconds",
                "\(field: "seconds") and \(field: "count") can't be combined: give one of them")
        }
        guard seconds > 0, seconds.isMultiple(of: 60) else {
            throw .invalid("seconds", "focus is counted in minutes: give a whole number of them")
        }
        return seconds / 60
    }
}

extension Goal.Period {
    /// Word before the thing that is counted, in a goal's name.
    fileprivate var adjective: String {
        switch self {
        case .daily: "Daily"
        case .weekdays: "Weekday"
        case .weekly: "Weekly"
        }
    }
}

// MARK: - Reading

extension GoalList: SlicedRead {
    func slices() -> any Slices { GoalSlices() }
}

/// Lists the goals, one at a time.
private final class GoalSlices: Slices {
    /// Goals that are still to be listed; `nil` before the beginning.
    private var rest: ArraySlice<Goal>?
    private var views: [GoalView] = []

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        var rest = try self.rest ?? context.transaction.goals()[...]
        let reading = try GoalReading(context)
        repeat {
            guard let goal = rest.popFirst() else {
                return try JSONText.of(GoalList.Response(goals: views))
            }
            views.append(try context.view(goal, with: reading.progress(of: goal)))
        } while hasTime()
        self.rest = rest
        return nil
    }
}

extension GoalGet: Performable {
    /// Number of days whose periods are listed.
    private static let listedDays = 371
    /// Number of weeks whose scores are listed.
    private static let listedWeeks = 12

    func perform(in context: Context) throws -> Response {
        let goal = try context.goal(goal)
        let reading = try GoalReading(context)
        let today = reading.today
        let figures = try reading.figures(of: goal, overDays: GoalFigures.scoredDays)
        let progress = GoalProgress(figures, score: figures.score(onDay: today))
        let periods = figures.periods.drop { period in
            let isOld = period.days.upperBound <= today - Self.listedDays
            return isOld || period.value == 0 && !period.days.contains(today)
        }
        let week = Goal.Period.weekly.days(containing: today, weekStart: reading.weekStart)
        let scores = (0..<Self.listedWeeks).reversed().map { weeks in
            let day = min(today, week.upperBound - 7 * weeks)
            return Score(day: Days.text(of: day), score: rounded(figures.score(onDay: day)))
        }
        return Response(
            goal: try context.view(goal, with: progress), periods: periods.map(Period.init),
            scores: scores)
    }
}
