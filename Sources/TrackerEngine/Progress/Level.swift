import TrackerAPI
import TrackerCore
import TrackerStore

extension LevelGet: Performable {
    func perform(in context: Context) throws -> Response {
        let settings = try context.transaction.settings()
        guard settings.xp else {
            return LevelView(
                level: 1, xp: 0, nextAt: Experience.threshold(ofLevel: 2), today: 0,
                by: .init(days: 0, achievements: 0, challenges: 0))
        }
        return try context.level(try context.progress(), settings)
    }
}

extension Context {
    /// The level, without the points of features that are switched off.
    func level(_ progress: ProgressState, _ settings: Settings.Fields) throws -> LevelView {
        let points = points(progress, settings)
        let level = Experience.level(ofPoints: points.sum)
        return LevelView(
            level: level, xp: points.sum, nextAt: Experience.threshold(ofLevel: level + 1),
            today: try pointsOfToday(progress, settings), by: points)
    }

    func points(
        _ progress: ProgressState, _ settings: Settings.Fields
    ) -> LevelView.Sources {
        let fold = progress.present
        return LevelView.Sources(
            days: fold.dayPoints,
            achievements: settings.achievements ? fold.tierPoints(progress.definitions) : 0,
            challenges: settings.challenges ? fold.challengePoints : 0)
    }

    private func pointsOfToday(
        _ progress: ProgressState, _ settings: Settings.Fields
    ) throws -> Int64 {
        var points = Experience.points(of: Experience.DayEfforts(progress.rows))
        var days = try days()
        if settings.achievements {
            for tier in progress.tiers where tier.earned?.day == progress.today {
                points += tier.step.tier.points
            }
        }
        guard settings.challenges else { return points }
        for challenge in progress.offered {
            if let completed = challenge.completedMs, days.number(ofMs: completed) == progress.today
            {
                points += challenge.points
            }
        }
        return points
    }
}

extension LevelView.Sources {
    var sum: Int64 { days + achievements + challenges }
}
