import TrackerAPI
import TrackerCore
import TrackerStore

extension ProgressExplain: Performable {
    func perform(in context: Context) throws -> Response {
        let progress = try context.progress()
        switch what {
        case "level": return Response(rows: try context.explainLevel(progress))
        case "streak": return Response(rows: try context.explainStreak(progress))
        default: break
        }
        let parts = what.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["achievement", "challenge"].contains(parts[0]) else {
            throw Rejection.invalid(
                "what", "what must be level, streak, achievement:ID or challenge:KEY")
        }
        let rows =
            parts[0] == "achievement"
            ? try context.explain(achievement: parts[1], progress)
            : try context.explain(challenge: parts[1])
        return Response(rows: rows)
    }
}

extension Context {
    fileprivate func explainStreak(
        _ progress: ProgressState
    ) throws -> [ProgressExplain.Row] {
        var rows: [ProgressExplain.Row] = []
        func take(_ fold: ProgressFold, _ state: Streak.State?) {
            guard let number = fold.through, let state else { return }
            let tokens = fold.streak.tokens
            rows.append(
                .init(
                    day: number,
                    "\(state.rawValue): \(fold.streak.length) "
                        + (fold.streak.length == 1 ? "day" : "days")
                        + (tokens == 0 ? "" : tokens == 1 ? ", 1 token" : ", \(tokens) tokens")))
        }
        _ = try fold(from: nil, through: progress.today - 1, progress.definitions, take)
        take(progress.present, progress.state)
        return Array(rows.reversed().prefix(ProgressExplain.maximumRows))
    }

    /// What the points were given for, the newest first. What a day's efforts gave comes below what was
    /// reached on that day.
    fileprivate func explainLevel(_ progress: ProgressState) throws -> [ProgressExplain.Row] {
        var days = try days()
        var rows: [(day: Int, atMs: Int64, row: ProgressExplain.Row)] = []
        var former: Int64 = 0
        func take(_ fold: ProgressFold, _ state: Streak.State?) {
            guard let number = fold.through, fold.dayPoints > former else { return }
            let points = fold.dayPoints - former
            rows.append((number, .min, .init(day: number, "\(points) points for what was done")))
            former = fold.dayPoints
        }
        _ = try fold(from: nil, through: progress.today - 1, progress.definitions, take)
        take(progress.present, progress.state)
        let settings = try transaction.settings()
        if settings.achievements {
            for tier in progress.tiers where tier.isHeld {
                let name = "\(tier.achievement.name) (\(tier.step.tier.rawValue))"
                let row = ProgressExplain.Row(
                    seq: 0, entity: "achievement", id: tier.key,
                    text: "\(tier.step.tier.points) points for \(name)")
                let earnedMs = tier.earnedMs ?? 0
                rows.append((days.number(ofMs: earnedMs), earnedMs, row))
            }
        }
        if settings.challenges {
            for challenge in try transaction.completedChallenges() {
                let seq = try transaction.lastEvent(ofSubject: challenge.key)
                let completedMs = challenge.completedMs ?? 0
                let row = ProgressExplain.Row(
                    seq: seq, entity: Challenge.table, id: challenge.key,
                    text: "\(challenge.points) points: \(challenge.text)")
                rows.append((days.number(ofMs: completedMs), completedMs, row))
            }
        }
        // The sort keeps the order of those of one moment.
        let sorted = rows.sorted { ($0.day, $0.atMs) < ($1.day, $1.atMs) }
        return sorted.reversed().prefix(ProgressExplain.maximumRows).map(\.row)
    }

    fileprivate func explain(
        achievement id: String, _ progress: ProgressState
    ) throws -> [ProgressExplain.Row] {
        let id = id.split(separator: ":").first.map(String.init) ?? id
        guard let achievement = progress.definitions.achievements.first(where: { $0.id == id })
        else { throw Rejection(.notFound, "no achievement '\(id)'", field: "what") }
        switch achievement.measured.measure {
        case .streakBest, .weeksBest, .comeback: return try explainStreak(progress)
        default: return try rows(countedBy: achievement.measured, through: progress.today)
        }
    }

    fileprivate func explain(challenge key: String) throws -> [ProgressExplain.Row] {
        guard let challenge = try transaction.challenge(key: key) else {
            throw Rejection(.notFound, "no challenge '\(key)'", field: "what")
        }
        return try rows(
            countedBy: challenge.measured, from: challenge.from, through: challenge.to)
    }

    /// The rows that a measure counts, the newest first.
    private func rows(
        countedBy measured: Measured, from first: Int? = nil, through last: Int
    ) throws -> [ProgressExplain.Row] {
        guard let start = try first ?? transaction.dayBeforeProgress() else { return [] }
        var rows: [ProgressExplain.Row] = []
        var day = last
        while day >= start, rows.count < ProgressExplain.maximumRows {
            let all = try transaction.progressRows(on: day...day)[day] ?? []
            let counted = all.filter { measured.counts($0) }.sorted(by: ProgressRow.precedes)
            rows += try counted.reversed().map { row in
                ProgressExplain.Row(
                    seq: try transaction.lastEvent(ofSubject: row.id), entity: row.entity.rawValue,
                    id: row.id, text: try text(of: row))
            }
            day -= 1
        }
        return Array(rows.prefix(ProgressExplain.maximumRows))
    }

    private func text(of row: ProgressRow) throws -> String {
        let at = zone.civilTime(atMs: row.atMs)
        let name = try row.exercise.flatMap { try self.name(ofExercise: $0) } ?? ""
        let what =
            switch row.kind {
            case .entry, .set, .warmup:
                [row.reps > 0 ? "\(row.reps)" : row.seconds > 0 ? "\(row.seconds) s" : "", name]
                    .filter { !$0.isEmpty }.joined(separator: " ")
            case .session: "a session of training"
            case .workout: "a workout"
            case .answer: "an answered reminder"
            case .challenge: "a challenge"
            }
        return "\(at.dateText) \(at.timeText): \(what)"
    }
}

extension ProgressExplain.Row {
    fileprivate init(day: Int, _ text: String) {
        self.init(seq: 0, entity: "day", id: Days.text(of: day), text: text)
    }
}
