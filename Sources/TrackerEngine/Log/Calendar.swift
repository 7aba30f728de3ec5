import TrackerAPI
import TrackerCore
import TrackerStore

extension CalendarMonth: Performable {
    func perform(in context: Context) throws -> Response {
        let present = try Days.text(of: context.presentDay()).prefix(7)
        guard let month = Month(month ?? String(present)) else {
            throw Rejection.invalid("month", "\(field: "month") must be a month such as 2026-03")
        }
        let span = TimeSpan(days: month.days.lowerBound...(month.days.upperBound - 1))
        let workouts = try context.transaction.workoutsByDay(in: span)
        let trainings = try context.transaction.completeTrainingsByDay(in: span)
        let logs = try context.transaction.logEntriesByDay(in: span)
        let weights = try context.transaction.bodyWeightsByDay(in: span)
        return Response(
            days: month.days.map { number in
                Day(
                    date: Days.text(of: number), workouts: workouts[number] ?? 0,
                    trainings: trainings[number] ?? 0, logs: logs[number] ?? 0,
                    weight: weights[number])
            })
    }
}
