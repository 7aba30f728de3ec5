import TrackerAPI
import TrackerCore
import TrackerStore

/// The effects of a change on progress, in the transaction of its cause: what was told is compared with what
/// follows from the rows now.
extension Context {
    /// Most days back that an effort may lie so that what it unlocks has an alert.
    private static let alertedDays = 2
    /// Most tiers of which each has an alert of its own.
    private static let alertedTiers = 3

    /// Tells what has changed in progress since this was last asked.
    ///
    /// - Parameter isQuiet: whether nothing that is new has an alert of its own, since no effort of now
    ///   brought it: after an import, a start or new definitions.
    func settleProgress(isQuiet: Bool = false) throws {
        guard let changed = transaction.firstChangedDay else { return }
        let settings = try transaction.settings()
        let today = try presentDay()
        let former = try transaction.checkpoint(upTo: today - 1)
        let formerLength =
            try former.flatMap { try fold(of: $0, definitions()) }?.streak.length
        try beginDays(today: today)
        // The first effort of all begins the days.
        if former == nil { dependencies.isDayEndStale = true }
        let closed = try settle(from: changed, today: today)
        guard settings.hasProgress else { return }
        var progress = try progress()
        if settings.challenges {
            try offerChallenges(progress, settings)
            try settleChallenges(progress, closed)
            if let changed = transaction.firstChangedDay {
                _ = try settle(from: changed, today: today)
                progress = try self.progress()
            }
        }
        if settings.streak, changed < today, former?.day == today - 1, let formerLength {
            try noteStreak(from: formerLength, progress)
        }
        let isLate = changed < today - Self.alertedDays
        let told = try transaction.announced()
        if settings.achievements {
            try settleAchievements(progress, told.tiers, isQuiet: isQuiet || isLate)
        }
        if settings.xp { try settleLevel(progress, settings, told.level ?? 1) }
    }

    /// - Returns: the challenges of closed days that may be completed or reopened by it.
    private func settle(from day: Int, today: Int) throws -> [ClosedChallenge] {
        transaction.firstChangedDay = nil
        return try keepCheckpoints(from: day, today: today)
    }

    private func noteStreak(from former: Int, _ progress: ProgressState) throws {
        let length = progress.closed.streak.length
        guard length != former else { return }
        let more = progress.present.streak.length - length
        try append(
            .streakChanged, subject: "streak",
            data: StreakChanged(from: former + more, to: length + more, cause: cause.text))
    }

    // MARK: Achievements

    private func settleAchievements(
        _ progress: ProgressState, _ told: [String: Bool], isQuiet: Bool
    ) throws {
        var (new, again): ([AchievementView], [AchievementView]) = ([], [])
        var lost: [String] = []
        for tier in progress.tiers {
            let key = tier.key
            switch (tier.isHeld, told[key]) {
            case (true, nil): new.append(view(of: tier))
            case (true, false?):
                var tier = view(of: tier)
                tier.again = true
                again.append(tier)
            case (false, true?): lost.append(key)
            default: break
            }
        }
        if !lost.isEmpty {
            try append(
                .achievementLost, subject: "achievements", data: AchievementIDs(ids: lost),
                lost.map { try announcement(of: $0, isHeld: false) })
        }
        if isQuiet || new.count > Self.alertedTiers {
            try recognise(new)
        } else {
            again = new + again
        }
        for tier in again {
            try append(
                .achievementUnlocked, subject: tier.id, data: tier,
                [announcement(of: tier.key, isHeld: true)])
        }
    }

    private func recognise(_ tiers: [AchievementView]) throws {
        guard !tiers.isEmpty else { return }
        let keys = tiers.map(\.key)
        try append(
            .achievementRecognised, subject: "achievements", data: AchievementIDs(ids: keys),
            keys.map { try announcement(of: $0, isHeld: true) })
    }

    private func announcement(of tier: String, isHeld: Bool) throws -> Announcement {
        var announcement =
            try transaction.announcement(of: tier)
            ?? Announcement(tier: tier, isHeld: isHeld, atMs: now.wallMs)
        announcement.isHeld = isHeld
        return announcement
    }

    func view(of tier: AchievementTier) -> AchievementView {
        AchievementView(
            tier.achievement, tier: tier.step.tier, threshold: tier.step.threshold,
            value: tier.value, held: tier.isHeld,
            earnedAt: tier.earned.map { zone.text(ofMs: $0.atMs) })
    }

    // MARK: Levels

    private func settleLevel(
        _ progress: ProgressState, _ settings: Settings.Fields, _ told: Int64
    ) throws {
        let xp = points(progress, settings).sum
        guard Experience.level(ofPoints: xp) > told else { return }
        let view = try level(progress, settings)
        try append(
            .levelReached, subject: Announcement.level, data: view,
            [Announcement(level: view.level, atMs: now.wallMs)])
    }

    /// The level, without the points of features that are switched off.
    func level(_ progress: ProgressState, _ settings: Settings.Fields) throws -> LevelView {
        let points = points(progress, settings)
        let level = Experience.level(ofPoints: points.sum)
        return LevelView(
            level: level, xp: points.sum, nextAt: Experience.threshold(ofLevel: level + 1),
            today: try pointsOfToday(progress, settings), by: points)
    }

    private func points(
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
    fileprivate var sum: Int64 { days + achievements + challenges }
}

extension AchievementView {
    /// Id and tier: `first-steps:bronze`.
    var key: String { "\(id):\(tier.text)" }
}
