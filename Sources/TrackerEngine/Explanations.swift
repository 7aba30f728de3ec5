import TrackerAPI
import TrackerCore
import TrackerStore

extension ProgressExplain: Performable {
    func perform(in context: Context) throws -> Response {
        let settings = try context.transaction.settings()
        let parts = what.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("level", 1):
            return Response(rows: settings.xp ? try context.explainLevel() : [])
        case ("streak", 1):
            return Response(rows: settings.streak ? try context.explainStreak() : [])
        case ("achievement", 2):
            guard settings.achievements else { return Response(rows: []) }
            return Response(rows: try context.explain(achievement: parts[1]))
        case ("challenge", 2):
            guard settings.challenges else { return Response(rows: []) }
            return Response(rows: try context.explain(challenge: parts[1]))
        default:
            throw Rejection.invalid(
                "what", "what must be level, streak, achievement:ID or challenge:KEY")
        }
    }
}

extension Context {
    fileprivate func explainStreak() throws -> [ProgressExplain.Row] {
        let today = try presentDay()
        let days = try streak(from: nil, through: today, today: today)
        return days.suffix(ProgressExplain.maximumRows).reversed().map { day in
            let tokens = day.tokens == 1 ? ", 1 token" : ", \(day.tokens) tokens"
            return .init(
                day: day.number,
                "\(day.state.rawValue): \(day.length) \(day.length == 1 ? "day" : "days")"
                    + (day.tokens == 0 ? "" : tokens))
        }
    }

    /// The reasons of the points, the newest first. Points of a day's efforts come below those for what was
    /// reached on that day.
    fileprivate func explainLevel() throws -> [ProgressExplain.Row] {
        let progress = try progress()
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
                rows.append((tier.earned?.day ?? .min, tier.earned?.atMs ?? 0, row))
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

    fileprivate func explain(achievement id: String) throws -> [ProgressExplain.Row] {
        let id = id.split(separator: ":").first.map(String.init) ?? id
        let all = try definitions().achievements
        let named = all.first { $0.id == id } ?? all.first { NameKey.of($0.name) == NameKey.of(id) }
        guard let achievement = named else {
            throw Rejection(.notFound, "no achievement '\(id)'", field: "what")
        }
        switch achievement.measured.measure {
        case .streakBest, .weeksBest, .comeback: return try explainStreak()
        default: return try rows(countedBy: achievement.measured, through: presentDay())
        }
    }

    fileprivate func explain(challenge key: String) throws -> [ProgressExplain.Row] {
        guard let challenge = try transaction.challenge(key: key) else {
            throw Rejection(.notFound, "no challenge '\(key)'", field: "what")
        }
        return try rows(
            countedBy: challenge.measured, from: challenge.from, through: challenge.to)
    }

    /// Days whose rows are read at once.
    private static let explainedDays = 32

    /// The rows that a measure counts, the newest first.
    private func rows(
        countedBy measured: Measured, from first: Int? = nil, through last: Int
    ) throws -> [ProgressExplain.Row] {
        guard let start = try first ?? transaction.dayBeforeProgress() else { return [] }
        var counted: [ProgressRow] = []
        var end = last
        while end >= start, counted.count < ProgressExplain.maximumRows {
            let days = max(start, end - Self.explainedDays + 1)...end
            let rows = try transaction.progressRows(on: days)
            for day in days.reversed() {
                counted += (rows[day] ?? []).filter { measured.counts($0) }
                    .sorted(by: ProgressRow.precedes).reversed()
            }
            end = days.lowerBound - 1
        }
        return try counted.prefix(ProgressExplain.maximumRows).map { row in
            ProgressExplain.Row(
                seq: try transaction.lastEvent(ofSubject: row.id), entity: row.entity.rawValue,
                id: row.id, text: try text(of: row))
        }
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
