import TrackerAPI
import TrackerCore
import TrackerStore

extension ProgressExplain: SlicedRead {
    func slices() throws -> any Slices { ExplainSlices(self) }
}

/// Row of an explanation, with the day and the time that place it.
private struct Reason {
    let day: Int
    /// UTC milliseconds.
    let atMs: Int64
    let row: ProgressExplain.Row
}

/// Reasons for a figure.
private struct Explanation {
    /// Reasons that are found without going through days, in any order.
    var known: [Reason] = []
    /// Days whose rows are still to be searched; `nil` for none.
    var days: ClosedRange<Int>?
    /// The reasons among the rows of a day, the newest first.
    var reasons: (_ day: Int, _ rows: [ProgressRow], _ context: Context) throws -> [Reason] = {
        _, _, _ in []
    }
}

/// Goes through days, the newest first, until there are enough reasons.
private final class ExplainSlices: Slices {
    /// Number of days whose rows are read at once.
    private static let daysOfStep = 8

    private let request: ProgressExplain
    private var explanation: Explanation?
    /// Reasons found so far, the newest first.
    private var found: [Reason] = []

    init(_ request: ProgressExplain) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        guard var explanation else {
            explanation = try context.explanation(of: request.what)
            return nil
        }
        defer { self.explanation = explanation }
        repeat {
            guard let days = explanation.days, found.count < ProgressExplain.maximumRows else {
                return try JSONText.of(ProgressExplain.Response(rows: rows(explanation.known)))
            }
            let first = max(days.lowerBound, days.upperBound - Self.daysOfStep + 1)
            let rows = try context.transaction.progressRows(on: first...days.upperBound)
            for day in (first...days.upperBound).reversed() {
                found += try explanation.reasons(day, rows[day] ?? [], context)
            }
            explanation.days = first > days.lowerBound ? days.lowerBound...first - 1 : nil
        } while hasTime()
        return nil
    }

    /// The newest rows. Among rows of the same moment, those found day by day count as older.
    private func rows(_ known: [Reason]) -> [ProgressExplain.Row] {
        // The sort is stable: rows of the same moment keep their order.
        let sorted = (found.reversed() + known).sorted { ($0.day, $0.atMs) < ($1.day, $1.atMs) }
        return sorted.reversed().prefix(ProgressExplain.maximumRows).map(\.row)
    }
}

extension Context {
    fileprivate func explanation(of what: String) throws -> Explanation {
        let settings = try transaction.settings()
        let parts = what.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("level", 1): return settings.xp ? try explainLevel(settings) : Explanation()
        case ("streak", 1): return settings.streak ? try explainStreak() : Explanation()
        case ("achievement", 2):
            return settings.achievements
                ? try explain(achievement: parts[1]) : Explanation()
        case ("challenge", 2):
            return settings.challenges ? try explain(challenge: parts[1]) : Explanation()
        default:
            throw Rejection.invalid(
                "what", "\(field: "what") must be level, streak, achievement:ID or challenge:KEY")
        }
    }

    private func explainStreak() throws -> Explanation {
        let today = try presentDay()
        let first = today - ProgressExplain.maximumRows + 1
        let days = try streak(from: first, through: today, today: today)
        return Explanation(
            known: days.map { day in
                let tokens = day.tokens == 1 ? ", 1 token" : ", \(day.tokens) tokens"
                return Reason(
                    day: day.number,
                    "\(day.state.rawValue): \(day.length) \(day.length == 1 ? "day" : "days")"
                        + (day.tokens == 0 ? "" : tokens))
            })
    }

    /// Reasons for the points. Within a day, points for achievements and challenges come before those for
    /// what was done.
    private func explainLevel(_ settings: Settings.Fields) throws -> Explanation {
        let progress = try progress()
        var explanation = Explanation(
            days: try transaction.dayBeforeProgress().map {
                min($0, progress.today)...progress.today
            },
            reasons: { day, rows, _ in
                let points = Experience.points(of: Experience.DayEfforts(rows))
                return points > 0
                    ? [Reason(day: day, "\(points) points for training")] : []
            })
        if settings.achievements {
            for tier in progress.tiers where tier.isHeld {
                let name = "\(tier.achievement.name) (\(tier.step.tier.rawValue))"
                let row = ProgressExplain.Row(
                    seq: 0, entity: "achievement", id: tier.key,
                    text: "\(tier.step.tier.points) points for \(name)")
                explanation.known.append(
                    Reason(day: tier.earned?.day ?? .min, atMs: tier.earned?.atMs ?? 0, row: row))
            }
        }
        guard settings.challenges else { return explanation }
        var days = try days()
        let completed = try transaction.lastCompletedChallenges(ProgressExplain.maximumRows)
        for challenge in completed.reversed() {
            let seq = try transaction.lastEvent(ofSubject: challenge.key)
            let completedMs = challenge.completedMs ?? 0
            let row = ProgressExplain.Row(
                seq: seq, entity: Challenge.table, id: challenge.key,
                text: "\(challenge.points) points: \(challenge.text)")
            explanation.known.append(
                Reason(day: days.number(ofMs: completedMs), atMs: completedMs, row: row))
        }
        return explanation
    }

    private func explain(achievement id: String) throws -> Explanation {
        let id = id.split(separator: ":").first.map(String.init) ?? id
        let all = try definitions().achievements
        let named = all.first { $0.id == id } ?? all.first { NameKey.of($0.name) == NameKey.of(id) }
        guard let achievement = named else {
            throw Rejection(.notFound, "no achievement '\(id)'", field: "what")
        }
        switch achievement.measured.measure {
        case .streakBest, .weeksBest, .comeback: return try explainStreak()
        default: return try explain(achievement.measured, through: presentDay())
        }
    }

    private func explain(challenge key: String) throws -> Explanation {
        guard let challenge = try transaction.challenge(key: key) else {
            throw Rejection(.notFound, "no challenge '\(key)'", field: "what")
        }
        return try explain(
            challenge.measured, from: challenge.days.lowerBound,
            through: challenge.days.upperBound)
    }

    /// The rows that a measure counts.
    private func explain(
        _ measured: Measured, from first: Int? = nil, through last: Int
    ) throws -> Explanation {
        guard let start = try first ?? transaction.dayBeforeProgress(), start <= last else {
            return Explanation()
        }
        return Explanation(
            days: start...last,
            reasons: { day, rows, context in
                try rows.filter { measured.counts($0) }.sorted(by: ProgressRow.precedes).reversed()
                    .map { Reason(day: day, atMs: $0.atMs, row: try context.explanation(of: $0)) }
            })
    }

    private func explanation(of row: ProgressRow) throws -> ProgressExplain.Row {
        ProgressExplain.Row(
            seq: try transaction.lastEvent(ofSubject: row.id), entity: row.entity.rawValue,
            id: row.id, text: try text(of: row))
    }

    private func text(of row: ProgressRow) throws -> String {
        let at = zone.civilTime(atMs: row.atMs)
        let name = try row.exercise.flatMap { try self.name(ofExercise: $0) } ?? ""
        let what =
            switch row.kind {
            case .entry, .set, .warmup:
                [row.reps > 0 ? "\(row.reps)" : row.seconds > 0 ? "\(row.seconds) s" : "", name]
                    .filter { !$0.isEmpty }.joined(separator: " ")
            case .session: "a training session"
            case .workout: "a workout"
            case .answer: "an answered reminder"
            case .run: "a run with \(row.workedMs / 60_000) min of work"
            case .challenge: "a challenge"
            }
        return "\(at.dateText) \(at.timeText): \(what)"
    }
}

extension Reason {
    fileprivate init(day: Int, _ text: String) {
        self.init(
            day: day, atMs: .min,
            row: .init(seq: 0, entity: "day", id: Days.text(of: day), text: text))
    }
}
