import TrackerAPI
import TrackerCore
import TrackerStore

extension TrainingList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let query = TrainingQuery(
            span: try context.span(from: from, to: to), mode: mode,
            exercise: try exercise.map { try context.exercise($0).id })
        let trainings = try context.transaction.trainings(query, limit: limit)
        let total = try total(listed: trainings.count, limit: limit) {
            try context.transaction.trainingCount(query)
        }
        let time = try context.trend(query, .time)
        let reps = try context.trend(query, .reps)
        return Response(
            trainings: try trainings.map { try context.view($0) }, total: total,
            trend: time == nil && reps == nil ? nil : Trends(time: time, reps: reps))
    }
}

extension Context {
    /// The trend of all matching sessions, whether the page shows them or not.
    fileprivate func trend(
        _ query: TrainingQuery, _ mode: Training.Mode
    ) throws -> TrainingList.Trend? {
        guard query.mode == nil || query.mode == mode else { return nil }
        var query = query
        query.mode = mode
        let totals = try transaction.trainingTotals(query, limit: TrainingTrend.sessions)
        return TrainingTrend(of: totals, mode: mode).map(TrainingList.Trend.init)
    }
}
