import TrackerAPI
import TrackerCore
import TrackerStore

extension CalendarMonth: Performable {
    func perform(in context: Context) throws -> Response {
        guard let period = PeriodNotation(month ?? "month"), period.length == .month else {
            throw Rejection.invalid("month", "\(field: "month") must be a month such as 2026-03")
        }
        let present = try context.presentDay()
        let given = try period.day(by: context.localNow())?.text
        let days = ReportPeriod(
            .month, containing: given.flatMap(Days.number(ofDate:)) ?? present
        ).days
        let span = TimeSpan(days: days)
        let workouts = try context.transaction.workoutsByDay(in: span)
        let trainings = try context.transaction.completeTrainingsByDay(in: span)
        let logs = try context.transaction.logEntriesByDay(in: span)
        let weights = try context.transaction.bodyWeightsByDay(in: span)
        return Response(
            days: days.map { number in
                Day(
                    date: Days.text(of: number), workouts: workouts[number] ?? 0,
                    trainings: trainings[number] ?? 0, logs: logs[number] ?? 0,
                    weight: weights[number])
            })
    }
}
