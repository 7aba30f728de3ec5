/// All of progress at the end of a day: a fold over the days, so that a change of the past needs no rule of
/// its own. Days before the first one on which anything was done leave no trace, so that folds of the same
/// rows are equal whichever day they began with.
package struct ProgressFold: Sendable, Hashable, Codable {
    /// Version of the rules. It is raised with each change of the rules or of the stored form, so that folds
    /// of an earlier version are made anew.
    private static let rules = 3

    /// Version of the rules by which the fold was made.
    private var rules = ProgressFold.rules
    /// Number of the last day that was added; `nil` before the first.
    package private(set) var through: Int?
    package private(set) var streak = StreakState()
    /// Points of the days, without those of achievements and challenges.
    package private(set) var dayPoints: Int64 = 0
    /// Points of completed challenges.
    package private(set) var challengePoints: Int64 = 0
    /// Values of the achievements, in the order of their definitions.
    private var values: [MeasuredValue]
    /// Values of challenges by their keys, for as long as they may count.
    private var challenges: [String: MeasuredValue] = [:]
    /// Efforts that reached a tier, by `key(of:)` of the tier.
    package private(set) var earned: [String: Earned] = [:]
    private var records: [String: RecordFrontier] = [:]
    /// Number of sets that made a record at their time.
    package private(set) var recordsMade = 0
    /// Number of the last day with an effort.
    private var lastDone: Int?
    private var comeback: Int64 = 0

    /// The effort that reached a tier.
    package struct Earned: Sendable, Hashable, Codable {
        /// Number of the effort's day.
        package let day: Int
        /// Time of the effort, UTC milliseconds.
        package let atMs: Int64
    }

    /// The facts of one day.
    package struct Day: Sendable {
        package var number: Int
        /// What the person did on the day, in any order.
        package var rows: [ProgressRow]
        /// Whether no effort is expected on the day.
        package var isRest: Bool
        /// Whether the streak is paused on the day.
        package var isPaused: Bool
        package var isToday: Bool

        package init(
            number: Int, rows: [ProgressRow], isRest: Bool = false, isPaused: Bool = false,
            isToday: Bool = false
        ) {
            self.number = number
            self.rows = rows
            self.isRest = isRest
            self.isPaused = isPaused
            self.isToday = isToday
        }

        fileprivate var facts: Streak.Facts {
            Streak.Facts(
                hasEffort: rows.contains(where: \.isEffort), isRest: isRest, isPaused: isPaused)
        }
    }

    /// - Parameter day: number of a day up to which nothing was done; `nil` for none.
    package init(_ definitions: ProgressDefinitions, afterEmptyDay day: Int? = nil) {
        through = day
        values = definitions.achievements.map { _ in MeasuredValue() }
    }

    /// Adds the next day.
    ///
    /// - Parameter offered: challenges, which count if the day is one of theirs.
    /// - Returns: the day's outcome; `nil` before the first effort.
    @discardableResult
    package mutating func add(
        _ day: Day, _ definitions: ProgressDefinitions, offered: [Challenge]
    ) -> Streak.State? {
        for index in values.indices {
            values[index].closeDay(of: definitions.achievements[index].measured)
        }
        challenges = challenges.filter { key, _ in
            offered.contains { $0.key == key && $0.counts(on: day.number) }
        }
        let today = offered.filter { ($0.from...$0.to).contains(day.number) }
        for challenge in today {
            challenges[challenge.key, default: .init()].closeDay(of: challenge.measured)
        }
        let rows = day.rows.sorted(by: ProgressRow.precedes)
        for row in rows { add(row, on: day.number, definitions, today) }
        dayPoints += Experience.points(of: Experience.DayEfforts(rows))
        defer { through = day.number }
        let first = rows.first(where: \.isEffort)
        guard first != nil || lastDone != nil else { return nil }
        let state = streak.add(day.number, day.facts, isToday: day.isToday)
        if let first { rise(on: day.number, atMs: first.atMs, definitions) }
        return state
    }

    private mutating func add(
        _ row: ProgressRow, on day: Int, _ definitions: ProgressDefinitions,
        _ offered: [Challenge]
    ) {
        let isRecord = makesRecord(row)
        if isRecord { recordsMade += 1 }
        if case .challenge(let points) = row.kind { challengePoints += points }
        for index in values.indices {
            let former = values[index].value
            values[index].add(
                row, isRecord: isRecord, toward: definitions.achievements[index].measured)
            guard values[index].value > former else { continue }
            note(
                definitions.achievements[index], from: former, to: values[index].value,
                Earned(day: day, atMs: row.atMs))
        }
        for challenge in offered {
            challenges[challenge.key]?.add(row, isRecord: isRecord, toward: challenge.measured)
        }
    }

    private mutating func makesRecord(_ row: ProgressRow) -> Bool {
        guard let exercise = row.exercise else { return false }
        if let lift = row.lift {
            return records[exercise, default: .init()].add(load: lift.load, reps: lift.reps)
        }
        return row.hold.map { records[exercise, default: .init()].add(hold: $0) } ?? false
    }

    /// Adds what an effort on a day has made of the streak.
    private mutating func rise(
        on day: Int, atMs: Int64, _ definitions: ProgressDefinitions
    ) {
        if let lastDone { comeback = max(comeback, Int64(day - lastDone - 1)) }
        lastDone = day
        for (index, achievement) in definitions.achievements.enumerated() {
            let former = values[index].value
            switch achievement.measured.measure {
            case .streakBest: values[index].set(Int64(streak.best))
            case .weeksBest: values[index].set(Int64(streak.bestWeeks))
            case .comeback: values[index].set(comeback)
            default: continue
            }
            note(
                achievement, from: former, to: values[index].value, Earned(day: day, atMs: atMs))
        }
    }

    /// Records the tiers that a rise of a value has reached.
    private mutating func note(
        _ achievement: Achievement, from former: Int64, to value: Int64, _ earned: Earned
    ) {
        guard value > former else { return }
        for step in achievement.steps where former < step.threshold && step.threshold <= value {
            self.earned[achievement.key(of: step.tier)] = earned
        }
    }

    // MARK: Figures

    /// Whether the fold was made by the present rules and with as many achievements.
    package func fits(_ definitions: ProgressDefinitions) -> Bool {
        rules == Self.rules && values.count == definitions.achievements.count
    }

    /// Whether the fold was made by the rules of an earlier version.
    package var isOfEarlierRules: Bool { rules < Self.rules }

    /// The value of an achievement.
    ///
    /// - Parameter index: the achievement's place in the definitions.
    package func value(ofAchievement index: Int) -> Int64 { values[index].value }

    package func value(of challenge: Challenge) -> Int64 { challenges[challenge.key]?.value ?? 0 }

    /// Whether the target of a challenge is reached.
    package func reaches(_ challenge: Challenge) -> Bool {
        value(of: challenge) >= challenge.target
    }

    /// Points of the tiers that are held.
    package func tierPoints(_ definitions: ProgressDefinitions) -> Int64 {
        var points: Int64 = 0
        for (index, achievement) in definitions.achievements.enumerated() {
            for step in achievement.steps where step.threshold <= values[index].value {
                points += step.tier.points
            }
        }
        return points
    }
}

extension Achievement {
    /// A tier's key, such as `first-steps:bronze`.
    package func key(of tier: Tier) -> String { "\(id):\(tier.rawValue)" }
}

extension Experience.DayEfforts {
    /// - Parameter rows: the rows of one day.
    package init(_ rows: [ProgressRow]) {
        self.init(hasEffort: rows.contains(where: \.isEffort))
        for row in rows {
            switch row.kind {
            case .entry, .session(isEffort: true):
                reps += row.reps
                seconds += row.seconds
            case .set: sets += 1
            default: break
            }
        }
    }
}
