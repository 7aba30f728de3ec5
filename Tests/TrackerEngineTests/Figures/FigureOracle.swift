import TestSupport
import TrackerCore

/// The replies to requests for figures, each computed by looking at all rows.
extension FigureRows {
    /// Sums over all exercises are in the preferred unit.
    private var records: RecordOracle { RecordOracle(unit: unit) }

    private func records(of exercise: Exercise) -> RecordOracle {
        RecordOracle(unit: exercise.loadUnit ?? unit)
    }

    func recordList(_ only: Exercise? = nil) -> Json {
        let sorted = exercises.filter { only == nil || $0.id == only?.id }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        let list = sorted.flatMap { exercise -> [Json] in
            let own = lifts.filter { $0.exercise == exercise.id }
            return records(of: exercise).holders(own).map { holder in
                let load = holder.lift?.load
                let body = holder.isOfBody ? holder.lift?.body : nil
                let lacksBody = holder.isOfBody && holder.lift?.lacksBody == true
                return Json.members([
                    "exercise": .text(exercise.id), "exercise_name": .text(exercise.name),
                    "kind": .text(holder.kind), "value": holder.value, "unit": .text(holder.unit),
                    "load": load.map(Json.plain),
                    "load_unit": load == nil ? nil : holder.lift.map { .text($0.unit) },
                    "load_mode": load == nil || holder.lift?.mode == "external"
                        ? nil : holder.lift.map { .text($0.mode) },
                    "reps": holder.lift?.reps.map(Json.int),
                    "body_weight": body.map { .plain($0.value) },
                    "body_weight_unit": body.map { .text($0.unit) },
                    "without_body": lacksBody ? .bool(true) : nil,
                    "set": holder.lift.map { .text($0.id) }, "workout": .text(holder.workout),
                    "at": FigureDays.text(holder.atMs), "first": .bool(holder.isFirst),
                ])
            }
        }
        return ["records": .list(list)]
    }

    func recordsMade(bySet id: String) -> Json {
        guard let lift = lifts.first(where: { $0.id == id }) else { return .null }
        guard let exercise = exercises.first(where: { $0.id == lift.exercise }) else {
            return .null
        }
        return records(of: exercise).made(
            by: lift, among: lifts.filter { $0.exercise == lift.exercise })
    }

    func progress(of exercise: Exercise, in span: FigureSpan) -> Json {
        let own = lifts.filter {
            $0.exercise == exercise.id && $0.kind != "warmup" && span.contains($0.atMs, $0.day)
        }.sorted { ($0.atMs, $0.position) < ($1.atMs, $1.position) }
        let records = records(of: exercise)
        var workouts: [String] = []
        for lift in own where !workouts.contains(lift.workout) { workouts.append(lift.workout) }
        let points = workouts.map { workout in
            let isDeload = own.contains { $0.workout == workout && $0.isOfDeload }
            // A point has its own bests, even where they make no records.
            let lifts = own.filter { $0.workout == workout }.map { lift in
                var lift = lift
                lift.isOfDeload = false
                return lift
            }
            let holders = records.holders(lifts)
            func best(_ kind: String) -> Json? { holders.first { $0.kind == kind }?.value }
            return Json.members([
                "at": lifts.first.map { FigureDays.text($0.atMs) },
                "best_load": best("heaviest_load"), "best_1rm": best("best_1rm"),
                "volume": records.shown(work: lifts.reduce(0) { $0 + $1.work }),
                "reps": .int(lifts.reduce(0) { $0 + ($1.reps ?? 0) }),
                "without_body": lifts.contains(where: \.lacksBody) ? .bool(true) : nil,
                "longest_hold": best("longest_hold"), "workout": .text(workout),
                "deload": isDeload ? .bool(true) : nil,
            ])
        }
        return [
            "exercise": .text(exercise.id), "exercise_name": .text(exercise.name),
            "unit": .text(records.unit), "points": .list(points),
        ]
    }

    func volume(of only: Exercise?, in range: ClosedRange<Int64>) -> Json {
        let lifted = lifts.filter {
            $0.kind != "warmup" && $0.work > 0 && (only == nil || $0.exercise == only?.id)
        }
        func sum(_ exercise: String, _ span: ClosedRange<Int64>) -> Json {
            let own = lifted.filter {
                $0.exercise == exercise && span.contains($0.day)
            }
            return records.shown(work: own.reduce(0) { $0 + $1.work })
        }
        let list = range.flatMap { day in
            Set(lifted.filter { $0.day == day }.map(\.exercise)).sorted().map { id in
                Json.members([
                    "date": .text(FigureDays.date(day)), "exercise": .text(id),
                    "exercise_name": name(ofExercise: id), "volume": sum(id, day...day),
                    "rolling_7d": sum(id, day - 6...day),
                ])
            }
        }
        let lacksBody = lifts.contains { lift in
            range.contains(lift.day) && lift.kind != "warmup" && lift.lacksBody
                && (only == nil || lift.exercise == only?.id)
        }
        return .members([
            "unit": .text(unit), "days": .list(list),
            "without_body": lacksBody ? .bool(true) : nil, "muscles": muscles(of: only, in: range),
        ])
    }

    /// Sets of each week by muscle, each muscle of each set by itself.
    private func muscles(of only: Exercise?, in range: ClosedRange<Int64>) -> Json {
        let vocabulary = Muscle.allCases.map(\.rawValue)
        var counts: [Int64: [Double]] = [:]
        for lift in lifts {
            guard range.contains(lift.day), lift.kind != "warmup",
                only == nil || lift.exercise == only?.id,
                let exercise = exercises.first(where: { $0.id == lift.exercise })
            else { continue }
            // 1970-01-01 was a Thursday.
            var week: Int64 = lift.day
            while (week + 3 - weekStart) % 7 != 0 { week -= 1 }
            for (index, muscle) in vocabulary.enumerated() {
                let zeros = Array(repeating: 0.0, count: vocabulary.count)
                if exercise.primary.contains(muscle) { counts[week, default: zeros][index] += 1 }
                if exercise.secondary.contains(muscle) {
                    counts[week, default: zeros][index] += 0.5
                }
            }
        }
        return .list(
            counts.sorted { $0.key < $1.key }.flatMap { week, sums in
                sums.indices.filter { sums[$0] > 0 }
                    .sorted { (sums[$1], $0) < (sums[$0], $1) }.map { index -> Json in
                        [
                            "week": .text(FigureDays.date(week)),
                            "muscle": .text(vocabulary[index]),
                            "sets": .plain(sums[index]),
                        ]
                    }
            })
    }

    /// - Parameter month: for example `2026-03`.
    func calendar(_ month: String) -> Json {
        let around = nowMs / 86_400_000
        let numbers = (around - 400...around + 400).filter {
            FigureDays.date($0).hasPrefix(month)
        }
        return [
            "days": .list(
                numbers.map { number in
                    func count(_ days: [Int64]) -> Json {
                        .int(Int64(days.count { $0 == number }))
                    }
                    let weight = weights.filter { $0.day == number }
                        .max { ($0.atMs, $0.order) < ($1.atMs, $1.order) }
                    return .members([
                        "date": .text(FigureDays.date(number)), "workouts": count(workoutDays),
                        "trainings": count(sessions.filter(\.isComplete).map(\.day)),
                        "logs": count(entries.map(\.day)),
                        "weight": weight.map { .plain($0.value) },
                        "weight_unit": weight.map { .text($0.unit) },
                    ])
                })
        ]
    }

    /// Totals of log entries: the exercise with the most entries first.
    func totals(of only: Exercise?, in span: FigureSpan) -> Json {
        totals(
            of: entries.filter {
                span.contains($0.atMs, $0.day) && (only == nil || $0.exercise == only?.id)
            })
    }

    /// The totals of one day.
    func totals(onDay day: Int64) -> Json { totals(of: entries.filter { $0.day == day }) }

    private func totals(of own: [Entry]) -> Json {
        let sums = exercises.map { exercise in
            (exercise: exercise, entries: own.filter { $0.exercise == exercise.id })
        }.filter { !$0.entries.isEmpty }.sorted {
            ($1.entries.count, $0.exercise.id) < ($0.entries.count, $1.exercise.id)
        }
        return .list(
            sums.map { exercise, entries in
                [
                    "exercise": .text(exercise.id), "name": .text(exercise.name),
                    "count": .int(entries.reduce(0) { $0 + $1.count }),
                    "unit": .text(exercise.unit), "entries": .int(Int64(entries.count)),
                ]
            })
    }

    /// For each mode, the mean of the last five completed sessions compared with the five before; `nil` if
    /// neither mode has ten.
    func trend(mode: String?, in span: FigureSpan) -> Json? {
        var trends: [String: Json] = [:]
        for word in ["time", "reps"] where mode == nil || mode == word {
            let newest = sessions.filter {
                $0.isComplete && $0.mode == word && span.contains($0.startedMs, $0.day)
            }.sorted { $0.order > $1.order }.map(\.total)
            guard newest.count >= 10 else { continue }
            let (last, before) = (newest[..<5].reduce(0, +), newest[5..<10].reduce(0, +))
            func mean(_ sum: Int64) -> Json {
                .plain((word == "time" ? Double(sum) / 1000 : Double(sum)) / 5)
            }
            trends[word] = [
                "direction": last * 20 > before * 21
                    ? "up" : last * 20 < before * 19 ? "down" : "level",
                "last": mean(last), "before": mean(before),
            ]
        }
        return trends.isEmpty ? nil : .object(trends)
    }
}
