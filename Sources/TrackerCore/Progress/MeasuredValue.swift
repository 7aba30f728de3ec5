/// The value of a measure, built up row by row and day by day.
package struct MeasuredValue: Sendable, Hashable, Codable {
    /// The value so far.
    package private(set) var value: Int64 = 0
    /// The exact sum of work; `nil` for other measures.
    private var work: Work?
    /// Sum of the present day.
    private var today: Int64 = 0
    /// Sums of the present day by exercise, for `dayTotal`.
    private var byExercise: [String: Int64] = [:]
    /// Sums of the earlier days that still matter.
    private var recent: [Int64] = []
    /// Exercises or categories of the present day, and of the earlier days that matter, for `exercises` and
    /// `categories`.
    private var seen: Set<String> = []
    private var recentlySeen: [Set<String>] = []

    package init() {}

    /// Adds a row of the present day.
    ///
    /// - Parameter isRecord: whether the row made a personal record, which only the whole history shows.
    package mutating func add(
        _ row: ProgressRow, isRecord: Bool = false, toward measured: Measured
    ) {
        guard measured.covers(row) else { return }
        switch measured.measure {
        case .volumeKg:
            guard row.work > Work() else { return }
            var sum = work ?? Work()
            sum += row.work
            work = sum
            rise(by: Int64(sum.value(in: .kg)) - today)
        case .doneDays:
            if row.isEffort { rise(by: 1 - today) }
        case .dayTotal:
            guard let exercise = row.exercise else { return }
            byExercise[exercise, default: 0] += row.reps + row.seconds
            value = max(value, byExercise[exercise] ?? 0)
        case .exercises: see(row.isEffort && row.kind != .warmup ? row.exercise : nil)
        case .categories: see(row.isEffort && row.kind != .warmup ? row.category : nil)
        case .records: rise(by: isRecord ? 1 : 0)
        default: rise(by: measured.measure.amount(of: row))
        }
    }

    private mutating func see(_ id: String?) {
        guard let id, seen.insert(id).inserted else { return }
        value = max(value, Int64(recentlySeen.reduce(seen) { $0.union($1) }.count))
    }

    /// Raises the value to a figure of the streak.
    package mutating func set(_ value: Int64) { self.value = max(self.value, value) }

    private mutating func rise(by amount: Int64) {
        today += amount
        value = max(value, recent.reduce(0, +) + today)
    }

    /// Ends the present day. Leading days without a sum are left out, so that the day with which a fold began
    /// doesn't matter.
    package mutating func closeDay(of measured: Measured) {
        byExercise = [:]
        guard let days = measured.withinDays else {
            // All earlier days count as one; the sum of work and the set of seen exercises span them anyway.
            if measured.measure == .volumeKg { return }
            let sum = recent.reduce(0, +) + today
            recent = sum == 0 ? [] : [sum]
            today = 0
            return
        }
        work = nil
        // Older databases may have a challenge with a span of no days.
        let former = max(1, days) - 1
        recentlySeen = Array((recentlySeen + [seen]).suffix(former).drop(while: \.isEmpty))
        seen = []
        recent = Array((recent + [today]).suffix(former).drop { $0 == 0 })
        today = 0
    }
}

extension Measured {
    /// Whether a row counts toward the measure, judged by the row alone.
    package func counts(_ row: ProgressRow) -> Bool {
        guard covers(row) else { return false }
        switch measure {
        case .volumeKg: return row.work > Work()
        case .doneDays: return row.isEffort
        case .exercises, .categories: return row.isEffort && row.kind != .warmup
        case .dayTotal: return row.reps + row.seconds > 0
        case .records: return row.lift != nil || row.hold != nil
        default: return measure.amount(of: row) > 0
        }
    }

    /// Whether a row's exercise, category and hour count toward the measure.
    fileprivate func covers(_ row: ProgressRow) -> Bool {
        if let exercise, row.exercise != exercise { return false }
        if let categoryOf, row.category != categoryOf { return false }
        if let from, row.hour < from { return false }
        if let until, row.hour >= until { return false }
        return true
    }
}

extension Measure {
    /// The amount that a row adds.
    fileprivate func amount(of row: ProgressRow) -> Int64 {
        switch self {
        case .efforts: row.isEffort && row.kind != .warmup ? 1 : 0
        case .reps: row.reps
        case .seconds: row.seconds
        case .sets: row.kind == .set ? 1 : 0
        case .workouts: row.kind == .workout ? 1 : 0
        case .sessions: row.isSession ? 1 : 0
        case .answers: row.kind == .answer ? 1 : 0
        case .fastAnswers: row.kind == .answer && row.responseMs ?? .max <= 60_000 ? 1 : 0
        case .focus: row.kind == .run ? row.workedMs / 60_000 : 0
        case .challenges: if case .challenge = row.kind { 1 } else { 0 }
        case .doneDays, .volumeKg, .dayTotal, .records, .exercises, .categories, .streakBest,
            .weeksBest, .comeback:
            0
        }
    }
}

extension ProgressRow {
    fileprivate var isSession: Bool {
        if case .session = kind { return true }
        return false
    }
}
