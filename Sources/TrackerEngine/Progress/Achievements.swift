import TrackerAPI
import TrackerCore
import TrackerStore

extension AchievementList: Performable {
    func perform(in context: Context) throws -> Response {
        guard try context.transaction.settings().achievements else {
            return Response(achievements: [])
        }
        let order = Dictionary(
            uniqueKeysWithValues: Achievement.Category.allCases.enumerated().map {
                ($1.rawValue, $0)
            })
        let tiers = try context.progress().tiers.map(context.view).filter { tier in
            category.map { $0.rawValue == tier.category } ?? true
                && held.map { $0 == tier.held } ?? true
        }
        // The sort is stable, so the tiers of an achievement stay in order.
        return Response(
            achievements: tiers.sorted {
                (order[$0.category] ?? 0, $0.id, $0.threshold)
                    < (order[$1.category] ?? 0, $1.id, $1.threshold)
            })
    }
}

extension Context {
    func view(of tier: AchievementTier) -> AchievementView {
        AchievementView(
            tier.achievement, tier: tier.step.tier, threshold: tier.step.threshold,
            value: tier.value, held: tier.isHeld,
            earnedAt: tier.earned.map { zone.text(ofMs: $0.atMs) })
    }
}
