import TrackerAPI
import TrackerCore
import TrackerStore

extension CalendarMonth: Performable {
    func perform(in context: Context) throws -> Response {
        guard let month = Month(month) else {
            throw Rejection.invalid("month", "month must be a month such as 2026-03")
        }
        let days = try context.days()
        let span = days.startMs(of: month.days.lowerBound)..<days.startMs(of: month.days.upperBound)
        let workouts = count(try context.transaction.workoutTimes(in: span), by: days)
        let trainings = count(try context.transaction.trainingTimes(in: span), by: days)
        let logs = count(try context.transaction.logTimes(in: span), by: days)
        return Response(
            days: month.days.map { number in
                Day(
                    date: Days.text(of: number), workouts: workouts[number] ?? 0,
                    trainings: trainings[number] ?? 0, logs: logs[number] ?? 0)
            })
    }

    /// How many of the times each day has.
    private func count(_ times: [Int64], by days: Days) -> [Int: Int] {
        var days = days
        var counts: [Int: Int] = [:]
        for atMs in times { counts[days.number(ofMs: atMs), default: 0] += 1 }
        return counts
    }
}
