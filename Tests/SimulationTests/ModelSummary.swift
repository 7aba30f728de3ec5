import Rig
import TestSupport

// What a finished workout came to.

extension WorkoutModel {
    func summary(
        _ sets: [SetModel], endedMs: Int64, _ model: Model, _ withPrevious: Bool
    ) -> Json {
        let counted = sets.filter { $0.kind != "warmup" }.map(model.embodied)
        let rests = sets.compactMap { set -> Int64? in
            model.rests.last { $0.set == set.id }.flatMap { $0.isLive ? nil : $0.counted }
        }
        return .members([
            "duration_ms": .int(endedMs - startedMs), "sets": .int(Int64(counted.count)),
            "reps": .int(counted.reduce(0) { $0 + ($1.reps ?? 0) }),
            "volume": model.shown(work: counted.reduce(0) { $0 + $1.exactWork }),
            "unit": .text(model.settings.unit),
            "without_body": counted.contains(where: \.lacksBody) ? .bool(true) : nil,
            "average_rest_ms": rests.isEmpty
                ? nil : .int(rests.reduce(0, +) / Int64(rests.count)),
            "records": withPrevious ? .list(RecordsModel(model).made(in: self)) : nil,
            "difference": withPrevious ? difference(sets, model) : nil,
            "muscles": withPrevious ? model.muscles(of: sets) : nil,
        ])
    }

    private func difference(_ sets: [SetModel], _ model: Model) -> Json? {
        let exercises = Set(sets.map(\.exercise))
        let former = model.workouts.filter { workout in
            !workout.isOpen && workout.id != id && workout.startedMs < startedMs
                && exercises.allSatisfy { exercise in
                    model.sets.contains { $0.workout == workout.id && $0.exercise == exercise }
                }
        }.max { ($0.startedMs, $0.order) < ($1.startedMs, $1.order) }
        guard let former, !exercises.isEmpty else { return nil }
        let before = model.sets.filter {
            $0.workout == former.id && exercises.contains($0.exercise) && $0.kind != "warmup"
        }.map(model.embodied)
        let counted = sets.filter { $0.kind != "warmup" }.map(model.embodied)
        func work(_ sets: [SetModel]) -> Double {
            model.shown(work: sets.reduce(0) { $0 + $1.exactWork }).double ?? 0
        }
        func reps(_ sets: [SetModel]) -> Int64 { sets.reduce(0) { $0 + ($1.reps ?? 0) } }
        return [
            "workout": .text(former.id), "day": .text(Place.date(ofDay: former.day)),
            "work": .plain(((work(counted) - work(before)) * 1e8).rounded() / 1e8),
            "sets": .int(Int64(counted.count - before.count)),
            "reps": .int(reps(counted) - reps(before)),
        ]
    }
}
