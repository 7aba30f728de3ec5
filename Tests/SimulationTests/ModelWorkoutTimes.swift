import Rig
import TestSupport
import TrackerAPI

/// The times of workouts: corrected, and of sets in those that are written up.
extension Model {
    func offsetMs(_ ms: Int64) -> Int64 { Int64(place.offsetSeconds(ms / 1000)) * 1000 }

    /// The offset by which the days of a workout are found that was written elsewhere; `nil` for one from
    /// here.
    private func foreignOffset(of workout: WorkoutModel) -> Int64? {
        let isHere =
            workout.day == day(workout.startedMs)
            && workout.offsetMs == offsetMs(workout.startedMs)
        return isHere ? nil : workout.offsetMs
    }

    /// A time without a date as one of the workout's day.
    func within(_ given: Given?, _ workout: WorkoutModel?) -> Given? {
        guard let workout, let minute = given?.minuteOfDay else { return given }
        let date = workout.day + (minute < settings.dayStart ? 1 : 0)
        let shown = date * dayMs + minute * minuteMs
        let offset = foreignOffset(of: workout)
        let ms = offset.map { shown - $0 } ?? place.ms(shown)
        return Given(fromMs: ms, offsetMs: offset)
    }

    /// The time of a set without one in a backdated workout.
    func nextTime(in workout: WorkoutModel) -> Given {
        let offset = foreignOffset(of: workout)
        func given(_ ms: Int64) -> Given { Given(fromMs: ms, offsetMs: offset) }
        let last = sets(of: workout.id).max {
            ($0.atMs, $0.position) < ($1.atMs, $1.position)
        }
        guard let last else { return given(workout.startedMs) }
        let rest =
            last.kind == "warmup" ? 0 : usualRest(after: last.exercise, last.block, workout)
        let nightfall = (workout.day + 1) * dayMs + settings.dayStart * minuteMs
        let dayEnd = offset.map { nightfall - $0 } ?? place.ms(nightfall)
        let next = last.atMs + max(rest, minuteMs)
        return given(max(last.atMs, [next, dayEnd - 1, now.wallMs].min() ?? next))
    }

    mutating func updateWorkout(_ params: Params) throws -> Expected {
        let wanted = try params.optionalText("workout")
        let name = try params.optionalName()
        let givenStart = try given("started_at", params)
        let givenEnd = try given("ended_at", params)
        let deload = try params.removable("deload", \.double)
        var workout = try workout(wanted)
        let (start, end) = (within(givenStart, workout), within(givenEnd, workout))
        try require(name != nil || start != nil || end != nil || deload != nil, .invalid("name"))
        try Params.checkBesideLast(name, "name")
        try requirePast(start, "started_at")
        try requirePast(end, "ended_at")
        let times = sets(of: workout.id).map(\.atMs)
        workout.name = name ?? workout.name
        if let start {
            workout.startedMs = start.fromMs
            workout.day = day(written: start)
            workout.offsetMs = start.offsetMs ?? offsetMs(start.fromMs)
            guard start.fromMs >= 0, times.allSatisfy({ start.fromMs <= $0 }) else {
                throw Refusal.invalid("started_at")
            }
        }
        if let end {
            try require(!workout.isOpen, Refusal("conflict", field: "ended_at", state: "open"))
            try require(
                end.fromMs >= 0 && times.allSatisfy({ $0 <= end.fromMs }), .invalid("ended_at"))
            workout.endedMs = end.fromMs
        }
        if start != nil || end != nil, let ended = workout.endedMs, ended < workout.startedMs {
            throw Refusal.invalid(end == nil ? "started_at" : "ended_at")
        }
        if let deload {
            try Params.check(deload: deload)
            workout.deload = deload
        }
        return settle(workout, "updated")
    }
}
