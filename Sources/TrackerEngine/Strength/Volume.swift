import TrackerAPI
import TrackerCore
import TrackerStore

extension VolumeList: SlicedRead {
    func slices() throws -> any Slices { VolumeSlices(self) }
}

/// Sums the work over a range of days, some at a time.
private final class VolumeSlices: Slices {
    /// Number of days whose sets are read at once.
    private static let daysOfStep = 32

    private let request: VolumeList
    /// The days that are still to be summed; `nil` before the first and after the last.
    private var rest: ClosedRange<Int>?
    private var isBegun = false
    /// JSON of the days so far.
    private var texts: [String] = []
    private var rows = 0
    private var lacksBody = false
    private var known: [String: Muscles?] = [:]
    /// Sets of each muscle, by the number of the week's first day.
    private var weeks: [Int: MuscleSets] = [:]

    init(_ request: VolumeList) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        if !isBegun {
            rest = try context.days(
                from: request.from, to: request.to, atMost: VolumeList.maximumDays)
            isBegun = true
        }
        let wanted = try request.exercise.map { try context.exercise($0, readFrom: .sets).id }
        repeat {
            guard let days = rest else { return try response(in: context) }
            let end = min(days.upperBound, days.lowerBound + Self.daysOfStep - 1)
            try sum(days.lowerBound...end, ofExercise: wanted, in: context)
            rest = end < days.upperBound ? end + 1...days.upperBound : nil
        } while hasTime()
        return nil
    }

    private func sum(
        _ days: ClosedRange<Int>, ofExercise wanted: String?, in context: Context
    ) throws {
        let transaction = context.transaction
        var volume = Volume()
        let before = days.lowerBound - Volume.span + 1
        try transaction.forEachWork(on: before...days.upperBound, ofExercise: wanted) {
            work, exercise, day in
            volume.add(work, of: exercise, on: day)
        }
        let found = volume.days(from: days.lowerBound)
        rows += found.count
        guard rows <= VolumeList.maximumRows else {
            throw Rejection(
                .tooLarge,
                "there are more than \(VolumeList.maximumRows) days, counted for each exercise: "
                    + "name an exercise, or give a shorter period", field: "from")
        }
        let unit = try transaction.settings().unit
        texts += try context.views(found, in: unit).map { try JSONText.of($0) }
        lacksBody =
            try lacksBody || transaction.lacksBodyWeight(on: days, ofExercise: wanted)
        let first = try transaction.settings().weekStarts.daysFromMonday
        try transaction.forEachSetCount(on: days, ofExercise: wanted) { sets, exercise, day in
            let muscles =
                try known[exercise] ?? transaction.exercise(id: exercise)?.fields.muscles
            known[exercise] = .some(muscles)
            let week = day - (day - Week(of: day).monday - first + 7) % 7
            weeks[week, default: MuscleSets()].add(sets, of: muscles)
        }
    }

    private func response(in context: Context) throws -> String {
        let muscles = weeks.sorted { $0.key < $1.key }.flatMap { week, muscles in
            muscles.list.map {
                VolumeList.MuscleWeek(
                    week: Days.text(of: week), muscle: $0.muscle, sets: $0.sets)
            }
        }
        let response = try JSONText.of(
            VolumeList.Response(
                unit: context.transaction.settings().unit, days: [], lacksBody: lacksBody,
                muscles: muscles))
        // The days are many, and have been written already.
        return response.replacing(
            "\"days\":[]", with: "\"days\":[\(texts.joined(separator: ","))]", maxReplacements: 1)
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
