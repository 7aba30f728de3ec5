import TrackerAPI
import TrackerCore
import TrackerStore

/// The announcements of progress: what was told is compared with what follows from the rows now.
extension Context {
    /// Most days back that an effort may lie so that what it unlocks has an alert.
    private static let alertedDays = 2
    /// Most tiers that are announced one by one.
    private static let alertedTiers = 3

    /// Tells what has changed in progress since it was last told.
    func tellProgress(today: Int) throws {
        let settings = try transaction.settings()
        let progress = try progress()
        let stale = try transaction.staleDays()
        if let stale, settings.streak, stale.first < today { try tellStreak(progress, stale) }
        if try transaction.meta(.toldStreak, as: Int.self) != progress.closed.streak.length {
            try transaction.setMeta(.toldStreak, progress.closed.streak.length)
        }
        let told = try transaction.announced()
        let isLate =
            stale.map { $0.isElsewhere == true || $0.first < today - Self.alertedDays } ?? false
        if settings.achievements { try tellAchievements(progress, told.tiers, isQuiet: isLate) }
        if settings.xp { try tellLevel(progress, settings, told.level ?? 1) }
    }

    /// Notes that what the rows reach was reached earlier, so that no alert tells of it.
    func noteHistory() throws {
        transaction.noteChange(on: try presentDay() - Self.alertedDays - 1, cause)
    }

    private func tellStreak(_ progress: ProgressState, _ stale: StaleDays) throws {
        let length = progress.closed.streak.length
        guard let told = try transaction.meta(.toldStreak, as: Int.self), told != length else {
            return
        }
        let more = progress.present.streak.length - length
        try append(
            .streakChanged, subject: "streak",
            data: StreakChanged(from: told + more, to: length + more, cause: stale.cause))
    }

    // MARK: Achievements

    private func tellAchievements(
        _ progress: ProgressState, _ told: [String: Bool], isQuiet: Bool
    ) throws {
        var (new, again): ([AchievementView], [AchievementView]) = ([], [])
        var lost: [String] = []
        // In the order of the efforts that reached them.
        for tier in progress.tiers.sorted(by: { $0.reachedMs < $1.reachedMs }) {
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

    // MARK: Levels

    private func tellLevel(
        _ progress: ProgressState, _ settings: Settings.Fields, _ told: Int64
    ) throws {
        let xp = points(progress, settings).sum
        guard Experience.level(ofPoints: xp) > told else { return }
        let view = try level(progress, settings)
        try append(
            .levelReached, subject: Announcement.level, data: view,
            [Announcement(level: view.level, atMs: now.wallMs)])
    }
}

extension AchievementView {
    /// Id and tier: `first-steps:bronze`.
    var key: String { "\(id):\(tier.text)" }
}
