import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Days as the person has them.
    func days() throws -> Days {
        Days(zone: zone, startMinute: try transaction.settings().dayStartMinute)
    }

    /// The span that moments or days mean, inclusive of the last day; UTC milliseconds.
    func span(from: When?, to: When?) throws -> (fromMs: Int64?, toMs: Int64?) {
        let days = try days()
        let fromMs = from.map { days.startMs(of: $0.time, at: now) }
        let toMs = to.map { days.endMs(of: $0.time, at: now) }
        if let fromMs, let toMs, let to, toMs < fromMs || toMs == fromMs && to.time.isDay {
            throw Rejection.invalid("to", "to is before from")
        }
        return (fromMs, toMs)
    }
}

extension VolumeList: Performable {
    func perform(in context: Context) throws -> Response {
        var days = try context.days()
        let first = days.number(of: from.time, at: context.now)
        let last = days.number(of: to.time, at: context.now)
        guard first <= last else { throw Rejection.invalid("to", "to is before from") }
        guard last - first < Self.maximumDays else {
            throw Rejection(
                .tooLarge, "from is more than ten years before to: give a shorter span",
                field: "from")
        }
        let unit = try context.transaction.settings().unit
        let wanted = try exercise.map { try context.exercise($0).id }
        var volume = Volume()
        let before = first - Volume.span + 1
        try context.transaction.forEachWork(
            in: days.startMs(of: before)..<days.startMs(of: last + 1), ofExercise: wanted
        ) { work, exercise, atMs in
            volume.add(work, of: exercise, on: days.number(ofMs: atMs))
        }
        let rows = volume.days(from: first)
        guard rows.count <= Self.maximumRows else {
            throw Rejection(
                .tooLarge,
                "the days are more than \(Self.maximumRows), counted for each exercise: name an "
                    + "exercise, or give a shorter span", field: "from")
        }
        return Response(unit: unit, days: try context.views(rows, in: unit))
    }
}

extension Context {
    fileprivate func views(
        _ days: [Volume.Day], in unit: Load.Unit
    ) throws -> [VolumeList.Day] {
        var names: [String: String] = [:]
        var date = (number: Int.min, text: "")
        return try days.map { day in
            if day.number != date.number { date = (day.number, Days.text(of: day.number)) }
            let name = try names[day.exercise] ?? name(ofExercise: day.exercise) ?? ""
            names[day.exercise] = name
            return VolumeList.Day(day, date: date.text, exerciseName: name, unit: unit)
        }
    }
}
