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
        // Tiers of one achievement stay in their order, since the sort keeps that of equals.
        return Response(
            achievements: tiers.sorted {
                (order[$0.category] ?? 0, $0.id, $0.threshold)
                    < (order[$1.category] ?? 0, $1.id, $1.threshold)
            })
    }
}
