import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The person's days, by the zone and the settings.
    func days() throws -> Days {
        Days(zone: zone, startMinute: try transaction.settings().dayStartMinute)
    }

    /// An instant, given in UTC milliseconds, with its day in the present zone.
    func local(_ instant: Int64) throws -> LocalInstant {
        var days = try days()
        return days.local(ofMs: instant)
    }

    /// The span between two times or days, the last day included; `nil` leaves that end open.
    func span(from: When?, to: When?) throws -> TimeSpan {
        var days = try days()
        if let from, let to {
            let fromMs = days.startMs(of: from.time, at: now)
            let toMs = days.endMs(of: to.time, at: now)
            guard fromMs < toMs || fromMs == toMs && !to.time.isDay else {
                throw Rejection.invalid("to", "to is before from")
            }
        }
        var span = TimeSpan()
        if let time = from?.time {
            if time.isDay {
                span.begin(onDay: days.number(of: time, at: now))
            } else {
                span.begin(atMs: time.ms(at: now, zone: zone))
            }
        }
        if let time = to?.time {
            if time.isDay {
                span.end(onDay: days.number(of: time, at: now))
            } else {
                span.end(atMs: time.ms(at: now, zone: zone))
            }
        }
        return span
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
            on: before...last, ofExercise: wanted
        ) { work, exercise, day in
            volume.add(work, of: exercise, on: day)
        }
        let rows = volume.days(from: first)
        guard rows.count <= Self.maximumRows else {
            throw Rejection(
                .tooLarge,
                "the days are more than \(Self.maximumRows), counted for each exercise: name an "
                    + "exercise, or give a shorter span", field: "from")
        }
        return Response(
            unit: unit, days: try context.views(rows, in: unit),
            lacksBody: try context.transaction.lacksBodyWeight(
                on: first...last, ofExercise: wanted),
            muscles: try context.muscleWeeks(on: first...last, ofExercise: wanted))
    }
}

extension Context {
    fileprivate func muscleWeeks(
        on days: ClosedRange<Int>, ofExercise exercise: String?
    ) throws -> [VolumeList.MuscleWeek] {
        let first = try transaction.settings().weekStarts.daysFromMonday
        var known: [String: Muscles?] = [:]
        var weeks: [Int: MuscleSets] = [:]
        try transaction.forEachSetCount(on: days, ofExercise: exercise) { sets, exercise, day in
            let muscles =
                try known[exercise] ?? transaction.exercise(id: exercise)?.fields.muscles
            known[exercise] = .some(muscles)
            let week = day - (day - Week(of: day).monday - first + 7) % 7
            weeks[week, default: MuscleSets()].add(sets, of: muscles)
        }
        return weeks.sorted { $0.key < $1.key }.flatMap { week, muscles in
            muscles.list.map {
                VolumeList.MuscleWeek(
                    week: Days.text(of: week), muscle: $0.muscle, sets: $0.sets)
            }
        }
    }

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
