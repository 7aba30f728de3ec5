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
