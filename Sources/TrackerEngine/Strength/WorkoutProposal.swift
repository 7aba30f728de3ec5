import TrackerAPI
import TrackerCore
import TrackerStore

extension WorkoutPropose: Performable {
    func perform(in context: Context) throws -> Response {
        let settings = try context.transaction.settings()
        let today = try context.local(context.now.wallMs).day.number
        let passed = today - Week(of: today).monday - settings.weekStarts.daysFromMonday
        let done = try context.transaction.workoutsByTemplate(sinceDay: today - (passed + 7) % 7)
        let turns = try context.transaction.templates().map {
            let own = done[$0.id]
            return TemplateTurn($0, lastMs: own?.lastMs, daysThisWeek: own?.days ?? 0)
        }
        let (turn, reason) = TemplateTurn.next(of: turns)
        return Response(
            template: try turn.map { try context.viewWithNext($0.template) }, why: reason,
            lastAt: turn?.lastMs.map(context.zone.text))
    }
}
